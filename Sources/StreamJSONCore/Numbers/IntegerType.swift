/// What shared code has to know about one type of integer.
///
/// It returns values of at most 128 bits, and its callers keep as many bits as the type has. That way,
/// code that isn't worth a copy for each type exists only once.
struct IntegerType {
  let type: any Any.Type

  /// The largest value.
  private let maximum: WideInteger
  private let isSigned: Bool

  @inline(__always)
  init<T: FixedWidthInteger>(_ type: T.Type) {
    self.type = type
    maximum = WideInteger(lowestBitsOf: T.max)
    isSigned = T.isSigned
  }

  /// The bits of `value`, nil if the type cannot hold it.
  func bits(of value: SignedMagnitude) -> WideInteger? {
    guard value.isNegative, !value.magnitude.isZero else {
      return value.magnitude <= maximum ? value.magnitude : nil
    }
    // `~x` is `-x - 1`.
    let complement = value.magnitude.predecessor
    guard isSigned, complement <= maximum else { return nil }
    return WideInteger(high: ~complement.high, low: ~complement.low)
  }

  /// The bits of `value`, nil if the type cannot hold it.
  @inline(__always)
  func bits(of value: Int64) -> WideInteger? {
    // All lower bits of the largest value of a wider type are set.
    guard UInt64(bitPattern: value ^ (value &>> 63)) <= maximum.low, value >= 0 || isSigned else {
      return nil
    }
    return WideInteger(lowestBitsOf: value)
  }
}
