import Testing

@testable import StreamJSONCore

struct IntegerParsingTests {
  private let page = NumberPage()

  /// The value or the fault, from separate calls that are checked not to contradict each other.
  private func parse<T: FixedWidthInteger>(
    _ number: String,
    as type: T.Type,
    in surroundings: NumberPage.Surroundings = .commas
  ) -> Result<T, NumberFault> {
    page.withText(of: Array(number.utf8), in: surroundings) { text, start, end in
      if let value = text.parseInteger(from: start, to: end, as: type) { return .success(value) }
      do throws(NumberFault) {
        _ = try text.parseAnyInteger(from: start, to: end)
        return .failure(.outOfRange)
      } catch {
        guard case .malformed(let offset) = error else { return .failure(error) }
        return .failure(.malformed(offset: offset - start))
      }
    }
  }

  /// The value of a valid number, by arithmetic on its characters.
  private func expected<T: FixedWidthInteger>(
    _ number: String,
    as type: T.Type
  )
    -> Result<T, NumberFault>
  {
    let parts = number.lowercased().split(separator: "e")
    var exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".")
    var digits = mantissa[0].filter { $0 != "-" }
    if mantissa.count > 1 {
      digits += mantissa[1]
      exponent -= mantissa[1].count
    }
    digits = String(digits.drop { $0 == "0" })
    if digits.isEmpty { return .success(0) }
    while exponent < 0 {
      if digits.removeLast() != "0" { return .failure(.hasFraction) }
      exponent += 1
    }
    if exponent > 100 { return .failure(.outOfRange) }
    digits += String(repeating: "0", count: exponent)
    guard let value = T((number.hasPrefix("-") ? "-" : "") + digits) else {
      return .failure(.outOfRange)
    }
    return .success(value)
  }

  private func check<T: FixedWidthInteger>(
    _ number: String,
    as type: T.Type,
    in surroundings: NumberPage.Surroundings,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let actual = parse(number, as: type, in: surroundings)
    let wanted = expected(number, as: type)
    if actual == wanted { return }
    Issue.record("\(T.self) \(number): \(actual), not \(wanted)", sourceLocation: sourceLocation)
  }

  @Test func `every 8-bit and 16-bit value, and those around the limits`() {
    for value in -400...400 {
      check("\(value)", as: Int8.self, in: .endOfText)
      check("\(value)", as: UInt8.self, in: .digits)
    }
    for value in -33_000...(-32_500) { check("\(value)", as: Int16.self, in: .shortRest) }
    for value in 32_500...33_000 { check("\(value)", as: Int16.self, in: .commas) }
    for value in -200...300 { check("\(value)", as: UInt16.self, in: .endOfText) }
    for value in 65_300...65_700 { check("\(value)", as: UInt16.self, in: .commas) }
    // All of them, without the slow reference.
    for value in Int16.min...Int16.max where parse("\(value)", as: Int16.self) != .success(value) {
      Issue.record("Int16 \(value)")
    }
    for value in 0...UInt16.max where parse("\(value)", as: UInt16.self) != .success(value) {
      Issue.record("UInt16 \(value)")
    }
  }

  @Test func `the limits of every type, and one beyond`() {
    func check<T: FixedWidthInteger>(_ type: T.Type, below: String, above: String) {
      for surroundings in NumberPage.Surroundings.allCases {
        #expect(parse("\(T.min)", as: type, in: surroundings) == .success(.min))
        #expect(parse("\(T.max)", as: type, in: surroundings) == .success(.max))
        #expect(parse("\(T.min).00", as: type, in: surroundings) == .success(.min))
        #expect(parse("\(T.max)0e-1", as: type, in: surroundings) == .success(.max))
        #expect(parse(below, as: type, in: surroundings) == .failure(.outOfRange))
        #expect(parse(above, as: type, in: surroundings) == .failure(.outOfRange))
        #expect(parse(below + ".0", as: type, in: surroundings) == .failure(.outOfRange))
        #expect(parse("-0", as: type, in: surroundings) == .success(0))
        #expect(parse("-0.0e5", as: type, in: surroundings) == .success(0))
      }
    }
    check(Int8.self, below: "-129", above: "128")
    check(UInt8.self, below: "-1", above: "256")
    check(Int16.self, below: "-32769", above: "32768")
    check(UInt16.self, below: "-1", above: "65536")
    check(Int32.self, below: "-2147483649", above: "2147483648")
    check(UInt32.self, below: "-1", above: "4294967296")
    check(Int64.self, below: "-9223372036854775809", above: "9223372036854775808")
    check(UInt64.self, below: "-1", above: "18446744073709551616")
    check(Int.self, below: "-9223372036854775809", above: "9223372036854775808")
    check(UInt.self, below: "-1", above: "18446744073709551616")
    check(
      Int128.self,
      below: "-170141183460469231731687303715884105729",
      above: "170141183460469231731687303715884105728"
    )
    check(UInt128.self, below: "-1", above: "340282366920938463463374607431768211456")
  }

  struct Exact: CustomTestStringConvertible, Sendable {
    var number: String
    var value: Int128?
    init(_ number: String, _ value: Int128?) { (self.number, self.value) = (number, value) }
    var testDescription: String { number }
  }

  @Test(arguments: [
    Exact("1.0", 1), Exact("1e3", 1000), Exact("0.1e1", 1), Exact("10e-1", 1),
    Exact("1e18", 1_000_000_000_000_000_000), Exact("1E+2", 100), Exact("-1.50e1", -15),
    Exact("1e20", 100_000_000_000_000_000_000), Exact("0e99999999999999999999", 0),
    Exact("0.000e-5", 0), Exact("9007199254740993.0", 9_007_199_254_740_993),
    Exact("18446744073709551616.0", 18_446_744_073_709_551_616),
    Exact("100000000000000000000000000e-26", 1), Exact("1.5", nil), Exact("0.5", nil),
    Exact("1e-1", nil), Exact("9007199254740993.5", nil), Exact("1.0000000000000001", nil),
    Exact("4503599627370497.5", nil), Exact("1e-400", nil), Exact("1e-324", nil),
    Exact("12345678901234567890.000000000000000000000001", nil),
  ])
  func `a fraction or exponent counts by its exact value`(_ row: Exact) {
    for surroundings in NumberPage.Surroundings.allCases {
      let expected = row.value.map { Result<Int128, NumberFault>.success($0) }
      #expect(
        parse(row.number, as: Int128.self, in: surroundings) == expected ?? .failure(.hasFraction)
      )
    }
  }

  @Test func `exact values at the limits of Int and UInt8`() {
    #expect(parse("255.0", as: UInt8.self) == .success(255))
    #expect(parse("2.56e2", as: UInt8.self) == .failure(.outOfRange))
    #expect(parse("9.223372036854775807e18", as: Int.self) == .success(.max))
    #expect(parse("9.223372036854775808e18", as: Int.self) == .failure(.outOfRange))
    #expect(parse("-9.223372036854775808e18", as: Int.self) == .success(.min))
    #expect(parse("18446744073709551615.0", as: UInt64.self) == .success(.max))
    #expect(parse("1e19", as: Int.self) == .failure(.outOfRange))
    #expect(parse("1e99999999999999999999", as: Int.self) == .failure(.outOfRange))
    #expect(parse("1e-99999999999999999999", as: Int.self) == .failure(.hasFraction))
  }

  @Test(arguments: [
    "", "-", "01", "-01", "00", "1.", "1e", "+1", "1-2", "123456789-", "12345678.",
    "1234567890123-56789", "01234567", "012345678", "01234567890123456", "12345678901234567-",
    "-012345678901234567890", "1234567890123456789012345678+0", "0000000000000000000000",
  ])
  func `a malformed number is reported with its offset`(_ number: String) {
    for surroundings in NumberPage.Surroundings.allCases {
      let offset = page.withText(of: Array(number.utf8), in: surroundings) { text, start, end in
        NumberLiteral.firstInvalidOffset(in: text, from: start, to: end).map { $0 - start }
      }
      let fault = NumberFault.malformed(offset: offset ?? -1)
      #expect(parse(number, as: Int.self, in: surroundings) == .failure(fault))
      #expect(parse(number, as: UInt8.self, in: surroundings) == .failure(fault))
      #expect(parse(number, as: UInt128.self, in: surroundings) == .failure(fault))
    }
  }

  @Test func `rejects a byte that is not a digit at every place of a long integer`() {
    for digitCount in 1...40 {
      for place in 0..<digitCount {
        for byte in [UInt8(ascii: "/"), UInt8(ascii: ":"), 0x00, 0xff, 0xb0, UInt8(ascii: "-")] {
          var number = Array(repeating: UInt8(ascii: "1"), count: digitCount)
          number[place] = byte
          if place == 0 && byte == UInt8(ascii: "-") && digitCount > 1 { continue }
          let value = page.withText(of: number, in: .digits) { text, start, end in
            text.parseInteger(from: start, to: end, as: Int128.self)
          }
          #expect(value == nil)
        }
      }
    }
  }

  @Test func `generated integers agree with the standard library`() {
    var random = SplitMix64(seed: 50)
    for round in 0..<scaled(4_000) {
      let surroundings = NumberPage.Surroundings.allCases[round % 4]
      var number = Bool.random(using: &random) ? "-" : ""
      number += "\(Int.random(in: 1...9, using: &random))"
      for _ in 0..<Int.random(in: 0...39, using: &random) {
        number += "\(Int.random(in: 0...9, using: &random))"
      }
      for prefix in [number, String(number.prefix(12)), String(number.prefix(20))]
      where prefix != "-" {
        compare(prefix, as: Int32.self, in: surroundings)
        compare(prefix, as: UInt32.self, in: surroundings)
        compare(prefix, as: Int64.self, in: surroundings)
        compare(prefix, as: UInt64.self, in: surroundings)
        compare(prefix, as: Int128.self, in: surroundings)
        compare(prefix, as: UInt128.self, in: surroundings)
      }
    }
  }

  private func compare<T: FixedWidthInteger>(
    _ number: String,
    as type: T.Type,
    in surroundings: NumberPage.Surroundings
  ) {
    let wanted = T(number).map { Result<T, NumberFault>.success($0) } ?? .failure(.outOfRange)
    if parse(number, as: type, in: surroundings) != wanted {
      Issue.record("\(T.self) \(number)")
    }
  }

  @Test func `generated fractions and exponents agree with exact arithmetic`() {
    var random = SplitMix64(seed: 60)
    for round in 0..<scaled(5_000) {
      let surroundings = NumberPage.Surroundings.allCases[round % 4]
      var number = Bool.random(using: &random) ? "-" : ""
      number += "\(UInt64.random(in: 0...(.max >> UInt64.random(in: 0..<64, using: &random))))"
      if Bool.random(using: &random) { number += String(repeating: "0", count: round % 23) }
      if Bool.random(using: &random) {
        number += "."
        number += "\(Bool.random(using: &random) ? UInt64.random(in: 0...999, using: &random) : 0)"
        number += String(repeating: "0", count: round % 7)
      }
      if Bool.random(using: &random) {
        number += "e\(Int.random(in: -25...25, using: &random))"
      }
      if number.hasPrefix("00") || number.hasPrefix("-00") { continue }
      check(number, as: Int8.self, in: surroundings)
      check(number, as: UInt16.self, in: surroundings)
      check(number, as: Int.self, in: surroundings)
      check(number, as: UInt64.self, in: surroundings)
      check(number, as: Int128.self, in: surroundings)
      check(number, as: UInt128.self, in: surroundings)
    }
  }
}
