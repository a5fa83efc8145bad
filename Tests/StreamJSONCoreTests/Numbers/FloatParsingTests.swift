import Testing

@testable import StreamJSONCore

/// What the tests need from a type that can be parsed: the call, and the standard library's own.
protocol FloatUnderTest: ParsableFloat, LosslessStringConvertible, Sendable {
  static var bitCount: Int { get }
  static func parse(_ text: JSONText, from start: Int, to end: Int) -> Self?
}

extension Double: FloatUnderTest {
  static var bitCount: Int { 64 }
  static func parse(_ text: JSONText, from start: Int, to end: Int) -> Double? {
    text.parseDouble(from: start, to: end)
  }
}

extension Float: FloatUnderTest {
  static var bitCount: Int { 32 }
  static func parse(_ text: JSONText, from start: Int, to end: Int) -> Float? {
    text.parseFloat(from: start, to: end)
  }
}

/// Parses numbers and judges the outcome, surrounded by bytes that change from call to call.
private struct Judge<T: FloatUnderTest> {
  let page = NumberPage()
  var round = 0

  mutating func parse(_ number: String) -> T? {
    round += 1
    return page.withText(
      of: Array(number.utf8),
      in: NumberPage.Surroundings.allCases[round % 4]
    ) { text, start, end in T.parse(text, from: start, to: end) }
  }

  /// Expects the value that the standard library finds, bit for bit.
  mutating func expectAgreement(
    _ number: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(number, T(number), sourceLocation: sourceLocation)
  }

  mutating func expect(
    _ number: String,
    _ nearest: T?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var expected = nearest
    if let value = nearest {
      let mantissa = number.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      let isZero = !mantissa.contains { $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") }
      if value.isInfinite || (value == 0 && !isZero) { expected = nil }
    }
    let actual = parse(number)
    // Not with `#expect` alone: that costs more than the parsing, and there are millions.
    if actual == expected, actual?.sign == expected?.sign { return }
    Issue.record(
      "\(T.self) \(number): \(String(describing: actual)), not \(String(describing: expected))",
      sourceLocation: sourceLocation
    )
  }
}

struct FloatParsingTests {
  @Test(arguments: [
    "0", "-0", "0.0", "-0.0", "0e1", "0E1", "0.00e5", "0.000e5", "0e400", "-0e400", "0e-400",
    "-0.0e99999999999999999999", "0e-99999999999999999999",
  ])
  func `zeros keep their sign, whatever the exponent`(_ number: String) {
    var double = Judge<Double>()
    var float = Judge<Float>()
    let sign: FloatingPointSign = number.hasPrefix("-") ? .minus : .plus
    for _ in 0..<4 {
      let first = double.parse(number)
      let second = float.parse(number)
      #expect(first == 0 && first?.sign == sign)
      #expect(second == 0 && second?.sign == sign)
    }
  }

  @Test(arguments: [
    "1e400", "-1e400", "1e309", "1.7976931348623159e308", "1e-400", "2e-324", "-2e-324",
    "2.4703282292062327e-324", "1e99999999999999999999", "1e-99999999999999999999",
  ])
  func `a number that rounds to infinity or zero is not a Double`(_ number: String) {
    let page = NumberPage()
    for surroundings in NumberPage.Surroundings.allCases {
      page.withText(of: Array(number.utf8), in: surroundings) { text, start, end in
        #expect(text.parseDouble(from: start, to: end) == nil)
        #expect(text.numberFault(from: start, to: end) == .outOfRange)
      }
    }
  }

  @Test(arguments: ["1e39", "-3.4028236e38", "1e-46", "-1e-46", "7e-46", "1e400", "1e-400"])
  func `a number that rounds to infinity or zero is not a Float`(_ number: String) {
    let page = NumberPage()
    for surroundings in NumberPage.Surroundings.allCases {
      page.withText(of: Array(number.utf8), in: surroundings) { text, start, end in
        #expect(text.parseFloat(from: start, to: end) == nil)
        #expect(text.numberFault(from: start, to: end) == .outOfRange)
      }
    }
  }

  @Test(arguments: ["", "-", "01", "1.", "1e", "1-2", ".5", "+1", "1.2.3"])
  func `a malformed number is reported with its offset`(_ number: String) {
    let page = NumberPage()
    for surroundings in NumberPage.Surroundings.allCases {
      page.withText(of: Array(number.utf8), in: surroundings) { text, start, end in
        #expect(text.parseDouble(from: start, to: end) == nil)
        #expect(text.parseFloat(from: start, to: end) == nil)
        let offset = NumberLiteral.firstInvalidOffset(in: text, from: start, to: end)
        #expect(text.numberFault(from: start, to: end) == .malformed(offset: offset ?? -1))
      }
    }
  }

  @Test func `rejects a byte that does not belong at every place of a long number`() {
    let page = NumberPage()
    for integerCount in 1...10 {
      for fractionCount in [0, 1, 2, 7, 8, 9, 10, 15, 16, 17, 18, 19, 25] {
        var number = [UInt8](repeating: 0x31, count: integerCount)
        if fractionCount > 0 {
          number += [0x2e] + [UInt8](repeating: 0x31, count: fractionCount)
        }
        for place in number.indices {
          for byte in [0x00, 0x2d, 0x2e, 0x2f, 0x3a, 0xb1, 0xff] as [UInt8] {
            // A minus sign at the start and a point between digits do belong.
            if place == 0 && byte == 0x2d && integerCount > 1 { continue }
            if place == integerCount && byte == 0x2e { continue }
            if fractionCount == 0 && byte == 0x2e && place > 0 && place < integerCount - 1 {
              continue
            }
            var changed = number
            changed[place] = byte
            let surroundings = NumberPage.Surroundings.allCases[place % 4]
            page.withText(of: changed, in: surroundings) { text, start, end in
              if text.parseDouble(from: start, to: end) != nil
                || text.parseFloat(from: start, to: end) != nil
              {
                Issue.record("accepted \(changed)")
              }
            }
          }
        }
      }
    }
  }

  @Test func `a Float is not rounded by way of a Double`() {
    // As a Double this is the midpoint of two floats, which then rounds to the even one.
    var judge = Judge<Float>()
    for _ in 0..<4 {
      judge.expect("1.00000005960464477540", Float(1).nextUp)
      judge.expect("1.000000059604644775390625", 1)
    }
  }

  @Test func `agrees with the standard library on Double`() { agree(on: Double.self, seed: 10) }

  @Test func `agrees with the standard library on Float`() { agree(on: Float.self, seed: 20) }

  private func agree<T: FloatUnderTest>(on type: T.Type, seed: UInt64) {
    var judge = Judge<T>()
    var random = SplitMix64(seed: seed)
    for _ in 0..<scaled(15_000) {
      judge.expectAgreement(printedValue(of: type, using: &random))
      judge.expectAgreement(digitString(using: &random))
      judge.expectAgreement(coordinate(using: &random))
      judge.expectAgreement(nineteenDigits(using: &random))
    }
  }

  /// The shortest description of a random bit pattern that is neither an infinity nor a NaN.
  private func printedValue<T: FloatUnderTest>(
    of type: T.Type,
    using random: inout SplitMix64
  ) -> String {
    while true {
      let bits = random.next()
      let value = T(bits: T.bitCount == 64 ? bits : bits >> 32)
      if value.isFinite { return "\(value)" }
    }
  }

  /// 1 to 40 digits with the point anywhere or missing, and often an exponent.
  private func digitString(using random: inout SplitMix64) -> String {
    var number = Bool.random(using: &random) ? "-" : ""
    let integerCount = Int.random(in: 0...20, using: &random)
    if integerCount == 0 {
      number += "0"
    } else {
      number += "\(Int.random(in: 1...9, using: &random))"
      for _ in 1..<integerCount { number += "\(Int.random(in: 0...9, using: &random))" }
    }
    let fractionCount = Int.random(in: 0...20, using: &random)
    if fractionCount > 0 {
      number += "."
      let leadingZeros = Int.random(in: 0...40, using: &random)
      if leadingZeros < 10 { number += String(repeating: "0", count: leadingZeros) }
      for _ in 0..<fractionCount { number += "\(Int.random(in: 0...9, using: &random))" }
    }
    switch Int.random(in: 0...3, using: &random) {
    case 0: number += "e\(Int.random(in: -350...320, using: &random))"
    case 1: number += "E\(Int.random(in: -50...40, using: &random))"
    case 2: number += "e+\(Int.random(in: 0...30, using: &random))"
    default: break
    }
    return number
  }

  /// A number of the kind that fills geographic files.
  private func coordinate(using random: inout SplitMix64) -> String {
    "\(Double.random(in: -180...180, using: &random))"
  }

  /// Nineteen digits with an exponent, where the 128-bit product alone decides.
  private func nineteenDigits(using random: inout SplitMix64) -> String {
    let digits = UInt64.random(
      in: 1_000_000_000_000_000_000...9_999_999_999_999_999_999,
      using: &random
    )
    return "\(digits)e\(Int.random(in: -345...292, using: &random))"
  }
}

struct FloatMidpointTests {
  @Test func `rounds halfway cases of Double to even`() {
    var patterns: [UInt64] = [
      0, 1, 2, 3, 0xf_ffff_ffff_fffe, 0xf_ffff_ffff_ffff, 0x10_0000_0000_0000,
      0x10_0000_0000_0001, 0x1f_ffff_ffff_ffff, 0x20_0000_0000_0000,
      Double.greatestFiniteMagnitude.bitPattern, Double.greatestFiniteMagnitude.bitPattern - 1,
    ]
    patterns += (0..<200).map { Double(1 << 53 + $0).bitPattern }
    check(patterns, type: Double.self, seed: 30)
  }

  @Test func `rounds halfway cases of Float to even`() {
    var patterns: [UInt64] = [
      0, 1, 2, 3, 0x7f_fffe, 0x7f_ffff, 0x80_0000, 0x80_0001, 0xff_ffff, 0x100_0000,
      UInt64(Float.greatestFiniteMagnitude.bitPattern),
    ]
    patterns += (0..<200).map { UInt64(Float(1 << 24 + $0).bitPattern) }
    check(patterns, type: Float.self, seed: 40)
  }

  @Test func `rounds ties to even at every power of ten that has some`() {
    checkTies(type: Double.self, exponents: -4...23, seed: 50)
    // -17 has ties too, but only with significands of more than 19 digits.
    checkTies(type: Float.self, exponents: -16...10, seed: 60)
  }

  /// Writes midpoints with at most 19 digits, which the 128-bit product must recognize.
  private func checkTies<T: FloatUnderTest>(
    type: T.Type,
    exponents: ClosedRange<Int>,
    seed: UInt64
  ) {
    var judge = Judge<T>()
    var random = SplitMix64(seed: seed)
    // One bit more than the type has, and odd, which is halfway between two values.
    let least: UInt64 = 1 << UInt64(T.significandBitCount + 1)
    for exponent in exponents {
      let power = (0..<abs(exponent)).reduce(1 as UInt64) { product, _ in product * 5 }
      // What one unit of `midpoint / 2` is worth.
      let unit = T(sign: .plus, exponent: T.Exponent(exponent + 1), significand: 1)
      for _ in 0..<scaled(50) {
        let midpoint: UInt64
        let significand: UInt64
        if exponent < 0 {
          let most = min(least * 2 - 1, 9_999_999_999_999_999_999 / power)
          midpoint = UInt64.random(in: least...most, using: &random) | 1
          significand = midpoint * power
          if midpoint > most { continue }
        } else {
          significand = UInt64.random(in: least / power...(least * 2 - 1) / power, using: &random)
          midpoint = significand * power
          if midpoint < least || midpoint & 1 == 0 { continue }
        }
        let half = midpoint / 2
        judge.expect("\(significand)e\(exponent)", T(half + half & 1) * unit)
        // With positive exponents, one unit of a further digit exceeds the distance between values.
        if exponent > 0 || significand >= 1_000_000_000_000_000_000 { continue }
        judge.expect("\(significand)1e\(exponent - 1)", T(half + 1) * unit)
        judge.expect("\(significand - 1)9e\(exponent - 1)", T(half) * unit)
      }
    }
  }

  private func check<T: FloatUnderTest>(_ patterns: [UInt64], type: T.Type, seed: UInt64) {
    var judge = Judge<T>()
    var random = SplitMix64(seed: seed)
    for pattern in patterns { checkMidpoint(above: pattern, &judge) }
    let infinity = T.infinityBits
    for _ in 0..<scaled(60) {
      checkMidpoint(above: UInt64.random(in: 0..<infinity, using: &random), &judge)
    }
    for _ in 0..<scaled(400) {
      // Magnitudes around one have short midpoints, which the faster methods must get right.
      let field = UInt64(T.exponentBias + Int.random(in: -10...80, using: &random))
      let fraction = random.next() & (1 << UInt64(T.significandBitCount) - 1)
      checkMidpoint(above: field << UInt64(T.significandBitCount) | fraction, &judge)
    }
  }

  /// Writes out the midpoint between a value and the next one, and numbers slightly off it.
  private func checkMidpoint<T: FloatUnderTest>(above pattern: UInt64, _ judge: inout Judge<T>) {
    let fractionBitCount = UInt64(T.significandBitCount)
    let field = pattern >> fractionBitCount
    let leadingOne: UInt64 = field == 0 ? 0 : 1 << fractionBitCount
    let fraction = pattern & (1 << fractionBitCount - 1)
    let bias = T.exponentBias + T.significandBitCount
    let exponent = Int(max(field, 1)) - bias - 1

    var midpoint = Natural((leadingOne | fraction) * 2 + 1)
    if exponent >= 0 {
      midpoint.shiftLeft(by: exponent)
    } else {
      for _ in 0..<(-exponent) { midpoint.multiply(by: 5) }
    }
    let digits = midpoint.decimalDigits
    let scale = min(exponent, 0)
    let below = T(bits: pattern)
    let above = T(bits: pattern + 1)
    let even = pattern & 1 == 0 ? below : above

    // The last digit is never zero if the exponent is negative, and even if not.
    // To go below the midpoint, subtract one from that digit and continue with nines.
    let last = digits.utf8.last.map { Int($0) - 48 } ?? 0
    let isLastZero = last == 0
    let less = String(digits.dropLast()) + "\(isLastZero ? 0 : last - 1)"
    let zeros = String(repeating: "0", count: 900)
    judge.expect("\(digits)e\(scale)", even)
    judge.expect("-\(digits)e\(scale)", -even)
    judge.expect("\(digits)0000e\(scale - 4)", even)
    judge.expect("\(digits).000e\(scale)", even)
    judge.expect("\(digits.prefix(1)).\(digits.dropFirst())0e\(scale + digits.count - 1)", even)
    judge.expect("0.000\(digits)e\(scale + digits.count + 3)", even)
    judge.expect("\(digits)1e\(scale - 1)", above)
    judge.expect("\(digits).\(zeros)1e\(scale)", above)
    if !isLastZero && !(less == "0") && !less.hasPrefix("0") {
      judge.expect("\(less)9e\(scale - 1)", below)
      judge.expect("\(less).9999999999999999999999e\(scale)", below)
      judge.expect("\(less).\(zeros.map { _ in "9" }.joined())e\(scale)", below)
    }
    judge.expectAgreement("\(digits)e\(scale)")
    judge.expectAgreement("\(digits.prefix(20))e\(scale + digits.count - min(digits.count, 20))")
  }
}
