/// Turns the escape sequences of strings (RFC 8259 section 7) into the bytes they stand for.
enum Unescaping {
  /// Appends the string bytes from `start` up to `end` to `arena`, unescaped.
  ///
  /// With `allowsMore`, the escapes of JSON5 are allowed too.
  ///
  /// - Throws: `InputFault` with the offset of the backslash or control character that is wrong.
  ///   The caller must then drop the bytes that were appended.
  /// - Complexity: O(bytes). Grows `arena` at most once: no sequence is longer than its escape.
  static func unescape(
    _ text: JSONText,
    from start: Int,
    to end: Int,
    into arena: inout ByteArena,
    allowsMore: Bool
  ) throws(InputFault) {
    arena.reserve(end - start)
    var offset = start
    while offset < end {
      if text[offset] != UInt8(ascii: "\\") {
        let runStart = offset
        try moveToBackslash(text, &offset, end)
        arena.append(text, from: runStart, to: offset)
      } else {
        try appendEscape(text, &offset, end, into: &arena, allowsMore: allowsMore)
      }
    }
  }

  /// Moves `offset` to the next backslash, or to `end`.
  @inline(__always)
  private static func moveToBackslash(
    _ text: JSONText,
    _ offset: inout Int,
    _ end: Int
  ) throws(InputFault) {
    var start = offset
    while true {
      while offset &+ 8 <= end {
        let stops = ByteSearch.escapeStops(in: text.eightBytes(at: offset))
        if stops != 0 {
          offset &+= ByteSearch.firstMarked(stops)
          break
        }
        offset &+= 8
        if offset &- start >= 32 {
          skipLongRun(text, &offset, end)
          start = offset
        }
      }
      guard offset < end else { return }
      let byte = text[offset]
      if byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 { throw InputFault(.controlCharacter, at: offset) }
      offset &+= 1
    }
  }

  /// Moves `offset` over a run 32 bytes at a time, and stops before the 32 bytes that contain its end.
  @inline(never)
  private static func skipLongRun(_ text: JSONText, _ offset: inout Int, _ end: Int) {
    while offset &+ 32 <= end {
      let first = ByteSearch.escapeStops(in: text.sixteenBytes(at: offset))
      let second = ByteSearch.escapeStops(in: text.sixteenBytes(at: offset &+ 16))
      if ByteSearch.hasMark(first .| second) { return }
      offset &+= 32
    }
  }

  /// Appends the character that the escape at `offset` stands for, and moves past it.
  private static func appendEscape(
    _ text: JSONText,
    _ offset: inout Int,
    _ end: Int,
    into arena: inout ByteArena,
    allowsMore: Bool
  ) throws(InputFault) {
    guard offset + 1 < end else { throw InputFault(.invalidEscape, at: offset) }
    let byte = text[offset + 1]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): arena.append(byte)
    case UInt8(ascii: "b"): arena.append(0x08)
    case UInt8(ascii: "f"): arena.append(0x0C)
    case UInt8(ascii: "n"): arena.append(0x0A)
    case UInt8(ascii: "r"): arena.append(0x0D)
    case UInt8(ascii: "t"): arena.append(0x09)
    case UInt8(ascii: "u"):
      try appendUnicodeEscape(text, &offset, end, into: &arena, allowsMore: allowsMore)
      return
    default:
      guard allowsMore, try appendJSON5Escape(text, &offset, end, into: &arena) else {
        throw InputFault(.invalidEscape, at: offset)
      }
      return
    }
    offset += 2
  }

  /// Appends the character of a `\uXXXX`, or of the two that make a surrogate pair.
  private static func appendUnicodeEscape(
    _ text: JSONText,
    _ offset: inout Int,
    _ end: Int,
    into arena: inout ByteArena,
    allowsMore: Bool
  ) throws(InputFault) {
    let first = try hexadecimal(text, at: offset + 2, count: 4, end, escape: offset)
    var scalar = first
    var length = 6
    if Surrogates.isHigh(first) {
      // A high surrogate must be followed by a low one: RFC 8259 section 7.
      guard offset + 12 <= end, text[offset + 6] == UInt8(ascii: "\\"),
        text[offset + 7] == UInt8(ascii: "u")
      else { throw InputFault(.invalidEscape, at: offset) }
      let second = try hexadecimal(text, at: offset + 8, count: 4, end, escape: offset + 6)
      guard Surrogates.isLow(second) else { throw InputFault(.invalidEscape, at: offset + 6) }
      scalar = Surrogates.scalar(first, second)
      length = 12
    } else if Surrogates.isLow(first) {
      throw InputFault(.invalidEscape, at: offset)
    }
    // JSONDecoder rejects U+0000 in JSON5, and only there.
    if allowsMore, scalar == 0 { throw InputFault(.invalidEscape, at: offset) }
    arena.append(scalar: scalar)
    offset += length
  }

  /// The number that `count` hexadecimal digits spell.
  static func hexadecimal(
    _ text: JSONText,
    at start: Int,
    count: Int,
    _ end: Int,
    escape: Int
  ) throws(InputFault) -> UInt32 {
    guard start + count <= end else { throw InputFault(.invalidEscape, at: escape) }
    var value: UInt32 = 0
    var seen: UInt8 = 0
    for offset in start..<start &+ count {
      let digit = HexadecimalDigit.value(of: text[offset])
      seen |= digit
      value = value &<< 4 | UInt32(digit)
    }
    guard seen < HexadecimalDigit.bound else { throw InputFault(.invalidEscape, at: escape) }
    return value
  }
}
