/// The well-formedness of UTF-8: RFC 3629 and table 3-7 of the Unicode Standard.
enum UTF8Validation {
  /// The offset of the first byte that does not begin a well-formed sequence, or nil if all are
  /// part of one.
  ///
  /// - Complexity: O(bytes); eight at a time while they are ASCII, and 32 in long strings.
  static func firstFault(in text: JSONText, from start: Int, to end: Int) -> Int? {
    var offset = start
    if end &- start >= 64 { skipRuns(text, &offset, end) }
    while offset < end {
      while offset &+ 8 <= end {
        let marks = text.eightBytes(at: offset) & ByteSearch.topBits
        guard marks == 0 else {
          offset &+= marks.trailingZeroBitCount &>> 3
          break
        }
        offset &+= 8
      }
      while offset < end, text[offset] < 0x80 { offset &+= 1 }
      skipWellFormed(text, &offset, end)
      guard offset < end else { return nil }
      let lead = text[offset]
      if lead < 0x80 { continue }
      guard let byteCount = lead.utf8SequenceByteCount, byteCount <= end &- offset,
        lead.secondUTF8Bytes.contains(text[offset &+ 1]),
        (2..<byteCount).allSatisfy({ text[offset &+ $0].continuesUTF8Sequence })
      else { return offset }
      offset &+= byteCount
    }
    return nil
  }

  /// Moves `offset`, where a sequence begins, over sequences of all lengths, up to the last 34 bytes
  /// or to less than 36 before a fault.
  ///
  /// A byte continues a sequence exactly if one of the three before it calls for it. Each vector is therefore
  /// compared with the ones that begin one to three bytes later.
  @inline(never)
  private static func skipRuns(_ text: JSONText, _ offset: inout Int, _ end: Int) {
    let start = offset
    // The last sequence may go on.
    defer {
      while offset > start, offset < end, text[offset].continuesUTF8Sequence { offset &-= 1 }
    }
    while true {
      let last = offset
      while offset &+ 8 <= end, text.eightBytes(at: offset) & ByteSearch.topBits == 0 {
        offset &+= 8
      }
      // After a long run of ASCII, there often is another one behind a single sequence.
      if offset &- last >= 32 { skipWellFormed(text, &offset, end) }
      // The vectors test from the fourth byte on whether it continues a sequence.
      guard offset &+ 35 <= end, !text[offset].continuesUTF8Sequence,
        text[offset &+ 1].continuesUTF8Sequence == (text[offset] >= 0xC0),
        text[offset &+ 2].continuesUTF8Sequence
          == (text[offset] >= 0xE0 || text[offset &+ 1] >= 0xC0)
      else { return }
      while offset &+ 35 <= end, !isASCII(text, at: offset) {
        let marks = faults(in: text, at: offset) .| faults(in: text, at: offset &+ 16)
        guard !ByteSearch.hasMark(marks) else { return }
        offset &+= 32
      }
    }
  }

  /// True if the 32 bytes from `position` on are ASCII.
  @inline(__always)
  private static func isASCII(_ text: JSONText, at position: Int) -> Bool {
    !ByteSearch.hasMark(
      ByteSearch.nonASCII(in: text.sixteenBytes(at: position))
        .| ByteSearch.nonASCII(in: text.sixteenBytes(at: position &+ 16))
    )
  }

  /// Marks the bytes of the 16 from `position` on that are at fault: no leading byte, or followed by what
  /// it does not allow, or with one three bytes later that continues nothing or should continue
  /// something.
  @inline(__always)
  private static func faults(in text: JSONText, at position: Int) -> ByteVectorMask {
    let first = text.sixteenBytes(at: position)
    let second = text.sixteenBytes(at: position &+ 1)
    let third = text.sixteenBytes(at: position &+ 2)
    let fourth = text.sixteenBytes(at: position &+ 3)
    // As signed numbers, 0x80 to 0xBF are the lowest ones.
    let continues = ByteSearch.signed(fourth) .< SIMD16<Int8>(repeating: -0x40)
    let mustContinue =
      (first .>= ByteVector(repeating: 0xF0)) .| (second .>= ByteVector(repeating: 0xE0))
      .| (third .>= ByteVector(repeating: 0xC0))
    let isBelow90 = ByteSearch.signed(second) .< SIMD16<Int8>(repeating: -0x70)
    let isBelowA0 = ByteSearch.signed(second) .< SIMD16<Int8>(repeating: -0x60)
    // The rows of table 3-7 in which the second byte has its own range.
    let overlong =
      (first .== ByteVector(repeating: 0xC0)) .| (first .== ByteVector(repeating: 0xC1))
      .| (first .== ByteVector(repeating: 0xE0)) .& isBelowA0
      .| (first .== ByteVector(repeating: 0xF0)) .& isBelow90
    let surrogate = (first .== ByteVector(repeating: 0xED)) .& .!isBelowA0
    let tooLarge =
      (first .== ByteVector(repeating: 0xF4)) .& .!isBelow90
      .| (first .>= ByteVector(repeating: 0xF5))
    return (continues .^ mustContinue) .| overlong .| surrogate .| tooLarge
  }

  /// Moves `offset` over sequences of two to four bytes, testing each with one load.
  ///
  /// A text in one of the scripts above U+07FF is mostly sequences of three bytes. (Byte by byte,
  /// the strings of twitter.json took 1.6 times as long.)
  @inline(__always)
  private static func skipWellFormed(_ text: JSONText, _ offset: inout Int, _ end: Int) {
    while offset &+ 4 <= end {
      while offset &+ 8 <= end {
        let bytes = text.eightBytes(at: offset)
        if bytes & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0 {
          // As below, of both.
          let bits = (bytes & 0x200F, bytes &>> 24 & 0x200F)
          guard bits.0 != 0, bits.1 != 0, bits.0 != 0x200D, bits.1 != 0x200D else { break }
          offset &+= 6
        } else {
          guard bytes & 0xC0E0_C0E0_C0E0_C0E0 == 0x80C0_80C0_80C0_80C0 else { break }
          // Bit 5 of each sum says whether one of the bits is set that are all zero in overlong forms.
          let sums = (bytes & 0x001E_001E_001E_001E) &+ 0x001E_001E_001E_001E
          guard sums & 0x0020_0020_0020_0020 == 0x0020_0020_0020_0020 else { break }
          offset &+= 8
        }
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
