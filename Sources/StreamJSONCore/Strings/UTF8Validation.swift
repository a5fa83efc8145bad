/// The well-formedness of UTF-8: RFC 3629 and table 3-7 of the Unicode Standard.
enum UTF8Validation {
  /// The offset of the first byte that does not begin a well-formed sequence, or nil if all are
  /// part of one.
  ///
  /// - Complexity: O(bytes); eight at a time while they are ASCII.
  static func firstFault(in text: JSONText, from start: Int, to end: Int) -> Int? {
    var offset = start
    while offset < end {
      while offset &+ 8 <= end, text.eightBytes(at: offset) & ByteSearch.topBits == 0 {
        offset &+= 8
      }
      skipWellFormed(text, &offset, end)
      guard offset < end else { return nil }
      let lead = text[offset]
      if lead < 0x80 {
        offset &+= 1
        continue
      }
      guard let byteCount = lead.utf8SequenceByteCount else { return offset }
      // The second byte's range excludes overlong forms, surrogates and values over U+10FFFF.
      var lowest: UInt8 = 0x80
      var highest: UInt8 = 0xBF
      switch lead {
      case 0xE0: lowest = 0xA0
      case 0xED: highest = 0x9F
      case 0xF0: lowest = 0x90
      case 0xF4: highest = 0x8F
      default: break
      }
      for position in 1..<byteCount {
        guard offset &+ position < end else { return offset }
        let byte = text[offset &+ position]
        guard byte >= lowest, byte <= highest else { return offset }
        lowest = 0x80
        highest = 0xBF
      }
      offset &+= byteCount
    }
    return nil
  }

  /// Moves `offset` over sequences of two to four bytes, testing each with one load.
  ///
  /// A text in one of the scripts above U+07FF is mostly sequences of three bytes. (Byte by byte,
  /// the strings of twitter.json took 1.6 times as long.)
  @inline(__always)
  private static func skipWellFormed(_ text: JSONText, _ offset: inout Int, _ end: Int) {
    while offset &+ 4 <= end {
      while offset &+ 8 <= end {
        let pair = text.eightBytes(at: offset)
        guard pair & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0 else { break }
        // As below, of both.
        let bits = (pair & 0x200F, pair &>> 24 & 0x200F)
        guard bits.0 != 0, bits.1 != 0, bits.0 != 0x200D, bits.1 != 0x200D else { break }
        offset &+= 6
      }
      guard offset &+ 4 <= end else { return }
      let sequence = text.fourBytes(at: offset)
      if sequence & 0x00C0_C0F0 == 0x0080_80E0 {
        // The bits that distinguish overlong forms (all zero) and surrogates.
        let bits = sequence & 0x0000_200F
        guard bits != 0, bits != 0x200D else { return }
        offset &+= 3
      } else if sequence & 0x0000_C0E0 == 0x0000_80C0 {
        guard sequence & 0x1E != 0 else { return }
        offset &+= 2
      } else if sequence & 0xC0C0_C0F8 == 0x8080_80F0 {
        // From U+10000 to U+10FFFF.
        let bits = sequence & 0x0000_3007
        guard bits != 0, bits & 7 < 4 || bits == 4 else { return }
        offset &+= 4
      } else {
        return
      }
    }
  }
}
