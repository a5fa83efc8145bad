/// An integer type with less bits than an `Int`, so that one piece of code decodes all of them.
struct ShortInteger: Equatable {
  /// The size of a value in bytes: 1, 2, or 4.
  let byteCount: UInt8

  let isSigned: Bool

  /// - Returns: Nil for a type with as many bits as an `Int`, or more.
  init?<T: FixedWidthInteger>(_ type: T.Type) {
    guard T.bitWidth < Int.bitWidth else { return nil }
    byteCount = UInt8(T.bitWidth / 8)
    isSigned = T.isSigned
  }

  /// Makes the property at `target` the value that comes next in a text or on a tape.
  ///
  /// - Returns: False if the type cannot hold it; then there is nothing at `target`.
  @unsafe
  @inline(__always)
  func store(_ value: Int, at target: UnsafeMutableRawPointer) -> Bool {
    let unusedBitCount = Int.bitWidth &- 8 &* Int(byteCount)
    let bits = value &<< unusedBitCount
    let result =
      isSigned
      ? bits &>> unusedBitCount : Int(bitPattern: UInt(bitPattern: bits) &>> unusedBitCount)
    guard result == value else { return false }
    // SAFETY: the plan has found a property of this type at the target, which has as many bytes.
    switch byteCount {
    case 1: unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
    case 2: unsafe target.storeBytes(of: UInt16(truncatingIfNeeded: value), as: UInt16.self)
    default: unsafe target.storeBytes(of: UInt32(truncatingIfNeeded: value), as: UInt32.self)
    }
    return true
  }
}
