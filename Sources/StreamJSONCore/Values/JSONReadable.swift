/// A JSON value that can be read without a model: a ``JSONValue`` or a ``JSONDocument``.
///
/// Anything that is not there is nil. A chain of subscripts continues through nil, so a path into a value
/// needs no question marks and never traps:
///
/// ```swift
/// json["user"]["id"].int
/// json[at: "/items/0/name"].string
/// ```
public protocol JSONReadable {
  /// The members of an object.
  associatedtype Object

  /// The value for `key`; nil if there is none, or if this is not an object.
  subscript(key: String) -> Self? { get }

  /// The element at `position`, from 0; nil if there is none, or if this is not an array.
  subscript(position: Int) -> Self? { get }

  /// Whether the value is the literal `null`.
  var isNull: Bool { get }

  /// The Boolean; nil if this is not one.
  var bool: Bool? { get }

  /// The number with all its digits; nil if this is not one.
  var number: JSONNumber? { get }

  /// The string; nil if this is not one.
  var string: String? { get }

  /// The elements of the array; nil if this is not one.
  var array: [Self]? { get }

  /// The members of the object; nil if this is not one.
  var object: Object? { get }
}

extension JSONReadable {
  /// The value that `pointer` leads to; nil if there is none.
  public subscript(at pointer: JSONPointer) -> Self? { value(at: pointer) }

  func value(at pointer: JSONPointer) -> Self? {
    var value = self
    for token in pointer.tokens {
      guard let next = value[token] ?? JSONPointer.position(token).flatMap({ value[$0] })
      else { return nil }
      value = next
    }
    return value
  }

  /// The number as an `Int`; nil if this is not a number, has a fraction, or does not fit.
  public var int: Int? { number?.int }

  /// The number as the nearest `Double`; nil if this is not a number, or is beyond the range of `Double`.
  public var double: Double? { number?.double }
}

/// Values that may be absent, as subscripts return them.
extension Optional where Wrapped: JSONReadable {
  /// The value for `key`; nil if there is none.
  public subscript(key: String) -> Wrapped? { self?[key] }

  /// The element at `position`, from 0; nil if there is none.
  public subscript(position: Int) -> Wrapped? { self?[position] }

  /// The value that `pointer` leads to; nil if there is none.
  public subscript(at pointer: JSONPointer) -> Wrapped? { self?[at: pointer] }

  /// Whether the value is the literal `null`; false if it is absent.
  public var isNull: Bool { self?.isNull ?? false }

  /// The Boolean; nil if this is not one.
  public var bool: Bool? { self?.bool }

  /// The number with all its digits; nil if this is not one.
  public var number: JSONNumber? { self?.number }

  /// The number as an `Int`; nil if this is not a number, has a fraction, or does not fit.
  public var int: Int? { self?.int }

  /// The number as the nearest `Double`; nil if this is not a number, or is beyond the range of `Double`.
  public var double: Double? { self?.double }

  /// The string; nil if this is not one.
  public var string: String? { self?.string }

  /// The elements of the array; nil if this is not one.
  public var array: [Wrapped]? { self?.array }

  /// The members of the object; nil if this is not one.
  public var object: Wrapped.Object? { self?.object }
}

extension JSONValue: JSONReadable {
  /// Whether the value is the literal `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The Boolean; nil if this is not one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number with all its digits; nil if this is not one.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The string; nil if this is not one.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements of the array; nil if this is not one.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members of the object; nil if this is not one.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
}
