import StreamJSONTestSupport

/// Writes small texts quickly.
///
/// JSONGenerator's texts, with which they alternate, are more varied; these allow the most decodes
/// per second.
struct TextWriter {
  private(set) var bytes: [UInt8] = []

  private static let names = fragments([
    "a", "b", "id", "name", "value", "created_at", "userID", "next", "", "caf\u{E9}",
    "cafe\u{301}", "\\u0061", "i\\u0064", "abcdefgh", "abcdefghi", "a long name of 24 bytes..",
    "0", "super", "one_two", "oneTwo", "on\\\"e",
  ])

  private static let strings = fragments([
    "", "a", "text", "longer than fifteen bytes", "caf\u{E9}", "\u{6F22}\u{5B57}", "\u{1F600}",
    "\\n", "\\u0000", "\\ud83d\\ude00", "\\\"", "a\\\\b", "\\/", "\\u00e9", "2024-05-06T07:08:09Z",
    "http://a.b/c?d", "QUJD", "NaN", "1", "true", "x\u{7F}y", "\u{2028}", "12345678", "1234567\\t",
    // These are malformed, and only some models read them.
    "\\q", "\\ud800", "\\ude00\\ud83d", "\u{1}", "\t", "\\u12G4",
  ])

  private static let numbers = fragments([
    "0", "1", "-1", "7", "42", "255", "256", "-128", "-129", "65536", "2147483648",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "170141183460469231731687303715884105727", "-0", "-0.0", "0.0", "1.0",
    "1.5", "0.1", "3.14159265358979", "1e3", "1E-3", "2.5e+2", "1e-7", "123456.789e-3", "1e308",
    "1.7976931348623157e308", "5e-324", "2.2250738585072014e-308", "1e22", "1e23", "10e-1",
    "12345678901234567890.5", "0.30000000000000004",
    // These are out of range or malformed.
    "1e309", "1e-400", "01", "1.", "-", "1e", "--1", "1.2.3", "+1", ".5", "1-2", "0e1",
  ])

  private static let spaces = fragments([" ", "\n", "\t", "\r\n", "  ", "\r", "\n        "])

  private static let literals = fragments(["true", "false", "null", "null"])

  private static let damage = fragments([
    "tru", "nulL", ",", ":", "{", "]", "}", "[", "\"", "\\", "\u{0}", "\u{FEFF}", "1 2", "'a'",
    "/**/", "NaN", "\u{A0}",
  ])

  private static func fragments(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  /// Writes one value with containers nested up to `depth`.
  mutating func value(_ random: inout SeededGenerator, depth: Int) {
    let choice = random.next() % 32
    switch choice {
    case 0..<8 where depth > 0: array(&random, depth: depth)
    case 8..<18 where depth > 0: object(&random, depth: depth)
    case 0..<9: bytes += random.pick(Self.numbers)
    case 18, 19: bytes += random.pick(Self.literals)
    case 20..<25: bytes += random.pick(Self.numbers)
    case 31 where random.next() % 16 == 0: bytes += random.pick(Self.damage)
    default: string(random.pick(Self.strings))
    }
  }

  private mutating func array(_ random: inout SeededGenerator, depth: Int) {
    bytes.append(UInt8(ascii: "["))
    space(&random)
    let count = Int(truncatingIfNeeded: random.next() % 5)
    for number in 0..<count {
      if number > 0 { comma(&random) }
      value(&random, depth: depth - 1)
      space(&random)
    }
    close(&random, UInt8(ascii: "]"))
  }

  private mutating func object(_ random: inout SeededGenerator, depth: Int) {
    bytes.append(UInt8(ascii: "{"))
    space(&random)
    let count = Int(truncatingIfNeeded: random.next() % 5)
    for number in 0..<count {
      if number > 0 { comma(&random) }
      string(random.pick(Self.names))
      space(&random)
      bytes.append(UInt8(ascii: ":"))
      space(&random)
      value(&random, depth: depth - 1)
      space(&random)
    }
    close(&random, UInt8(ascii: "}"))
  }

  private mutating func close(_ random: inout SeededGenerator, _ byte: UInt8) {
    if random.next() % 64 == 0 { bytes.append(UInt8(ascii: ",")) }
    if random.next() % 256 != 0 { bytes.append(byte) }
  }

  private mutating func comma(_ random: inout SeededGenerator) {
    if random.next() % 256 != 0 { bytes.append(UInt8(ascii: ",")) }
    space(&random)
  }

  /// Writes whitespace now and then.
  mutating func space(_ random: inout SeededGenerator) {
    if random.next() % 8 == 0 { bytes += random.pick(Self.spaces) }
  }

  /// Writes `content`, which is already escaped, in quotation marks.
  mutating func string(_ content: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    bytes += content
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes bytes as they are.
  mutating func write(_ more: some Sequence<UInt8>) {
    bytes += more
  }
}

extension InputSource {
  /// A text of any available kind, damaged or whole.
  mutating func anyText() -> [UInt8] {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return variant(of: corpusText(Corpus.conformance))
    case 1: return variant(of: corpusText(Corpus.documents))
    case 2, 3: return variant(of: generatedText())
    default: break
    }
    let text = smallText()
    return random.chance(0.25) ? variant(of: text) : text
  }

  /// A text from TextWriter.
  mutating func smallText() -> [UInt8] {
    var writer = TextWriter()
    writer.space(&random)
    writer.value(&random, depth: Int.random(in: 0...4, using: &random))
    writer.space(&random)
    return writer.bytes
  }
}
