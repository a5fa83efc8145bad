// From the bytes of a number to the nearest Double or Float, ties to even.
//
// Three methods, each tried only where the one before it does not apply:
//   1. One multiplication or division by a power of ten, if the digits and the power are both
//      exact in the type, because IEEE 754 then rounds only once (Clinger, "How to Read
//      Floating Point Numbers Accurately", 1990).
//   2. The product with a 128-bit approximation of the power of five
//      (FloatParsing+EiselLemire.swift). It decides every number of up to 19 digits.
//   3. A comparison of big integers (FloatParsing+Exact.swift), if digits beyond the 19th
//      decide. A Float is never made from a Double: that would round twice.

/// The constants of a binary floating-point type that the conversions from decimal need.
protocol ParsableFloat: BinaryFloatingPoint {
  /// Ten to the powers that the type holds exactly, from 0 on.
  static var exactPowersOfTen: [Self] { get }

  /// The bits of the fraction, without the leading one.
  static var fractionBitCount: Int { get }

  /// The exponent field of infinity.
  static var infiniteExponent: Int { get }

  /// The powers of ten outside which every 64-bit integer becomes zero or infinity.
  static var decimalExponents: ClosedRange<Int> { get }

  /// The powers of ten at which the product with a 64-bit integer can be a tie.
  static var tieExponents: ClosedRange<Int> { get }

  /// The value whose sign, exponent and fraction fields are the lowest bits of `bits`.
  init(bits: UInt64)
}

extension Double: ParsableFloat {
  static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
  @inline(__always)
  static var fractionBitCount: Int { 52 }
  @inline(__always)
  static var infiniteExponent: Int { 0x7ff }
  @inline(__always)
  static var decimalExponents: ClosedRange<Int> { -342...308 }
  @inline(__always)
  static var tieExponents: ClosedRange<Int> { -4...23 }
  @inline(__always)
  init(bits: UInt64) { self.init(bitPattern: bits) }
}

extension Float: ParsableFloat {
  static let exactPowersOfTen: [Float] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
  ]
  @inline(__always)
  static var fractionBitCount: Int { 23 }
  @inline(__always)
  static var infiniteExponent: Int { 0xff }
  @inline(__always)
  static var decimalExponents: ClosedRange<Int> { -65...38 }
  @inline(__always)
  static var tieExponents: ClosedRange<Int> { -17...10 }
  @inline(__always)
  init(bits: UInt64) { self.init(bitPattern: UInt32(truncatingIfNeeded: bits)) }
}

extension JSONText {
  /// Parses the bytes from offset `start` up to `end` as the nearest `Double`, ties to even.
  ///
  /// - Precondition: `0 <= start <= end <= count`.
  /// - Returns: Nil if the bytes are not a number, or it is too large, or it would round to zero
  ///   although a digit is not zero; `floatFault(from:to:)` says which. Zeros keep their sign.
  /// - Complexity: O(`end - start`). Allocates only if digits beyond the 19th decide.
  package func parseDouble(from start: Int, to end: Int) -> Double? {
    parseFloatingPoint(from: start, to: end)
  }

  /// Parses the bytes from offset `start` up to `end` as the nearest `Float`, ties to even.
  ///
  /// As `parseDouble(from:to:)`, and not by way of a `Double`.
  package func parseFloat(from start: Int, to end: Int) -> Float? {
    parseFloatingPoint(from: start, to: end)
  }

  /// Why `parseDouble(from:to:)` or `parseFloat(from:to:)` returned nil for the same offsets.
  @inline(never)
  package func floatFault(from start: Int, to end: Int) -> NumberFault {
    guard let offset = NumberLiteral.firstInvalidOffset(in: self, from: start, to: end) else {
      return .outOfRange
    }
    return .malformed(offset: offset)
  }

  @inline(__always)
  private func parseFloatingPoint<T: ParsableFloat>(from start: Int, to end: Int) -> T? {
    guard let literal = NumberLiteral(self, from: start, to: end) else { return nil }
    let exponent = literal.exponent
    let exponentLimit = T.exactPowersOfTen.count
    if literal.significand <= 2 &<< T.fractionBitCount,
      exponent < exponentLimit, exponent > 0 &- exponentLimit, !literal.hasMoreDigits
    {
      let digits = T(literal.significand)
      let magnitude =
        exponent < 0
        ? digits / T.exactPowersOfTen[0 &- exponent] : digits * T.exactPowersOfTen[exponent]
      return literal.isNegative ? -magnitude : magnitude
    }

    var bits = T.nearestBits(to: literal.significand, exponent: exponent)
    if literal.hasMoreDigits,
      bits != T.nearestBits(to: literal.significand &+ 1, exponent: exponent)
    {
      bits = T.exactBits(of: literal, in: self, notBelow: bits)
    }
    if bits == 0 {
      if literal.significand != 0 { return nil }
    } else if bits == UInt64(truncatingIfNeeded: T.infiniteExponent) &<< T.fractionBitCount {
      return nil
    }
    let sign: UInt64 = literal.isNegative ? 1 : 0
    return T(bits: bits | sign &<< (T.fractionBitCount + T.exponentBitCount))
  }
}
