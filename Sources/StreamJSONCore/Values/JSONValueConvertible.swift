/// A type whose values can become part of a `JSONValue` without naming the case: `json["user"]?["name"] = name`.
///
/// The conforming types are `String`, `Bool`, `Int`, and `Double`, `JSONValue`, `JSONObject`, and `JSONNumber`, and
/// arrays and dictionaries of these. Don't conform other types to it. For a model, use `JSONValue(encoding:)`.
public protocol JSONValueConvertible {
  /// The value in JSON; the library provides it.
  var _jsonValue: JSONValue { get }
}

extension String: JSONValueConvertible {
  /// The string in JSON.
  public var _jsonValue: JSONValue { .string(self) }
}

extension Bool: JSONValueConvertible {
  /// The Boolean in JSON.
  public var _jsonValue: JSONValue { .bool(self) }
}

extension Int: JSONValueConvertible {
  /// The number in JSON.
  public var _jsonValue: JSONValue { .number(JSONNumber(self)) }
}

extension Double: JSONValueConvertible {
  /// The number in JSON.
  public var _jsonValue: JSONValue { .number(JSONNumber(self)) }
}

extension JSONNumber: JSONValueConvertible {
  /// The number in JSON.
  public var _jsonValue: JSONValue { .number(self) }
}

extension JSONValue: JSONValueConvertible {
  /// The value itself.
  public var _jsonValue: JSONValue { self }
}

extension JSONObject: JSONValueConvertible {
  /// The object in JSON.
  public var _jsonValue: JSONValue { .object(self) }
}

extension Array: JSONValueConvertible where Element: JSONValueConvertible {
  /// The elements in JSON.
  public var _jsonValue: JSONValue { .array(map(\._jsonValue)) }
}

extension Dictionary: JSONValueConvertible where Key == String, Value: JSONValueConvertible {
  /// The members in JSON, in the dictionary's order.
  public var _jsonValue: JSONValue {
    .object(JSONObject(lazy.map { (key: $0.key, value: $0.value._jsonValue) }))
  }
}

extension JSONValue {
  /// Creates a value from a `String`, `Bool`, `Int`, `Double`, or another convertible type.
  public init(_ value: some JSONValueConvertible) { self = value._jsonValue }

  /// Sets the value for `key` to a string, number, or other convertible value.
  ///
  /// Setting nil removes it.
  ///
  /// ```swift
  /// json["user"]?["name"] = name
  /// ```
  ///
  /// In all other respects, it behaves like the subscript for `JSONValue`, which you also use for reading.
  @_disfavoredOverload
  public subscript<Value: JSONValueConvertible>(key: String) -> Value? {
    @available(*, unavailable, message: "to read, add a property such as 'string' or 'int'")
    get { nil }
    set { self[key] = newValue?._jsonValue as JSONValue? }
  }

  /// Sets the element at `position` to a string, number, or other convertible value.
  ///
  /// Setting nil removes it. In all other respects, this subscript behaves like the one for `JSONValue`, which you also
  /// use for reading.
  @_disfavoredOverload
  public subscript<Value: JSONValueConvertible>(position: Int) -> Value? {
    @available(*, unavailable, message: "to read, add a property such as 'string' or 'int'")
    get { nil }
    set { self[position] = newValue?._jsonValue as JSONValue? }
  }

  /// Sets the value at `pointer` to a string, number, or other convertible value.
  ///
  /// Setting nil removes it. In all other respects, this subscript behaves like the one for `JSONValue`, which you also
  /// use for reading.
  @_disfavoredOverload
  public subscript<Value: JSONValueConvertible>(at pointer: JSONPointer) -> Value? {
    @available(*, unavailable, message: "to read, add a property such as 'string' or 'int'")
    get { nil }
    set { self[at: pointer] = newValue?._jsonValue as JSONValue? }
  }

  /// Adds a string, number, or other convertible value at the end of the array.
  ///
  /// In all other respects, this method behaves like the one for `JSONValue`.
  @_disfavoredOverload
  public mutating func append(_ element: some JSONValueConvertible) {
    append(element._jsonValue as JSONValue)
  }
}

extension JSONObject {
  /// Sets the value for `key` to a string, number, or other convertible value.
  ///
  /// Setting nil removes it. In all other respects, this subscript behaves like the one for `JSONValue`, which you also
  /// use for reading.
  @_disfavoredOverload
  public subscript<Value: JSONValueConvertible>(key: String) -> Value? {
    @available(*, unavailable, message: "to read, add a property such as 'string' or 'int'")
    get { nil }
    set { self[key] = newValue?._jsonValue as JSONValue? }
  }
}
