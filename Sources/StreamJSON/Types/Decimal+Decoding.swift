package import Foundation
package import StreamJSONCore

extension Decimal: DirectlyDecodable {
  /// Decodes a decimal number from the digits of a number.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Decimal {
    let tape = decoder.document.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      let (start, end) = tape.byteRange(of: entry)
      let text = decoder.document.text
      if let literal = NumberLiteral(text, from: start, to: end) {
        if let decimal = Decimal(literal.decimalDigits(in: text)) { return decimal }
        throw decoder.numberFault(.outOfRange, Decimal.self, at: entry)
      }
      if decoder.document.isJSON5 { return try json5(decoder, entry, from: start, to: end) }
      throw decoder.numberFault(text.floatFault(from: start, to: end), Decimal.self, at: entry)
    case .integer:
      return Decimal(tape.integer(at: entry))
    case .null:
      throw decoder.nullFound(Decimal.self, at: entry)
    default:
      // JSONDecoder gives no text here.
      throw decoder.typeMismatch(Decimal.self, "", at: entry)
    }
  }

  /// A number of JSON5 that is none of RFC 8259.
  ///
  /// JSONDecoder has no infinite Decimal and gives NaN.
  private static func json5(
    _ decoder: DocumentDecoder,
    _ entry: Int,
    from start: Int,
    to end: Int
  ) throws -> Decimal {
    let text = decoder.document.text
    switch JSON5Number(text, from: start, to: end) {
    case .decimal(let first, let end):
      let decimal: Decimal?? = JSON5Number.withStandardForm(of: text, from: first, to: end) {
        text,
        _ in
        NumberLiteral(text, from: 0, to: text.count).map { Decimal($0.decimalDigits(in: text)) }
      }
      if let decimal {
        if let decimal { return decimal }
        throw decoder.numberFault(.outOfRange, Decimal.self, at: entry)
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

  private init?(_ digits: NumberLiteral.DecimalDigits) {
    guard digits.mantissa != 0 else {
      self = 0
      return
    }
    // The exponent of a Decimal is one signed byte; zeros move between it and the mantissa.
    var mantissa = digits.mantissa
    var exponent = digits.exponent
    while exponent > 127, !mantissa.multipliedReportingOverflow(by: 10).overflow {
      mantissa *= 10
      exponent -= 1
    }
    guard exponent >= -128, exponent <= 127 else { return nil }
    let lower = UInt64(truncatingIfNeeded: mantissa)
    var significand = Decimal(lower)
    if mantissa > UInt128(UInt64.max) {
      // Exact: the product and the sum have at most 128 bits.
      let upper = UInt64(truncatingIfNeeded: mantissa >> 64)
      significand += Decimal(upper) * (Decimal(UInt64.max) + 1)
    }
    self = Decimal(
      sign: digits.isNegative ? .minus : .plus,
      exponent: exponent,
      significand: significand
    )
  }
}
