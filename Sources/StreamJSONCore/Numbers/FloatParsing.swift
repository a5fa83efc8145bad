// From the bytes of a number to the nearest Double or Float, ties to even.
//
// Three methods, each tried only if the one before does not apply:
//   1. One multiplication or division by a power of ten, if the digits and the power are both
//      exact in the type, because IEEE 754 then rounds only once (Clinger, "How to Read
//      Floating Point Numbers Accurately", 1990).
//   2. The product with a 128-bit approximation of the power of five
//      (Eisel and Lemire). It settles every number of up to 19 digits.
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
    let isNear = significand != 0 && PowersOfFive.nearExponents.contains(exponent)
    let bits =
      isNear
      ? bits(of: significand, exponent, times: PowersOfFive.near(exponent))
      : nearestBits(to: significand, exponent: exponent)
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

  /// Creates the value with these bits and sign.
  ///
  /// Returns nil if it is infinite, or zero although the number was not.
  @inline(__always)
  fileprivate init?(magnitudeBits bits: UInt64, isNegative: Bool, isZero: Bool) {
    if bits == Self.infinityBits || (bits == 0 && !isZero) { return nil }
    let sign: UInt64 = isNegative ? 1 : 0
    self.init(bits: bits | sign &<< (Self.significandBitCount &+ Self.exponentBitCount))
  }
}

extension ParsableFloat {
  /// The bits, without the sign, of the value nearest to `significand * 10^exponent`.
  ///
  /// These may be the bits of zero or infinity.
  @inline(never)
  static func nearestBits(to significand: UInt64, exponent: Int) -> UInt64 {
    // Beyond all powers, every product with a 64-bit integer is zero or infinity.
    if significand == 0 || exponent < PowersOfFive.allExponents.lowerBound { return 0 }
    if exponent > PowersOfFive.allExponents.upperBound { return infinityBits }
    let isNear = PowersOfFive.nearExponents.contains(exponent)
    let power = isNear ? PowersOfFive.near(exponent) : PowersOfFive.distant(exponent)
    return bits(of: significand, exponent, times: power)
  }

  /// The same, from the power of five that belongs to `exponent`; `significand` is not zero.
  ///
  /// The method is Lemire's, "Number Parsing at a Gigabyte per Second", 2021, section 5. That paper
  /// falls back to an exact method for a few products; Mushtak and Lemire, "Fast Number Parsing
  /// Without Fallback", 2023, prove that none of them occurs with a 64-bit significand, so there is
  /// no such test here.
  @inline(__always)
  static func bits(
    of significand: UInt64,
    _ exponent: Int,
    times power: (high: UInt64, low: UInt64)
  ) -> UInt64 {
    // The significand with its highest bit at the top, times the power of five. This needs two bits
    // more than the fraction and the leading one: one to round by, and one because the product may
    // have a zero at the top.
    let leadingZeros = significand.leadingZeroBitCount
    let normalized = significand &<< UInt64(truncatingIfNeeded: leadingZeros)
    var product = normalized.multipliedFullWidth(by: power.high)
    let undecided = UInt64.max &>> UInt64(truncatingIfNeeded: significandBitCount &+ 3)
    if product.high & undecided == undecided {
      // The lower half of the power could carry into the bits that count.
      let correction = normalized.multipliedFullWidth(by: power.low).high
      let (low, carry) = product.low.addingReportingOverflow(correction)
      product = (product.high &+ (carry ? 1 : 0), low)
    }

    let topBit = Int(truncatingIfNeeded: product.high &>> 63)
    let shift = UInt64(truncatingIfNeeded: topBit &+ 61 &- significandBitCount)
    var rounded = product.high &>> shift
    // The integer part of `exponent * log2(10)`, exact for every exponent that has a power.
    let binaryExponent = (exponent &* 217_706) &>> 16
    var biased = binaryExponent &+ 63 &+ topBit &- leadingZeros &+ exponentBias
    if biased <= 0 {
      // Subnormal, or about to round up to the smallest normal value. A tie is impossible: the
      // power of ten is far below those at which products are exact.
      if biased <= -63 { return 0 }
      rounded = rounded &>> UInt64(truncatingIfNeeded: 1 &- biased)
      // If rounding carries, the carry becomes an exponent field of 1, which is right.
      return (rounded &+ (rounded & 1)) &>> 1
    }
    if product.low <= 1, rounded & 3 == 1, tieExponents.contains(exponent),
      rounded &<< shift == product.high
    {
      // Halfway between two values, and the lower one is even.
      rounded &= ~1
    }
    rounded = (rounded &+ (rounded & 1)) &>> 1
    // The leading one, and any carry from rounding, is added to the exponent field.
    biased &-= 1
    let bits = (UInt64(truncatingIfNeeded: biased) &<< significandBitCount) &+ rounded
    return min(bits, infinityBits)
  }
}

// The rows are generated; do not edit them. Regenerate with
//   STREAMJSON_PRINT_POWERS=1 swift test --filter PowersOfFiveTests
// which prints them; without the variable, the same test checks the power of every exponent.

/// Powers of five to 128 bits, for `ParsableFloat.nearestBits(to:exponent:)`.
///
/// Each power is scaled by a power of two to have its highest bit at the top, and is cut off
/// after 128 bits; those of the exponents from -27 through -1 are rounded up instead.
///
/// As the literals of static arrays, the rows are constant data: reading them initializes nothing.
enum PowersOfFive {
  /// The exponents that most numbers have.
  static var nearExponents: ClosedRange<Int> { -27...27 }

  /// The exponents that a finite number other than zero can have.
  static var allExponents: ClosedRange<Int> { -342...308 }

  /// The highest 64 bits of the power of an exponent in `nearExponents`, then the next 64.
  @inline(__always)
  static func near(_ exponent: Int) -> (high: UInt64, low: UInt64) {
    let row = (exponent &- nearExponents.lowerBound) &* 2
    return (nearRows[row], nearRows[row &+ 1])
  }

  /// The same for all other exponents in `allExponents`.
  ///
  /// The power is the product of a row, which is cut off after 192 bits, and of a power that is
  /// exact in 64. It is therefore too small by a few units in the last of 192 bits, which never
  /// reaches the first 128: a test compares all of them with the definition.
  @inline(__always)
  static func distant(_ exponent: Int) -> (high: UInt64, low: UInt64) {
    let (row, rest) = (exponent &- allExponents.lowerBound)
      .quotientAndRemainder(dividingBy: distance)
    let factor = near(rest).high
    let first = distantRows[row &* 3].multipliedFullWidth(by: factor)
    let second = distantRows[row &* 3 &+ 1].multipliedFullWidth(by: factor)
    let third = distantRows[row &* 3 &+ 2].multipliedFullWidth(by: factor)
    let (next, carry) = second.low.addingReportingOverflow(third.high)
    let (low, carryOut) = first.low.addingReportingOverflow(second.high &+ (carry ? 1 : 0))
    let high = first.high &+ (carryOut ? 1 : 0)
    guard high &>> 63 == 0 else { return (high, low) }
    return (high &<< 1 | low &>> 63, low &<< 1 | next &>> 63)
  }

  /// The two words of each exponent in `nearExponents`.
  private static let nearRows: [UInt64] = [
    0x9e74d1b791e07e48, 0x775ea264cf55347e, 0xc612062576589dda, 0x95364afe032a819e,
    0xf79687aed3eec551, 0x3a83ddbd83f52205, 0x9abe14cd44753b52, 0xc4926a9672793543,
    0xc16d9a0095928a27, 0x75b7053c0f178294, 0xf1c90080baf72cb1, 0x5324c68b12dd6339,
    0x971da05074da7bee, 0xd3f6fc16ebca5e04, 0xbce5086492111aea, 0x88f4bb1ca6bcf585,
    0xec1e4a7db69561a5, 0x2b31e9e3d06c32e6, 0x9392ee8e921d5d07, 0x3aff322e62439fd0,
    0xb877aa3236a4b449, 0x09befeb9fad487c3, 0xe69594bec44de15b, 0x4c2ebe687989a9b4,
    0x901d7cf73ab0acd9, 0x0f9d37014bf60a11, 0xb424dc35095cd80f, 0x538484c19ef38c95,
    0xe12e13424bb40e13, 0x2865a5f206b06fba, 0x8cbccc096f5088cb, 0xf93f87b7442e45d4,
    0xafebff0bcb24aafe, 0xf78f69a51539d749, 0xdbe6fecebdedd5be, 0xb573440e5a884d1c,
    0x89705f4136b4a597, 0x31680a88f8953031, 0xabcc77118461cefc, 0xfdc20d2b36ba7c3e,
    0xd6bf94d5e57a42bc, 0x3d32907604691b4d, 0x8637bd05af6c69b5, 0xa63f9a49c2c1b110,
    0xa7c5ac471b478423, 0x0fcf80dc33721d54, 0xd1b71758e219652b, 0xd3c36113404ea4a9,
    0x83126e978d4fdf3b, 0x645a1cac083126ea, 0xa3d70a3d70a3d70a, 0x3d70a3d70a3d70a4,
    0xcccccccccccccccc, 0xcccccccccccccccd, 0x8000000000000000, 0x0000000000000000,
    0xa000000000000000, 0x0000000000000000, 0xc800000000000000, 0x0000000000000000,
    0xfa00000000000000, 0x0000000000000000, 0x9c40000000000000, 0x0000000000000000,
    0xc350000000000000, 0x0000000000000000, 0xf424000000000000, 0x0000000000000000,
    0x9896800000000000, 0x0000000000000000, 0xbebc200000000000, 0x0000000000000000,
    0xee6b280000000000, 0x0000000000000000, 0x9502f90000000000, 0x0000000000000000,
    0xba43b74000000000, 0x0000000000000000, 0xe8d4a51000000000, 0x0000000000000000,
    0x9184e72a00000000, 0x0000000000000000, 0xb5e620f480000000, 0x0000000000000000,
    0xe35fa931a0000000, 0x0000000000000000, 0x8e1bc9bf04000000, 0x0000000000000000,
    0xb1a2bc2ec5000000, 0x0000000000000000, 0xde0b6b3a76400000, 0x0000000000000000,
    0x8ac7230489e80000, 0x0000000000000000, 0xad78ebc5ac620000, 0x0000000000000000,
    0xd8d726b7177a8000, 0x0000000000000000, 0x878678326eac9000, 0x0000000000000000,
    0xa968163f0a57b400, 0x0000000000000000, 0xd3c21bcecceda100, 0x0000000000000000,
    0x84595161401484a0, 0x0000000000000000, 0xa56fa5b99019a5c8, 0x0000000000000000,
    0xcecb8f27f4200f3a, 0x0000000000000000,
  ]

  /// How far apart the exponents of two distant rows are; all powers up to it fit in 64 bits.
  private static let distance = 28

  /// Three words of the first exponent, and of each one at that distance from the last.
  private static let distantRows: [UInt64] = [
    0xeef453d6923bd65a, 0x113faa2906a13b3f, 0xdfbc7e99bdd50e9b,
    0xf148440a256e2c76, 0xc00670ea43ca250d, 0x14fc52f3e52b6ab7,
    0xf3a20279ed56d48a, 0x6b43527578c1110f, 0x4a675bba1b3e4595,
    0xf6019da07f549b2b, 0x7e2a53a146606a48, 0x7dc03beead508624,
    0xf867241c8cc6d4c0, 0xc30163d203c94b62, 0x47927974de99b0e4,
    0xfad2a4b13d1b5d6c, 0x796b805720085f81, 0x3ce81210885a355e,
    0xfd442e4688bd304a, 0x908f4a166d1da663, 0x38c46fb401f8250c,
    0xffbbcfe994e5c61f, 0xfdf17746497f7052, 0xf089520f8a078e2a,
    0x811ccc668829b887, 0x0806357d5a3f525f, 0xbc62cbb696057bb4,
    0x825ecc24c873782f, 0x8ed400668c0c28c8, 0xc6fe42bfd04e3b6f,
    0x83a3eeeef9153e89, 0x1953cf68300424ac, 0x40e8f222a99055be,
    0x84ec3c97da624ab4, 0xbd5af13bef0b113e, 0xbf967770bdf3be79,
    0x8637bd05af6c69b5, 0xa63f9a49c2c1b10f, 0xd7e45803cd141a69,
    0x878678326eac9000, 0x0000000000000000, 0x0000000000000000,
    0x88d8762bf324cd0f, 0xa5880a69fb6ac800, 0x0000000000000000,
    0x8a2dbf142dfcc7ab, 0x6e3569326c784337, 0x2a9f4d2505e3a400,
    0x8b865b215899f46c, 0xbd79e0d20082ee74, 0x60d4445c4f3461cf,
    0x8ce2529e2734bb1d, 0x1899e4a65f58660c, 0x99d6c7ffe8e9c019,
    0x8e41ade9fbebc27d, 0x14588f13be847307, 0x23bd6a2059c002f5,
    0x8fa475791a569d10, 0xf96e017d694487bc, 0xd671a0192ea53fcd,
    0x910ab1d4db9914a0, 0x1d9c9892400a22a2, 0x7afb4182b7e66d45,
    0x92746b9be2f8552c, 0x32fd3cf5b4e49bb4, 0xb90a2d35e57394f1,
    0x93e1ab8252f33b45, 0xcabb90e5c942b503, 0x309aa0fe3c110e4c,
    0x95527a5202df0ccb, 0x0f37801e0c43ebc8, 0x985032667e54efd3,
  ]
}
