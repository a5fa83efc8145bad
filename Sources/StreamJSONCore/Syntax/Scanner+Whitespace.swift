extension Scanner {
  /// Moves `offset` past whitespace: space, tab, line feed and carriage return (RFC 8259
  /// section 2), and whatever else the dialect allows.
  ///
  /// A comment may be cut. Then `isInsideComment` is true, `offset` is the end of the text, and the
  /// next call resumes inside the comment.
  @inline(__always)
  mutating func skipWhitespace<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    dialect: D.Type
  ) throws(InputFault) {
    // Compact texts have no whitespace, so they return before the loop for indentation.
    if D.allowsComments || D.allowsMoreWhitespace {
      try skipMoreWhitespace(text, &offset, dialect: dialect)
    } else {
      if offset < text.count, text[offset] > 0x20 { return }
      skipIndentation(text, &offset)
    }
  }

  /// Moves `offset` past whitespace, as above.
  ///
  /// - Returns: The byte there; 0 if the text ends first, but a text may also have a 0 there.
  @inline(__always)
  mutating func byteAfterWhitespace<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    dialect: D.Type
  ) throws(InputFault) -> UInt8 {
    if !D.allowsComments, !D.allowsMoreWhitespace, offset < text.count {
      let byte = text[offset]
      if byte > 0x20 { return byte }
    }
    try skipWhitespace(text, &offset, dialect: dialect)
    return offset < text.count ? text[offset] : 0
  }

  @inline(__always)
  private func skipIndentation(_ text: JSONText, _ offset: inout Int) {
    let count = text.count
    while offset < count {
      switch text[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset &+= 1
      default: return
      }
      // What follows a line feed is mostly indentation, too: skip it eight spaces at a time.
      while offset &+ 8 <= count {
        let others = ByteSearch.nonSpaces(in: text.eightBytes(at: offset))
        if others != 0 {
          offset &+= ByteSearch.firstMarked(others)
          if text[offset] > 0x20 { return }
          break
        }
        offset &+= 8
      }
    }
  }
}
