import StreamJSON
import StreamJSONTestSupport
import Testing

/// Arrays of numbers, which the scanner reads in one go if enough of the text follows.
struct NumberArrayTests {
  private static let parts = [
    "", "0", "00", "01", "7", "1234567", "12345678", "123456789012345", "1234567890123456789",
    "123456789012345678901234", "1234567890123456789012345",
  ]

  private static let exponents = ["", "e", "e3", "E-2", "e+1", "e0000001", "e00000001", ".", "-1"]

  /// The text with each of them in the place of `#`, and with space after it, so that it doesn't end soon.
  ///
  /// Those that are meant to be read differently are left out.
  private static func forEachText(
    _ pattern: String,
    integers: Bool = false,
    _ body: (String) -> Void
  ) {
    for sign in ["", "-"] {
      for integer in parts {
        for fraction in [nil] + parts.map(Optional.some) {
          for exponent in exponents {
            let number = sign + integer + (fraction.map { "." + $0 } ?? "") + exponent
            let text = pattern.replacing("#", with: number)
            let bytes = Array(text.utf8)
            let isDifferent =
              integers ? KnownDifferences.explain(bytes) : KnownDifferences.isReadByOursOnly(bytes)
            if !isDifferent { body(text + String(repeating: " ", count: 80)) }
          }
        }
      }
    }
  }

  @Test(arguments: ["[#]", "[1.5,#,2]", "[-1.25, #\n]", "[ 3,\n\t#,4]", "[1,#", "[#,]", "[#,x]"])
  func `doubles of every form`(pattern: String) {
    Self.forEachText(pattern) { Parity.expectSame([Double].self, $0) }
  }

  @Test(arguments: ["[[#]]", "[[1.5,#],[#,2.25],[]]", "[null,[#, 1]]"])
  func `arrays of doubles of every form`(pattern: String) {
    Self.forEachText(pattern) { Parity.expectSame([[Double]?].self, $0) }
  }

  @Test func `numbers of other types`() {
    Self.forEachText("[1,#,2]", integers: true) { Parity.expectSame([Int].self, $0) }
    Self.forEachText("[1,#,2]") { Parity.expectSame([Float].self, $0) }
    Self.forEachText("{\"a\":[#,2.5],\"b\":[1]}") {
      Parity.expectSame([String: [Double]].self, $0)
    }
  }

  /// Small arrays are read in one go, with their brackets, if enough bytes come after them.
  @Test func `arrays of every size, near the end and far from it`() {
    for count in 0..<70 {
      for rest in 0..<70 {
        let numbers = (0..<count).map { "\($0).\($0)" }.joined(separator: ",")
        let text = "[[\(numbers)]\(String(repeating: " ", count: rest))]"
        Parity.expectSame([[Double]].self, text)
      }
    }
  }

  @Test func `arrays of numbers as deep as the limit`() {
    for depth in [510, 511, 512, 513] {
      let opening = String(repeating: "[", count: depth)
      let text = "\(opening)1.5,2\(String(repeating: "]", count: depth))"
      Parity.expectSame(Skipped.self, text + String(repeating: " ", count: 80))
    }
  }

  /// Decodes from any text.
  private struct Skipped: Decodable, Equatable {
    init(from decoder: any Decoder) {}
  }

  @Test func `other elements after many numbers`() {
    for element in ["null", "\"a\"", "[1]", "{}", "1e", "-", "", ",", "]", "x", "1.5 x"] {
      for count in [1, 2, 31, 32, 33, 34, 100] {
        let text = "[\(String(repeating: "1.5,", count: count))\(element),2.5,3]"
        Parity.expectSame([Double?].self, text + String(repeating: " ", count: 80))
        Parity.expectSame([Double?].self, text)
      }
    }
  }
}
