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
    // JSON5 allows a line end behind a backslash; unescaping judges it.
    if flags.contains(.controlCharacter), !(isJSON5 && flags.contains(.escaped)) {
      try refuseControlCharacter(from: start, to: end)
    }
    if flags.contains(.nonASCII) { try requireUTF8(from: start, to: end) }
    guard flags.contains(.escaped) else {
      // SAFETY: the scanner wrote offset and count within the text; it is valid UTF-8.
      return unsafe text.validatedString(from: start, to: end)
    }
    let mark = scratch.count
    defer { scratch.truncate(to: mark) }
    try Unescaping.unescape(text, from: start, to: end, into: &scratch, isJSON5: isJSON5)
    // SAFETY: `mark` was the arena's count, and appending only raises it. Valid UTF-8 with its
    // escapes replaced by scalar values is valid UTF-8.
    return unsafe scratch.text.validatedString(from: mark, to: scratch.count)
  }

  /// Checks the string at `entry` without making it.
  package func validateString(at entry: Int) throws(SyntaxFault) {
    let flags = tape[entry].flags
    guard !flags.isEmpty else { return }
    let (start, end) = tape.byteRange(of: entry)
    // JSON5 allows a line end behind a backslash; unescaping judges it.
    if flags.contains(.controlCharacter), !(isJSON5 && flags.contains(.escaped)) {
      try refuseControlCharacter(from: start, to: end)
    }
    if flags.contains(.nonASCII) { try requireUTF8(from: start, to: end) }
    guard flags.contains(.escaped) else { return }
    let mark = scratch.count
    defer { scratch.truncate(to: mark) }
    try Unescaping.unescape(text, from: start, to: end, into: &scratch, isJSON5: isJSON5)
  }

  /// Throws for the first control character of a string that has one.
  private func refuseControlCharacter(from start: Int, to end: Int) throws(SyntaxFault) {
    for offset in start..<end where text[offset] < 0x20 {
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

extension JSONText {
  /// The string of the bytes from `start` up to `end`, which are valid UTF-8.
  ///
  /// - Precondition: `0 <= start <= end <= count`, and the bytes were validated.
  @unsafe
  func validatedString(from start: Int, to end: Int) -> String {
    let bytes = unsafe buffer(from: start, to: end)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // SAFETY: the caller's precondition. Half the time of validating once more.
      return unsafe String(copying: UTF8Span(unchecked: bytes.span))
    }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}
