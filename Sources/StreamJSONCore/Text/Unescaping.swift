/// Turns the escape sequences of a string (RFC 8259 section 7) into the bytes they stand for.
struct Unescaping {
  let text: JSONText

  /// The offset of the string's next byte.
  var offset: Int

  /// The offset after the string's last byte.
  let end: Int

  /// Whether the escapes of JSON5 are allowed, too.
  let allowsMore: Bool

  /// Appends the rest of the string to `arena`, unescaped.
  ///
  /// - Throws: `InputFault` with the offset of the backslash or control character that is wrong.
  ///   The caller must then drop the bytes that were appended.
  /// - Complexity: O(bytes). Grows `arena` at most once: no sequence is longer than its escape.
  @inline(never)
  mutating func unescape(into arena: inout ByteArena) throws(InputFault) {
    arena.reserve(end - offset)
    while offset < end {
      if text[offset] != UInt8(ascii: "\\") {
        let start = offset
        try moveToBackslash()
        arena.append(text, from: start, to: offset)
      } else {
        try appendEscape(to: &arena)
      }
    }
  }

  /// Moves to the next backslash, or to the end.
  @inline(__always)
  private mutating func moveToBackslash() throws(InputFault) {
    // In a local variable, because the compiler reloads a property after each call.
    var (start, offset) = (offset, offset)
    defer { self.offset = offset }
    while true {
      while offset &+ 8 <= end {
        let stops = ByteSearch.escapeStops(in: text.eightBytes(at: offset))
        if stops != 0 {
          offset &+= ByteSearch.firstMarked(stops)
          break
        }
        offset &+= 8
        if offset &- start >= 32 {
          offset = endOfLongRun(at: offset)
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

  /// The offset of the 32 bytes that contain the end of the run at `start`, looking at 32 bytes at a time.
  @inline(never)
  private func endOfLongRun(at start: Int) -> Int {
    var offset = start
    while offset &+ 32 <= end {
      let first = ByteSearch.escapeStops(in: text.sixteenBytes(at: offset))
      let second = ByteSearch.escapeStops(in: text.sixteenBytes(at: offset &+ 16))
      if ByteSearch.hasMark(first .| second) { break }
      offset &+= 32
    }
    return offset
  }

  /// Appends the character that the escape at `offset` stands for, and moves past it.
  @inline(__always)
  private mutating func appendEscape(to arena: inout ByteArena) throws(InputFault) {
    guard offset + 1 < end else { throw InputFault(.invalidEscape, at: offset) }
    let byte = text[offset + 1]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): arena.append(byte)
    case UInt8(ascii: "b"): arena.append(0x08)
    case UInt8(ascii: "f"): arena.append(0x0C)
    case UInt8(ascii: "n"): arena.append(0x0A)
    case UInt8(ascii: "r"): arena.append(0x0D)
    case UInt8(ascii: "t"): arena.append(0x09)
    case UInt8(ascii: "u"): return try appendUnicodeEscape(to: &arena)
    default: return try appendJSON5Escape(to: &arena)
    }
    offset += 2
  }

  /// Appends the character that the escape at `offset`, which only JSON5 has, stands for, and moves past it.
  ///
  /// This may be an apostrophe, a character up to U+00FF by its number, or a line end, which JSONDecoder keeps although
  /// JSON5 drops it.
  @inline(never)
  mutating func appendJSON5Escape(to arena: inout ByteArena) throws(InputFault) {
    let byte = text[offset + 1]
    switch byte {
    case UInt8(ascii: "'") where allowsMore, 0x0A where allowsMore: arena.append(byte)
    case 0x0D where allowsMore:
      arena.append(byte)
      guard offset + 2 < end, text[offset + 2] == 0x0A else { break }
      arena.append(0x0A)
      offset += 1
    case UInt8(ascii: "x") where allowsMore:
      let scalar = try hexadecimal(ofEscapeAt: offset, count: 2)
      guard scalar != 0 else { throw InputFault(.invalidEscape, at: offset) }
      arena.append(scalar: scalar)
      offset += 2
    default:
      throw InputFault(.invalidEscape, at: offset)
    }
    offset += 2
  }

  /// Appends the character of a `\uXXXX`, or of the two that make a surrogate pair.
  @inline(__always)
  private mutating func appendUnicodeEscape(to arena: inout ByteArena) throws(InputFault) {
    var scalar = try hexadecimal(ofEscapeAt: offset, count: 4)
    var length = 6
    if Surrogates.isHigh(scalar) {
      // A high surrogate must be followed by a low one: RFC 8259 section 7.
      guard offset + 12 <= end, text[offset + 6] == UInt8(ascii: "\\"),
        text[offset + 7] == UInt8(ascii: "u")
      else { throw InputFault(.invalidEscape, at: offset) }
      let second = try hexadecimal(ofEscapeAt: offset + 6, count: 4)
      guard Surrogates.isLow(second) else { throw InputFault(.invalidEscape, at: offset + 6) }
      scalar = Surrogates.scalar(scalar, second)
      length = 12
    }
    // A low surrogate alone is none. JSONDecoder rejects U+0000 in JSON5, and only there.
    guard Unicode.Scalar(scalar) != nil, scalar != 0 || !allowsMore else {
      throw InputFault(.invalidEscape, at: offset)
    }
    arena.append(scalar: scalar)
    offset += length
  }

  /// The number that the `count` hexadecimal digits of the escape at `escape` spell.
  @inline(__always)
  func hexadecimal(ofEscapeAt escape: Int, count: Int) throws(InputFault) -> UInt32 {
    let start = escape + 2
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
