package import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
package import FoundationEssentials
#else
package import Foundation
#endif

extension Decimal: DirectlyDecodable {
  package static func runsModels(with decoder: DocumentDecoder) -> Bool { false }

  /// Decodes a decimal number from the digits of a number.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Decimal {
    let tape = decoder.storage.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      // `Decimal` has no infinity, so the result is NaN, as in JSONDecoder.
      return try decoder.number(Decimal.self, at: entry) { text, start, end throws(NumberFault) in
        if let value = parse(text, from: start, to: end) { return value }
        throw text.numberFault(from: start, to: end)
      } other: { number in
        switch number {
        case .hexadecimal(let integer):
          integer.shortMagnitude.map { integer.isNegative ? 0 - Decimal($0) : Decimal($0) }
        case .tooLarge: nil
        default: .nan
        }
      }
    case .integer:
      return Decimal(tape.integer(at: entry))
    case .floatingPoint:
      let double = tape.double(at: entry)
      guard double.isFinite else { throw decoder.invalidObject(at: entry) }
      // The fewest digits that equal it, as if it had been read from a text.
      guard let decimal = Decimal(string: "\(double)") else {
        throw decoder.numberFault(.outOfRange, Decimal.self, at: entry)
      }
      return decimal
    case .null:
      throw decoder.nullFound(Decimal.self, at: entry)
    default:
      // JSONDecoder gives no description here.
      throw decoder.typeMismatch(Decimal.self, "", at: entry)
    }
  }

  /// Parses the number that fills `start..<end`; nil if it is malformed or out of range.
  ///
  /// JSONDecoder checks the exponent that is left once all digits are in the mantissa. That is why `1e128`
  /// is out of range but `1.0e128` is not, and even a zero needs an exponent in range.
  static func parse(_ text: JSONText, from start: Int, to end: Int) -> Decimal? {
    guard let literal = NumberLiteral(called: text, from: start, to: end) else { return nil }
    let digits = literal.decimalDigits(in: text)
    guard digits.exponent >= -128, digits.exponent <= 127 else { return nil }
    guard !digits.mantissa.isZero else { return 0 }
    // Decimal's arithmetic moves up to 38 zeros from the mantissa to the exponent, and gives NaN if
    // the exponent then exceeds 127. Its parser does not.
    guard digits.exponent <= 127 - 38 else {
      return Decimal(string: text.string(from: start, to: end))
    }
    var significand = Decimal(digits.mantissa.low)
    if digits.mantissa.high > 0 {
      // Exact: the product and the sum have at most 128 bits.
      significand += Decimal(digits.mantissa.high) * (Decimal(UInt64.max) + 1)
    }
    return Decimal(
      sign: literal.isNegative ? .minus : .plus,
      exponent: digits.exponent,
      significand: significand
    )
  }
}
