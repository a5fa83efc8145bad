/// The encodings other than UTF-8 that JSONDecoder accepts, detected by a byte-order mark or by where the zero bytes
/// of the first two characters are (RFC 4627 section 3).
enum TextEncoding {
  case utf16(isBigEndian: Bool)
  case utf32(isBigEndian: Bool)

  /// True for a text that is not UTF-8, or that begins with a byte-order mark.
  ///
  /// May also be true for a malformed text, or one that begins with an unquoted non-ASCII name.
  @inline(__always)
  static func needsConversion(_ text: JSONText) -> Bool {
    guard text.count >= 2 else { return false }
    // The first byte of a mark is 0xEF, 0xFE, 0xFF or, in UTF-32, zero. Without a mark, one of the
    // first two bytes is zero.
    let (first, second) = (text[0], text[1])
    return first == 0 || second == 0 || first >= 0x80
  }

  /// Appends the bytes of `text` from `start`, which is after the mark, to `bytes` as UTF-8.
  ///
  /// - Returns: Where they were in the original.
  /// - Throws: An `InputFault` for bytes that the encoding does not allow.
  /// - Complexity: O(bytes).
  func convert(
    _ text: JSONText,
    from start: Int,
    to bytes: inout ByteArena
  ) throws(InputFault) -> SourceMap {
    switch self {
    case .utf16(let isBigEndian):
      let unit = { (offset: Int) in
        let unit = text.twoBytes(at: offset)
        return UInt32(isBigEndian ? unit.byteSwapped : unit)
      }
      try Self.append(text, from: start, unitByteCount: 2, to: &bytes) { offset, end in
        let first = unit(offset)
        offset += 2
        guard Surrogates.isHigh(first) else { return Surrogates.isLow(first) ? nil : first }
        guard offset < end, Surrogates.isLow(unit(offset)) else { return nil }
        defer { offset += 2 }
        return Surrogates.scalar(first, unit(offset))
      }
      return SourceMap(unitByteCount: 2, markByteCount: start)
    case .utf32(let isBigEndian):
      try Self.append(text, from: start, unitByteCount: 4, to: &bytes) { offset, _ in
        let unit = text.fourBytes(at: offset)
        offset += 4
        return Unicode.Scalar(isBigEndian ? unit.byteSwapped : unit)?.value
      }
      return SourceMap(unitByteCount: 4, markByteCount: start)
    }
  }

  /// What is wrong with bytes that the encoding does not allow.
  var fault: String {
    switch self {
    case .utf16: "unpaired surrogate in UTF-16"
    case .utf32: "not a Unicode character in UTF-32"
    }
  }

  /// The byte-order mark of UTF-8.
  static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The byte-order marks; one that begins like another comes after it.
  private static let marks: [(bytes: [UInt8], encoding: TextEncoding?)] = [
    ([0, 0, 0xFE, 0xFF], .utf32(isBigEndian: true)),
    ([0xFF, 0xFE, 0, 0], .utf32(isBigEndian: false)),
    // Not a mark, but JSONDecoder mistakes it for the one above.
    ([0xFE, 0xFF, 0, 0], .utf32(isBigEndian: false)),
    ([0xFE, 0xFF], .utf16(isBigEndian: true)),
    ([0xFF, 0xFE], .utf16(isBigEndian: false)),
    (utf8Mark, nil),
  ]

  /// The encoding that the first four bytes indicate, nil for UTF-8, and the number of bytes in its mark.
  static func detect(_ text: JSONText) -> (encoding: TextEncoding?, markByteCount: Int) {
    for (mark, encoding) in marks
    where text.count >= mark.count && text.mayBegin(with: mark, at: 0) {
      return (encoding, mark.count)
    }
    return (withoutMark(text), 0)
  }

  /// The encoding of a text without a mark, by which of its first bytes are zero.
  private static func withoutMark(_ text: JSONText) -> TextEncoding? {
    switch (0..<min(4, text.count)).map({ text[$0] == 0 }) {
    case [true, true, true, false]: .utf32(isBigEndian: true)
    case [false, true, true, true]: .utf32(isBigEndian: false)
    // A single digit is a text of one character.
    case [true, false, true, false], [true, false]: .utf16(isBigEndian: true)
    case [false, true, false, true], [false, true]: .utf16(isBigEndian: false)
    default: nil
    }
  }

  /// Appends the characters from `start` on as UTF-8.
  ///
  /// Bytes after the last whole unit are dropped, as in JSONDecoder. `next` returns the character at an
  /// offset, and moves the offset past it; nil if there is none.
  ///
  /// - Throws: `InputFault` with the offset at which there is no character.
  @inline(__always)
  private static func append(
    _ text: JSONText,
    from start: Int,
    unitByteCount: Int,
    to bytes: inout ByteArena,
    next: (_ offset: inout Int, _ end: Int) -> UInt32?
  ) throws(InputFault) {
    let end = text.count - (text.count - start) % unitByteCount
    var offset = start
    while offset < end {
      let first = offset
      guard let scalar = next(&offset, end) else { throw InputFault(.invalidUTF8, at: first) }
      // Two bytes of UTF-16 can become three of UTF-8, more than the initial capacity allows for.
      bytes.reserve(4)
      bytes.append(scalar: scalar)
    }
  }
}
