/// An integer of 128 bits in two words, without a sign or as the bits of one that has a sign.
///
/// The standard library's `UInt128` is not available before macOS 15 and iOS 18.
package struct WideInteger: Equatable, Sendable {
  package let high: UInt64
  package let low: UInt64

  @inline(__always)
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  init(_ word: UInt64) { self.init(high: 0, low: word) }

  /// The lowest bits of `value`, which a narrower type extends with its sign.
  @inline(__always)
  init(lowestBitsOf value: some FixedWidthInteger) {
    self.init(
      high: UInt64(truncatingIfNeeded: value >> 64),
      low: UInt64(truncatingIfNeeded: value)
    )
  }

  /// Nil if `double` is negative, has a fraction or is too large.
  init?(exactly double: Double) {
    guard double >= 0, double < 0x1p128, double.rounded(.towardZero) == double else { return nil }
    // Both are exact: the first moves the point, and the second drops some of its 53 bits.
    let high = UInt64(double * 0x1p-64)
    self.init(high: high, low: UInt64(double - Double(high) * 0x1p64))
  }
}

extension WideInteger {
  /// Whether `first` is not greater than `second`, both without a sign.
  static func <= (first: WideInteger, second: WideInteger) -> Bool {
    first.high == second.high ? first.low <= second.low : first.high < second.high
  }

  package var isZero: Bool { high | low == 0 }

  /// The number minus one; it is not zero.
  var predecessor: WideInteger { WideInteger(high: low == 0 ? high &- 1 : high, low: low &- 1) }

  /// `factor` times this, plus `digit`; nil if that is too large.
  @inline(__always)
  func times(_ factor: UInt64, plus digit: UInt8) -> WideInteger? {
    let lower = low.multipliedFullWidth(by: factor)
    let (sum, carry) = lower.low.addingReportingOverflow(UInt64(digit))
    let (upper, overflow) = high.multipliedReportingOverflow(by: factor)
    // The upper half is less than the factor, so the carry's sum has no overflow.
    let (total, carryOut) = upper.addingReportingOverflow(lower.high &+ (carry ? 1 : 0))
    return overflow || carryOut ? nil : WideInteger(high: total, low: sum)
  }

  /// 10^19, the largest power of ten in a word.
  static let group: UInt64 = 10_000_000_000_000_000_000

  /// The quotient and remainder of a division by 10^19.
  var groups: (upper: WideInteger, lower: UInt64) {
    let group = WideInteger.group
    let (upper, rest) = high.quotientAndRemainder(dividingBy: group)
    let (quotient, remainder) = group.dividingFullWidth((rest, low))
    return (WideInteger(high: upper, low: quotient), remainder)
  }
}

extension FixedWidthInteger {
  /// As many of the lowest bits of `bits` as the type has; if it has more than 128, the others are 0.
  @inline(__always)
  init(truncatingIfNeeded bits: WideInteger) {
    self.init(truncatingIfNeeded: bits.low)
    if Self.bitWidth > UInt64.bitWidth {
      self |= Self(truncatingIfNeeded: bits.high) << UInt64.bitWidth
    }
  }
}
