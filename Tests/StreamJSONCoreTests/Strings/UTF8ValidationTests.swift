import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// Validation of UTF-8 against the standard library's parser, which works one byte at a time.
struct UTF8ValidationTests {
  /// The offset of the first fault in `bytes`, with no accessible byte after them.
  private func firstFault(_ bytes: [UInt8]) -> Int? {
    let buffer = GuardedBuffer(bytes)
    defer { withExtendedLifetime(buffer) {} }
    // SAFETY: the buffer lives to the end of this function.
    return UTF8Validation.firstFault(in: unsafe JSONText(buffer.bytes), from: 0, to: bytes.count)
  }

  private func slowFirstFault(_ bytes: [UInt8]) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let sequence): offset += sequence.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }

  /// Texts of one script each, longer than two vectors and what they look ahead.
  private static let scripts: [String] = [
    String(repeating: "plain ", count: 20),
    String(repeating: "déjà vu, où ça ? ", count: 8),
    String(repeating: "Съешь ещё этих мягких ", count: 5),
    String(repeating: "漢字かな交じり文。", count: 10),
    String(repeating: "다람쥐 헌 쳇바퀴에 ", count: 6),
    String(repeating: "\u{D7FF}\u{E000}\u{7FF}\u{800}\u{80}\u{FFFF}", count: 9),
    String(repeating: "नमस्ते ๑๒๓ ", count: 6),
    String(repeating: "漢字😀 \u{10000}\u{10FFFF}é", count: 8),
  ]

  @Test(arguments: scripts)
  func `well-formed texts have no fault, wherever they begin and end`(script: String) {
    for prefix in 0..<40 {
      let bytes = Array(String(repeating: "x", count: prefix).utf8) + Array(script.utf8)
      #expect(firstFault(bytes) == nil)
      for end in bytes.count - 36..<bytes.count {
        let part = Array(bytes[..<end])
        #expect(firstFault(part) == slowFirstFault(part), "\(prefix), \(end)")
      }
    }
  }

  /// Bytes at the bounds of the ranges in table 3-7 of the Unicode Standard.
  private static let bounds: [UInt8] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
  ]

  @Test(arguments: scripts)
  func `a fault is found where the parser finds it`(script: String) {
    let bytes = Array(script.utf8)
    for place in 0..<70 {
      for first in Self.bounds {
        var changed = bytes
        changed[place] = first
        #expect(firstFault(changed) == slowFirstFault(changed), "\(first) at \(place)")
        guard place % (3 * TestScale.stride(inDebug: 3)) == 0 else { continue }
        for second in Self.bounds {
          changed[place + 1] = second
          #expect(firstFault(changed) == slowFirstFault(changed), "\(first) \(second) at \(place)")
        }
      }
    }
  }

  @Test(arguments: ["Съешь", "漢字かな", "éА漢é"])
  func `short texts have the parser's fault`(text: String) {
    let bytes = Array(text.utf8.prefix(10))
    for place in 0..<bytes.count - 1 {
      for first in UInt8.min ... .max {
        for second in Self.bounds {
          var changed = bytes
          (changed[place], changed[place + 1]) = (first, second)
          #expect(firstFault(changed) == slowFirstFault(changed), "\(changed)")
        }
      }
    }
  }

  @Test func `random sequences have the parser's fault`() {
    var random = SeededGenerator(seed: 63)
    for _ in 0..<4000 {
      var bytes: [UInt8] = []
      let longest = Int.random(in: 1...4, using: &random)
      while bytes.count < Int.random(in: 60...180, using: &random) {
        let scalar: ClosedRange<UInt32> =
          switch Int.random(in: 1...longest, using: &random) {
          case 1: 0x20...0x7F
          case 2: 0x80...0x7FF
          case 3: 0x800...0xD7FF
          default: 0x10000...0x10FFFF
          }
        let value = UInt32.random(in: scalar, using: &random)
        bytes += Unicode.Scalar(value).map { Array(Character($0).utf8) } ?? []
      }
      #expect(firstFault(bytes) == nil)
      for _ in 0..<4 {
        let place = Int.random(in: bytes.indices, using: &random)
        bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        #expect(firstFault(bytes) == slowFirstFault(bytes), "\(bytes)")
      }
    }
  }
}
