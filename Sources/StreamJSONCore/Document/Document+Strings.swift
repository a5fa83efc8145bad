extension Document {
  /// The string at `entry`.
  ///
  /// - Throws: `InputFault` for a bad escape, an unescaped control character, or bytes that are
  ///   not UTF-8; also for a string that has not arrived in full.
  @inline(__always)
  package func string(at entry: Int) throws(InputFault) -> String {
    if let string = storage.plainString(at: entry) { return string }
    return try irregularString(at: entry)
  }

  @inline(never)
  private func irregularString(at entry: Int) throws(InputFault) -> String {
    guard !tape[entry].flags.contains(.unfinished) else {
      throw refusesString(at: entry)
    }
    return try stringOrPart(at: entry)
  }

  /// Like `string(at:)`, but for an unfinished string, the part that has arrived.
  @inline(never)
  func stringOrPart(at entry: Int) throws(InputFault) -> String {
    guard tape[entry].flags.contains(.escaped) else {
      return try storage.unescapedString(at: entry)
    }
    // A long string leaves a large scratch buffer behind.
    storage.noteBytes()
    return try storage.escapedString(at: entry, scratch: &scratch)
  }

  /// Checks the string at `entry` without making it.
  func validateString(at entry: Int) throws(InputFault) {
    let flags = tape[entry].flags
    guard !flags.isEmpty else { return }
    try storage.checkBytes(at: entry)
    guard flags.contains(.escaped) else { return }
    storage.noteBytes()
    let mark = scratch.count
    defer { scratch.truncate(to: mark) }
    try storage.unescape(at: entry, into: &scratch)
  }

  /// The string at `entry` for an error's path, with malformed parts repaired.
  @inline(never)
  func repairedString(at entry: Int) -> String {
    if let string = try? string(at: entry) { return string }
    let (start, end) = tape.byteRange(of: entry)
    return text.string(from: start, to: end)
  }
}

/// Strings that are not plain ASCII, and malformed ones.
///
/// Nothing in the document is written, so any thread may read the strings of one that no longer changes.
extension DocumentStorage {
  /// The string at `entry`, which has no escapes.
  ///
  /// - Throws: `InputFault` for an unescaped control character, or bytes that are not UTF-8.
  @inline(__always)
  func unescapedString(at entry: Int) throws(InputFault) -> String {
    try checkBytes(at: entry)
    let (start, end) = tape.byteRange(of: entry)
    // SAFETY: the scanner wrote offset and count within the text; it is valid UTF-8.
    return unsafe text.validatedString(from: start, to: end)
  }

  /// The string at `entry`, unescaped at the end of `scratch` and dropped there again.
  ///
  /// - Throws: `InputFault` for a bad escape, an unescaped control character, or bytes that are
  ///   not UTF-8.
  @inline(__always)
  func escapedString(at entry: Int, scratch: inout ByteArena) throws(InputFault) -> String {
    try checkBytes(at: entry)
    let mark = scratch.count
    defer { scratch.truncate(to: mark) }
    try unescape(at: entry, into: &scratch)
    // SAFETY: `mark` was the arena's count, and appending only raises it. Valid UTF-8 with its
    // escapes replaced by scalar values is valid UTF-8.
    return unsafe scratch.text.validatedString(from: mark, to: scratch.count)
  }

  /// Appends the bytes of the string at `entry`, which were checked, to `arena`, unescaped.
  @inline(__always)
  fileprivate func unescape(at entry: Int, into arena: inout ByteArena) throws(InputFault) {
    let ((start, end), allowsMore) = (tape.byteRange(of: entry), dialect.allowsMoreEscapes)
    var string = Unescaping(text: text, offset: start, end: end, allowsMore: allowsMore)
    try string.unescape(into: &arena)
  }

  /// Checks the parts of a string that are not escaped.
  @inline(__always)
  fileprivate func checkBytes(at entry: Int) throws(InputFault) {
    let flags = tape[entry].flags
    let (start, end) = tape.byteRange(of: entry)
    // Where a backslash may precede a line end, unescaping checks it.
    if flags.contains(.controlCharacter),
      !flags.contains(.escaped) || !dialect.allowsMoreEscapes,
      let offset = (start..<end).first(where: { text[$0] < 0x20 })
    {
      throw InputFault(.controlCharacter, at: offset)
    }
    if flags.contains(.nonASCII),
      let offset = UTF8Validation.firstFault(in: text, from: start, to: end)
    {
      throw InputFault(.invalidUTF8, at: offset)
    }
  }
}

extension JSONText {
  /// The string of the bytes from `start` up to `end`, which are valid UTF-8.
  ///
  /// - Precondition: `0 <= start <= end <= count`, and the bytes were validated.
  @unsafe
  func validatedString(from start: Int, to end: Int) -> String {
    let bytes = unsafe buffer(from: start, to: end)
    #if canImport(Darwin)
    return unsafe ValidatedCopy.make(bytes)
    #else
    // SAFETY: the caller's precondition. This takes half as long as validating again.
    return unsafe String(copying: UTF8Span(unchecked: bytes.span))
    #endif
  }
}

#if canImport(Darwin)
/// Makes strings from validated bytes; the system's version is asked for once per process.
private enum ValidatedCopy {
  static let make: @Sendable (UnsafeBufferPointer<UInt8>) -> String = {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // SAFETY: the bytes exist during the call, and are valid UTF-8, as the caller says.
      return { unsafe String(copying: UTF8Span(unchecked: $0.span)) }
    }
    return { unsafe String(decoding: $0, as: UTF8.self) }
  }()
}
#endif
