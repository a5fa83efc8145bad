extension DocumentDecoder {
  /// Scans `text`, the whole of which is one JSON text, onto the document's tape.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a text that is malformed, too large or too deep.
  @inline(__always)
  package func scan(_ text: JSONText) throws {
    let document = document
    document.text = text
    let limit = options.limits.maximumByteCount
    guard text.count <= limit, text.count < Int(UInt32.max) else {
      throw document.syntaxError(
        SyntaxFault(.byteLimitExceeded, at: max(0, min(limit, Int(UInt32.max))))
      )
    }
    var scanner = Scanner(
      maximumDepth: options.limits.maximumDepth,
      allowsTrailingComma: options.validation == .asJSONDecoder || options.allowsJSON5
    )
    // The tape is taken out while it is written to, so that the scanner has it to itself.
    var tape = document.tape
    do throws(SyntaxFault) {
      // Written back on both ways out: growing the tape frees its old storage.
      defer { document.tape = tape }
      if options.allowsJSON5 {
        document.isJSON5 = true
        try scanner.scanWhole(
          text,
          into: &tape,
          assumesObject: options.assumesTopLevelDictionary,
          dialect: JSON5.self
        )
      } else {
        document.isJSON5 = false
        try scanner.scanWhole(
          text,
          into: &tape,
          assumesObject: options.assumesTopLevelDictionary,
          dialect: StandardJSON.self
        )
      }
    } catch {
      throw document.syntaxError(error)
    }
    if options.validation == .strict { try validateScalars() }
  }

  /// Checks every string and number, as `.strict` promises.
  @inline(never)
  func validateScalars() throws {
    let tape = document.tape
    var entry = Tape.root
    while entry < tape.count {
      let word = tape[entry]
      switch word.kind {
      case .string, .longString:
        do throws(SyntaxFault) {
          try document.validateString(at: entry)
        } catch {
          throw corrupted(error, at: entry)
        }
      case .number, .longNumber:
        let (start, end) = tape.byteRange(of: entry)
        let offset =
          document.isJSON5
          ? JSON5Number.firstInvalidOffset(in: document.text, from: start, to: end)
          : NumberLiteral.firstInvalidOffset(in: document.text, from: start, to: end)
        if let offset { throw numberFault(.malformed(offset: offset), Double.self, at: entry) }
      default:
        break
      }
      // Into containers, past everything else.
      let isContainer = word.kind == .array || word.kind == .object
      entry = isContainer ? entry + 2 : tape.entry(after: entry)
    }
  }
}

extension Scanner {
  /// Scans a text that is one value and whitespace around it.
  package mutating func scanWhole<D: Dialect>(
    _ text: JSONText,
    into tape: inout Tape,
    assumesObject: Bool,
    dialect: D.Type
  ) throws(SyntaxFault) {
    if assumesObject {
      var start = 0
      try skipWhitespace(text, &start, dialect: dialect)
      if start >= text.count || text[start] != UInt8(ascii: "{") {
        beginAssumedObject(at: start, in: &tape)
      }
    }
    _ = try scan(text, into: &tape, isFinal: true, dialect: dialect)
    var end = offset
    try skipWhitespace(text, &end, dialect: dialect)
    guard end == text.count else { throw SyntaxFault(.trailingBytes, at: end) }
    guard !isInsideComment else { throw SyntaxFault(.unexpectedEnd, at: end) }
  }
}
