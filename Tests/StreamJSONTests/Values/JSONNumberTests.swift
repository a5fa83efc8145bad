import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Numbers that lose nothing.
struct JSONNumberTests {
  private static func decoded(_ literal: String) throws -> JSONNumber {
    try StreamJSONDecoder().decode(JSONNumber.self, from: literal)
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "-0"), ("7", "7"), ("-7", "-7"), ("1.50", "1.50"), ("-0.001", "-0.001"),
    ("0.0000001", "1e-7"), ("1e2", "100"), ("12E3", "12000"), ("1e400", "1e400"), ("0e9", "0e9"),
    ("0e3", "0"),
    ("0.00", "0.00"), ("123e-2", "1.23"), ("1.25e+30", "1.25e30"), ("5e-324", "5e-324"),
    ("18446744073709551615", "18446744073709551615"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("12345678901234567890123", "12345678901234567890123"),
    ("3.141592653589793238462643", "3.141592653589793238462643"),
    ("1e99999999999999999999", "1e99999999999999999999"),
  ])
  func `a literal keeps its digits`(literal: String, description: String) throws {
    let number = try #require(JSONNumber(literal))
    #expect(number.description == description)
    #expect(try Self.decoded(literal).description == description)
    #expect(try Self.decoded(literal) == number)
    #expect(JSONNumber(description) == number)
    #expect(JSONNumber(description)?.hashValue == number.hashValue)
  }

  @Test(arguments: [
    "", "-", "01", "1.", ".5", "+1", "1e", "1e+", "0x10", "NaN", "Infinity", " 1", "1 ", "1a",
    "--1",
    "1.2.3", "١",
  ])
  func `anything else is not a literal`(text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test(arguments: [
    ["1", "1.0", "10e-1", "1e0", "0.1e1", "1.00000000000000000000000"],
    ["0", "-0", "0.0", "0e5", "-0e-400", "0.000000000000000000000000000"],
    ["100", "1e2", "1.0e+2"], ["0.1", "1e-1", "0.10", "0.1000000000000000000000000"],
    ["1e22", "10000000000000000000000"], ["1e400", "10e399", "0.1e401"],
    ["18446744073709551615", "18446744073709551615.0", "1844674407370955161.5e1"],
    ["12345678901234567890123", "12345678901234567890123.0", "1234567890123456789012.3e1"],
    // Of exponents that fit in no type.
    ["1e99999999999999999999", "10e99999999999999999998", "0.1e+100000000000000000000"],
    ["-1.50e-99999999999999999999", "-15e-100000000000000000000", "-150e-0100000000000000000001"],
    ["1e288230376151711745", "10e288230376151711744", "100000e288230376151711740"],
    ["1e9223372036854775808", "10e9223372036854775807", "0.01e9223372036854775810"],
    ["12345678901234567890.5e99999999999999999999", "123456789012345678905e99999999999999999998"],
    ["0", "0e99999999999999999999", "0.0e-99999999999999999999", "-0e99999999999999999999"],
    // Of 17 digits, so compared as doubles.
    ["-65.613616999999977", "-65.61361699999998"],
  ])
  func `spellings of one value are equal`(spellings: [String]) throws {
    let numbers = try spellings.map { try #require(JSONNumber($0)) }
    #expect(Set(numbers).count == 1)
    for number in numbers { #expect(number == numbers[0]) }
  }

  @Test func `different values differ`() throws {
    let literals = [
      "0", "1", "-1", "9007199254740992", "9007199254740993", "9007199254740992.5",
      "9223372036854775807", "9223372036854775808", "18446744073709551615",
      "18446744073709551616", "12345678901234567890123", "12345678901234567890124", "1e400",
      "1e401",
      "-1e400", "0.1", "0.10000000000000001234", "3.141592653589793238462643", "1e-400",
      "1e99999999999999999999", "1e99999999999999999998", "-1e99999999999999999999",
      "1e-99999999999999999999", "1e288230376151711745", "1e288230376151711744",
      "1e9223372036854775808", "1e9223372036854775807", "1e-9223372036854775809",
    ]
    let numbers = try literals.map { try #require(JSONNumber($0)) }
    #expect(Set(numbers).count == literals.count)
  }

  @Test func `a double equals the number that stands for it in a text`() throws {
    let doubles: [Double] = [
      0, -0.0, 1, 0.1, 1.5e300, .leastNonzeroMagnitude, .pi, .greatestFiniteMagnitude, 1 / 3,
      -65.61361699999998,
      9_007_199_254_740_992, 1e22, 1e19, 123_456_789.125,
    ]
    for double in doubles {
      try check(double)
    }
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let double = Double(bitPattern: random.next())
      guard double.isFinite else { continue }
      try check(double)
    }
    // Of more than 53 bits, it is another integer than its fewest digits stand for.
    let integer: Double = 0x1p63
    #expect(JSONNumber(integer) == JSONNumber(UInt64(1) << 63))
    #expect(JSONNumber(integer).description == "9223372036854775808")
    #expect(JSONNumber("\(integer)") != JSONNumber(integer))
  }

  private func check(_ double: Double) throws {
    let number = JSONNumber(double)
    #expect(JSONNumber(number.description) == number)
    #expect(JSONNumber(number.description)?.double == double)
    let read = try #require(JSONNumber("\(double)"))
    #expect(read.double == double)
    let isLargeInteger = double.magnitude > 0x1p53 && double.magnitude < 0x1p64
    #expect(isLargeInteger || read == number)
    #expect(isLargeInteger || read.hashValue == number.hashValue)
  }

  @Test func `integers`() {
    #expect(JSONNumber("1.0")?.int == 1)
    #expect(JSONNumber("1e3")?.int == 1000)
    #expect(JSONNumber("1.5")?.int == nil)
    #expect(JSONNumber("-9223372036854775808")?.int == .min)
    #expect(JSONNumber("9223372036854775808")?.int == nil)
    #expect(JSONNumber("9223372036854775808")?.integer(as: UInt64.self) == 1 << 63)
    #expect(JSONNumber("300")?.integer(as: UInt8.self) == nil)
    #expect(JSONNumber("-1")?.integer(as: UInt8.self) == nil)
    #expect(JSONNumber("1e2147483647")?.int == nil)
    #expect(JSONNumber("0e2147483647")?.int == 0)
    #expect(JSONNumber("1e99999999999999999999")?.int == nil)
    let wide = Int128.max
    #expect(JSONNumber(wide).integer(as: Int128.self) == wide)
    #expect(JSONNumber(wide).description == "\(wide)")
    #expect(JSONNumber(UInt128.max).integer(as: UInt128.self) == .max)
    #expect(JSONNumber(Int8(-3)) == -3)
    #expect(JSONNumber(2.0).int == 2)
    #expect(JSONNumber(Double.infinity).int == nil)
  }

  @Test func `a zero keeps its sign`() throws {
    let decoder = StreamJSONDecoder()
    for text in ["-0", "-0.0", "-0e5", "-0e99999999999999999999"] {
      let number = try #require(JSONNumber(text))
      #expect(
        try decoder.decode(Double.self, withJSONObject: JSONValue.number(number)).sign == .minus
      )
      #expect(try decoder.decode(Int.self, withJSONObject: JSONValue.number(number)) == 0)
      let data = try JSONEncoder().encode([number])
      #expect(try JSONDecoder().decode([Double].self, from: data)[0].sign == .minus)
      #expect(number == 0 && number.hashValue == (0 as JSONNumber).hashValue && number.int == 0)
    }
    let literal: JSONNumber = -0.0
    #expect(literal.description == "-0" && literal.double?.sign == .minus)
    #expect(
      try decoder.decode(Double.self, withJSONObject: JSONValue.number(literal)).sign == .minus
    )
    #expect(try decoder.decode(JSONNumber.self, withJSONObject: -0.0).double?.sign == .minus)
    for number in [0, JSONNumber("0"), 0.0] as [JSONNumber?] {
      #expect(number?.description == "0" && number?.double?.sign == .plus)
    }
  }

  @Test func `doubles`() {
    #expect(JSONNumber("1e400")?.double == nil)
    #expect(JSONNumber("1e-400")?.double == nil)
    #expect(JSONNumber("-0")?.double?.sign == .minus)
    #expect(JSONNumber("3.141592653589793238462643")?.double == .pi)
    #expect(JSONNumber(1).double == 1)
    #expect(JSONNumber(Double.nan) == JSONNumber(Double.nan))
    #expect(JSONNumber(Double.infinity) != JSONNumber(-Double.infinity))
    #expect(JSONNumber(Double.infinity).description == "null")
  }

  @Test(arguments: ["7", "-7.25", "18446744073709551615", "12345678901234567890123", "1e300"])
  func `other coders`(literal: String) throws {
    let number = try #require(JSONNumber(literal))
    let data = try JSONEncoder().encode([number])
    #expect(try JSONDecoder().decode([JSONNumber].self, from: data) == [number])
    #expect(try StreamJSONDecoder().decode([JSONNumber].self, from: data) == [number])
    #expect(
      try JSONDecoder().decode([JSONNumber].self, from: Data("[\(literal)]".utf8)) == [number]
    )
  }

  @Test func `a number that no coder has`() throws {
    let number = try #require(JSONNumber("1e400"))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([number]) }
    let data = try JSONEncoder().encode([try #require(JSONNumber("0.12345678901234567890123"))])
    #expect(try JSONDecoder().decode([Double].self, from: data) == [0.12345678901234567890123])
  }

  @Test func `values that are not numbers`() throws {
    for text in [#""1""#, "true", "[]", "{}"] {
      let error = #expect(throws: DecodingError.self) { try Self.decoded(text) }
      #expect(error?.jsonError?.kind == .typeMismatch)
    }
    let error = #expect(throws: DecodingError.self) { try Self.decoded("null") }
    #expect(error?.jsonError?.kind == .valueNotFound)
    let malformed = #expect(throws: DecodingError.self) { try Self.decoded("01") }
    #expect(malformed?.jsonError?.kind == .invalidNumber)
    #expect(malformed?.jsonError?.byteOffset == 1)
  }
}
