package import Foundation
package import StreamJSONCore

extension Decimal: DirectlyDecodable {
  /// Decodes a decimal number from the digits of a number.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Decimal {
    let tape = decoder.storage.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      let (start, end) = tape.byteRange(of: entry)
      let text = decoder.storage.text
      switch parse(text, from: start, to: end) {
      case .value(let decimal): return decimal
      case .outOfRange: throw decoder.numberFault(.outOfRange, Decimal.self, at: entry)
      case .malformed: break
      }
      if decoder.document.dialect.allowsMoreNumbers {
        return try json5(decoder, entry, from: start, to: end)
      }
      throw decoder.numberFault(text.floatFault(from: start, to: end), Decimal.self, at: entry)
    case .integer:
      return Decimal(tape.integer(at: entry))
    case .floatingPoint:
      return try Decimal(shortest: tape.double(at: entry), decoder, at: entry)
    case .null:
      throw decoder.nullFound(Decimal.self, at: entry)
    default:
      // JSONDecoder gives no description here.
      throw decoder.typeMismatch(Decimal.self, "", at: entry)
    }
  }

  /// Decodes a JSON5 number that RFC 8259 does not allow.
  ///
  /// `Decimal` has no infinity, so the result is NaN, as in JSONDecoder.
  private static func json5(
    _ decoder: DocumentDecoder,
    _ entry: Int,
    from start: Int,
    to end: Int
  ) throws -> Decimal {
    let text = decoder.storage.text
    switch JSON5Number(text, from: start, to: end) {
    case .decimal(let first, let end):
      let result = JSON5Number.withStandardForm(of: text, from: first, to: end) { text, _ in
        parse(text, from: 0, to: text.count)
      }
      switch result {
      case .value(let decimal): return decimal
      case .outOfRange: throw decoder.numberFault(.outOfRange, Decimal.self, at: entry)
      case .malformed: break
      }
      let offset = JSON5Number.firstInvalidOffset(in: text, from: start, to: end) ?? end
      throw decoder.numberFault(.malformed(offset: offset), Decimal.self, at: entry)
    case .hexadecimal(let isNegative, let magnitude):
      guard let magnitude else {
        throw decoder.numberFault(.outOfRange, Decimal.self, at: entry)
      }
      return isNegative ? 0 - Decimal(magnitude) : Decimal(magnitude)
    case .infinity, .notANumber:
      return .nan
    case .malformed(let offset):
      throw decoder.numberFault(.malformed(offset: offset), Decimal.self, at: entry)
    }
  }

  private enum Parsed {
    case value(Decimal)
    case outOfRange
    case malformed
  }

  /// Parses the number that fills `start..<end`.
  ///
  /// JSONDecoder checks the exponent that is left once all digits are in the mantissa. So `1e128`
  /// is out of range but `1.0e128` is not, and even a zero needs an exponent in range.
  private static func parse(_ text: JSONText, from start: Int, to end: Int) -> Parsed {
    guard let literal = NumberLiteral(text, from: start, to: end) else { return .malformed }
    let digits = literal.decimalDigits(in: text)
    guard digits.exponent >= -128, digits.exponent <= 127 else { return .outOfRange }
    guard digits.mantissa != 0 else { return .value(0) }
    // Decimal's arithmetic moves up to 38 zeros from the mantissa to the exponent, and gives NaN if
    // the exponent then exceeds 127. Its parser does not.
    guard digits.exponent <= 127 - 38 else {
      return Decimal(string: text.string(from: start, to: end)).map { .value($0) } ?? .outOfRange
    }
    var significand = Decimal(UInt64(truncatingIfNeeded: digits.mantissa))
    if digits.mantissa > UInt128(UInt64.max) {
      // Exact: the product and the sum have at most 128 bits.
      let upper = UInt64(truncatingIfNeeded: digits.mantissa >> 64)
      significand += Decimal(upper) * (Decimal(UInt64.max) + 1)
    }
    return .value(
      Decimal(
        sign: digits.isNegative ? .minus : .plus,
        exponent: digits.exponent,
        significand: significand
      )
    )
  }
}
