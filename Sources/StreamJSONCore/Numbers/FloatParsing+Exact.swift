extension ParsableFloat {
  /// The most digits read: the midpoint between two doubles has up to 768.
  private static var maxExactDigitCount: Int { 800 }

  /// The bits, without the sign, of the value nearest to `literal`, ties to even.
  ///
  /// Called when the first 19 digits and those plus one round differently. The answer is then
  /// either the value with the bits `lower` or the next one above it, because one unit in the 19th
  /// digit is far less than the distance between two values. To choose, the literal is compared
  /// with the midpoint of the two, in big integers (as in Clinger's AlgorithmR).
  ///
  /// - Parameters:
  ///   - literal: A number with more than 19 digits.
  ///   - text: The text it was parsed from.
  ///   - lower: The bits of the value that the first 19 digits round to.
  /// - Returns: `lower` or `lower + 1`, which may be infinity.
  /// - Complexity: O(`literal.digitsEnd - literal.digitsStart`), and bounded work on top.
  @inline(never)
  static func exactBits(
    of literal: NumberLiteral,
    in text: JSONText,
    notBelow lower: UInt64
  ) -> UInt64 {
    var digits = SignificantDigits(text, from: literal.digitsStart, to: literal.digitsEnd)
    let digitCount = digits.remainingCount
    let usedCount = min(digitCount, maxExactDigitCount)
    var value = BigUInt()
    var unreadCount = usedCount
    while unreadCount > 0 {
      // Nineteen digits per pass over the limbs.
      var group: UInt64 = 0
      var scale: UInt64 = 1
      for _ in 0..<min(unreadCount, NumberLiteral.maxDigitCount) {
        group = group &* 10 &+ UInt64(digits.next() ?? 0)
        scale = scale &* 10
      }
      value.multiply(by: scale, adding: group)
      unreadCount -= NumberLiteral.maxDigitCount
    }
    // The digits left out cannot raise the value to the midpoint, whose own digits end earlier. But
    // if the value equals the midpoint without them, they put it above.
    var isMore = false
    while !isMore, let digit = digits.next() { isMore = digit != 0 }
    let decimalExponent = literal.exponent + NumberLiteral.maxDigitCount - usedCount

    // The midpoint is (2 * significand + 1) * 2^(exponent - 1).
    let field = Int(lower &>> UInt64(significandBitCount))
    let leadingOne: UInt64 = field == 0 ? 0 : 1 &<< UInt64(significandBitCount)
    let fraction = lower & (1 &<< UInt64(significandBitCount) &- 1)
    var midpoint = BigUInt((leadingOne | fraction) &* 2 &+ 1)
    let binaryExponent = max(field, 1) - exponentBias - significandBitCount - 1

    // Compare value * 10^decimalExponent with midpoint * 2^binaryExponent in integers: each power
    // goes to the side where it is not negative.
    if decimalExponent >= 0 {
      value.multiply(byPowerOfFive: decimalExponent)
    } else {
      midpoint.multiply(byPowerOfFive: -decimalExponent)
    }
    let shift = decimalExponent - binaryExponent
    if shift >= 0 {
      value.shiftLeft(by: shift)
    } else {
      midpoint.shiftLeft(by: -shift)
    }
    if value == midpoint, !isMore { return lower + (lower & 1) }
    return value < midpoint ? lower : lower + 1
  }
}

/// A natural number of any size, with only the operations that the exact conversion needs.
private struct BigUInt: Comparable {
  /// 64 bits each, lowest first, without trailing zeros.
  private var limbs: [UInt64] = []

  init() {
    // Enough for 800 digits and for the largest power of five, so it never grows.
    limbs.reserveCapacity(64)
  }

  init(_ value: UInt64) {
    self.init()
    if value != 0 { limbs.append(value) }
  }

  mutating func multiply(by factor: UInt64, adding addend: UInt64 = 0) {
    var carry = addend
    for offset in limbs.indices {
      let product = limbs[offset].multipliedFullWidth(by: factor)
      let (low, overflow) = product.low.addingReportingOverflow(carry)
      limbs[offset] = low
      // Cannot overflow: the product of two limbs is at most 2^128 - 2^65 + 1.
      carry = product.high &+ (overflow ? 1 : 0)
    }
    if carry != 0 { limbs.append(carry) }
  }

  mutating func multiply(byPowerOfFive exponent: Int) {
    // 5^27 is the largest power that fits in 64 bits.
    var left = exponent
    while left >= 27 {
      multiply(by: 7_450_580_596_923_828_125)
      left -= 27
    }
    for _ in 0..<left { multiply(by: 5) }
  }

  mutating func shiftLeft(by bitCount: Int) {
    multiply(by: 1 &<< UInt64(bitCount & 63))
    if !limbs.isEmpty {
      limbs.insert(contentsOf: repeatElement(0, count: bitCount >> 6), at: 0)
    }
  }

  static func < (first: BigUInt, second: BigUInt) -> Bool {
    first.limbs.count == second.limbs.count
      ? first.limbs.reversed().lexicographicallyPrecedes(second.limbs.reversed())
      : first.limbs.count < second.limbs.count
  }
}
