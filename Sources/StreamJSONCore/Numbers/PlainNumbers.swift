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
