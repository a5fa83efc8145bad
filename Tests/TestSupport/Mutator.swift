/// Damages JSON texts in ways that parsers get wrong; the same seed does the same damage.
package struct Mutator {
  private var generator: SeededGenerator

  /// Starts the sequence that belongs to `seed`.
  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Tokens and fragments that matter to a JSON scanner.
  private static let tokens: [[UInt8]] = words.map { Array($0.utf8) } + badUTF8

  private static let words = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\u0000", "\\ud83d", "\\ude00", "\\n", "\\\"",
    "null", "true", "false", "nul", "0", "-", "-0", "1", "9", ".", "e", "E+", "1e400", "1e-400",
    "00", "0.5", "9223372036854775807", "9223372036854775808", "18446744073709551615", "{}", "[]",
    "\"\"", "\"a\"", " ", "\t", "\n", "\r\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "\u{FEFF}",
    "é", "漢", "😀", "//", "/*", "*/", "'", "NaN", "Infinity", "0x1F", ",]", ",}", "[[[[", "data: ",
  ]

  private static let badUTF8: [[UInt8]] = [
    [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE6, 0x97], [0x1E],
  ]

  /// `bytes` after one to four mutations, some of which take parts of `donor`.
  package mutating func mutate(_ bytes: [UInt8], donor: [UInt8] = []) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      mutateOnce(&result, donor: donor)
    }
    return result
  }

  private mutating func mutateOnce(_ bytes: inout [UInt8], donor: [UInt8]) {
    let offset = Int.random(in: 0...bytes.count, using: &generator)
    let run = range(in: bytes, longest: 8)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: bytes.removeSubrange(offset...)
    case 1: bytes.removeSubrange(run)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: offset)
    case 3: bytes.insert(contentsOf: Array(bytes[run]), at: offset)
    case 4 where offset < bytes.count: bytes[offset] ^= 1 << UInt8(generator.pick(0..<8))
    case 5 where offset < bytes.count: bytes[offset] = UInt8(generator.pick(0..<256))
    case 6: bytes.replaceSubrange(run, with: generator.pick(Self.tokens))
    case 7: bytes.insert(contentsOf: Array(donor[range(in: donor, longest: 40)]), at: offset)
    case 8: swapTokens(&bytes)
    case 9: replaceDigits(&bytes, at: offset)
    default: bytes.insert(contentsOf: generator.pick(Self.tokens), at: offset)
    }
  }

  private mutating func range(in bytes: [UInt8], longest: Int) -> Range<Int> {
    let start = Int.random(in: 0...bytes.count, using: &generator)
    let count = Int.random(in: 0...min(longest, bytes.count - start), using: &generator)
    return start..<(start + count)
  }

  /// Swaps two runs between structural characters.
  private mutating func swapTokens(_ bytes: inout [UInt8]) {
    let structural = Array("{}[],:".utf8)
    let runs = bytes.split(omittingEmptySubsequences: true) { structural.contains($0) }
    guard runs.count >= 2 else { return }
    let first = Int.random(in: 0..<(runs.count - 1), using: &generator)
    let second = Int.random(in: (first + 1)..<runs.count, using: &generator)
    // The later run is replaced first, so that the earlier one's indices stay valid.
    bytes.replaceSubrange(runs[second].indices, with: Array(runs[first]))
    bytes.replaceSubrange(runs[first].indices, with: Array(runs[second]))
  }

  /// Writes a long run of digits, for integer and exponent overflows.
  private mutating func replaceDigits(_ bytes: inout [UInt8], at offset: Int) {
    let count = generator.pick([2, 18, 19, 20, 40, 330])
    let digits = (0..<count).map { _ in UInt8.random(in: 0x30...0x39, using: &generator) }
    bytes.insert(contentsOf: digits, at: offset)
  }
}
