// Rules for the folder Members:
// - Each wrapper works with any decoder and encoder. Only places, speed, and limits may depend on a `DocumentDecoder`.
// - A wrapper whose member may be absent has overloads of `decode` and `encode` on the standard library's containers,
//   which the compiler picks in the code that it writes for a model. Inside an overload, call `decodeAsUsual` or
//   `encodeAsUsual`, or it calls itself. Such a wrapper conforms to `DefaultedMember`, so that plans of memberwise
//   types know its value.
// - A cancellation ends the decode. `isCancellation` says whether an error is one. Don't treat it as a bad element.
// - The number of errors that `JSONLossy` keeps is limited for the whole text. An error that isn't kept gets no
//   details, unless a model might see it.

/// A namespace for the rules of `JSONTransformed`.
public enum JSONTransform {}

extension JSONTransform {
  /// A rule that converts a property to and from its JSON representation; see `JSONTransformed`.
  ///
  /// A rule is a type with two static functions and no values:
  ///
  /// ```swift
  /// struct NotAPercentage: Error {}
  ///
  /// enum Percent: JSONTransform.Rule {
  ///   static func value(from json: String) throws -> Double {
  ///     guard json.hasSuffix("%"), let number = Double(json.dropLast()) else { throw NotAPercentage() }
  ///     return number / 100
  ///   }
  ///   static func json(from value: Double) -> String { "\(value * 100)%" }
  /// }
  /// ```
  public protocol Rule: _Rule where _JSONRuleJSON == JSON, _JSONRuleValue == Value {
    /// The type in the JSON.
    associatedtype JSON: Codable

    /// The type in the model.
    associatedtype Value

    /// Returns the value that `json` represents.
    ///
    /// - Throws: Any error if there is no such value. Decoding then fails with `DecodingError.dataCorrupted`,
    ///   which has the path of the property and describes the error.
    static func value(from json: JSON) throws -> Value

    /// Returns the JSON representation of `value`.
    ///
    /// - Throws: Any error if nothing represents it. Encoding then fails with that error.
    static func json(from value: Value) throws -> JSON
  }
}

extension JSONTransform {
  /// A rule or an optional rule.
  ///
  /// Its requirements are those of `Rule`, with names that don't get in the way of other code. `Optional` has them in
  /// every file that imports the library.
  public protocol _Rule {
    /// The type in the JSON.
    associatedtype _JSONRuleJSON: Codable

    /// The type in the model.
    associatedtype _JSONRuleValue

    /// Returns the value that `json` represents.
    ///
    /// - Throws: Any error if there is no such value.
    static func _jsonRuleValue(from json: _JSONRuleJSON) throws -> _JSONRuleValue

    /// Returns the JSON representation of `value`.
    ///
    /// - Throws: Any error if nothing represents it.
    static func _jsonRuleJSON(from value: _JSONRuleValue) throws -> _JSONRuleJSON
  }
}

extension JSONTransform.Rule {
  /// Returns the value that `json` represents.
  ///
  /// - Throws: The errors of `value(from:)`.
  @inlinable
  public static func _jsonRuleValue(from json: JSON) throws -> Value { try value(from: json) }

  /// Returns the JSON representation of `value`.
  ///
  /// - Throws: The errors of `json(from:)`.
  @inlinable
  public static func _jsonRuleJSON(from value: Value) throws -> JSON { try json(from: value) }
}

/// A rule for a property that may be missing or null.
///
/// Example: `@JSONTransformed<JSONTransform.SecondsSince1970?> var deleted: Date?`.
extension Optional: JSONTransform._Rule where Wrapped: JSONTransform._Rule {
  /// Returns the value that `json` represents; nil for null.
  ///
  /// - Throws: The errors of the wrapped rule.
  public static func _jsonRuleValue(
    from json: Wrapped._JSONRuleJSON?
  ) throws -> Wrapped._JSONRuleValue? {
    try json.map { try Wrapped._jsonRuleValue(from: $0) }
  }

  /// Returns the JSON representation of `value`; null for nil.
  ///
  /// - Throws: The errors of the wrapped rule.
  public static func _jsonRuleJSON(
    from value: Wrapped._JSONRuleValue?
  ) throws -> Wrapped._JSONRuleJSON? {
    try value.map { try Wrapped._jsonRuleJSON(from: $0) }
  }
}

/// Why a rule finds no value.
package struct TransformFailure: Error, CustomStringConvertible {
  /// What the rule expected, with an article.
  let expected: String

  package init(expected: String) { self.expected = expected }

  package var description: String { "Expected \(expected)." }
}

extension JSONTransform {
  /// A rule for values that may be numbers or strings in the JSON: `12` or `"12"`.
  ///
  /// ```swift
  /// @JSONTransformed<JSONTransform.NumberOrText<Int>> var count: Int
  /// @JSONTransformed<JSONTransform.NumberOrText<Decimal>> var price: Decimal
  /// @JSONTransformed<JSONTransform.NumberOrText<Bool>> var isActive: Bool
  /// @JSONTransformed<JSONTransform.NumberOrText<String>> var id: String
  /// ```
  ///
  /// | Type | In the JSON |
  /// | --- | --- |
  /// | integers, `Double`, `Float` | a number, or a string that contains one |
  /// | `Decimal` | the same; a string follows JSON's grammar (RFC 8259 section 6), with an optional plus sign |
  /// | `Bool` | `true`, `false`, 1, or 0, or one of these as a string, or the string `yes` or `no`, in any case |
  /// | `String` | a string, or a number, whose digits become the string |
  ///
  /// The rule encodes the property as the type that it has in the model: a number, a Boolean, or a string. A string
  /// with an infinity, NaN, hexadecimal digits, or a number that doesn't fit is an error. In an unfinished value of a
  /// stream, an optional property is nil until its string has arrived in full.
  public enum NumberOrText<Number: NumberOrTextValue>: Rule {
    /// Returns the value that `json` represents.
    public static func value(from json: JSON) -> Number { json.number }

    /// Wraps `value` unchanged.
    public static func json(from value: Number) -> JSON { JSON(number: value) }

    /// A number, or a string that contains one.
    public struct JSON: Codable {
      let number: Number

      init(number: Number) { self.number = number }

      /// Decodes a number, or a string that contains one.
      ///
      /// - Throws: `DecodingError`: `dataCorrupted` for a string that contains anything else, or for a number that
      ///   isn't a Boolean.
      public init(from decoder: any Decoder) throws {
        if let model = ModelDecoder(behind: decoder) {
          number = try model.on { try Self.number(with: $0, at: $0.current) }
          return
        }
        let container = try decoder.singleValueContainer()
        guard let text = (try? container.decode(String.self)) ?? Self.digits(in: container) else {
          number = try container.decode(Number.self)
          return
        }
        guard let number = Number._jsonNumberOrText(text) else {
          let failure = TransformFailure(expected: Self.expected)
          throw DecodingError.corrupted("\(failure)", at: decoder.codingPath, because: failure)
        }
        self.number = number
      }

      /// What error messages say was expected.
      private static var expected: String {
        if Number.self == String.self { return "a string or a number" }
        if Number.self != Bool.self { return "\(Number.self) or a string that contains one" }
        return "a Boolean, 1 or 0, or one of the strings true, false, yes, no, 1, and 0"
      }

      /// Whether the type itself can be decoded from a number.
      private static var decodesNumbers: Bool {
        Number.self != String.self && Number.self != Bool.self
      }

      /// The number in `container` as a string; nil if there is none, or if the type itself can be decoded from it.
      private static func digits(in container: any SingleValueDecodingContainer) -> String? {
        // Some decoders take a boolean for a number.
        if decodesNumbers || (try? container.decode(Bool.self)) != nil { return nil }
        if let integer = try? container.decode(Int64.self) { return "\(integer)" }
        if let integer = try? container.decode(UInt64.self) { return "\(integer)" }
        return (try? container.decode(Double.self)).map { "\($0)" }
      }

      private static func number(with decoder: DocumentDecoder, at entry: Int) throws -> Number {
        let text: String
        if decoder.isString(at: entry) {
          // In a stream, the part of a string that has arrived is not a number.
          try decoder.requireWhole(entry)
          text = try decoder.string(at: entry)
        } else if !decodesNumbers, let digits = decoder.digits(at: entry) {
          // A Boolean may be any spelling of 1 or 0.
          let integer = Number.self == Bool.self ? try? Int.decode(with: decoder, at: entry) : nil
          text = integer?.description ?? digits
        } else {
          do {
            return try decoder.decode(Number.self, at: entry)
          } catch DecodingError.typeMismatch(let type, let context) {
            throw decoder.typeMismatch(
              type,
              context.debugDescription,
              expected: Self.expected,
              at: entry
            )
          }
        }
        guard let number = Number._jsonNumberOrText(text) else {
          let failure = TransformFailure(expected: Self.expected)
          throw decoder.invalidValue("\(failure)", expected: failure.expected, at: entry)
        }
        return number
      }

      /// Encodes the value.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
  }
}

extension JSONTransform.NumberOrText.JSON: Sendable where Number: Sendable {}

extension DocumentDecoder {
  /// The spelling of the number at `entry`; nil if there is none.
  fileprivate func digits(at entry: Int) -> String? {
    let tape = storage.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      // A malformed number is left to the type.
      let (start, end) = tape.byteRange(of: entry)
      guard NumberLiteral(called: storage.text, from: start, to: end) != nil else { return nil }
      return storage.text.string(from: start, to: end)
    case .integer: return "\(tape.integer(at: entry))"
    case .floatingPoint: return "\(tape.double(at: entry))"
    default: return nil
    }
  }
}

extension JSONTransform {
  /// A type whose values may be numbers or strings in the JSON; see ``JSONTransform/NumberOrText``.
  ///
  /// To use your own type, conform it to this protocol and to `LosslessStringConvertible`, whose initializer gets the
  /// string.
  public protocol NumberOrTextValue: Codable {
    /// Returns the value that `text`, a string in the JSON, represents, or nil if there is no such value.
    static func _jsonNumberOrText(_ text: String) -> Self?
  }
}

extension JSONTransform.NumberOrTextValue where Self: LosslessStringConvertible {
  /// Returns the number that `text` represents, or nil if it isn't a number.
  ///
  /// Infinities, NaN, and hexadecimal digits aren't numbers in JSON.
  public static func _jsonNumberOrText(_ text: String) -> Self? {
    guard !text.isHexadecimal, let number = text.parsed(as: Self.self) else { return nil }
    if let number = number as? any FloatingPoint, !number.isFinite { return nil }
    return number
  }
}

extension String {
  fileprivate var isHexadecimal: Bool { utf8.contains { $0 | 0x20 == UInt8(ascii: "x") } }
}

extension Int: JSONTransform.NumberOrTextValue {}
extension Int8: JSONTransform.NumberOrTextValue {}
extension Int16: JSONTransform.NumberOrTextValue {}
extension Int32: JSONTransform.NumberOrTextValue {}
extension Int64: JSONTransform.NumberOrTextValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONTransform.NumberOrTextValue {}
extension UInt: JSONTransform.NumberOrTextValue {}
extension UInt8: JSONTransform.NumberOrTextValue {}
extension UInt16: JSONTransform.NumberOrTextValue {}
extension UInt32: JSONTransform.NumberOrTextValue {}
extension UInt64: JSONTransform.NumberOrTextValue {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONTransform.NumberOrTextValue {}
extension Double: JSONTransform.NumberOrTextValue {}
extension Float: JSONTransform.NumberOrTextValue {}

extension Bool: JSONTransform.NumberOrTextValue {
  /// Returns true for `true`, `yes`, or `1`, and false for `false`, `no`, or `0`, in upper or lower case; nil
  /// for anything else.
  public static func _jsonNumberOrText(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }
}

extension String: JSONTransform.NumberOrTextValue {
  /// Returns `text` itself.
  public static func _jsonNumberOrText(_ text: String) -> String? { text }
}

/// A property wrapper that converts a value to and from its JSON representation.
///
/// ```swift
/// struct Message: Codable {
///   @JSONTransformed<JSONTransform.SecondsSince1970> var sent: Date
///   @JSONTransformed<JSONTransform.MillisecondsSince1970?> var read: Date?
///   @JSONTransformed<JSONTransform.NumberOrText<Int>> var size: Int
/// }
/// ```
///
/// A property with an optional rule may be missing or null, and isn't encoded if it's nil. This works with any decoder
/// and encoder. In an unfinished value of a stream, a string counts as missing until it has arrived in full.
@propertyWrapper
public struct JSONTransformed<Rule: JSONTransform._Rule> {
  /// The value in the model.
  public var wrappedValue: Rule._JSONRuleValue

  /// Creates a property with a value.
  public init(wrappedValue: Rule._JSONRuleValue) { self.wrappedValue = wrappedValue }
}

extension JSONTransformed: Decodable {
  /// Decodes the value in the JSON and applies the rule to it.
  ///
  /// - Throws: `DecodingError`: `dataCorrupted` if the rule throws. A rule's `CancellationError` is rethrown.
  public init(from decoder: any Decoder) throws {
    if let model = ModelDecoder(behind: decoder) {
      wrappedValue = try model.on { decoder in
        let entry = decoder.current
        // A rule needs whole strings.
        if let string = decoder.entryOfUnfinishedString(in: entry) {
          throw decoder.unfinishedString(at: string)
        }
        let json = try decoder.decode(Rule._JSONRuleJSON.self, at: entry)
        do {
          return try Rule._jsonRuleValue(from: json)
        } catch {
          guard !error.isCancellation else { throw error }
          guard let failure = error as? TransformFailure else {
            throw decoder.refusal(error, by: Rule.self, at: entry)
          }
          throw decoder.invalidValue("\(failure)", expected: failure.expected, at: entry)
        }
      }
      return
    }
    let json = try decoder.singleValueContainer().decode(Rule._JSONRuleJSON.self)
    do {
      wrappedValue = try Rule._jsonRuleValue(from: json)
    } catch {
      guard !error.isCancellation else { throw error }
      throw DecodingError.corrupted("\(error)", at: decoder.codingPath, because: error)
    }
  }
}

extension JSONTransformed: DefaultedMember where Rule._JSONRuleValue: ExpressibleByNilLiteral {
  static func whenAbsent(in types: TypeMemory) -> JSONTransformed? {
    let isOptional =
      TypeMetadata.layoutIsKnown && TypeMetadata(Rule._JSONRuleValue.self).kind == .optional
    return isOptional ? JSONTransformed(wrappedValue: nil) : nil
  }
}

extension JSONTransformed: Encodable {
  /// Encodes the value in the representation that the rule returns.
  ///
  /// - Throws: The errors of the rule and the encoder.
  public func encode(to encoder: any Encoder) throws {
    let json = try Rule._jsonRuleJSON(from: wrappedValue)
    var container = encoder.singleValueContainer()
    try container.encode(json)
  }
}

extension JSONTransformed: Sendable where Rule._JSONRuleValue: Sendable {}
extension JSONTransformed: Equatable where Rule._JSONRuleValue: Equatable {}
extension JSONTransformed: Hashable where Rule._JSONRuleValue: Hashable {}

// The compiler prefers these in the code that it makes for a model.

extension KeyedDecodingContainer {
  /// Decodes a property that is nil if its key is missing.
  public func decode<Rule: JSONTransform._Rule>(
    _ type: JSONTransformed<Rule>.Type,
    forKey key: Key
  ) throws -> JSONTransformed<Rule> where Rule._JSONRuleValue: ExpressibleByNilLiteral {
    guard contains(key) else { return JSONTransformed(wrappedValue: nil) }
    return try decodeAsUsual(type, forKey: key)
  }

  /// Decodes a value as if the wrappers of this folder had no overloads like this one.
  func decodeAsUsual<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decode(type, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a property unless it is nil.
  public mutating func encode<Rule: JSONTransform._Rule>(
    _ value: JSONTransformed<Rule?>,
    forKey key: Key
  ) throws {
    guard value.wrappedValue != nil else { return }
    // It is encoded as it is, so that an update keeps it without applying the rule.
    try encodeAsUsual(value, forKey: key)
  }

  /// Encodes a value as if the wrappers of this folder had no overloads like this one.
  mutating func encodeAsUsual<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encode(value, forKey: key)
  }
}
