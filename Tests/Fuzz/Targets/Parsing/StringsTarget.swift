import StreamJSONTestSupport

/// The bytes between two quotation marks, compared with a plain reading of RFC 8259 and with the
/// standard library's own check of UTF-8.
struct StringsTarget: FuzzTarget {
  static let name = "strings"
  static let summary = "escapes and UTF-8 in strings, against the standard library"

  private let pair = DecoderPair()

  func disagreement(on input: [UInt8]) -> String? {
    let quote = UInt8(ascii: "\"")
    // The text would be mistaken for UTF-16 or UTF-32.
    if input.prefix(3).contains(0) { return nil }
    let expected = Self.read(input)
    let our = pair.decodeWithOurs(String.self, [quote] + input + [quote])
    switch (our, expected) {
    case (.value(let our), let expected?):
      return our.utf8.elementsEqual(expected) ? nil : "\(our.debugDescription), not \(expected)"
    case (.failure(let failure), nil):
      return failure.kind == .dataCorrupted ? nil : "\(failure)"
    default:
      return "\(our), expected \(expected.map { "\($0)" } ?? "an error")"
    }
  }

  /// What a string of these bytes means, or nil if it is malformed.
  private static func read(_ bytes: [UInt8]) -> [UInt8]? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var result: [UInt8] = []
    var high: UInt32?
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte >= 0x20, byte != UInt8(ascii: "\"") else { return nil }
      guard byte == UInt8(ascii: "\\") else {
        guard high == nil else { return nil }
        result.append(byte)
        offset += 1
        continue
      }
      guard offset + 1 < bytes.count else { return nil }
      let letter = bytes[offset + 1]
      guard letter == UInt8(ascii: "u") else {
        guard high == nil, let meaning = escapes[letter] else { return nil }
        result.append(meaning)
        offset += 2
        continue
      }
      let digits = bytes[(offset + 2)..<min(offset + 6, bytes.count)]
      guard digits.count == 4, digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
        let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      offset += 6
      if let first = high {
        guard (0xDC00...0xDFFF).contains(unit) else { return nil }
        append(0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00), to: &result)
        high = nil
      } else if (0xD800...0xDBFF).contains(unit) {
        high = unit
      } else {
        guard Unicode.Scalar(unit) != nil else { return nil }
        append(unit, to: &result)
      }
    }
    return high == nil ? result : nil
  }

  private static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    if let scalar = Unicode.Scalar(scalar) { bytes += Unicode.UTF8.encode(scalar) ?? .init() }
  }

  private static let escapes: [UInt8: UInt8] = [
    0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
  ]

  private static let pieces: [[UInt8]] = [
    "a", "abcdefg", "text of some length", "\u{E9}", "\u{7FF}", "\u{800}", "\u{6F22}\u{5B57}",
    "\u{FFFF}", "\u{1F600}", "\u{10FFFF}", "\u{D7FF}", "\u{E000}", "\\n", "\\\"", "\\\\", "\\/",
    "\\u0041", "\\u0000", "\\u00e9", "\\uD83D\\uDE00", "\\ud83d", "\\ude00", "\\uFFFF", "\\u12",
    "\\u+123", "\\q", "\\", "\u{7F}", "\u{1F}", "\u{0}", "\t", "\"", "        ",
  ].map { Array($0.utf8) }

  private static let badUTF8: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x9F, 0xBF], [0xE0, 0xA0],
    [0xED, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
    [0xF0, 0x90, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF],
  ]

  func input(from source: inout InputSource) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0...(source.random.next() % 6) {
      bytes += source.random.pick(Self.pieces)
      if source.random.next() % 24 == 0 { bytes += source.random.pick(Self.badUTF8) }
    }
    guard source.random.next() % 4 == 0 else { return bytes }
    let place = Int.random(in: 0..<max(1, bytes.count), using: &source.random)
    switch source.random.next() % 3 {
    case 0 where !bytes.isEmpty: bytes.remove(at: place)
    case 1 where !bytes.isEmpty: bytes[place] = UInt8(truncatingIfNeeded: source.random.next())
    default: bytes.insert(contentsOf: source.random.pick(Self.badUTF8), at: place)
    }
    return bytes
  }
}
