/// Eight decimal digits at a time, in one machine integer.
///
/// A block here is eight bytes of text after `^ DigitBlocks.zeros`: the first character in the
/// lowest byte, and each digit turned into its value, 0 through 9. Reading a run of digits costs
/// one load and one test per eight of them, and the number of digits left at the end of the run is
/// found by counting bits, not by a loop whose last branch is mispredicted.
enum DigitBlocks {
  /// The character `0` in every byte.
  static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// Ten to the powers 0 through 19.
  static let powersOfTen: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// The value of `block`, all of whose bytes are digits.
  @inline(__always)
  static func value(of block: UInt64) -> UInt64 {
    // Join neighbors into four numbers below 100, one in every other byte.
    let pairs = (block &* 10) &+ (block &>> 8)
    // Weight the first and third pair, then the second and fourth, with one multiplication each,
    // so that their sum lands in the upper half.
    let mask: UInt64 = 0x0000_00ff_0000_00ff
    let firstAndThird = (pairs & mask) &* (100 &+ (1_000_000 &<< 32))
    let secondAndFourth = ((pairs &>> 16) & mask) &* (1 &+ (10_000 &<< 32))
    return (firstAndThird &+ secondAndFourth) &>> 32
  }

  /// The value of the first `digitCount` bytes of `block`, which are digits.
  ///
  /// - Precondition: `0 <= digitCount <= 7`.
  @inline(__always)
  static func value(of block: UInt64, digitCount: Int) -> UInt64 {
    // The digits go to the end, after zeros, in two shifts, because the machine does not shift by 64.
    value(of: (block &<< 8) &<< UInt64(truncatingIfNeeded: 56 &- (digitCount &<< 3)))
  }

  /// The value of the 1 to 19 digits that fill `start..<end`, or nil if it has another byte.
  ///
  /// Because the count is known in advance, there is no loop: the blocks overlap instead, and are
  /// computed in parallel. Never reads outside `start..<text.count`. `areDigits` says that all bytes are known to be
  /// digits.
  ///
  /// - Precondition: `start < end <= start + 19` and `end <= text.count`.
  @inline(__always)
  static func value(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    areDigits: Bool = false
  ) -> UInt64? {
    let digitCount = end &- start
    if digitCount <= 8 {
      guard start &+ 8 <= text.count else { return valueByBytes(text, from: start, to: end) }
      let block = text.eightBytes(at: start) ^ zeros
      let digits = block &<< UInt64(truncatingIfNeeded: (8 &- digitCount) &<< 3)
      guard areDigits || ByteSearch.greaterThanNine(in: digits) == 0 else { return nil }
      return value(of: digits)
    }
    // The last eight or sixteen digits are whole blocks that end with the number. The digits
    // before them are at the beginning of the first eight bytes, all of which belong to the number.
    let first = text.eightBytes(at: start) ^ zeros
    let last = text.eightBytes(at: end &- 8) ^ zeros
    if digitCount <= 16 {
      guard
        areDigits
          || ByteSearch.greaterThanNine(in: first) | ByteSearch.greaterThanNine(in: last) == 0
      else { return nil }
      let head = first &<< UInt64(truncatingIfNeeded: (16 &- digitCount) &<< 3)
      return value(of: head) &* 100_000_000 &+ value(of: last)
    }
    let middle = text.eightBytes(at: end &- 16) ^ zeros
    guard
      areDigits
        || ByteSearch.greaterThanNine(in: first) | ByteSearch.greaterThanNine(in: middle)
          | ByteSearch.greaterThanNine(in: last) == 0
    else {
      return nil
    }
    let head = first &<< UInt64(truncatingIfNeeded: (24 &- digitCount) &<< 3)
    return value(of: head) &* 10_000_000_000_000_000
      &+ value(of: middle) &* 100_000_000 &+ value(of: last)
  }

  /// Like `value(_:from:to:areDigits:)`, for the last few bytes of a text, where a block cannot be loaded.
  private static func valueByBytes(_ text: JSONText, from start: Int, to end: Int) -> UInt64? {
    var (cursor, value) = (start, UInt64(0))
    append(text, from: &cursor, to: end, to: &value)
    return cursor == end ? value : nil
  }

  /// Appends the run of digits at `cursor` to `significand`, which wraps around at 64 bits.
  ///
  /// Leaves `cursor` at the first byte that is not a digit, or at `end`. Never reads outside
  /// `cursor..<text.count`.
  @inline(__always)
  static func append(
    _ text: JSONText,
    from cursor: inout Int,
    to end: Int,
    to significand: inout UInt64
  ) {
    while cursor &+ 8 <= text.count {
      let block = text.eightBytes(at: cursor) ^ zeros
      // Bytes from `end` on are not part of the number, even if they are digits.
      let digitCount = min(
        ByteSearch.greaterThanNine(in: block).trailingZeroBitCount &>> 3,
        end &- cursor
      )
      if digitCount < 8 {
        let value = value(of: block, digitCount: digitCount)
        significand = significand &* powersOfTen[digitCount] &+ value
        cursor &+= digitCount
        return
      }
      significand = significand &* 100_000_000 &+ value(of: block)
      cursor &+= 8
    }
    while cursor < end {
      let digit = text[cursor] &- 0x30
      if digit > 9 { return }
      significand = significand &* 10 &+ UInt64(truncatingIfNeeded: digit)
      cursor &+= 1
    }
  }
}
