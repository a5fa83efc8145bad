/// An integer that a type may hold or not.
///
/// Numbers that are not short are parsed as one, in code that all types of integers have in common.
package struct SignedMagnitude<Magnitude: IntegerMagnitude> {
  /// Whether it is negative; a zero may be.
  package let isNegative: Bool
  package let magnitude: Magnitude

  @inline(__always)
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
    self.init(isNegative: isNegative, magnitude: Magnitude(significand))
    self = try scaled(by: exponent)
  }

  /// It, multiplied by `10^exponent`.
  ///
  /// - Throws: `outOfRange`.
  func scaled(by exponent: Int) throws(NumberFault) -> SignedMagnitude {
    var (magnitude, exponent) = (magnitude, magnitude.isZero ? 0 : exponent)
    // It is not zero, so a large exponent soon ends this with an overflow.
    while exponent > 0 {
      guard let product = magnitude.timesTen(plus: 0) else { throw .outOfRange }
      magnitude = product
      exponent &-= 1
    }
    return SignedMagnitude(isNegative: isNegative, magnitude: magnitude)
  }

  /// The value, nil if `type` cannot hold it.
  @inline(__always)
  package func value<T: FixedWidthInteger>(as type: T.Type) -> T? {
    guard isNegative, !magnitude.isZero else { return magnitude.value(as: type) }
    // `~x` is `-x - 1`.
    return T.isSigned ? magnitude.predecessor.value(as: type).map { ~$0 } : nil
  }
}

extension SignedMagnitude<WideInteger> {
  /// Nil if `double` has a fraction or is too large.
  init?(exactly double: Double) {
    guard let magnitude = WideInteger(exactly: double.magnitude) else { return nil }
    self.init(isNegative: double < 0, magnitude: magnitude)
  }
}

/// An integer without a sign, in which digits are collected.
package protocol IntegerMagnitude {
  init(_ word: UInt64)

  var isZero: Bool { get }

  /// One less; this is not zero.
  var predecessor: Self { get }

  /// Ten times this and `digit`, nil if that is too large.
  func timesTen(plus digit: UInt8) -> Self?

  /// The value, nil if `type` cannot hold it.
  func value<T: FixedWidthInteger>(as type: T.Type) -> T?
}

extension WideInteger: IntegerMagnitude {}

/// One of more than 128 bits, which types of other packages may have.
struct OtherMagnitude<Value: FixedWidthInteger & UnsignedInteger>: IntegerMagnitude {
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  init(_ word: UInt64) {
    value = Value(truncatingIfNeeded: word)
  }

  var isZero: Bool { value == 0 }

  var predecessor: OtherMagnitude { OtherMagnitude(value - 1) }

  func timesTen(plus digit: UInt8) -> OtherMagnitude? {
    let (product, productOverflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, sumOverflow) = product.addingReportingOverflow(Value(truncatingIfNeeded: digit))
    return productOverflow || sumOverflow ? nil : OtherMagnitude(sum)
  }

  func value<T: FixedWidthInteger>(as type: T.Type) -> T? { T(exactly: value) }
}
