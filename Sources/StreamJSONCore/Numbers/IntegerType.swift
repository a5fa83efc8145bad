/// What code that all types of integers share has to know about one of them.
///
/// It returns values of at most 128 bits, and its callers take as many of them as the type has. So
/// what is not worth the room of one copy for each type is there once.
struct IntegerType {
  let type: any Any.Type

  /// The largest value.
  private let maximum: UInt128
  private let isSigned: Bool

  @inline(__always)
  init<T: FixedWidthInteger>(_ type: T.Type) {
    self.type = type
    maximum = UInt128(truncatingIfNeeded: T.max)
    isSigned = T.isSigned
  }

  /// The bits of `value`, nil if the type cannot hold it.
  func bits(of value: SignedMagnitude<UInt128>) -> UInt128? {
    guard value.isNegative, value.magnitude > 0 else {
      return value.magnitude <= maximum ? value.magnitude : nil
    }
    return isSigned && value.magnitude - 1 <= maximum ? 0 &- value.magnitude : nil
  }

  /// The bits of `value`, nil if the type cannot hold it.
  @inline(__always)
  func bits<Value: FixedWidthInteger & SignedInteger>(of value: Value) -> UInt128? {
    let bits = UInt128(truncatingIfNeeded: value)
    return value < 0
      ? isSigned && ~bits <= maximum ? bits : nil
      : bits <= maximum ? bits : nil
  }
}
