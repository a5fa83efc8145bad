extension JSONText {
  /// The UUID that the characters from `start` up to `end` are the text form of (RFC 9562 section 4), as two
  /// numbers whose first byte is the highest one; nil if they are something else.
  package func uuid(from start: Int, to end: Int) -> (upper: UInt64, lower: UInt64)? {
    guard end &- start == 36 else { return nil }
    var halves: (UInt64, UInt64) = (0, 0)
    var seen: UInt8 = 0
    for offset in 0..<36 {
      let byte = self[start &+ offset]
      guard offset != 8, offset != 13, offset != 18, offset != 23 else {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit = HexadecimalDigit.value(of: byte)
      seen |= digit
      // After 16 digits and two hyphens, or three.
      if offset < 18 {
        halves.0 = halves.0 &<< 4 | UInt64(digit)
      } else {
        halves.1 = halves.1 &<< 4 | UInt64(digit)
      }
    }
    return seen < HexadecimalDigit.bound ? halves : nil
  }
}
