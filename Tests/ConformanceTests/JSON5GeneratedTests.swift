import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// JSON5 texts assembled at random from pieces that mean something to one rule or another, read by
/// JSONDecoder and by StreamJSONDecoder.
struct JSON5GeneratedTests {
  private static let punctuation = ["{", "}", "[", "]", ",", ":", "\"", "'", " ", "\n", "/", "\\"]

  private static let space = [
    " ", "\t", "\u{0B}", "\u{0C}", "\r", "/**/", "/***/", "/* * / */", "//\n", "// \r", "/", "/*",
    "*/", "\u{2028}", "\u{FEFF}",
  ]

  private static let names = [
    "a", "$", "_", "é", "\\u0061", "\\x41", "\\u0020", "a1", "1a", "a\u{301}", "a-b", "\u{301}",
    "a\u{200D}b", "'a'", "\"a\"", "'\"'", "\"'\"", "'\\x41'", "日本", "null", "Infinity", "",
    "\\u", "\\q", "ⅷ", "a\u{203F}", "٣", "'\\u00e9'", "'é'", "\"e\u{301}\"",
  ]

  private static let strings = [
    "'a'", "\"\"", "''", "'\\''", "\"\\'\"", "'\"'", "'\\x41'", "'\\x4'", "'\\x00'", "'\\xZZ'",
    "'a\\\nb'", "'a\\\r\nb'", "'a\\\rb'", "'a\nb'", "'\\\r\n\n'", "'\\v'", "'\\0'", "'\\u0000'",
    "'\\ud83d\\ude00'", "'\\ud83d'", "'\\u12'", "\"\\u12'\"", "'\\u12\"'", "'\\u12\"4'",
    "'é\u{2028}'",
    "'\u{7F}'", "'\t'", "'\\/'", "'\\", "'\\\"'", "\"\\x'\"", "'\\x\"'",
  ]

  private static let numbers = [
    "1", "-1", "+1", "+-1", "--1", "01", "-01", "+0", "-0", ".5", "-.5", "+.5", "5.", "5.e1",
    ".5e1", ".", "+.", ".e1", "0.", "-0.", "0x1", "0X1F", "-0x1f", "+0xAb", "0xG", "-0x",
    "0xFFFFFFFFFFFFFFFF", "0x10000000000000000", "-0x8000000000000000", "-0x8000000000000001",
    "0x20000000000001", "0x1000001", "0x7F", "0x80", "-0x80", "-0x81", "0x100", "00x1", "0x00",
    "Infinity", "+Infinity", "-Infinity", "NaN", "+NaN", "-NaN", "Infinit", "infinity", "nan",
    "I", "N", "-I", "+N", "1e", "1e5", "1.e5", "1E+5", "1a", "1_0", "1e400", "-1e400", "1e-400",
    ".0", "0e0", "-.0", "9007199254740993.", "+18446744073709551615", "+255", "256.", "-128.0",
    "1.5.", "1..5", ".5.", "1.e", "1-2", "1+2", "123456789012345678901234567890123456789.",
    ".1234567890123456789012345678901234567890",
  ]

  private static func isUnfit(_ text: String) -> Bool {
    KnownDifferences.endsTheirProcessInJSON5(Array(text.utf8))
  }

  private static func value(_ generator: inout SeededGenerator, depth: Int) -> String {
    if generator.chance(0.03) { return generator.pick(punctuation) }
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
    case 0: return generator.pick(strings)
    case 1, 2: return generator.pick(numbers)
    case 3: return generator.pick(["true", "false", "null", "tru", "nulL", "truex"])
    case 4: return generator.pick(["{}", "[]", "[,]", "{,}", "[/**/]", "{//\n}"])
    case 5:
      let elements = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        maybeSpace(&generator) + value(&generator, depth: depth - 1) + maybeSpace(&generator)
      }
      return "[" + elements.joined(separator: ",") + (generator.chance(0.2) ? ",]" : "]")
    default:
      return "{" + members(&generator, depth: depth) + "}"
    }
  }

  private static func members(_ generator: inout SeededGenerator, depth: Int) -> String {
    let members = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      let name = maybeSpace(&generator) + generator.pick(names) + maybeSpace(&generator)
      return name + ":" + maybeSpace(&generator) + value(&generator, depth: depth - 1)
    }
    return members.joined(separator: ",") + (generator.chance(0.2) ? "," : "")
  }

  private static func maybeSpace(_ generator: inout SeededGenerator) -> String {
    generator.chance(0.15) ? generator.pick(space) : ""
  }

  /// Decodes `text` with both and compares.
  private func compare<T: Decodable & Equatable>(
    _ type: T.Type,
    _ text: String,
    seed: UInt64,
    assumesTopLevelDictionary: Bool = false,
    allowsJSON5: Bool = true
  ) {
    let prepare = { (decoder: JSONDecoder) in
      decoder.allowsJSON5 = allowsJSON5
      decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
      return decoder
    }
    let data = Data(text.utf8)
    // In JSON5 mode, JSONDecoder reads the byte after a number at the end of a text.
    let theirs = outcome {
      try prepare(JSONDecoder()).decode(type, from: data + [UInt8(ascii: " ")])
    }
    let ours = outcome { try prepare(StreamJSONDecoder()).decode(type, from: data) }
    #expect(
      ours.agrees(with: theirs),
      "seed \(seed), \(text.debugDescription): JSONDecoder \(theirs), ours \(ours)"
    )
  }

  @Test func `reads generated texts as JSONDecoder does`() {
    for seed in 0..<UInt64(3000 * TestScale.factor) {
      var generator = SeededGenerator(seed: seed)
      var text = Self.maybeSpace(&generator) + Self.value(&generator, depth: 3)
      text += generator.chance(0.5) ? Self.maybeSpace(&generator) : "\n"
      guard !Self.isUnfit(text) else { continue }
      compare(JSONTree.self, text, seed: seed)
      compare(Nothing.self, text, seed: seed)
    }
  }

  @Test(arguments: [true, false])
  func `reads generated texts without braces as JSONDecoder does`(_ allowsJSON5: Bool) {
    for seed in 0..<UInt64(1500 * TestScale.factor) {
      var generator = SeededGenerator(seed: seed)
      var text = Self.members(&generator, depth: 2)
      if generator.chance(0.2) { text = "{" + text + "}" }
      if generator.chance(0.1) { text += "}" }
      if !allowsJSON5 { text = text.replacing("'", with: "\"") }
      text = Self.maybeSpace(&generator) + text + Self.maybeSpace(&generator)
      guard !Self.isUnfit(text) else { continue }
      compare(
        JSONTree.self,
        text,
        seed: seed,
        assumesTopLevelDictionary: true,
        allowsJSON5: allowsJSON5
      )
    }
  }

  @Test(arguments: numbers.filter { !isUnfit("[\($0)]") })
  func `reads every number as every type as JSONDecoder does`(_ number: String) {
    let text = "[\(number)]"
    // The numbers that become integers by rounding in JSONDecoder are in the conformance tests.
    if number != "1e-400", number.count < 40 {
      compare([Int].self, text, seed: 0)
      compare([Int8].self, text, seed: 0)
      compare([UInt8].self, text, seed: 0)
      compare([UInt64].self, text, seed: 0)
      compare([Int128].self, text, seed: 0)
      compare([UInt128].self, text, seed: 0)
    }
    compare([Decimal].self, text, seed: 0)
    if !number.contains("NaN") {
      compare([Float].self, text, seed: 0)
      compare([Double].self, text, seed: 0)
    }
    compare([Bool].self, text, seed: 0)
    compare([String].self, text, seed: 0)
    compare([Nothing].self, text, seed: 0)
  }
}
