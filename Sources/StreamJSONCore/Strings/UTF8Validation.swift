/// Well-formedness of UTF-8: RFC 3629, table 3-7 of the Unicode Standard.
enum UTF8Validation {
  /// The offset of the first byte that no well-formed sequence has there, nil if there is none.
  ///
  /// - Complexity: O(bytes); eight at a time while they are ASCII.
  static func firstFault(in text: JSONText, from start: Int, to end: Int) -> Int? {
    var offset = start
    while offset < end {
      while offset &+ 8 <= end, text.word(at: offset) & ByteSearch.topBits == 0 { offset &+= 8 }
      guard offset < end else { return nil }
      let lead = text[offset]
      if lead < 0x80 {
        offset &+= 1
        continue
      }
      let length: Int
      // The second byte's range excludes overlong forms, surrogates and values over U+10FFFF.
      var lowest: UInt8 = 0x80
      var highest: UInt8 = 0xBF
      switch lead {
      case 0xC2...0xDF: length = 2
      case 0xE0...0xEF:
        length = 3
        if lead == 0xE0 { lowest = 0xA0 }
        if lead == 0xED { highest = 0x9F }
      case 0xF0...0xF4:
        length = 4
        if lead == 0xF0 { lowest = 0x90 }
        if lead == 0xF4 { highest = 0x8F }
      default: return offset
      }
      for position in 1..<length {
        guard offset &+ position < end else { return offset &+ position }
        let byte = text[offset &+ position]
        guard byte >= lowest, byte <= highest else { return offset &+ position }
        lowest = 0x80
        highest = 0xBF
      }
      offset &+= length
    }
    return nil
  }
}
