extension JSONValue: CustomStringConvertible {
  /// The value in JSON, without whitespace.
  public var description: String {
    var bytes = ByteArena()
    write(to: &bytes)
    let description = bytes.text.string(from: 0, to: bytes.count)
    // The string does not refer to the bytes.
    withExtendedLifetime(bytes) {}
    return description
  }

  /// Adds the value in JSON to `bytes`.
  func write(to bytes: inout ByteArena) {
    switch self {
    case .null: bytes.append("null")
    case .bool(let value): bytes.append(value ? "true" : "false")
    case .number(let number): number.write(to: &bytes)
    case .string(let string): bytes.append(quoted: string)
    case .array(let elements):
      bytes.append("[")
      for (position, element) in elements.enumerated() {
        if position > 0 { bytes.append(",") }
        element.write(to: &bytes)
      }
      bytes.append("]")
    case .object(let object): object.write(to: &bytes)
    }
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object in JSON, without whitespace.
  public var description: String { JSONValue.object(self).description }

  /// Adds the object in JSON to `bytes`.
  fileprivate func write(to bytes: inout ByteArena) {
    bytes.append("{")
    for (position, member) in members.members.enumerated() {
      if position > 0 { bytes.append(",") }
      bytes.append(quoted: member.name.string)
      bytes.append(":")
      member.value.write(to: &bytes)
    }
    bytes.append("}")
  }
}

extension ByteArena {
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
        append("\\u00")
        append(Self.hexadecimalDigit(byte >> 4))
        append(Self.hexadecimalDigit(byte & 15))
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
