import Foundation
import StreamJSONTestSupport

/// JSON5, read by both decoders.
struct JSON5Target: FuzzTarget {
  static let name = "json5"
  static let summary = "JSON5 texts, also without outer braces, against JSONDecoder"

  private let pair = DecoderPair { $0.allowsJSON5 = true }
  private let withoutBraces = DecoderPair {
    $0.allowsJSON5 = true
    $0.assumesTopLevelDictionary = true
  }

  func input(from source: inout InputSource) -> [UInt8] {
    let text: [UInt8]
    switch Int.random(in: 0..<16, using: &source.random) {
    case 0: text = source.corpusText(Corpus.json5)
    case 1: text = source.smallText()
    default: text = Self.generate(&source.random)
    }
    return source.random.chance(0.25) ? source.variant(of: text) : text
  }

  func disagreement(on input: [UInt8]) -> String? {
    let hash = hash(of: input)
    let pair = hash >> 20 % 8 == 0 ? withoutBraces : pair
    guard !KnownDifferences.isUnfitForJSON5(input) else {
      // Ours must still come to an end.
      _ = pair.decodeWithOurs(JSONTree.self, input)
      return nil
    }
    if hash >> 16 % 16 == 0 { return pair.disagreement(on: input, as: JSONTree.self) }
    return pair.disagreementOnShape(of: input, seed: hash)
  }

  // MARK: - Texts

  private static let spaces = pieces([
    " ", "\t", "\u{B}", "\u{C}", "\r", "\n", "/**/", "/*a*/", "//\n", "// \r", "/*\n*/", "/", "/*",
    "\u{2028}", "\u{FEFF}", "\u{A0}",
  ])

  private static let names = pieces([
    "a", "b", "$", "_", "\u{E9}", "\\u0061", "\\x41", "a1", "1a", "a-b", "'a'", "\"a\"", "'\\x41'",
    "null", "Infinity", "", "\u{6F22}", "'\u{E9}'", "\"e\u{301}\"", "a.b", "'\\''",
  ])

  private static let scalars = pieces([
    "'a'", "\"\"", "''", "'\\''", "'\"'", "'\\x41'", "'\\x4'", "'\\x00'", "'a\\\nb'", "'a\\\r\nb'",
    "'\\v'", "'\\0'", "'\\u0000'", "'\\ud83d\\ude00'", "'\\ud83d'", "'\u{E9}\u{2028}'", "'\t'",
    "\"\\u12'\"", "1", "-1", "+1", "01", "+0", "-0", ".5", "-.5", "5.", "5.e1", ".5e1", ".", "+.",
    "0x1", "0X1F", "-0x1f", "+0xAb", "0xG", "-0x", "0xFFFFFFFF", "0x20000000000001", "0x7F",
    "-0x80", "0x100", "Infinity", "+Infinity", "-Infinity", "NaN", "-NaN", "Infinit", "1e", "1e5",
    "1.e5", "1a", "1e400", "0e0", "-.0", "1.5.", "1..5", "1-2", "true", "false", "null", "tru",
    "255", "256.", "1e3", "9007199254740993.",
  ])

  private static func pieces(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  private static func generate(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    space(&random, &bytes)
    value(&random, &bytes, depth: 3)
    space(&random, &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private static func space(_ random: inout SeededGenerator, _ bytes: inout [UInt8]) {
    if random.next() % 6 == 0 { bytes += random.pick(spaces) }
  }

  private static func value(
    _ random: inout SeededGenerator,
    _ bytes: inout [UInt8],
    depth: Int
  ) {
    let choice = depth > 0 ? random.next() % 4 : 3
    guard choice < 2 else {
      bytes += random.pick(scalars)
      return
    }
    let isObject = choice == 0
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    let count = Int(truncatingIfNeeded: random.next() % 4)
    for number in 0..<count {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      space(&random, &bytes)
      if isObject {
        bytes += random.pick(names)
        space(&random, &bytes)
        bytes.append(UInt8(ascii: ":"))
        space(&random, &bytes)
      }
      value(&random, &bytes, depth: depth - 1)
      space(&random, &bytes)
    }
    if random.next() % 8 == 0 { bytes.append(UInt8(ascii: ",")) }
    space(&random, &bytes)
    bytes.append(UInt8(ascii: isObject ? "}" : "]"))
  }
}
