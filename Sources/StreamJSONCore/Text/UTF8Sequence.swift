extension UInt8 {
  /// True for a byte of a UTF-8 sequence other than its first one.
  var continuesUTF8Sequence: Bool { self & 0xC0 == 0x80 }

  /// The number of bytes in the UTF-8 sequence that begins with this byte; nil if none does.
  @inline(__always)
  var utf8SequenceByteCount: Int? {
    switch self {
    case 0x00...0x7F: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  /// The bytes that may follow this one, which begins a UTF-8 sequence.
  ///
  /// They exclude overlong forms, surrogates, and values over U+10FFFF.
  @inline(__always)
  var secondUTF8Bytes: ClosedRange<UInt8> {
    switch self {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}

extension JSONText {
  /// True if the bytes from `start` to `end` can be the beginning of a longer UTF-8 sequence.
  func isCutUTF8Sequence(from start: Int, to end: Int) -> Bool {
    let lead = self[start]
    guard let count = lead.utf8SequenceByteCount, count > end - start else { return false }
    return end - start == 1
      || lead.secondUTF8Bytes.contains(self[start + 1])
        && (start + 2..<end).allSatisfy { self[$0].continuesUTF8Sequence }
  }
}

/// The two halves that UTF-16 writes a character above U+FFFF as (RFC 2781 section 2).
enum Surrogates {
  static func isHigh(_ unit: UInt32) -> Bool { unit & 0xFC00 == 0xD800 }

  static func isLow(_ unit: UInt32) -> Bool { unit & 0xFC00 == 0xDC00 }

  /// The character of a high and a low surrogate.
  static func scalar(_ high: UInt32, _ low: UInt32) -> UInt32 {
    0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF)
  }
}
