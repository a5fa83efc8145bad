extension ParsableFloat {
  /// The bits, without the sign, of the value nearest to `significand * 10^exponent`.
  ///
  /// These may be the bits of zero or infinity.
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
