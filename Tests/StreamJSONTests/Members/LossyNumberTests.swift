import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// JSONLossy collections of numbers, beyond the errors that are kept: failures are then found
/// without making errors, which must not change which numbers are taken.
struct LossyNumberTests {
  private struct Numbers<Element: Codable & Equatable>: Codable { @JSONLossy var items: [Element] }

  private static let values = [
    "0", "-0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "65535", "65536", "1.5",
    "1.0",
    "10e-1", "1e2", "1e400", "-1e400", "0.1", "1e-400", "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
    "170141183460469231731687303715884105728", "340282366920938463463374607431768211456",
    "12345678901234567890.0", "12345678901234567890.5", "01", "1.", "-", "1e", "\"1\"", "null",
    "true", "[]", "{}", "\"\"", "3.4e38", "3.5e38",
  ]

  private func expectSame<Element: Codable & Equatable>(_ type: Element.Type) throws {
    let bad = Array(repeating: "[[]]", count: JSONLossyReport.maximumErrorCount)
    for allowsJSON5 in [false, true] {
      let decoder = StreamJSONDecoder()
      decoder.allowsJSON5 = allowsJSON5
      var expected: [Element] = []
      for value in Self.values {
        let text = #"{"items":[\#(value)]}"#
        expected += try decoder.decode(Numbers<Element>.self, from: text).items
      }
      let text = #"{"items":[\#((bad + Self.values).joined(separator: ","))]}"#
      let actual = try decoder.decode(Numbers<Element>.self, from: text)
      #expect(actual.items == expected, "\(type), \(allowsJSON5)")
      #expect(actual.$items.droppedCount == bad.count + Self.values.count - expected.count)
    }
  }

  @Test func `the errors that are not kept change no value`() throws {
    try expectSame(Int.self)
    try expectSame(Int8.self)
    try expectSame(UInt8.self)
    try expectSame(Int64.self)
    try expectSame(UInt64.self)
    try expectSame(Int128.self)
    try expectSame(UInt128.self)
    try expectSame(Double.self)
    try expectSame(Float.self)
    try expectSame(Bool.self)
    try expectSame(String.self)
    try expectSame(Count.self)
  }

  @Test func `a model's integer type may read what it likes`() throws {
    let bad = Array(repeating: "[]", count: JSONLossyReport.maximumErrorCount + 1)
    let items = (bad + ["\"5\"", "true", "6"]).joined(separator: ",")
    let numbers = try StreamJSONDecoder().decode(
      Numbers<Count>.self,
      from: Data(#"{"items":[\#(items)]}"#.utf8)
    )
    #expect(numbers.items == [5, 6])
  }
}

/// A number of things, as a number or as text.
struct Count: FixedWidthInteger, UnsignedInteger, Codable {
  var value: UInt8

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(UInt8.self) {
      value = number
    } else {
      value = UInt8(try container.decode(String.self)) ?? 0
    }
  }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

  init(_ value: UInt8) { self.value = value }
  init(integerLiteral value: UInt8) { self.value = value }
  init(_truncatingBits bits: UInt) { value = UInt8(truncatingIfNeeded: bits) }
  init<T: BinaryInteger>(_ source: T) { value = UInt8(source) }
  init<T: BinaryInteger>(truncatingIfNeeded source: T) {
    value = UInt8(truncatingIfNeeded: source)
  }
  init?<T: BinaryInteger>(exactly source: T) {
    guard let exact = UInt8(exactly: source) else { return nil }
    value = exact
  }

  static var bitWidth: Int { 8 }
  static var max: Count { Count(UInt8.max) }
  static var min: Count { Count(UInt8.min) }
  var words: UInt8.Words { value.words }
  var nonzeroBitCount: Int { value.nonzeroBitCount }
  var leadingZeroBitCount: Int { value.leadingZeroBitCount }
  var trailingZeroBitCount: Int { value.trailingZeroBitCount }
  var byteSwapped: Count { self }

  private static func pair(
    _ result: (partialValue: UInt8, overflow: Bool)
  ) -> (
    partialValue: Count, overflow: Bool
  ) {
    (Count(result.partialValue), result.overflow)
  }
  func addingReportingOverflow(_ other: Count) -> (partialValue: Count, overflow: Bool) {
    Self.pair(value.addingReportingOverflow(other.value))
  }
  func subtractingReportingOverflow(_ other: Count) -> (partialValue: Count, overflow: Bool) {
    Self.pair(value.subtractingReportingOverflow(other.value))
  }
  func multipliedReportingOverflow(by other: Count) -> (partialValue: Count, overflow: Bool) {
    Self.pair(value.multipliedReportingOverflow(by: other.value))
  }
  func dividedReportingOverflow(by other: Count) -> (partialValue: Count, overflow: Bool) {
    Self.pair(value.dividedReportingOverflow(by: other.value))
  }
  func remainderReportingOverflow(
    dividingBy other: Count
  ) -> (
    partialValue: Count, overflow: Bool
  ) {
    Self.pair(value.remainderReportingOverflow(dividingBy: other.value))
  }
  func multipliedFullWidth(by other: Count) -> (high: Count, low: UInt8) {
    let (high, low) = value.multipliedFullWidth(by: other.value)
    return (Count(high), low)
  }
  func dividingFullWidth(
    _ dividend: (high: Count, low: UInt8)
  ) -> (
    quotient: Count, remainder: Count
  ) {
    let (quotient, remainder) = value.dividingFullWidth((dividend.high.value, dividend.low))
    return (Count(quotient), Count(remainder))
  }

  static func == (left: Count, right: Count) -> Bool { left.value == right.value }
  static func < (left: Count, right: Count) -> Bool { left.value < right.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
  var description: String { value.description }

  static func + (left: Count, right: Count) -> Count { Count(left.value + right.value) }
  static func - (left: Count, right: Count) -> Count { Count(left.value - right.value) }
  static func * (left: Count, right: Count) -> Count { Count(left.value * right.value) }
  static func / (left: Count, right: Count) -> Count { Count(left.value / right.value) }
  static func % (left: Count, right: Count) -> Count { Count(left.value % right.value) }
  static func += (left: inout Count, right: Count) { left.value += right.value }
  static func -= (left: inout Count, right: Count) { left.value -= right.value }
  static func *= (left: inout Count, right: Count) { left.value *= right.value }
  static func /= (left: inout Count, right: Count) { left.value /= right.value }
  static func %= (left: inout Count, right: Count) { left.value %= right.value }
  static func &= (left: inout Count, right: Count) { left.value &= right.value }
  static func |= (left: inout Count, right: Count) { left.value |= right.value }
  static func ^= (left: inout Count, right: Count) { left.value ^= right.value }
  static func &<<= (left: inout Count, right: Count) { left.value &<<= right.value }
  static func &>>= (left: inout Count, right: Count) { left.value &>>= right.value }
}
