/// A JSON value of any shape.
///
/// ```swift
/// let json = try StreamJSONDecoder().decode(JSONValue.self, from: data)
/// json["user"]?["id"]?.int             // nil if any of it is absent or not an integer
/// json["tags"]?.array?.count
/// json[at: "/items/0/name"]?.string
/// ```
///
/// It can also be a property of a model, an element of an array, or a value of a stream:
///
/// ```swift
/// struct Event: Codable {
///   var name: String
///   var extra: JSONValue
/// }
/// ```
///
/// It is `Codable` with any coder. `StreamJSONDecoder` reads it without trying one type after another,
/// keeps the order of members and all digits of numbers, and leaves keys unchanged whatever the key
/// strategy, as in a dictionary.
///
/// Values may be nested as deeply as the decoder's `limits.maximumDepth` allows, by default 512 levels.
/// Decoding, comparing, writing, and releasing a value take stack space for each level.
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

  /// The Boolean; nil if this is not one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number with all its digits; nil if this is not one.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The number as an `Int`; nil if this is not a number, has a fraction, or does not fit.
  public var int: Int? { number?.int }

  /// The number as the nearest `Double`; nil if this is not a number, or is beyond the range of `Double`.
  public var double: Double? { number?.double }

  /// The string; nil if this is not one.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements of the array; nil if this is not one.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members of the object; nil if this is not one.
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
  /// Makes a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Makes an object; if several members have the same key, the first one is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements: elements))
  }
}
