/// Base64 (RFC 4648 section 4).
package enum Base64 {
  /// The number of bytes that `start..<end` encodes; nil if its length is not a multiple of four.
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
  /// - Returns: False if a character is not in the alphabet or the bits after the last byte are not
  ///   zero; the contents of `target` are then undefined.
  /// - Complexity: O(`end - start`).
  package static func decode(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    // SAFETY: `table` has an element for every two bytes, and is only asked for 16 bits. A block of two stores ends
    // before `written + 16`, which was compared with the count of `target`; a group stores `byteCount` bytes, which is
    // at most `target.count - written`.
    unsafe table.withUnsafeBufferPointer { table in
      var offset = start
      var written = 0
      var seen: UInt64 = 0
      // Two blocks of eight characters; each store writes two bytes more than the six it needs.
      let lastOffset = end &- 16
      let lastWritten = target.count &- 16
      while offset <= lastOffset, written <= lastWritten {
        let first = unsafe bits(of: text, offset, table)
        let second = unsafe bits(of: text, offset &+ 8, table)
        seen |= first | second
        let bytes = ((first &<< 16).bigEndian, (second &<< 16).bigEndian)
        unsafe target.storeBytes(of: bytes.0, toByteOffset: written, as: UInt64.self)
        unsafe target.storeBytes(of: bytes.1, toByteOffset: written &+ 6, as: UInt64.self)
        offset &+= 16
        written &+= 12
      }

      while offset &+ 4 <= end {
        var group = text.fourBytes(at: offset)
        let byteCount = min(3, target.count &- written)
        // The last four are padded if they encode fewer bytes; `A` is six zero bits.
        if byteCount < 3 { group = group & 0x00FF_FFFF | 0x4100_0000 }
        if byteCount < 2 { group = group & 0xFF00_FFFF | 0x0041_0000 }
        let first = unsafe table[Int(truncatingIfNeeded: group & 0xFFFF)]
        let second = unsafe table[Int(truncatingIfNeeded: group &>> 16)]
        seen |= UInt64(truncatingIfNeeded: first | second)
        let bits = UInt32(truncatingIfNeeded: first) &<< 12 | UInt32(truncatingIfNeeded: second)
        // The bits after the last byte.
        let rest = bits & 0xFF_FFFF & ((1 &<< UInt32(24 &- 8 &* byteCount)) &- 1)
        guard byteCount > 0, rest == 0 else { return false }
        for position in 0..<byteCount {
          let byte = UInt8(truncatingIfNeeded: bits &>> UInt32(16 &- 8 &* position))
          unsafe target.storeBytes(of: byte, toByteOffset: written &+ position, as: UInt8.self)
        }
        offset &+= 4
        written &+= byteCount
      }
      return seen &>> 48 == 0
    }
  }

  /// The 48 bits that eight characters encode; one above them is set if a character is not in the alphabet.
  @inline(__always)
  private static func bits(
    of text: JSONText,
    _ offset: Int,
    _ table: UnsafeBufferPointer<Int16>
  ) -> UInt64 {
    // SAFETY: the table has an element for every two bytes.
    let first = unsafe UInt64(truncatingIfNeeded: table[Int(text.twoBytes(at: offset))])
    let second = unsafe UInt64(truncatingIfNeeded: table[Int(text.twoBytes(at: offset &+ 2))])
    let third = unsafe UInt64(truncatingIfNeeded: table[Int(text.twoBytes(at: offset &+ 4))])
    let fourth = unsafe UInt64(truncatingIfNeeded: table[Int(text.twoBytes(at: offset &+ 6))])
    return ((first &<< 12 | second) &<< 12 | third) &<< 12 | fourth
  }

  /// For a character that is not in the alphabet: a negative number, whose sign goes to all upper bits.
  private static let invalid: Int16 = -1

  /// For each pair of characters, the first one in the lower byte, the twelve bits they encode.
  ///
  /// This takes half the lookups of a table of single characters, and a third off the time of the
  /// whole base64 benchmark; the 4,096 pairs of the alphabet touch 12 KB of it. Testing eight
  /// characters in one integer took two and a half times as long.
  private static let table: [Int16] = {
    var table = [Int16](repeating: invalid, count: 1 << 16)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for (upper, first) in alphabet.enumerated() {
      for (lower, second) in alphabet.enumerated() {
        table[Int(first) | Int(second) << 8] = Int16(upper << 6 | lower)
      }
    }
    return table
  }()
}
