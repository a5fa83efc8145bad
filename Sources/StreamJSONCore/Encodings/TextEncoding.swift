/// The encodings that JSONDecoder accepts, detected by a byte-order mark or by where the zero bytes
/// of the first two characters are (RFC 4627 section 3).
enum TextEncoding {
  case utf8
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

  /// A text as UTF-8, and where its bytes were in the original.
  struct Conversion: ~Copyable {
    var bytes: ByteArena
    var map: SourceMap
  }

  /// Converts the bytes of `text` from `start`, which is after the mark, to UTF-8.
  ///
  /// - Throws: An `InputFault` for bytes that the encoding does not allow.
  /// - Complexity: O(bytes).
  func convert(_ text: JSONText, from start: Int) throws(InputFault) -> Conversion {
    var bytes = ByteArena(capacity: text.count)
    var unitByteCount = 1
    switch self {
    case .utf8:
      bytes.append(text, from: start, to: text.count)
    case .utf16(let isBigEndian):
      try Self.appendUTF16(text, from: start, isBigEndian: isBigEndian, to: &bytes)
      unitByteCount = 2
    case .utf32(let isBigEndian):
      try Self.appendUTF32(text, from: start, isBigEndian: isBigEndian, to: &bytes)
      unitByteCount = 4
    }
    let map = SourceMap(unitByteCount: unitByteCount, markByteCount: start)
    return Conversion(bytes: bytes, map: map)
  }

  /// The byte-order mark of UTF-8.
  static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The encoding that the first four bytes indicate, and the number of bytes in its mark.
  static func detect(_ text: JSONText) -> (encoding: TextEncoding, markCount: Int) {
    let count = text.count
    // -1 after the end of the text.
    let byte = { (offset: Int) in offset < count ? Int(text[offset]) : -1 }
    switch (byte(0), byte(1), byte(2), byte(3)) {
    case (0, 0, 0xFE, 0xFF): return (.utf32(isBigEndian: true), 4)
    // The mark of little-endian UTF-32, and the bytes that JSONDecoder mistakes for it.
    case (0xFF, 0xFE, 0, 0), (0xFE, 0xFF, 0, 0): return (.utf32(isBigEndian: false), 4)
    case (0xFE, 0xFF, _, _): return (.utf16(isBigEndian: true), 2)
    case (0xFF, 0xFE, _, _): return (.utf16(isBigEndian: false), 2)
    case (0xEF, 0xBB, 0xBF, _): return (.utf8, utf8Mark.count)
    case (0, 0, 0, 1...): return (.utf32(isBigEndian: true), 0)
    case (0, 1..., 0, 1...): return (.utf16(isBigEndian: true), 0)
    case (1..., 0, 0, 0): return (.utf32(isBigEndian: false), 0)
    case (1..., 0, 1..., 0): return (.utf16(isBigEndian: false), 0)
    // A single digit is a text of one character.
    case (0, 1..., -1, -1): return (.utf16(isBigEndian: true), 0)
    case (1..., 0, -1, -1): return (.utf16(isBigEndian: false), 0)
    default: return (.utf8, 0)
    }
  }

  /// Appends UTF-16 as UTF-8.
  ///
  /// An odd byte at the end is dropped, as in JSONDecoder.
  private static func appendUTF16(
    _ text: JSONText,
    from start: Int,
    isBigEndian: Bool,
    to bytes: inout ByteArena
  ) throws(InputFault) {
    let unit = { (offset: Int) in
      isBigEndian
        ? UInt32(text[offset]) << 8 | UInt32(text[offset + 1])
        : UInt32(text[offset + 1]) << 8 | UInt32(text[offset])
    }
    let end = text.count - (text.count - start) % 2
    var offset = start
    while offset < end {
      var scalar = unit(offset)
      // Two bytes of UTF-16 can become three of UTF-8, more than the initial capacity allows for.
      bytes.reserve(4)
      if scalar & 0xF800 == 0xD800 {
        guard scalar < 0xDC00, offset + 2 < end, unit(offset + 2) & 0xFC00 == 0xDC00 else {
          throw InputFault(.invalidUTF8, at: offset)
        }
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + (unit(offset + 2) & 0x3FF)
        offset += 2
      }
      bytes.append(scalar: scalar)
      offset += 2
    }
  }

  /// Appends UTF-32 as UTF-8.
  private static func appendUTF32(
    _ text: JSONText,
    from start: Int,
    isBigEndian: Bool,
    to bytes: inout ByteArena
  ) throws(InputFault) {
    let end = text.count - (text.count - start) % 4
    var offset = start
    while offset < end {
      let block = text.fourBytes(at: offset)
      let scalar = isBigEndian ? block.byteSwapped : block
      guard Unicode.Scalar(scalar) != nil else { throw InputFault(.invalidUTF8, at: offset) }
      bytes.reserve(4)
      bytes.append(scalar: scalar)
      offset += 4
    }
  }
}
