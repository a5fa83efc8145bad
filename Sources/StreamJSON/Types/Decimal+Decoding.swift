package import Foundation
package import StreamJSONCore

extension Decimal: DirectlyDecodable {
  /// Decodes a decimal number from the digits of a number.
  package static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Decimal {
    let tape = decoder.document.tape
    switch tape[entry].kind {
    case .number, .longNumber:
      let (start, end) = tape.byteRange(of: entry)
      guard let literal = NumberLiteral(decoder.document.text, from: start, to: end) else {
        let fault = decoder.document.text.floatFault(from: start, to: end)
        throw decoder.numberFault(fault, Decimal.self, at: entry)
      }
      guard let decimal = Decimal(literal.decimalDigits(in: decoder.document.text)) else {
        throw decoder.numberFault(.outOfRange, Decimal.self, at: entry)
      }
      return decimal
    case .integer:
      return Decimal(tape.integer(at: entry))
    case .null:
      throw decoder.nullFound(Decimal.self, at: entry)
    default:
      // JSONDecoder gives no text here.
      throw decoder.typeMismatch(Decimal.self, "", at: entry)
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
      sign: digits.isNegative ? .minus : .plus, exponent: exponent, significand: significand)
  }
}
