/// An integer that a type may hold or not.
///
/// Numbers that are not short are parsed as one, in code that all types of integers have in common.
package struct SignedMagnitude<Magnitude: FixedWidthInteger & UnsignedInteger> {
  /// Whether it is negative; a zero may be.
  package let isNegative: Bool
  package let magnitude: Magnitude

  init(isNegative: Bool, magnitude: Magnitude) {
    self.isNegative = isNegative
    self.magnitude = magnitude
  }

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
    self.init(isNegative: isNegative, magnitude: Magnitude(truncatingIfNeeded: significand))
    self = try scaled(by: exponent)
  }

  /// It, multiplied by `10^exponent`.
  ///
  /// - Throws: `outOfRange`.
  func scaled(by exponent: Int) throws(NumberFault) -> SignedMagnitude {
    var (magnitude, exponent) = (magnitude, magnitude == 0 ? 0 : exponent)
    // It is not zero, so a large exponent soon ends this with an overflow.
    while exponent > 0 {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      guard !overflow else { throw .outOfRange }
      magnitude = product
      exponent &-= 1
    }
    return SignedMagnitude(isNegative: isNegative, magnitude: magnitude)
  }

  /// The value, nil if `type` cannot hold it.
  package func value<T: FixedWidthInteger>(as type: T.Type) -> T? {
    guard isNegative, magnitude > 0 else { return T(exactly: magnitude) }
    // `~x` is `-x - 1`.
    return T.isSigned ? T(exactly: magnitude - 1).map { ~$0 } : nil
  }
}

extension SignedMagnitude<UInt128> {
  /// Nil if `double` has a fraction or is too large.
  init?(exactly double: Double) {
    guard let magnitude = UInt128(exactly: double.magnitude) else { return nil }
    self.init(isNegative: double < 0, magnitude: magnitude)
  }
}
