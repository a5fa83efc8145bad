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
