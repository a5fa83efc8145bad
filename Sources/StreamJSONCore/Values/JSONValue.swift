/// A JSON value of any shape.
///
/// ```swift
/// let json = try StreamJSONDecoder().decode(JSONValue.self, from: data)
/// json["user"]?["id"]?.int             // nil if any of it is absent or not an integer
/// json["tags"]?.array?.count
/// json[at: "/items/0/name"]?.string
/// ```
///
/// A `JSONValue` can also be a property of a model, an element of an array, or a value of a stream:
///
/// ```swift
/// struct Event: Codable {
///   var name: String
///   var extra: JSONValue
/// }
/// ```
///
/// It works with any coder. `StreamJSONDecoder` decodes it without trying one type after another, keeps the order of
/// members and all digits of numbers, and leaves keys unchanged whatever the key strategy, as in a dictionary.
///
/// Values may be nested as deeply as the decoder's `limits.maximumDepth` allows, by default 512 levels. Decoding,
/// comparing, writing, and releasing a value take stack space for each level.
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)
}

/// Absent values are nil, and a null in the JSON is `.null`.
extension JSONValue {
  /// Whether the value is the literal `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The Boolean; nil if this isn't one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number with all its digits; nil if this isn't one.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The number as an `Int`; nil if this isn't a number, has a fraction, or doesn't fit.
  public var int: Int? { number?.int }

  /// The number as the nearest `Double`; nil if this isn't a number, or is beyond the range of `Double`.
  public var double: Double? { number?.double }

  /// The string; nil if this isn't one.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements of the array; nil if this isn't one.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members of the object; nil if this isn't one.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
}

extension JSONValue {
  /// Returns whether both are the same literal, equal numbers, or equal strings, or arrays or objects with
  /// equal contents.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values in the first one.
  @inline(never)
  public static func == (first: JSONValue, second: JSONValue) -> Bool {
    // Not inlined: the synthesized one would be copied several times into the comparison of arrays, which takes 12 KB.
    switch (first, second) {
    case (.null, .null): true
    case (.bool(let first), .bool(let second)): first == second
    case (.number(let first), .number(let second)): first == second
    case (.string(let first), .string(let second)): first == second
    case (.array(let first), .array(let second)): first == second
    case (.object(let first), .object(let second)): first == second
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }

  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object; if several members have the same key, the first one is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.lazy.map { (key: $0, value: $1) }))
  }
}

/// You can change a value in place: `json["user"]?["name"] = "Ann"`, or `json[at: "/user/name"] = "Ann"`.
///
/// As in any optional chain, nothing happens if a value before a `?` is absent. A pointer adds the objects
/// that are missing on the way. Otherwise, a value that you set is there afterward, unless its position is
/// beyond the end of an array. Setting a member of a value that is not an object therefore turns that value
/// into an object, and setting an element of a value that is not an array turns it into an array. Setting
/// nil does not convert a value.
extension JSONValue {
  /// The value for `key`; nil if there is none, or if this isn't an object.
  ///
  /// Setting a value replaces the member's value, or adds a member at the end. Setting nil removes the member. A value
  /// that isn't an object becomes one with this member, unless you set nil.
  ///
  /// - Complexity: O(1) on average. Setting a value while a copy of the object exists is O(members).
  public subscript(key: String) -> JSONValue? {
    get { if case .object(let object) = self { object[key] } else { nil } }
    @inline(never) _modify {
      var object = JSONObject()
      var other: JSONValue?
      if case .object(let known) = self { object = known } else { other = self }
      // This leaves only one reference to the object.
      self = .null
      defer {
        if let other, object.isEmpty { self = other } else { self = .object(object) }
      }
      yield &object[key]
    }
  }

  /// The element at `position`, from 0; nil if there is none, or if this isn't an array.
  ///
  /// Setting a value replaces the element, or appends one if `position` is the number of elements. Setting nil removes
  /// the element, and the ones after it move up. Setting any other position changes nothing. A value that isn't an
  /// array becomes one if you set a value at 0.
  ///
  /// - Complexity: O(1). Removing an element, or setting one while a copy of the array exists, is O(elements).
  public subscript(position: Int) -> JSONValue? {
    get {
      guard case .array(let elements) = self, elements.indices.contains(position) else {
        return nil
      }
      return elements[position]
    }
    @inline(never) _modify {
      var elements: [JSONValue] = []
      var other: JSONValue?
      if case .array(let known) = self { elements = known } else { other = self }
      self = .null
      var value: JSONValue?
      let isThere = elements.indices.contains(position)
      if isThere {
        value = elements[position]
        elements[position] = .null
      }
      defer {
        if let value {
          if isThere { elements[position] = value }
          if position == elements.count { elements.append(value) }
        } else if isThere {
          elements.remove(at: position)
        }
        if let other, elements.isEmpty { self = other } else { self = .array(elements) }
      }
      yield &value
    }
  }

  /// The value that `pointer` leads to; nil if there is none.
  ///
  /// Setting a value adds any missing objects on the way. `-` stands for the position after the last
  /// element (RFC 6901 section 4). Setting nil removes a member or element. Nothing changes if the pointer
  /// names an element that can be neither replaced nor added.
  ///
  /// - Complexity: O(length of the pointer), in addition to the subscripts for keys and positions.
  public subscript(at pointer: JSONPointer) -> JSONValue? {
    get {
      pointer.tokens.reduce(self) { value, token in
        value?[token] ?? JSONPointer.position(token).flatMap { value?[$0] }
      }
    }
    set { set(newValue, along: pointer.tokens[...]) }
  }

  private mutating func set(_ value: JSONValue?, along tokens: ArraySlice<String>) {
    guard let token = tokens.first else {
      self = value ?? .null
      return
    }
    let rest = tokens.dropFirst()
    func change(_ part: inout JSONValue?) {
      guard !rest.isEmpty else { return part = value }
      // There is nothing to remove from an absent value, however long the path is.
      if part == nil, value != nil { part = .null }
      part?.set(value, along: rest)
    }
    guard let length = array?.count else { return change(&self[token]) }
    guard let position = token == "-" ? length : JSONPointer.position(token), position <= length
    else { return }
    change(&self[position])
  }

  /// Adds `element` at the end of the array.
  ///
  /// A value that isn't an array becomes one with this element.
  ///
  /// - Complexity: O(1) on average; O(elements) while a copy of the array exists.
  public mutating func append(_ element: JSONValue) {
    var elements = array ?? []
    self = .null
    elements.append(element)
    self = .array(elements)
  }
}

extension JSONValue: Codable {
  /// Decodes a value with any decoder.
  ///
  /// With a decoder other than `StreamJSONDecoder`, this tries one type after another. Such decoders lose
  /// the order of members, so an object's members are sorted by key. A number has the digits of a 128-bit
  /// integer or of a `Double`.
  public init(from decoder: any Decoder) throws {
    if let value = try Self.readFromTape(of: decoder) {
      self = value
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let string = try container.decodeUnlessMismatch(String.self) {
      self = .string(string)
    } else if let bool = try container.decodeUnlessMismatch(Bool.self) {
      self = .bool(bool)
    } else if let number = try container.decodeUnlessMismatch(JSONNumber.self) {
      self = .number(number)
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try container.decode([JSONValue].self))
    } else {
      self = .object(try container.decode(JSONObject.self))
    }
  }

  /// Encodes the value with any encoder.
  ///
  /// Keys are left unchanged whatever the encoder's key strategy, as in a dictionary. As with a dictionary, most
  /// encoders don't keep their order; ``description`` does. For numbers, see ``JSONNumber/encode(to:)``.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .string(let string): try string.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .object(let object): try object.encode(to: encoder)
    }
  }
}

extension JSONObject: Codable {
  /// Decodes an object with any decoder; see ``JSONValue``.
  ///
  /// - Throws: `DecodingError` if the value isn't an object.
  public init(from decoder: any Decoder) throws {
    if let object = try Self.readFromTape(of: decoder) {
      self = object
      return
    }
    // This uses a dictionary, whose keys no key strategy converts.
    let members = Array(try decoder.singleValueContainer().decode([String: JSONValue].self))
    let order = [Int].order(members.count) { members[$0].key < members[$1].key }
    self.init(order.lazy.map { members[$0] })
  }

  /// Encodes the object with any encoder; see ``JSONValue``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    // This uses a dictionary, whose keys no key strategy converts. An encoder has only one of several keys that are
    // canonically equivalent.
    try container.encode(Dictionary(self.map { ($0.key, $0.value) }) { $1 })
  }
}

extension SingleValueDecodingContainer {
  /// The value; nil if it is of another type.
  ///
  /// A malformed value is an error, and does not count as one of another type.
  fileprivate func decodeUnlessMismatch<T: Decodable>(_ type: T.Type) throws -> T? {
    do {
      return try decode(type)
    } catch DecodingError.typeMismatch {
      return nil
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON, without whitespace.
  ///
  /// - Complexity: O(bytes of the JSON).
  public var description: String { String { (bytes: inout ByteArena) in write(to: &bytes) } }

  /// Returns the value as JSON in UTF-8 (RFC 8259).
  ///
  /// Numbers have all their digits, and one that isn't finite is `null`. Only characters that require it are escaped.
  ///
  /// - Complexity: O(bytes of the JSON); with `.sortedKeys`, O(*n* log *n*) comparisons of keys in an object of *n*
  ///   members.
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
    case .number(let number): bytes.append(number.description)
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

/// Options for writing a value as JSON; see ``JSONValue/bytes(_:)``.
///
/// Without options, the JSON has no whitespace, and members keep their order.
public struct JSONFormatting: OptionSet, Sendable {
  /// One bit for each option.
  public let rawValue: Int

  /// Creates a set of options.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Puts each member and element on its own line, indented by two spaces per level.
  public static let prettyPrinted = JSONFormatting(rawValue: 1)

  /// Sorts the members of each object by the UTF-8 bytes of their keys.
  public static let sortedKeys = JSONFormatting(rawValue: 2)
}
