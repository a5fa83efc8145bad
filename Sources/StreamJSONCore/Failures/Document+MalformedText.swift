extension Document {
  /// The error for a text that is malformed as a whole.
  ///
  /// By default, the error has the message for the kind of fault, and says more if the text looks like
  /// another format.
  @inline(never)
  func error(for fault: InputFault, _ finding: ErrorContents.Finding? = nil) -> DecodingError {
    let finding = finding ?? self.finding(for: fault)
    let place = error(fault.kind, finding, at: tape.count, offset: fault.offset)
    return .corrupted(DecodingError.notValidJSON, because: place)
  }

  /// What the error for a text that is malformed as a whole says.
  func contents(for fault: InputFault) -> ErrorContents {
    errorContents(finding(for: fault), at: tape.count, offset: fault.offset)
  }

  /// Says what the fault is, with the name of the format if the text looks like another format.
  ///
  /// In a stream, nothing after the byte at fault is available.
  func finding(for fault: InputFault) -> ErrorContents.Finding {
    guard !isObjectGraph else { return .malformedText }
    let start = text.firstNonblankOffset(from: 0)
    let hasEnded =
      fault.kind == .unexpectedEnd && text.firstNonblankOffset(from: fault.offset) == text.count
    if hasEnded, recordIndex == nil, start == text.count, fault.offset == start {
      return .text("the JSON document is empty")
    }
    let isComment = start < text.count && text[start] == UInt8(ascii: "/")
    if hasEnded, recordIndex != nil, isComment, tape.count == Tape.root {
      return .text("the record contains a comment but no value")
    }
    guard fault.offset < text.count else { return .malformedText }
    if let format = recognizedFormat(at: fault, isAtStart: fault.offset == start) {
      return .otherFormat(format)
    }
    return json5Syntax(at: fault).map { .json5Syntax($0) } ?? .malformedText
  }

  /// What texts in other formats begin with: as many bytes as tell them from other texts.
  private static let signatures: [(bytes: [UInt8], format: String)] = [
    ([0x1F], "gzip-compressed data"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd-compressed data"),
    ([0x78, 0x01], "zlib-compressed data"),
    ([0x78, 0x9C], "zlib-compressed data"),
    ([0x78, 0xDA], "zlib-compressed data"),
    ([0x42, 0x5A, 0x68], "bzip2-compressed data"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz-compressed data"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    ([0x25, 0x50, 0x44, 0x46, 0x2D], "a PDF document"),
  ]

  /// What the byte at `fault` looks like if the text is in another format; some formats are rejected only in streams.
  private func recognizedFormat(at fault: InputFault, isAtStart: Bool) -> String? {
    if isAtStart, case .unexpectedByte = fault.kind, let format = formatBeginning(at: fault.offset)
    {
      return "which looks like \(format)"
    }
    switch (text[fault.offset], fault.kind) {
    case (0, .unexpectedByte), (0, .trailingBytes), (0, .invalidLiteral):
      guard recordIndex != nil,
        TextEncoding.isWide(text.part(from: 0, to: min(4, text.count)).bytes),
        // Where less of the record is known, only the first bytes of a stream tell.
        text.count > 2 || sourceOffset(of: fault.offset) < 2
      else { return "a NUL, which JSON never has" }
      return "which looks like UTF-16 or UTF-32; streams must be in UTF-8"
    case _ where recordIndex == nil:
      return nil
    case (0xFE...0xFF, .unexpectedByte) where isAtStart && origin.offset == 0:
      return "which looks like UTF-16; streams must be in UTF-8"
    case (0xEF, .unexpectedByte) where isAtStart, (0xEF, .trailingBytes):
      let mark = TextEncoding.utf8Mark
      // Other characters begin with the same byte. If the value is not the whole record, only that byte is
      // known.
      guard text.count - fault.offset >= mark.count, text.mayBegin(with: mark, at: fault.offset)
      else { return nil }
      return "which looks like a byte-order mark; a stream may have one only at its start"
    case (0x1E, .unexpectedByte), (0x1E, .trailingBytes):
      return "which separates records in JSON text sequences"
    default:
      return nil
    }
  }

  /// The format of a text that begins at `start`, if it is a known one.
  private func formatBeginning(at start: Int) -> String? {
    guard text[start] == UInt8(ascii: "<") else {
      return Self.signatures.first { signature in
        text.count - start >= signature.bytes.count
          && text.mayBegin(with: signature.bytes, at: start)
      }?.format
    }
    // If the value is not the whole record, nothing more is known, and a page is what servers send.
    guard start + 1 < text.count else { return "HTML or XML" }
    let next = text[start + 1]
    if next.folded &- UInt8(ascii: "a") < 26 || "!?/".utf8.contains(next) { return "HTML or XML" }
    // A priority has up to three digits.
    var end = start + 1
    while end < text.count, end - start < 4, text[end] &- UInt8(ascii: "0") <= 9 { end += 1 }
    let isPriority = end > start + 1 && end < text.count && text[end] == UInt8(ascii: ">")
    return isPriority ? "a syslog message" : nil
  }

  /// The same for the malformed number at `entry`.
  func finding(forNumberAt entry: Int) -> ErrorContents.Finding {
    let (start, end) = tape.byteRange(of: entry)
    guard storage.dialect == StandardJSON.self, !isObjectGraph else { return .malformedText }
    return json5Number(from: start, to: end).map { .json5Syntax($0) } ?? .malformedText
  }

  /// Whether `start`, the beginning of the text, says as much about `fault` as all of it.
  ///
  /// It does if the text is a page or a sentence that a server sends instead of JSON, however long.
  func isExplained(_ fault: InputFault, by start: JSONText) -> Bool {
    guard !showsValuesInErrors else { return false }
    switch fault.kind {
    case .unexpectedByte(.value), .trailingBytes, .invalidLiteral:
      // Anything that looks like a JSON5 number is read to its end, and a comment begins with two bytes.
      var end = fault.offset
      while end < start.count, Self.isPartOfJSON5Number(start[end]) { end += 1 }
      return end + 1 < start.count
    default:
      return false
    }
  }

  // MARK: - JSON5

  /// How many bytes before or after a fault are looked at.
  private static let lookAround = 256

  /// The JSON5 syntax at `fault`, if it is complete and valid JSON5.
  private func json5Syntax(at fault: InputFault) -> String? {
    guard storage.dialect == StandardJSON.self else { return nil }
    let offset = fault.offset
    let text = text.part(from: 0, to: min(offset + Self.lookAround, text.count))
    switch fault.kind {
    case .invalidEscape:
      return isJSON5Escape(text, offset) ? "this escape sequence" : nil
    case .controlCharacter:
      return isEscapedLineEnd(text, offset) ? "a backslash before a line break" : nil
    case .unexpectedByte(let expected):
      if let syntax = json5Separator(text, offset) { return syntax }
      switch expected {
      case .value:
        if text[offset] == UInt8(ascii: "'") { return "a string in single quotes" }
        return json5Number(around: offset, in: text, beginsBefore: false)
      case .key, .keyOrObjectEnd:
        if text[offset] == UInt8(ascii: "'") { return "a key in single quotes" }
        return isUnquotedName(text, offset) ? "a key without quotation marks" : nil
      case .commaOrArrayEnd, .commaOrObjectEnd:
        return json5Number(around: offset, in: text, beginsBefore: true)
      default:
        return nil
      }
    case .trailingBytes:
      return json5Separator(text, offset)
        ?? json5Number(around: offset, in: text, beginsBefore: true)
    default:
      return nil
    }
  }

  private func json5Separator(_ text: JSONText, _ offset: Int) -> String? {
    switch text[offset] {
    case 0x0B, 0x0C: return "this whitespace"
    case UInt8(ascii: "/"):
      guard offset + 1 < text.count else { return nil }
      let next = text[offset + 1]
      return next == UInt8(ascii: "/") || next == UInt8(ascii: "*") ? "a comment" : nil
    default: return nil
    }
  }

  /// What kind of number is at `offset`, where the number begins or, if it begins earlier, where it first
  /// differs from JSON.
  private func json5Number(
    around offset: Int,
    in text: JSONText,
    beginsBefore: Bool
  ) -> String? {
    let isPart = Self.isPartOfJSON5Number
    var start = offset
    let first = max(0, offset - Self.lookAround)
    while beginsBefore, start > first, isPart(text[start - 1]) { start -= 1 }
    guard isPart(text[offset]), (start < offset) == beginsBefore else { return nil }
    // Only a number can continue: `trueNaN` and `"a"NaN` are not numbers.
    let isNumber = text[start] == UInt8(ascii: "-") || text[start] &- UInt8(ascii: "0") <= 9
    guard isNumber || !beginsBefore else { return nil }
    var end = offset
    while end < text.count, isPart(text[end]) { end += 1 }
    return json5Number(from: start, to: end)
  }

  /// Whether the JSON5 scanner takes a run of bytes such as `byte` for a number.
  private static func isPartOfJSON5Number(_ byte: UInt8) -> Bool {
    let isDigit = byte &- UInt8(ascii: "0") <= 9
    let isLetter = byte.folded &- UInt8(ascii: "a") < 26
    return isDigit || isLetter || "+-.".utf8.contains(byte)
  }

  private func json5Number(from start: Int, to end: Int) -> String? {
    guard end > start, end - start <= 2 * Self.lookAround else { return nil }
    return switch JSON5Number(text, from: start, to: end) {
    case .malformed: nil
    case .hexadecimal, .tooLarge: "a hexadecimal number"
    case .decimal, .infinity, .notANumber: "this number"
    }
  }

  /// Whether a key without quotation marks begins at `offset`, with its colon.
  private func isUnquotedName(_ text: JSONText, _ offset: Int) -> Bool {
    var scanner = Scanner(maximumDepth: 0, allowsTrailingComma: false)
    var end = offset
    var flags: UInt64 = 0
    guard (try? scanner.scanStartOfUnquotedName(text, offset, expected: .key)) == true,
      (try? scanner.scanUnquotedName(text, &end, &flags)) == true,
      (try? scanner.skipWhitespace(text, &end, dialect: JSON5.self)) != nil
    else { return false }
    return end < text.count && text[end] == UInt8(ascii: ":")
  }

  /// Whether the byte at `offset` of a string is a line end after a backslash, or the second byte
  /// of one.
  private func isEscapedLineEnd(_ text: JSONText, _ offset: Int) -> Bool {
    guard text[offset] == 0x0A || text[offset] == 0x0D else { return false }
    var start = offset
    if text[offset] == 0x0A, start > 0, text[start - 1] == 0x0D { start -= 1 }
    var first = start
    let bound = max(0, start - Self.lookAround)
    while first > bound, text[first - 1] == UInt8(ascii: "\\") { first -= 1 }
    return (start - first) % 2 == 1
  }

  /// Whether the escape at `offset` is one that JSON5 adds.
  private func isJSON5Escape(_ text: JSONText, _ offset: Int) -> Bool {
    guard offset + 1 < text.count else { return false }
    var string = Unescaping(text: text, offset: offset, end: text.count, allowsMore: true)
    var unescaped = ByteArena(capacity: 8)
    return (try? string.appendJSON5Escape(to: &unescaped)) != nil
  }
}
