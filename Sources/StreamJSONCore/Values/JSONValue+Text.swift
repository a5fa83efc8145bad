extension JSONValue: CustomStringConvertible {
  /// The value as JSON, without whitespace.
  ///
  /// - Complexity: O(bytes of the JSON).
  public var description: String { String { (bytes: inout ByteArena) in write(to: &bytes) } }

  /// Returns the value as JSON in UTF-8 (RFC 8259).
  ///
  /// Numbers have all their digits, and one that is not finite is `null`. Only characters that require it
  /// are escaped.
  ///
  /// - Complexity: O(bytes of the JSON); with `.sortedKeys`, O(*n* log *n*) comparisons of keys in an
  ///   object of *n* members.
  public func bytes(_ formatting: JSONFormatting = []) -> [UInt8] {
    var bytes = ByteArena()
    write(to: &bytes, formatting)
    return withExtendedLifetime(bytes) { $0.text.bytes }
  }

  /// Adds the value in JSON to `bytes`.
  func write(to bytes: inout ByteArena, _ formatting: JSONFormatting = [], depth: Int = 0) {
    switch self {
    case .null: bytes.append("null")
    case .bool(let value): bytes.append(value ? "true" : "false")
    case .number(let number): number.write(to: &bytes)
    case .string(let string): bytes.append(quoted: string)
    case .array(let elements):
      bytes.append("[")
      for (position, element) in elements.enumerated() {
        if position > 0 { bytes.append(",") }
        bytes.appendLine(formatting, depth: depth + 1)
        element.write(to: &bytes, formatting, depth: depth + 1)
      }
      if !elements.isEmpty { bytes.appendLine(formatting, depth: depth) }
      bytes.append("]")
    case .object(let object): object.write(to: &bytes, formatting, depth: depth)
    }
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as JSON, without whitespace.
  public var description: String { JSONValue.object(self).description }

  /// Returns the object as JSON in UTF-8; see ``JSONValue/bytes(_:)``.
  ///
  /// - Complexity: See ``JSONValue/bytes(_:)``.
  public func bytes(_ formatting: JSONFormatting = []) -> [UInt8] {
    JSONValue.object(self).bytes(formatting)
  }

  /// Adds the object in JSON to `bytes`.
  fileprivate func write(to bytes: inout ByteArena, _ formatting: JSONFormatting, depth: Int) {
    var members = members.present
    if formatting.contains(.sortedKeys) {
      members = [Int].order(members.count) {
        members[$0].name.string.utf8.lexicographicallyPrecedes(members[$1].name.string.utf8)
      }
      .map { members[$0] }
    }
    bytes.append("{")
    for (position, member) in members.enumerated() {
      if position > 0 { bytes.append(",") }
      bytes.appendLine(formatting, depth: depth + 1)
      bytes.append(quoted: member.name.string)
      bytes.append(formatting.contains(.prettyPrinted) ? ": " : ":")
      member.value.write(to: &bytes, formatting, depth: depth + 1)
    }
    if !members.isEmpty { bytes.appendLine(formatting, depth: depth) }
    bytes.append("}")
  }
}

extension ByteArena {
  /// Adds a line end, and two spaces for each level, if the text is to be read by people.
  fileprivate mutating func appendLine(_ formatting: JSONFormatting, depth: Int) {
    guard formatting.contains(.prettyPrinted) else { return }
    append("\n" + String(repeating: "  ", count: depth))
  }

  /// Adds `string` in quotation marks, with escapes where RFC 8259 section 7 asks for them.
  fileprivate mutating func append(quoted string: String) {
    var string = string
    string.makeContiguousUTF8()
    reserve(string.utf8.count + 2)
    append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      // The longest escape and the last quotation mark.
      reserve(7)
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0C: append("\\f")
      case 0x0D: append("\\r")
      case ..<0x20:
        append(byte < 0x10 ? "\\u000" : "\\u00")
        append(String(byte, radix: 16))
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
