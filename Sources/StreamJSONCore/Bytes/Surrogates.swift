/// The two halves that UTF-16 writes a character above U+FFFF as (RFC 2781 section 2).
enum Surrogates {
  static func isHigh(_ unit: UInt32) -> Bool { unit & 0xFC00 == 0xD800 }

  static func isLow(_ unit: UInt32) -> Bool { unit & 0xFC00 == 0xDC00 }

  /// The character of a high and a low surrogate.
  static func scalar(_ high: UInt32, _ low: UInt32) -> UInt32 {
    0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF)
  }
}
