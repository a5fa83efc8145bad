/// Base64 (RFC 4648 section 4), eight characters at a time.
package enum Base64 {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

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
  /// - Precondition: the bytes are ASCII, and `target` has the `byteCount` of the same arguments.
  /// - Returns: False for a character that is not in the alphabet, and for bits that are not zero
  ///   behind the last byte; what `target` then holds is undefined.
  /// - Complexity: O(`end - start`).
  package static func decode(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var offset = start
    var written = 0
    var isValid = true
    // A store writes two bytes beyond the six it means.
    while offset &+ 8 <= end, written &+ 8 <= target.count {
      let word = text.word(at: offset)
      let (values, areValid) = sextets(of: word)
      isValid = isValid && areValid
      // Two sextets to 12 bits, four to 24, eight to 48.
      let pairs = (values & 0x003F_003F_003F_003F) &<< 6 | (values &>> 8) & 0x003F_003F_003F_003F
      let quads = (pairs & 0x0000_0FFF_0000_0FFF) &<< 12 | (pairs &>> 16) & 0x0000_0FFF_0000_0FFF
      let bits = (quads & 0xFF_FFFF) &<< 24 | quads &>> 32
      // SAFETY: `written + 8` was compared with the count above.
      unsafe target.storeBytes(
        of: (bits &<< 16).bigEndian,
        toByteOffset: written,
        as: UInt64.self
      )
      offset &+= 8
      written &+= 6
    }
    guard isValid else { return false }
    while offset < end {
      var word: UInt64 = 0
      var characterCount = 0
      for position in 0..<4 {
        let byte = text[offset + position]
        // `A` stands for zero bits.
        let isPadding = byte == UInt8(ascii: "=") && offset + 4 == end && position >= 2
        word |= UInt64(isPadding ? UInt8(ascii: "A") : byte) << UInt64(8 * position)
        if !isPadding {
          guard characterCount == position else { return false }
          characterCount += 1
        }
      }
      let (values, areValid) = sextets(of: word | 0x4141_4141_0000_0000)
      guard areValid else { return false }
      var bits: UInt32 = 0
      for position in 0..<4 {
        bits = bits << 6 | UInt32(truncatingIfNeeded: values >> UInt64(8 * position)) & 0x3F
      }
      for position in 0..<3 {
        let byte = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * position))
        if position < characterCount - 1 {
          guard written < target.count else { return false }
          // SAFETY: compared with the count on the line above.
          unsafe target.storeBytes(of: byte, toByteOffset: written, as: UInt8.self)
          written += 1
        } else if byte != 0 {
          return false
        }
      }
      offset += 4
    }
    return true
  }

  /// The values of eight ASCII characters, one in each byte, and whether all have one.
  @inline(__always)
  private static func sextets(of word: UInt64) -> (values: UInt64, areValid: Bool) {
    // Bytes are below 0x80, so that no sum carries into the next one, and the top bit of each
    // tells whether its byte is `limit` or more.
    func atLeast(_ limit: UInt8) -> UInt64 { word &+ ones &* UInt64(0x80 &- limit) }
    let upper = (atLeast(UInt8(ascii: "A")) & ~atLeast(UInt8(ascii: "Z") + 1)) & ByteSearch.topBits
    let lower = (atLeast(UInt8(ascii: "a")) & ~atLeast(UInt8(ascii: "z") + 1)) & ByteSearch.topBits
    let fromZero = atLeast(UInt8(ascii: "0"))
    let digit = (fromZero & ~atLeast(UInt8(ascii: "9") + 1)) & ByteSearch.topBits
    let slash = (atLeast(UInt8(ascii: "/")) & ~fromZero) & ByteSearch.topBits
    let plus = (atLeast(UInt8(ascii: "+")) & ~atLeast(UInt8(ascii: "+") + 1)) & ByteSearch.topBits
    // Each byte of a product is at most its factor: no carries here either.
    let values =
      word &- (upper &>> 7) &* 65 &- (lower &>> 7) &* 71
      &+ (digit &>> 7) &* 4 &+ (slash &>> 7) &* 16 &+ (plus &>> 7) &* 19
    return (values, upper | lower | digit | slash | plus == ByteSearch.topBits)
  }
}
