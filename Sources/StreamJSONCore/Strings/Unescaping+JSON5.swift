extension Unescaping {
  /// Appends the character that the JSON5 escape at `offset` stands for, and moves past it.
  ///
  /// This may be an apostrophe, a character up to U+00FF by its number, or a line end, which
  /// JSONDecoder keeps although JSON5 drops it.
  ///
  /// - Returns: False if it is not such an escape.
  /// - Throws: `InputFault` with the offset of the backslash if the number is malformed or 0.
  mutating func appendJSON5Escape(to arena: inout ByteArena) throws(InputFault) -> Bool {
    let byte = text[offset + 1]
    switch byte {
    case UInt8(ascii: "'"), 0x0A:
      arena.append(byte)
      offset += 2
    case 0x0D:
      arena.append(byte)
      offset += 2
      if offset < end, text[offset] == 0x0A {
        arena.append(0x0A)
        offset += 1
      }
    case UInt8(ascii: "x"):
      let scalar = try hexadecimal(ofEscapeAt: offset, count: 2)
      guard scalar != 0 else { throw InputFault(.invalidEscape, at: offset) }
      arena.append(scalar: scalar)
      offset += 4
    default:
      return false
    }
    return true
  }
}
