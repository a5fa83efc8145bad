/// Tests on eight bytes at once, held in one word with the first byte in the lowest bits.
///
/// Each mask has the top bit of a byte set where the byte matches. The borrow or carry of a
/// matching byte can set further bits *above* it, so only the lowest set bit is exact; that is
/// the one that every caller takes. (Mycroft's zero-byte test; Warren, "Hacker's Delight", 6-1.)
enum ByteSearch {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  static let topBits: UInt64 = 0x8080_8080_8080_8080

  /// Marks the bytes that end a run inside a string: the quotation mark, the backslash, and the
  /// control characters below 0x20.
  @inline(__always)
  static func stringStops(in word: UInt64, quote: UInt8 = UInt8(ascii: "\"")) -> UInt64 {
    let quotes = word ^ (ones &* UInt64(quote))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
      | ((word &- ones &* 0x20) & ~word)
    return found & topBits
  }

  /// True when a byte is below 0x20.
  @inline(__always)
  static func hasControlCharacter(_ word: UInt64) -> Bool {
    (word &- ones &* 0x20) & ~word & topBits != 0
  }

  /// Marks the bytes that are not decimal digits.
  @inline(__always)
  static func nonDigits(in word: UInt64) -> UInt64 {
    let values = word ^ (ones &* 0x30)
    return ((values &+ ones &* 0x76) | values) & topBits
  }

  /// Marks the bytes that are not spaces.
  @inline(__always)
  static func nonSpaces(in word: UInt64) -> UInt64 {
    word ^ (ones &* 0x20)
  }

  /// The position, 0 to 7, of the lowest byte that `mask` marks.
  ///
  /// - Precondition: `mask` is not zero.
  @inline(__always)
  static func firstMarked(_ mask: UInt64) -> Int {
    mask.trailingZeroBitCount &>> 3
  }
}
