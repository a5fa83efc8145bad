import Testing

@testable import StreamJSONCore

/// Numbers whose end and value are found in one go, beside the functions that look for the end first.
struct PlainNumberTests {
  private let page = NumberPage()

  /// The offset past the number at `start` and its value, by the functions for numbers of any form.
  private func ordinary<Value>(
    _ text: JSONText,
    from start: Int,
    _ parse: (_ end: Int) -> Value?
  ) -> (end: Int, value: Value?) {
    var end = start
    let scanner = Scanner(maximumDepth: 0, allowsTrailingComma: false)
    _ = scanner.scanNumber(text, &end, isFinal: true, dialect: StandardJSON.self)
    return (end, parse(end))
  }

  private func check(_ number: String, before surroundings: NumberPage.Surroundings) {
    page.withText(of: Array(number.utf8), in: surroundings) { text, start, _ in
      var end = start
      if let integer = text.plainInteger(&end) {
        let expected = ordinary(text, from: start) {
          text.parseInteger(from: start, to: $0, as: UInt64.self)
        }
        #expect(end == expected.end, "\(number)")
        #expect(integer == expected.value, "\(number)")
      } else {
        #expect(end == start)
      }
      end = start
      if let decimal = text.plainDecimal(&end) {
        let double = Double.nearest(
          to: decimal.significand,
          exponent: decimal.exponent,
          isNegative: decimal.isNegative
        )
        let expected = ordinary(text, from: start) { text.parseDouble(from: start, to: $0) }
        #expect(end == expected.end, "\(number)")
        #expect(double?.bitPattern == expected.value?.bitPattern, "\(number)")
      } else {
        #expect(end == start)
      }
    }
  }

  @Test func `every form of a number has the value and the end that it has elsewhere`() {
    let parts = [
      "", "0", "00", "01", "1", "9", "1234567", "12345678", "123456789012345", "1234567890123456",
    ]
    for sign in ["", "-", "--", "+"] {
      for integer in parts {
        for fraction in [nil] + parts {
          for exponent in ["", "e", "e1", "E-2", ".", ".1", "-1", " ", ","] {
            let number = sign + integer + (fraction.map { "." + $0 } ?? "") + exponent
            for surroundings in NumberPage.Surroundings.allCases where !number.isEmpty {
              check(number, before: surroundings)
            }
          }
        }
      }
    }
  }

  @Test func `random numbers have the value that they have elsewhere`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<scaled(20_000) {
      let digits = { (count: Int) in
        (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
      }
      let integer = digits(.random(in: 1...9, using: &random))
      let fraction = digits(.random(in: 0...17, using: &random))
      check((Bool.random(using: &random) ? "-" : "") + integer + "." + fraction, before: .commas)
      check(digits(.random(in: 1...18, using: &random)), before: .commas)
    }
  }

  @Test(
    arguments: [
      ("7", 7), ("1234567", 1_234_567), ("12345678", 12_345_678),
      ("123456789012345", 123_456_789_012_345),
    ] as [(String, UInt64)]
  )
  func `usual integers are found`(number: String, value: UInt64) {
    page.withText(of: Array(number.utf8), in: .commas) { text, start, end in
      var offset = start
      #expect(text.plainInteger(&offset) == value)
      #expect(offset == end)
    }
  }

  @Test(arguments: ["0.5", "-65.613616999999977", "12", "-0.0", "1234567.25"])
  func `usual decimals are found`(number: String) {
    page.withText(of: Array(number.utf8), in: .commas) { text, start, end in
      var offset = start
      #expect(text.plainDecimal(&offset) != nil)
      #expect(offset == end)
    }
  }
}
