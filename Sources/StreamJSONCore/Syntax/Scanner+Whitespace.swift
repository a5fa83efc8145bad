extension Scanner {
  /// Moves `offset` behind the whitespace there: space, tab, line feed and carriage return
  /// (RFC 8259 section 2), and whatever else the dialect allows there.
  ///
  /// A comment may be cut: `isInsideComment` is then true, `offset` the end of the text, and the
  /// next call goes on inside it.
  @inline(__always)
  package mutating func skipWhitespace<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    dialect: D.Type
  ) throws(InputFault) {
    // Compact texts have none, and pretty-printed ones one space after the colon: both leave
    // before the loop for indentation.
    if D.allowsComments || D.allowsMoreWhitespace {
      try skipMoreWhitespace(text, &offset, dialect: dialect)
    } else {
      if offset < text.count, text[offset] > 0x20 { return }
      skipIndentation(text, &offset)
    }
  }

  @inline(__always)
  private func skipIndentation(_ text: JSONText, _ offset: inout Int) {
    let count = text.count
    while offset < count {
      switch text[offset] {
      case 0x20:
        offset &+= 1
        // Indentation: eight spaces at a time.
        while offset &+ 8 <= count {
          let others = ByteSearch.nonSpaces(in: text.eightBytes(at: offset))
          if others != 0 {
            offset &+= ByteSearch.firstMarked(others)
            break
          }
          offset &+= 8
        }
      case 0x0A, 0x0D, 0x09:
        offset &+= 1
      default:
        return
      }
    }
  }
}
