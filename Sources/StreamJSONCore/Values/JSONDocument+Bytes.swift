extension JSONDocument {
  /// The value's bytes exactly as in the JSON, to verify a signature or to pass on.
  ///
  /// Whitespace around the value is not included. JSON in UTF-16 or UTF-32 has been converted to UTF-8. In
  /// an object graph, these are the bytes of ``value`` in JSON.
  ///
  /// - Complexity: O(bytes of the value).
  public var bytes: [UInt8] {
    guard !text.isObjectGraph else { return Array(value.description.utf8) }
    let text = text.storage.text
    return byteRange.map { text[$0] }
  }

  /// Where the bytes of the value are in the text.
  private var byteRange: Range<Int> {
    let (tape, text) = (text.storage.tape, text.storage.text)
    let word = tape[entry]
    guard word.isContainer else { return scalarRange(of: entry) }
    let start = word.offset
    // The braces around the outermost object may be left out.
    let opening = UInt8(ascii: word.kind == .array ? "[" : "{")
    let isEnclosed = start < text.count && text[start] == opening
    guard isEnclosed || tape[entry + 1].count > 0 else { return start..<start }
    // The tape says where values begin. This therefore goes to the last value inside that contains no other values, and
    // counts the containers that end with it.
    let end = tape[entry + 1].end
    var (child, closingCount, offset) = (entry, isEnclosed ? 0 : -1, start)
    while child < end {
      if tape[child].isContainer {
        if tape[child + 1].end == end { closingCount += 1 }
        offset = tape[child].offset + 1
        child += 2
      } else {
        offset = scalarRange(of: child).upperBound
        child = tape.entry(after: child)
      }
    }
    return start..<offsetAfter(closingCount, from: offset)
  }

  /// The bytes of a scalar, with its quotation marks.
  private func scalarRange(of entry: Int) -> Range<Int> {
    let tape = text.storage.tape
    let (start, end) = tape.byteRange(of: entry)
    let isString = tape[entry].kind == .string || tape[entry].kind == .longString
    return isString ? start - 1..<end + 1 : start..<end
  }

  /// The offset after the next `count` brackets or braces from `offset` on, before which there are
  /// only commas and whitespace.
  private func offsetAfter(_ count: Int, from offset: Int) -> Int {
    let dialect = text.storage.dialect
    var scanner = Scanner(maximumDepth: 0, allowsTrailingComma: true)
    var (offset, count) = (offset, count)
    while count > 0, offset < text.storage.text.count {
      // The whole text was scanned before, so there is no fault.
      try? scanner.skipWhitespace(text.storage.text, &offset, dialect: dialect)
      guard offset < text.storage.text.count else { break }
      if text.storage.text[offset] != UInt8(ascii: ",") { count -= 1 }
      offset += 1
    }
    return offset
  }
}

extension JSONDocument: CustomStringConvertible {
  /// The JSON of the value; see ``bytes``.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
