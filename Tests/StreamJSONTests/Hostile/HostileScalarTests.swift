import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Very long strings and numbers, and texts of one repeated byte.
struct HostileScalarTests {
  private static let count = Growth.scaled(500_000, debug: 20_000)

  @Test(arguments: [
    "\\n", "\\u00e9", "\\ud83d\\ude00", "\\\\", "\u{E9}", "\u{1F600}", "\u{301}", "a\\\"",
    "abcdefghijklmnop\\n",
  ])
  func `long strings`(_ piece: String) throws {
    try Growth.expectLinear(size: Self.count) { count in
      let bytes = Array("[\"\(String(repeating: piece, count: count / piece.utf8.count))\"]".utf8)
      return {
        let strings = try StreamJSONDecoder().decode([String].self, from: bytes)
        #expect(strings.count == 1)
      }
    }
  }

  @Test func `a hundred megabytes of escapes`() throws {
    let count = Growth.scaled(50_000_000, debug: 500_000)
    var bytes = [UInt8](repeating: UInt8(ascii: "\\"), count: 2 * count + 2)
    bytes[0] = UInt8(ascii: "\"")
    bytes[2 * count + 1] = UInt8(ascii: "\"")
    for place in stride(from: 2, through: 2 * count, by: 2) { bytes[place] = UInt8(ascii: "n") }
    let string = try StreamJSONDecoder().decode(String.self, from: bytes)
    #expect(string.utf8.count == count)
    #expect(string.utf8.allSatisfy { $0 == 0x0A })
    // The same text without its end.
    bytes.removeLast()
    let cut = outcome { try StreamJSONDecoder().decode(String.self, from: bytes) }
    #expect(cut.failure?.kind == .dataCorrupted)
  }

  @Test(arguments: [
    ("", "9", ""), ("", "1", "e-999999"), ("0.", "0", "1"), ("0.", "9", ""), ("1", "0", ""),
    ("1.", "0", "1e5"), ("1e", "0", "5"), ("1e", "9", ""), ("1e-", "9", ""), ("1e+", "0", "1"),
    ("-", "4", ".5"), ("0.", "3", "e1000000"), ("9007199254740993.", "0", "1"),
  ])
  func `long numbers`(_ start: String, _ digit: String, _ end: String) throws {
    try Growth.expectLinear(size: Self.count) { count in
      let number = start + String(repeating: digit, count: count) + end
      let bytes = Array("[\(number)]".utf8)
      return {
        for decode in Self.numberDecodes { _ = outcome { try decode(bytes) } }
      }
    }
  }

  private static let numberDecodes: [@Sendable ([UInt8]) throws -> Void] = [
    { _ = try StreamJSONDecoder().decode([Double].self, from: $0) },
    { _ = try StreamJSONDecoder().decode([Float].self, from: $0) },
    { _ = try StreamJSONDecoder().decode([Int].self, from: $0) },
    { _ = try StreamJSONDecoder().decode([UInt128].self, from: $0) },
    { _ = try StreamJSONDecoder().decode([Decimal].self, from: $0) },
    { _ = try StreamJSONDecoder().decode([Date].self, from: $0) },
  ]

  @Test func `exponents of a thousand digits`() {
    for (sign, digit) in [("", "9"), ("-", "9"), ("+", "9"), ("", "0"), ("-", "0")] {
      let number = "1e\(sign)\(String(repeating: digit, count: 1000))"
      let result = outcome { try StreamJSONDecoder().decode(Double.self, from: number) }
      if digit == "0" {
        #expect(result == .value(1))
      } else {
        #expect(result.failure?.kind == .dataCorrupted)
      }
    }
  }

  @Test func `one byte again and again`() throws {
    let count = Growth.scaled(1_000_000, debug: 30_000)
    for byte in UInt8.min...UInt8.max {
      try Growth.expectLinear(size: count / 100) { count in
        let bytes = [UInt8](repeating: byte, count: count)
        return {
          let result = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: bytes) }
          // Only a number of many digits could be a value.
          #expect(!result.isAccepted || (0x31...0x39).contains(byte))
          let json5 = StreamJSONDecoder()
          json5.allowsJSON5 = true
          _ = outcome { try json5.decode(JSONTree.self, from: bytes) }
        }
      }
    }
  }

  @Test(arguments: [
    "[]", "{}", "[[],", "{\"a\":", "\"\\", ",", "1,", "[1,", "{\"a\":1,", "//\n", "/**/", "/*",
    "\u{FEFF}", "\r\n", "[null,", "\"a\",", "\\u", "e1", "-", "[-", "\u{0}\u{0}\u{0}[", "[\u{0}",
  ])
  func `a few bytes again and again`(_ piece: String) throws {
    try Growth.expectLinear(size: Self.count / 20) { count in
      let bytes = Array(String(repeating: piece, count: count).utf8)
      return {
        _ = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: bytes) }
        let json5 = StreamJSONDecoder()
        json5.allowsJSON5 = true
        json5.assumesTopLevelDictionary = true
        _ = outcome { try json5.decode(JSONTree.self, from: bytes) }
      }
    }
  }
}
