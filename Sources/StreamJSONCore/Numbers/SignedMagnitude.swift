/// An integer of up to 128 bits and a sign, which a type may hold or not.
///
/// Numbers that are not short are parsed as one, in code that all types of integers have in common.
package struct SignedMagnitude {
  /// Whether it is negative; a zero may be.
  package let isNegative: Bool
  package let magnitude: WideInteger
}

extension SignedMagnitude {
  /// Makes `significand * 10^exponent`, negated if `isNegative`.
  ///
  /// - Throws: `hasFraction` or `outOfRange`.
  /// - Complexity: O(1), as the first 20 steps show that it is one of these.
  init(_ significand: UInt64, exponent: Int, isNegative: Bool) throws(NumberFault) {
    var (significand, exponent) = (significand, significand == 0 ? 0 : exponent)
    while exponent < 0 {
      let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { throw .hasFraction }
      significand = quotient
      exponent &+= 1
    }
    self.init(isNegative: isNegative, magnitude: WideInteger(significand))
    self = try scaled(by: exponent)
  }

  /// The integer, multiplied by `10^exponent`.
  ///
  /// - Throws: `outOfRange`.
  func scaled(by exponent: Int) throws(NumberFault) -> SignedMagnitude {
    var (magnitude, exponent) = (magnitude, magnitude.isZero ? 0 : exponent)
    // It is not zero, so a large exponent soon ends this with an overflow.
    while exponent > 0 {
      guard let product = magnitude.times(10, plus: 0) else { throw .outOfRange }
      magnitude = product
      exponent &-= 1
    }
    return SignedMagnitude(isNegative: isNegative, magnitude: magnitude)
  }

  /// The magnitude, nil if the integer does not fit in a `UInt64` or, with a minus sign, in an `Int64`.
  ///
  /// JSONDecoder reads no larger hexadecimal numbers for types other than integers.
  package var shortMagnitude: UInt64? {
    magnitude.high == 0 && (!isNegative || magnitude.low <= UInt64(1) << 63) ? magnitude.low : nil
  }

  /// The value, nil if `type`, which has at most 128 bits, can't hold it.
  @inline(__always)
  func value<T: FixedWidthInteger>(as type: T.Type) -> T? {
    IntegerType(type).bits(of: self).map { T(truncatingIfNeeded: $0) }
  }

  /// Nil if `double` has a fraction or is too large.
  init?(exactly double: Double) {
    guard let magnitude = WideInteger(exactly: double.magnitude) else { return nil }
    self.init(isNegative: double < 0, magnitude: magnitude)
  }
}
