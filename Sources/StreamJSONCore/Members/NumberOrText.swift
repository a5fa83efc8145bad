/// A rule for numbers that are in the JSON as numbers or as text: `12` or `"12"`.
///
/// ```swift
/// @Transformed<NumberOrText<Int>> var count: Int
/// ```
///
/// It encodes a number. A text of an infinity, of NaN, of hexadecimal digits, or of a number that does
/// not fit is an error.
public enum NumberOrText<Number: Codable & LosslessStringConvertible>: TransformRule {
  /// The number that `json` stands for.
  public static func value(from json: JSON) -> Number { json.number }

  /// `value`, as a number.
  public static func json(from value: Number) -> JSON { JSON(number: value) }

  /// A number, or a text of one.
  public struct JSON: Codable {
    let number: Number

    init(number: Number) {
      self.number = number
    }

    /// Decodes a number, or a text of one.
    ///
    /// - Throws: `DecodingError`; `dataCorrupted` for a text of something else.
    public init(from decoder: any Decoder) throws {
      if let model = ModelDecoder(behind: decoder) {
        number = try model.on { try Self.number(with: $0, at: $0.current) }
        return
      }
      let container = try decoder.singleValueContainer()
      guard let text = try? container.decode(String.self) else {
        number = try container.decode(Number.self)
        return
      }
      guard let number = Self.number(text) else {
        let failure = TransformFailure(expected: "a number as text")
        throw DecodingError.corrupted("\(failure)", at: decoder.codingPath, because: failure)
      }
      self.number = number
    }

    /// The number that `text` stands for, nil if it stands for none: infinities, NaN and hexadecimal
    /// digits are not numbers in JSON.
    private static func number(_ text: String) -> Number? {
      let isHexadecimal = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") }
      guard !isHexadecimal, let number = Number(text) else { return nil }
      if let number = number as? any FloatingPoint, !number.isFinite { return nil }
      return number
    }

    private static func number(with decoder: DocumentDecoder, at entry: Int) throws -> Number {
      let kind = decoder.storage.tape[entry].kind
      guard kind == .string || kind == .longString else {
        return try decoder.decode(Number.self, at: entry)
      }
      guard let number = number(try decoder.string(at: entry)) else {
        let failure = TransformFailure(expected: "a number as text")
        throw decoder.invalidValue("\(failure)", expected: failure.expected, at: entry)
      }
      return number
    }

    /// Encodes the number.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }
}

extension NumberOrText.JSON: Sendable where Number: Sendable {}
