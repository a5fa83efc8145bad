import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// The integer of two words against the standard library's of 128 bits.
struct WideIntegerTests {
  /// Numbers of all sizes, with the edges between words among them.
  private static let numbers: [UInt128] = {
    var generator = SeededGenerator(seed: 37)
    let edges: [UInt128] = [
      0, 1, 9, 10, 1 << 63, 1 << 64, 1 << 127, 10_000_000_000_000_000_000, .max / 10, .max,
    ]
    let around = edges.flatMap { [$0 &- 1, $0, $0 &+ 1] }
    let random = (0..<2000).map { _ in
      let (high, low) = (UInt128(generator.next()), UInt128(generator.next()))
      return (high << 64 | low) >> UInt128(generator.next() % 128)
    }
    return around + random
  }()

  private func wide(_ number: UInt128) -> WideInteger { WideInteger(lowestBitsOf: number) }

  @Test func `is compared like an integer`() {
    for (first, second) in zip(Self.numbers, Self.numbers.reversed()) {
      #expect((wide(first) <= wide(second)) == (first <= second))
      #expect((wide(first) == wide(second)) == (first == second))
    }
  }

  @Test func `is multiplied and counted down like an integer`() {
    for number in Self.numbers {
      let digit = UInt8(number % 10)
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
      #expect(wide(number).times(10, plus: digit) == (overflow || carry ? nil : wide(sum)))
      let shifted = number >> 124 == 0 ? wide(number << 4 | UInt128(digit)) : nil
      #expect(wide(number).times(16, plus: digit) == shifted)
      #expect(wide(number).predecessor == wide(number &- 1))
      #expect(wide(number).isZero == (number == 0))
    }
  }

  @Test func `becomes an integer of any type that can hold it`() {
    func check<T: FixedWidthInteger>(_ type: T.Type) {
      for number in Self.numbers {
        let positive = SignedMagnitude(isNegative: false, magnitude: wide(number))
        #expect(positive.value(as: type) == T(exactly: number))
        #expect(T(truncatingIfNeeded: wide(number)) == T(truncatingIfNeeded: number))
        let negative = SignedMagnitude(isNegative: true, magnitude: wide(number))
        let expected =
          number <= 1 << 127 ? T(exactly: Int128(truncatingIfNeeded: 0 &- number)) : nil
        #expect(negative.value(as: type) == expected)
      }
    }
    check(Int8.self)
    check(UInt8.self)
    check(Int32.self)
    check(UInt32.self)
    check(Int64.self)
    check(UInt64.self)
    check(Int128.self)
    check(UInt128.self)
  }

  @Test func `has the bits of the integers that a type can hold`() {
    func check<T: FixedWidthInteger>(_ type: T.Type) {
      let integers = IntegerType(type)
      for number in Self.numbers {
        for isNegative in [false, true] {
          let value = SignedMagnitude(isNegative: isNegative, magnitude: wide(number))
          let bits = value.value(as: type).map {
            WideInteger(lowestBitsOf: Int128(truncatingIfNeeded: $0))
          }
          #expect(integers.bits(of: value) == bits)
        }
        let short = Int64(truncatingIfNeeded: number)
        let bits = T(exactly: short).map { _ in WideInteger(lowestBitsOf: short) }
        #expect(integers.bits(of: SignedMagnitude(short)) == bits)
      }
    }
    check(Int8.self)
    check(UInt8.self)
    check(Int64.self)
    check(UInt64.self)
    check(Int128.self)
    check(UInt128.self)
  }

  @Test func `is made from a Double that is such an integer`() {
    let doubles = Self.numbers.flatMap { number in
      [Double(number), Double(number) + 0.5, -Double(number), Double(number).nextUp]
    }
    for double in doubles + [0x1p128, 0x1.fffffffffffffp127, -0.0, .infinity, .nan, 1e300] {
      #expect(WideInteger(exactly: double) == UInt128(exactly: double).map(wide), "\(double)")
    }
  }

  @Test func `is written in decimal`() {
    for number in Self.numbers {
      var bytes = ByteArena()
      bytes.reserve(64)
      bytes.append(decimal: wide(number))
      #expect(bytes.text.string(from: 0, to: bytes.count) == "\(number)")
    }
  }
}
