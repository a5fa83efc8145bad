/// Base64 (RFC 4648 section 4).
package enum Base64 {
  /// The number of bytes that `start..<end` stands for, if it has the length of a base64 text.
  ///
  /// The characters themselves are not checked.
  package static func byteCount(of text: JSONText, from start: Int, to end: Int) -> Int? {
    let count = end - start
    guard count & 3 == 0 else { return nil }
    guard count > 0 else { return 0 }
    let padding =
      text[end - 1] == UInt8(ascii: "=") ? (text[end - 2] == UInt8(ascii: "=") ? 2 : 1) : 0
    return count / 4 * 3 - padding
  }

  /// Decodes the characters from `start` up to `end` into `target`.
  ///
  /// - Precondition: `target` has the `byteCount` of the same arguments.
  /// - Returns: False for a character that is not in the alphabet, and for bits that are not zero
  ///   behind the last byte; what `target` then holds is undefined.
  /// - Complexity: O(`end - start`).
  package static func decode(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    // SAFETY: positions are those of one of four tables and a byte in it, less than 1024.
    unsafe tables.withUnsafeBufferPointer { tables in
      var offset = start
      var written = 0
      var seen: UInt32 = 0
      // Eight characters at a time; a store writes two bytes beyond the six it means.
      while offset &+ 8 <= end, written &+ 8 <= target.count {
        let word = text.word(at: offset)
        let first = unsafe quad(UInt32(truncatingIfNeeded: word), tables)
        let second = unsafe quad(UInt32(truncatingIfNeeded: word &>> 32), tables)
        seen |= first | second
        let bits = UInt64(first) &<< 40 | UInt64(second) &<< 16
        // SAFETY: `written + 8` was compared with the count above.
        unsafe target.storeBytes(of: bits.bigEndian, toByteOffset: written, as: UInt64.self)
        offset &+= 8
        written &+= 6
      }
      while offset &+ 4 <= end {
        var word = text.halfWord(at: offset)
        var byteCount = 3
        if offset &+ 4 == end {
          // The last four may be padded; `A` stands for zero bits.
          if word &>> 24 == UInt32(UInt8(ascii: "=")) {
            word = word & 0x00FF_FFFF | 0x4100_0000
            byteCount = 2
            if word &>> 16 & 0xFF == UInt32(UInt8(ascii: "=")) {
              word = word & 0xFF00_FFFF | 0x0041_0000
              byteCount = 1
            }
          }
        }
        let bits = unsafe quad(word, tables)
        seen |= bits
        // The bits behind the last byte.
        let rest = bits & 0xFF_FFFF & ((1 &<< UInt32(24 &- 8 &* byteCount)) &- 1)
        guard written &+ byteCount <= target.count, rest == 0 else { return false }
        for position in 0..<byteCount {
          let byte = UInt8(truncatingIfNeeded: bits &>> UInt32(16 &- 8 &* position))
          // SAFETY: compared with the count above.
          unsafe target.storeBytes(of: byte, toByteOffset: written &+ position, as: UInt8.self)
        }
        offset &+= 4
        written &+= byteCount
      }
      return seen & invalid == 0
    }
  }

  /// Set for a character that is not in the alphabet.
  private static let invalid: UInt32 = 1 << 31

  /// For each of the four characters of a group, the bits that each byte stands for there.
  ///
  /// Tests on eight characters in one word took two and a half times as long.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: invalid, count: 4 * 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, character) in alphabet.utf8.enumerated() {
      for position in 0..<4 {
        tables[256 * position + Int(character)] = UInt32(value) << UInt32(18 - 6 * position)
      }
    }
    return tables
  }()

  /// The 24 bits that four characters stand for, the first one in the lowest bits.
  @unsafe
  @inline(__always)
  private static func quad(_ word: UInt32, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    unsafe tables[Int(word & 0xFF)]
      | tables[256 &+ Int(word &>> 8 & 0xFF)]
      | tables[512 &+ Int(word &>> 16 & 0xFF)]
      | tables[768 &+ Int(word &>> 24)]
  }
}
