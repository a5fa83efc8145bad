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

/// Numbers of the usual form, whose end and value are found in one go.
///
/// Finding where a number ends means looking at all of its bytes. Most numbers have few digits and no
/// exponent: for these, the blocks in which the end is found are the ones that have the value.
extension JSONText {
  /// The integer that begins at `offset`, if it is without a sign and has at most 15 digits; moves `offset`
  /// past it.
  ///
  /// If this is nil, `offset` stays, and the number may still be valid.
  @inline(__always)
  func plainInteger(_ offset: inout Int) -> UInt64? {
    let start = offset
    guard start &+ 8 <= count else { return nil }
    let block = eightBytes(at: start) ^ DigitBlocks.zeros
    guard let digits = plainDigits(block, at: start), block & 0xFF != 0 || digits.count == 1,
      endsNumber(self[start &+ digits.count])
    else { return nil }
    offset = start &+ digits.count
    return digits.value
  }

  /// The digits of the number that begins at `offset`, if it has at most 7 before the point, at most 15
  /// after it, at most 19 together, and no exponent; moves `offset` past it.
  ///
  /// If this is nil, which it also is near the end of the text, `offset` stays, and the number may still be valid.
  @inline(__always)
  func plainDecimal(
    _ offset: inout Int
  ) -> (significand: UInt64, exponent: Int, isNegative: Bool)? {
    let isNegative = self[offset] == UInt8(ascii: "-")
    let start = isNegative ? offset &+ 1 : offset
    guard start &+ 16 <= count else { return nil }
    let block = eightBytes(at: start) ^ DigitBlocks.zeros
    let integerCount = ByteSearch.greaterThanNine(in: block).trailingZeroBitCount &>> 3
    let point = start &+ integerCount
    guard integerCount > 0, integerCount < 8, block & 0xFF != 0 || integerCount == 1 else {
      return nil
    }
    let integer = DigitBlocks.value(of: block, digitCount: integerCount)
    guard self[point] == UInt8(ascii: ".") else {
      guard endsNumber(self[point]) else { return nil }
      offset = point
      return (integer, 0, isNegative)
    }
    let fractionStart = point &+ 1
    let fractionBlock = eightBytes(at: fractionStart) ^ DigitBlocks.zeros
    guard let fraction = plainDigits(fractionBlock, at: fractionStart),
      integerCount &+ fraction.count <= NumberLiteral.maxDigitCount,
      endsNumber(self[fractionStart &+ fraction.count])
    else { return nil }
    offset = fractionStart &+ fraction.count
    let significand = integer &* DigitBlocks.powersOfTen[fraction.count] &+ fraction.value
    return (significand, 0 &- fraction.count, isNegative)
  }

  /// The value of the 1 to 15 digits at `start`, the first eight of which are in `block`; nil if there are more.
  @inline(__always)
  private func plainDigits(_ block: UInt64, at start: Int) -> (value: UInt64, count: Int)? {
    let count = ByteSearch.greaterThanNine(in: block).trailingZeroBitCount &>> 3
    if count < 8 {
      guard count > 0 else { return nil }
      return (DigitBlocks.value(of: block, digitCount: count), count)
    }
    guard start &+ 16 <= self.count else { return nil }
    let second = eightBytes(at: start &+ 8) ^ DigitBlocks.zeros
    let secondCount = ByteSearch.greaterThanNine(in: second).trailingZeroBitCount &>> 3
    guard secondCount < 8 else { return nil }
    let tail = DigitBlocks.value(of: second, digitCount: secondCount)
    let value = DigitBlocks.value(of: block) &* DigitBlocks.powersOfTen[secondCount] &+ tail
    return (value, 8 &+ secondCount)
  }

  /// Whether `byte` ends a number, for the bytes that mostly do.
  @inline(__always)
  func endsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
      || byte <= 0x20
  }
}
