import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

struct NumberLiteralTests {
  private let page = NumberPage()

  private func parse(
    _ number: String,
    in surroundings: NumberPage.Surroundings = .commas
  ) -> NumberLiteral? {
    page.withText(of: Array(number.utf8), in: surroundings) { text, start, end in
      NumberLiteral(text, from: start, to: end)
    }
  }

  /// The offset of the first invalid byte, counted from the start of the number.
  private func invalidOffset(
    _ number: String,
    in surroundings: NumberPage.Surroundings = .commas
  ) -> Int? {
    page.withText(of: Array(number.utf8), in: surroundings) { text, start, end in
      NumberLiteral.firstInvalidOffset(in: text, from: start, to: end).map { $0 - start }
    }
  }

  struct Invalid: CustomTestStringConvertible, Sendable {
    var number: String
    var offset: Int
    init(_ number: String, _ offset: Int) { (self.number, self.offset) = (number, offset) }
    var testDescription: String { "\(number) at \(offset)" }
  }

  @Test(arguments: [
    Invalid("", 0), Invalid("-", 1), Invalid("+1", 0), Invalid("+", 0), Invalid(".5", 0),
    Invalid("e5", 0), Invalid("E", 0), Invalid("01", 1), Invalid("-01", 2), Invalid("00", 1),
    Invalid("-00", 2), Invalid("--1", 1), Invalid("-.5", 1), Invalid("1.", 2),
    Invalid("1.e2", 2), Invalid("1.-", 2), Invalid("1e", 2), Invalid("1E", 2), Invalid("1e+", 3),
    Invalid("1e-", 3), Invalid("1e+-1", 3), Invalid("1e1.5", 3), Invalid("1e1e1", 3),
    Invalid("1-2", 1), Invalid("1+2", 1), Invalid("1.2.3", 3), Invalid("1..2", 2),
    Invalid("0.", 2), Invalid("0e", 2), Invalid("1.5e", 4), Invalid("1.5-", 3),
    Invalid("12345678901234567890.", 21), Invalid("12345678-12345678", 8),
    Invalid("1.12345678-12345678", 10), Invalid("012345678", 1), Invalid("1e5-", 3),
  ])
  func `finds the first byte that cannot belong to a number`(_ invalid: Invalid) {
    for surroundings in NumberPage.Surroundings.allCases {
      #expect(parse(invalid.number, in: surroundings) == nil)
      #expect(invalidOffset(invalid.number, in: surroundings) == invalid.offset)
    }
  }

  @Test func `accepts what the grammar of RFC 8259 accepts, and nothing else`() {
    func isValid(_ number: some StringProtocol) -> Bool {
      String(number).wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
    }
    var random = SplitMix64(seed: 1)
    let characters = Array("00123456789..+-eE")
    // Not scaled, because nearly all of the time goes into matching the regular expression.
    for round in 0..<4_000 / TestScale.stride(inDebug: 4) {
      let number = String(
        (0..<Int.random(in: 1...14, using: &random)).map { _ in
          characters[Int.random(in: 0..<characters.count, using: &random)]
        }
      )
      let surroundings = NumberPage.Surroundings.allCases[round % 4]
      let literal = parse(number, in: surroundings)
      #expect((literal != nil) == isValid(number), "\(number)")
      page.withText(of: Array(number.utf8), in: surroundings) { text, start, end in
        let double = text.parseDouble(from: start, to: end)
        let float = text.parseFloat(from: start, to: end)
        let integer = text.parseInteger(from: start, to: end, as: Int64.self)
        // Faults other than those of the grammar are covered by other tests.
        if double == nil {
          #expect((text.numberFault(from: start, to: end) == .outOfRange) == isValid(number))
        }
        #expect(isValid(number) || (double == nil && float == nil && integer == nil))
      }
      // A prefix can still become a number if it is one or is one digit short of one.
      let viable = (0...number.count).prefix {
        isValid(number.prefix($0)) || isValid(number.prefix($0) + "0")
      }
      let expected = isValid(number) ? nil : viable.last
      #expect(invalidOffset(number, in: surroundings) == expected, "\(number)")
    }
  }

  struct Parts: CustomTestStringConvertible, Sendable {
    var number: String
    var significand: UInt64
    var exponent: Int
    var hasMoreDigits = false
    var testDescription: String { number }
  }

  @Test(arguments: [
    Parts(number: "0", significand: 0, exponent: 0),
    Parts(number: "-0.000", significand: 0, exponent: -3),
    Parts(number: "123", significand: 123, exponent: 0),
    Parts(number: "12.50", significand: 1250, exponent: -2),
    Parts(number: "1e5", significand: 1, exponent: 5),
    Parts(number: "1.5E-0010", significand: 15, exponent: -11),
    Parts(number: "9999999999999999999", significand: 9_999_999_999_999_999_999, exponent: 0),
    Parts(
      number: "12345678901234567890",
      significand: 1_234_567_890_123_456_789,
      exponent: 1,
      hasMoreDigits: true
    ),
    Parts(
      number: "1234567890.12345678901e3",
      significand: 1_234_567_890_123_456_789,
      exponent: -6,
      hasMoreDigits: true
    ),
    Parts(
      number: "0.00000000000000000000000123",
      significand: 123,
      exponent: -26
    ),
    Parts(
      number: "0.00001234567890123456789000",
      significand: 1_234_567_890_123_456_789,
      exponent: -23,
      hasMoreDigits: true
    ),
    Parts(number: "0.000000000000000000000000", significand: 0, exponent: -24),
    Parts(number: "1e99999999999999999999", significand: 1, exponent: 1_000_000_000_000_000_000),
    Parts(number: "1e-99999999999999999999", significand: 1, exponent: -1_000_000_000_000_000_000),
  ])
  func `splits a number into sign, digits and exponent`(_ parts: Parts) throws {
    for surroundings in NumberPage.Surroundings.allCases {
      let literal = try #require(parse(parts.number, in: surroundings))
      #expect(literal.significand == parts.significand)
      #expect(literal.exponent == parts.exponent)
      #expect(literal.hasMoreDigits == parts.hasMoreDigits)
      #expect(literal.isNegative == parts.number.hasPrefix("-"))
    }
  }

  @Test func `numbers of a million bytes do not trap and take linear time`() throws {
    let page = NumberPage(capacity: 3_000_000)
    let zeros = String(repeating: "0", count: 1_000_000)
    let nines = String(repeating: "9", count: 1_000_000)
    func double(_ number: String) -> Double? {
      page.withText(of: Array(number.utf8), in: .commas) { text, start, end in
        text.parseDouble(from: start, to: end)
      }
    }
    func int(_ number: String) -> Int? {
      page.withText(of: Array(number.utf8), in: .commas) { text, start, end in
        text.parseInteger(from: start, to: end, as: Int.self)
      }
    }
    #expect(double("0.\(zeros)1e1000001") == 1)
    #expect(int("0.\(zeros)1e1000001") == 1)
    #expect(double("1\(zeros)e-1000000") == 1)
    #expect(int("1\(zeros)e-1000000") == 1)
    #expect(double("1.\(zeros)") == 1)
    #expect(int("1.\(zeros)") == 1)
    #expect(int("1.\(zeros)1") == nil)
    #expect(double("1e\(zeros)1") == 10)
    #expect(int("1e\(zeros)1") == 10)
    #expect(double("0.\(nines)") == 1)
    #expect(double("\(nines)e-1000000") == 1)
    #expect(int("\(nines)e-1000000") == nil)
    #expect(double("9007199254740993.\(zeros)") == 9_007_199_254_740_992)
    #expect(double("9007199254740993.\(zeros)1") == 9_007_199_254_740_994)
    #expect(double(nines) == nil)
    #expect(int(nines) == nil)
    #expect(double("1e\(nines)") == nil)
    #expect(double("1e-\(nines)") == nil)
    #expect(double("0e\(nines)") == 0)
    #expect(int("0e\(nines)") == 0)
    #expect(int("1e\(nines)") == nil)
    #expect(int("1e-\(nines)") == nil)
  }

  struct DecimalCase: CustomTestStringConvertible, Sendable {
    var number: String
    var mantissa: UInt128
    var exponent: Int
    var testDescription: String { number }
  }

  @Test(arguments: [
    DecimalCase(number: "0", mantissa: 0, exponent: 0),
    DecimalCase(number: "-12.50", mantissa: 1250, exponent: -2),
    DecimalCase(
      number: "340282366920938463463374607431768211455",
      mantissa: .max,
      exponent: 0
    ),
    DecimalCase(
      number: "340282366920938463463374607431768211456",
      mantissa: .max / 10,
      exponent: 1
    ),
    DecimalCase(
      number: "-0.340282366920938463463374607431768211456",
      mantissa: .max / 10,
      exponent: -38
    ),
    DecimalCase(
      number: "340282366920938463463.3746074317682114559999e7",
      mantissa: .max,
      exponent: -11
    ),
    DecimalCase(
      number: "340282366920938463463374607431768211455123.9",
      mantissa: .max,
      exponent: 3
    ),
    DecimalCase(
      number: "1234567890123456789012.5",
      mantissa: 12_345_678_901_234_567_890_125,
      exponent: -1
    ),
  ])
  func `takes as many decimal digits as fit in 128 bits`(_ row: DecimalCase) throws {
    for surroundings in NumberPage.Surroundings.allCases {
      let digits = page.withText(of: Array(row.number.utf8), in: surroundings) { text, start, end in
        NumberLiteral(text, from: start, to: end)?.decimalDigits(in: text)
      }
      #expect(digits?.mantissa == WideInteger(lowestBitsOf: row.mantissa))
      #expect(digits?.exponent == row.exponent)
    }
  }
}
