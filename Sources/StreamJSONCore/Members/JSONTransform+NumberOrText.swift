extension JSONTransform {
  /// A rule for numbers that may be numbers or strings in the JSON: `12` or `"12"`.
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
  /// | integers, `Double`, `Float` | a number, or a string with one |
  /// | `Decimal` | the same; a string follows JSON's grammar (RFC 8259 section 6), with an optional plus sign |
  /// | `Bool` | `true`, `false`, 1, or 0, or one of these as a string, or the string `yes` or `no`, in any case |
  /// | `String` | a string, or a number, whose digits become the string |
  ///
  /// The rule encodes the property as what it is in the model: a number, a Boolean, or a string. A string
  /// with an infinity, NaN, hexadecimal digits, or a number that does not fit is an error. In an unfinished
  /// value of a stream, an optional property is nil until its string has arrived in full.
  public enum NumberOrText<Number: NumberOrTextValue>: Rule {
    /// Returns the value that `json` represents.
    public static func value(from json: JSON) -> Number { json.number }

    /// Wraps `value` unchanged.
    public static func json(from value: Number) -> JSON { JSON(number: value) }

    /// A number, or a string with one.
    public struct JSON: Codable {
      let number: Number

      init(number: Number) { self.number = number }

      /// Decodes a number, or a string with one.
      ///
      /// - Throws: `DecodingError`; `dataCorrupted` for a string that contains anything else, or for a number
      ///   that represents no Boolean.
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
  /// For your own types, declare the conformance and that to `LosslessStringConvertible`, whose initializer then
  /// gets the string.
  public protocol NumberOrTextValue: Codable {
    /// Returns the value that `text`, a string in the JSON, represents, or nil if there is no such value.
    static func _jsonNumberOrText(_ text: String) -> Self?
  }
}

extension JSONTransform.NumberOrTextValue where Self: LosslessStringConvertible {
  /// Returns the number that `text` represents, or nil if it is not a number.
  ///
  /// Infinities, NaN, and hexadecimal digits are not numbers in JSON.
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
