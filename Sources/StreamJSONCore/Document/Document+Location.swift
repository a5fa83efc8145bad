extension Document {
  /// The line, column, pointer and excerpt of the byte at `offset`, which belongs to the value
  /// at `entry`.
  ///
  /// - Complexity: O(`offset`).
  func place(ofByteAt offset: Int, entry: Int) -> SourceLocation.Place {
    var place = SourceLocation.Place()
    place.pointer = pointer(to: entry)
    guard !isObjectGraph else {
      place.isObjectGraph = true
      return place
    }
    var position = origin
    position.advance(over: text, from: 0, to: min(offset, text.count))
    place.line = position.line + 1
    place.column = position.column + 1
    (place.excerpt, place.caret) = excerpt(around: offset)
    return place
  }

  /// The line around `offset`, at most 76 bytes of it, and how far to indent a caret under it.
  private func excerpt(around offset: Int) -> (String, Int) {
    let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let offset = min(offset, text.count)
    var start = offset
    while start > 0, offset - start < 38, !isLineEnd(text[start - 1]) { start -= 1 }
    var end = offset
    while end < text.count, end - offset < 38, !isLineEnd(text[end]) { end += 1 }
    // Do not begin or end inside a UTF-8 sequence.
    while start < offset, text[start] & 0xC0 == 0x80 { start += 1 }
    while end < text.count, end > offset, text[end] & 0xC0 == 0x80 { end -= 1 }
    let printable = { (from: Int, to: Int) in
      // SAFETY: `start`, `offset` and `end` were kept within the text above.
      let part = unsafe String(decoding: self.text.buffer(from: from, to: to), as: UTF8.self)
      return String(
        String.UnicodeScalarView(part.unicodeScalars.map { $0.value < 0x20 ? "\u{FFFD}" : $0 }))
    }
    let before = printable(start, offset)
    let prefix = start > 0 && !isLineEnd(text[start - 1]) ? "…" : ""
    let suffix = end < text.count && !isLineEnd(text[end]) ? "…" : ""
    let indent = prefix.unicodeScalars.count + before.unicodeScalars.count
    return (prefix + before + printable(offset, end) + suffix, indent)
  }
}

extension StreamPosition {
  /// Counts the bytes and line ends of `text` from `start` up to `end`. CR, LF and CRLF each end
  /// one line.
  package mutating func advance(over text: JSONText, from start: Int, to end: Int) {
    var lineStart: Int?
    for position in start..<end {
      let byte = text[position]
      guard byte == 0x0A || byte == 0x0D else { continue }
      let isSecondOfPair =
        byte == 0x0A && (position > start ? text[position - 1] == 0x0D : isAfterCarriageReturn)
      if !isSecondOfPair { line += 1 }
      lineStart = position + 1
    }
    if let lineStart { column = end - lineStart } else { column += end - start }
    if end > start { isAfterCarriageReturn = text[end - 1] == 0x0D }
    offset += end - start
  }
}
