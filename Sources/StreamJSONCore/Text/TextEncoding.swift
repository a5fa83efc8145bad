/// The encodings other than UTF-8 that JSONDecoder accepts, detected by a byte-order mark or by where the zero bytes
/// of the first two characters are (RFC 4627 section 3).
struct TextEncoding {
  /// Bytes in a code unit: 2 in UTF-16, 4 in UTF-32.
  let unitByteCount: Int

  let isBigEndian: Bool

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
  /// Bytes after the last whole unit are dropped, as in JSONDecoder.
  ///
  /// - Returns: Where they were in the original.
  /// - Throws: `InputFault` with the offset at which there is no character.
  /// - Complexity: O(bytes).
  func convert(
    _ text: JSONText,
    from start: Int,
    to bytes: inout ByteArena
  ) throws(InputFault) -> SourceMap {
    let end = text.count - (text.count - start) % unitByteCount
    var offset = start
    while offset < end {
      let first = offset
      var scalar = unit(of: text, at: offset)
      offset += unitByteCount
      // Two bytes of UTF-16 can become three of UTF-8, more than the initial capacity allows for.
      bytes.reserve(4)
      if scalar < 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: scalar))
        continue
      }
      if unitByteCount == 2, Surrogates.isHigh(scalar), offset < end {
        let second = unit(of: text, at: offset)
        guard Surrogates.isLow(second) else { throw InputFault(.invalidUTF8, at: first) }
        scalar = Surrogates.scalar(scalar, second)
        offset += 2
      }
      // An unpaired surrogate is no character either.
      guard let character = Unicode.Scalar(scalar) else {
        throw InputFault(.invalidUTF8, at: first)
      }
      bytes.append(scalar: character.value)
    }
    return SourceMap(unitByteCount: unitByteCount, markByteCount: start)
  }

  /// The code unit at `offset`.
  @inline(__always)
  private func unit(of text: JSONText, at offset: Int) -> UInt32 {
    guard unitByteCount == 2 else {
      let unit = text.fourBytes(at: offset)
      return isBigEndian ? unit.byteSwapped : unit
    }
    let unit = text.twoBytes(at: offset)
    return UInt32(isBigEndian ? unit.byteSwapped : unit)
  }

  /// The name of the fault in bytes that the encoding does not allow.
  var fault: String {
    unitByteCount == 2 ? "unpaired surrogate in UTF-16" : "not a Unicode character in UTF-32"
  }

  /// The byte-order mark of UTF-8.
  static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static let all = [(4, true), (4, false), (2, true), (2, false)].map {
    TextEncoding(unitByteCount: $0, isBigEndian: $1)
  }

  /// The byte-order marks; one that begins like another comes before it.
  private static let marks: [(bytes: [UInt8], encoding: TextEncoding?)] = [
    ([0, 0, 0xFE, 0xFF], all[0]), ([0xFF, 0xFE, 0, 0], all[1]),
    // Not a mark, but JSONDecoder mistakes it for the one above.
    ([0xFE, 0xFF, 0, 0], all[1]),
    ([0xFE, 0xFF], all[2]), ([0xFF, 0xFE], all[3]), (utf8Mark, nil),
  ]

  /// The encoding that the first four bytes indicate, nil for UTF-8, and the number of bytes in its mark.
  static func detect(_ text: JSONText) -> (encoding: TextEncoding?, markByteCount: Int) {
    let start = text.part(from: 0, to: min(4, text.count)).bytes
    if let mark = marks.first(where: { start.starts(with: $0.bytes) }) {
      return (mark.encoding, mark.bytes.count)
    }
    // A single digit is a text of one character.
    return (all.first { start.count % $0.unitByteCount == 0 && $0.hasZeros(in: start) }, 0)
  }

  /// Whether the zero bytes of `start`, the first bytes of a text, are where they are in ASCII characters.
  private func hasZeros(in start: [UInt8]) -> Bool {
    let place = isBigEndian ? unitByteCount - 1 : 0
    return start.indices.allSatisfy { (start[$0] != 0) == ($0 % unitByteCount == place) }
  }

  /// Whether `start`, the beginning of a line, may be that of a line in UTF-16 or UTF-32: with a mark, or with zero bytes
  /// where they are if the first characters are ASCII.
  static func isWide(_ start: [UInt8]) -> Bool {
    let start = Array(start.prefix(4))
    return marks.contains { $0.encoding != nil && start.starts(with: $0.bytes) }
      || start.contains(0) && all.contains { $0.hasZeros(in: start) }
  }
}

/// Maps offsets in a text that was converted to UTF-8 back to the original bytes.
struct SourceMap {
  /// Bytes in a code unit of the original: 2 in UTF-16, 4 in UTF-32.
  let unitByteCount: Int

  /// Bytes of the byte-order mark before the text.
  let markByteCount: Int

  /// The number of code units before every `stride`th byte of the converted text, computed as far
  /// as an offset was needed.
  private(set) var checkpoints = [0]

  /// Bytes between two checkpoints.
  private static let stride = 512

  /// The offset in the original text of the byte at `offset` in `text`, the converted one.
  ///
  /// - Complexity: O(1), after one pass over the text.
  mutating func offset(of offset: Int, in text: JSONText) -> Int {
    let offset = min(offset, text.count)
    while checkpoints.count <= offset / Self.stride {
      let start = (checkpoints.count - 1) * Self.stride
      let unitCount = countUnits(of: text, from: start, to: start + Self.stride)
      checkpoints.append(checkpoints[checkpoints.count - 1] + unitCount)
    }
    let start = offset / Self.stride * Self.stride
    let unitCount =
      checkpoints[offset / Self.stride] + countUnits(of: text, from: start, to: offset)
    return markByteCount + unitCount * unitByteCount
  }

  /// The number of code units that the bytes from `start` up to `end` were converted from.
  private func countUnits(of text: JSONText, from start: Int, to end: Int) -> Int {
    var unitCount = 0
    for position in start..<end {
      // Each character counts at its first byte; one of four bytes is two units of UTF-16.
      guard let byteCount = text[position].utf8SequenceByteCount else { continue }
      unitCount += unitByteCount == 2 && byteCount == 4 ? 2 : 1
    }
    return unitCount
  }
}
