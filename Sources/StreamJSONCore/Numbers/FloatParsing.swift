// From the bytes of a number to the nearest Double or Float, ties to even.
//
// Three methods, each tried only if the one before does not apply:
//   1. One multiplication or division by a power of ten, if the digits and the power are both
//      exact in the type, because IEEE 754 then rounds only once (Clinger, "How to Read
//      Floating Point Numbers Accurately", 1990).
//   2. The product with a 128-bit approximation of the power of five
//      (FloatParsing+EiselLemire.swift). It settles every number of up to 19 digits.
//   3. The standard library's own conversion, if digits beyond the 19th matter.
//
// A Float is never made from a Double: that would round twice.

/// The constants of a binary floating-point type that conversion from decimal needs.
protocol ParsableFloat: BinaryFloatingPoint, LosslessStringConvertible {
  /// The powers of ten that the type represents exactly, from 1 up.
  static var exactPowersOfTen: [Self] { get }

  /// The exponents of ten at which a product with a 64-bit integer can be a tie.
  static var tieExponents: ClosedRange<Int> { get }

  /// The value whose sign, exponent and fraction fields are the lowest bits of `bits`.
  init(bits: UInt64)
}

extension Double: ParsableFloat {
  static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
  static var tieExponents: ClosedRange<Int> { -4...23 }
  init(bits: UInt64) { self.init(bitPattern: bits) }
}

extension Float: ParsableFloat {
  static let exactPowersOfTen: [Float] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
  ]
  static var tieExponents: ClosedRange<Int> { -17...10 }
  init(bits: UInt64) { self.init(bitPattern: UInt32(truncatingIfNeeded: bits)) }
}

extension JSONText {
  /// Parses the bytes from offset `start` up to `end` as the nearest `Double`, ties to even.
  ///
  /// - Precondition: `0 <= start <= end <= count`.
  /// - Returns: Nil if the bytes are not a number, or if the number is too large or rounds to zero
  ///   although a digit is not zero; `numberFault(from:to:)` says which. Zeros keep their sign.
  /// - Complexity: O(`end - start`). Allocates only if digits beyond the 19th matter.
  @inline(never)
  package func parseDouble(from start: Int, to end: Int) -> Double? {
    parseFloatingPoint(from: start, to: end)
  }

  /// Parses the bytes from offset `start` up to `end` as the nearest `Float`, ties to even.
  ///
  /// Like `parseDouble(from:to:)`, but without an intermediate `Double`.
  package func parseFloat(from start: Int, to end: Int) -> Float? {
    parseFloatingPoint(from: start, to: end)
  }

  /// Why `parseDouble(from:to:)` or `parseFloat(from:to:)` returned nil for the same offsets, or why they have no number
  /// of another type.
  ///
  /// It is out of range if it is a number.
  @inline(never)
  package func numberFault(from start: Int, to end: Int) -> NumberFault {
    let offset = NumberLiteral.firstInvalidOffset(in: self, from: start, to: end)
    return offset.map(NumberFault.malformed) ?? .outOfRange
  }

  /// Like `parseDouble(from:to:)` and `parseFloat(from:to:)`, for a type that is known only to the caller.
  func parseFloatingPoint<T: ParsableFloat>(from start: Int, to end: Int) -> T? {
    guard let literal = NumberLiteral(called: self, from: start, to: end) else { return nil }
    let (significand, exponent) = (literal.significand, literal.exponent)
    guard literal.hasMoreDigits else {
      return T.nearest(to: significand, exponent: exponent, isNegative: literal.isNegative)
    }
    var bits = T.nearestBits(to: significand, exponent: exponent)
    if bits != T.nearestBits(to: significand &+ 1, exponent: exponent) {
      bits = T.exactBits(of: literal, in: self)
    }
    return T(magnitudeBits: bits, isNegative: literal.isNegative, isZero: significand == 0)
  }

  /// The number in `start..<end`; nil if it has more than 19 digits, or begins near the end of the text.
  ///
  /// - Precondition: it has the form of `TapeWord.Flags.integerDigits`, with `integerCount` digits before its point.
  @inline(__always)
  func parseDecimal<T: ParsableFloat>(
    from start: Int,
    to end: Int,
    _ integerCount: Int
  ) -> T? {
    let isNegative = self[start] == 0x2d
    let digitsStart = isNegative ? start &+ 1 : start
    let fractionStart = digitsStart &+ integerCount &+ 1
    let fractionCount = end &- fractionStart
    guard integerCount &+ fractionCount <= NumberLiteral.maxDigitCount,
      digitsStart &+ 8 <= count,
      let fraction = DigitBlocks.value(self, from: fractionStart, to: end, areDigits: true)
    else { return nil }
    let block = eightBytes(at: digitsStart) ^ DigitBlocks.zeros
    let integer = DigitBlocks.value(of: block, digitCount: integerCount)
    let significand = integer &* DigitBlocks.powersOfTen[fractionCount] &+ fraction
    return T.nearest(to: significand, exponent: 0 &- fractionCount, isNegative: isNegative)
  }
}

extension ParsableFloat {
  /// The number added to the exponent in its field.
  static var exponentBias: Int { 1 &<< (exponentBitCount &- 1) &- 1 }

  /// The bits of infinity.
  static var infinityBits: UInt64 {
    UInt64(truncatingIfNeeded: 1 &<< exponentBitCount &- 1) &<< significandBitCount
  }

  /// The value nearest to `significand * 10^exponent`, negated if `isNegative`, ties to even.
  ///
  /// Nil if it is infinite, or zero although the number was not.
  @inline(__always)
  static func nearest(to significand: UInt64, exponent: Int, isNegative: Bool) -> Self? {
    if let value = nearestByClinger(to: significand, exponent: exponent) {
      return isNegative ? -value : value
    }
    guard significand != 0, PowersOfFive.nearExponents.contains(exponent) else {
      return distant(from: significand, exponent: exponent, isNegative: isNegative)
    }
    let bits = bits(of: significand, exponent, times: PowersOfFive.near(exponent))
    return Self(magnitudeBits: bits, isNegative: isNegative, isZero: false)
  }

  /// The same for zero and for exponents that few numbers have.
  @inline(never)
  private static func distant(
    from significand: UInt64,
    exponent: Int,
    isNegative: Bool
  ) -> Self? {
    let bits = nearestBits(to: significand, exponent: exponent)
    return Self(magnitudeBits: bits, isNegative: isNegative, isZero: significand == 0)
  }

  /// The most digits read: the midpoint between two doubles has up to 768.
  private static var maxExactDigitCount: Int { 800 }

  /// The bits, without the sign, of the value nearest to `literal`, ties to even; it has more than 19 digits.
  ///
  /// The standard library gets a copy of the digits with a small exponent, because some systems clamp a large exponent
  /// even if as many zeros stand against it. Of the digits that are left out, it only matters whether one isn't zero.
  ///
  /// - Complexity: O(`literal.digitsEnd - literal.digitsStart`).
  @inline(never)
  fileprivate static func exactBits(of literal: NumberLiteral, in text: JSONText) -> UInt64 {
    let digits = SignificantDigits(text, from: literal.digitsStart, to: literal.digitsEnd)
    let isMore = digits.dropFirst(maxExactDigitCount).contains { $0 != 0 }
    let spelling = digits.spelling(upTo: maxExactDigitCount) + (isMore ? "1" : "")
    let exponent = literal.exponent + NumberLiteral.maxDigitCount
    // Some systems have no value for a number that is too large.
    let value = Self("0.\(spelling)e\(exponent)") ?? .infinity
    return UInt64(value.exponentBitPattern) &<< UInt64(significandBitCount)
      | UInt64(value.significandBitPattern)
  }

  /// The value nearest to `significand * 10^exponent`, if it takes only one rounding.
  ///
  /// Nil if the significand or the power is not exact in this type.
  @inline(__always)
  private static func nearestByClinger(to significand: UInt64, exponent: Int) -> Self? {
    let powers = exactPowersOfTen
    guard significand <= 2 &<< UInt64(truncatingIfNeeded: significandBitCount),
      exponent < powers.count, exponent > 0 &- powers.count
    else { return nil }
    let digits = Self(significand)
    return exponent < 0 ? digits / powers[0 &- exponent] : digits * powers[exponent]
  }

  /// Makes the value with these bits and sign.
  ///
  /// Returns nil if it is infinite, or zero although the number was not.
  @inline(__always)
  fileprivate init?(magnitudeBits bits: UInt64, isNegative: Bool, isZero: Bool) {
    if bits == Self.infinityBits || (bits == 0 && !isZero) { return nil }
    let sign: UInt64 = isNegative ? 1 : 0
    self.init(bits: bits | sign &<< (Self.significandBitCount &+ Self.exponentBitCount))
  }
}
