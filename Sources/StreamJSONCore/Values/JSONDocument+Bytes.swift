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
    let (storage, tape) = (text.storage, text.storage.tape)
    guard tape[entry].isContainer else {
      let (start, end) = tape.byteRange(of: entry)
      // A string has quotation marks.
      return kind == .string ? start - 1..<end + 1 : start..<end
    }
    let start = tape[entry].offset
    let opening = UInt8(ascii: tape[entry].kind == .array ? "[" : "{")
    guard start < storage.text.count, storage.text[start] == opening else {
      // The braces around the outermost object are left out.
      let end = part(at: tape.members(of: entry).reduce(nil) { $1.value })?.byteRange.upperBound
      return start..<(end ?? start)
    }
    // The tape says where values begin, and only the scanner knows where they end.
    var scanner = Scanner(maximumDepth: .max, allowsTrailingComma: true)
    scanner.beginValue(at: start)
    scanner.isSkipping = true
    let skipped = Document()
    // There is no fault: the text was scanned before.
    _ = try? storage.dialect.scan(
      with: &scanner,
      storage.text,
      into: &skipped.tape,
      isFinal: true
    )
    return start..<scanner.offset
  }
}

extension JSONDocument: CustomStringConvertible {
  /// The JSON of the value; see ``bytes``.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
