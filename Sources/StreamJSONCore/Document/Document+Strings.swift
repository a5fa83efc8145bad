extension Document {
  /// The string whose entry is `entry`.
  ///
  /// - Throws: `SyntaxFault` for a bad escape, an unescaped control character, or bytes that are
  ///   not UTF-8.
  @inline(__always)
  package func string(at entry: Int) throws(SyntaxFault) -> String {
    if let string = view.plainString(at: entry) { return string }
    return try irregularString(at: entry)
  }

  @inline(never)
  private func irregularString(at entry: Int) throws(SyntaxFault) -> String {
    let flags = tape[entry].flags
    let (start, end) = tape.byteRange(of: entry)
    if flags.contains(.controlCharacter) { try refuseControlCharacter(from: start, to: end) }
    if flags.contains(.nonASCII) { try requireUTF8(from: start, to: end) }
    guard flags.contains(.escaped) else {
      // SAFETY: the scanner wrote offset and count within the text.
      return unsafe String(decoding: text.buffer(from: start, to: end), as: UTF8.self)
    }
    let mark = scratch.count
    defer { scratch.truncate(to: mark) }
    try Unescaping.unescape(text, from: start, to: end, into: &scratch, isJSON5: isJSON5)
    // SAFETY: `mark` was the arena's count, and appending only raises it.
    return unsafe String(
      decoding: scratch.text.buffer(from: mark, to: scratch.count),
      as: UTF8.self
    )
  }

  /// Checks the string at `entry` without making it.
  package func validateString(at entry: Int) throws(SyntaxFault) {
    let flags = tape[entry].flags
    guard !flags.isEmpty else { return }
    let (start, end) = tape.byteRange(of: entry)
    if flags.contains(.controlCharacter) { try refuseControlCharacter(from: start, to: end) }
    if flags.contains(.nonASCII) { try requireUTF8(from: start, to: end) }
    guard flags.contains(.escaped) else { return }
    let mark = scratch.count
    defer { scratch.truncate(to: mark) }
    try Unescaping.unescape(text, from: start, to: end, into: &scratch, isJSON5: isJSON5)
  }

  /// Throws for the first control character of a string that has one.
  private func refuseControlCharacter(from start: Int, to end: Int) throws(SyntaxFault) {
    for offset in start..<end where text[offset] < 0x20 {
      // JSON5 allows a line end behind a backslash; unescaping judges it.
      if isJSON5, offset > start, text[offset] == 0x0A || text[offset] == 0x0D { continue }
      throw SyntaxFault(.controlCharacter, at: offset)
    }
  }

  @inline(__always)
  private func requireUTF8(from start: Int, to end: Int) throws(SyntaxFault) {
    if let offset = UTF8Validation.firstFault(in: text, from: start, to: end) {
      throw SyntaxFault(.invalidUTF8, at: offset)
    }
  }

  /// The string at `entry` for an error's path: what is malformed is repaired.
  func repairedString(at entry: Int) -> String {
    if let string = try? string(at: entry) { return string }
    let (start, end) = tape.byteRange(of: entry)
    // SAFETY: the scanner wrote offset and count within the text.
    return unsafe String(decoding: text.buffer(from: start, to: end), as: UTF8.self)
  }
}
