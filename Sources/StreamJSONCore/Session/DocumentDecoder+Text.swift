/// How a whole text is decoded: the one place that chooses between the pass over such a text and the tape, and the
/// scan onto the tape.
extension DocumentDecoder {
  /// Decodes a value of `type` from `text`.
  @inline(__always)
  package func decode<T: Decodable>(_ type: T.Type, from text: JSONText) throws -> T {
    let plan = types.outermostPlan(for: type, byteCount: text.count)
    if text.count >= plan.shortestReading, options.allowsReading, let reading = plan.reading {
      return try readOrDecode(type, reading, from: text)
    }
    try scanInPlace(text)
    current = Tape.root
    return try decodeRoot(type)
  }

  /// The same, for a text that is not read in one pass after all.
  @inline(never)
  private func scanAndDecode<T: Decodable>(_ type: T.Type, from text: JSONText) throws -> T {
    try scan(text)
    current = Tape.root
    return try decodeRoot(type)
  }

  @inline(never)
  private func readOrDecode<T: Decodable>(
    _ type: T.Type,
    _ reading: any ReadableFromText.Type,
    from text: JSONText
  ) throws -> T {
    // SAFETY: there is room for a T, and the type that is read has a plan, which bounds its alignment. Reading runs no
    // model's code, and `move` comes before anything else that could ask for the storage. The plan of T holds T itself,
    // as another protocol's metatype, or a struct that has nothing but a T, so there is a T when one was read.
    guard !TextEncoding.needsConversion(text), text.count <= options.limits.maximumByteCount,
      text.count < Tape.byteLimit
    else { return try scanAndDecode(type, from: text) }
    let target = unsafe types.outermostStorage.room(byteCount: MemoryLayout<T>.size)
    let place = PlaceToRead(text: text, maximumDepth: options.limits.maximumDepth)
    guard
      case .read(_, let defers) = unsafe reading.read(.value, from: place, with: self, to: target)
    else { return try scanAndDecode(type, from: text) }
    guard defers else { return unsafe target.assumingMemoryBound(to: T.self).move() }
    // If a member throws, the text is decoded in the ordinary way, which asks initializers whether they throw, too.
    return try unsafe decodeDeferred(of: target, as: type) ?? decode(type, at: storage.outermost)
  }

  /// The value at `target`, which was read, with its deferred members; nil if one of them has thrown an error.
  @inline(never)
  private func decodeDeferred<T>(of target: UnsafeMutableRawPointer, as type: T.Type) -> T? {
    // SAFETY: the value is of the type that was read, or has the same layout.
    var value = unsafe target.assumingMemoryBound(to: type).move()
    current = Tape.root
    storage.outermost = Tape.absent
    do {
      try unsafe withUnsafeMutablePointer(to: &value) { value in
        try unsafe types.features.decodeDeferred(with: self, of: UnsafeMutableRawPointer(value))
      }
      return value
    } catch {
      // Destroying the value may run the code of a model that has kept this decoder.
      standOnOutermostValue()
      return nil
    }
  }

  /// Scans the whole text if the tape has only what was deferred, and then moves to the outermost value.
  ///
  /// Models then find the same on the tape as after an ordinary decode. Whatever they hold of deferred
  /// members stays where it is on the tape.
  @inline(never)
  func standOnOutermostValue() {
    guard storage.outermost == Tape.absent else { return }
    var tape = document.tape
    let outermost = tape.count
    var scanner = Scanner(maximumDepth: options.limits.maximumDepth, allowsTrailingComma: true)
    // There is no fault: the text was read.
    _ = try? scanner.scan(
      document.text,
      into: &tape,
      isFinal: true,
      dialect: StandardJSON.self
    )
    document.tape = tape
    storage.outermost = outermost
    if current == Tape.root { current = outermost }
  }

  // MARK: - Scanning

  /// Scans `text` onto the document's tape.
  ///
  /// All of it is one JSON text, in any encoding that JSONDecoder supports.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a text that is malformed, too large or too deep.
  @inline(never)
  package func scan(_ text: JSONText) throws { try scanInPlace(text) }

  /// The same, inlined, for the usual decode.
  @inline(__always)
  private func scanInPlace(_ text: JSONText) throws {
    let text = try TextEncoding.needsConversion(text) ? convert(text) : text
    storage.text = text
    try requireSize(text.count, options.limits.maximumByteCount)
    do throws(InputFault) {
      try storage.scan(options.scanSettings)
    } catch {
      if text.count == 0, document.isWhole, !options.assumesTopLevelDictionary {
        throw DecodingError.emptyText
      }
      throw malformed(error)
    }
    if options.validation == .strict { try validateScalars() }
  }

  /// The text as UTF-8, without a byte-order mark.
  ///
  /// If bytes had to be converted, the document owns the result.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for bytes that the encoding does not allow.
  @inline(never)
  private func convert(_ text: JSONText) throws -> JSONText {
    let (encoding, markByteCount) = TextEncoding.detect(text)
    guard let encoding else {
      guard markByteCount > 0 else { return text }
      document.origin.offset = markByteCount
      document.origin.column = markByteCount
      return text.part(from: markByteCount, to: text.count)
    }
    // Until the conversion is complete, errors refer to the original bytes.
    document.text = text
    try requireSize(text.count, options.limits.maximumByteCount)
    do throws(InputFault) {
      var bytes = ByteArena(capacity: text.count)
      document.notes.sourceMap = try encoding.convert(text, from: markByteCount, to: &bytes)
      document.own(bytes)
      return document.text
    } catch {
      throw document.error(for: error, .text(encoding.fault))
    }
  }

  @inline(__always)
  private func requireSize(_ byteCount: Int, _ limit: Int) throws {
    guard byteCount <= limit, byteCount < Tape.byteLimit else { throw tooLarge(limit) }
  }

  /// The error for the document's text, which is larger than `limit`.
  @inline(never)
  private func tooLarge(_ limit: Int) -> DecodingError {
    let fault = InputFault(.byteLimitExceeded, at: max(0, min(limit, Tape.byteLimit)))
    guard limit >= Tape.byteLimit else {
      return document.error(for: fault, .tooManyBytes(limit, "maximumByteCount"))
    }
    let text =
      Tape.byteLimit > Int32.max
      ? "a document of 4 GiB or more can't be decoded in one call; use a stream to read its values"
      : "a document of 2 GiB or more can't be decoded"
    return document.error(for: fault, .text(text))
  }

  /// The error for `fault` in the document's text.
  @inline(never)
  private func malformed(_ fault: InputFault) -> DecodingError {
    if fault.kind == .depthLimitExceeded {
      return document.error(for: fault, .tooDeep(options.limits.maximumDepth))
    }
    let (text, settings) = (storage.text, options.scanSettings)
    guard document.isWhole else { return document.error(for: fault) }
    let start = text.part(from: 0, to: min(text.count, InlineText.Bytes.maximumCount))
    let error: JSONError
    if start.count == text.count || document.isExplained(fault, by: start) {
      let text = settings.inlineText(start)
      error = JSONError(kind: fault.kind, offset: fault.offset, details: .text(text))
    } else if let details = RescannedText(text, settings) {
      error = JSONError(kind: fault.kind, offset: fault.offset, details: .object(details))
    } else {
      return document.error(for: fault)
    }
    return .corrupted(DecodingError.notValidJSON, because: consume error)
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
        try validateString(at: entry)
      case .number, .longNumber:
        if let offset = firstInvalidOffset(ofNumberAt: entry) {
          throw numberFault(.malformed(offset: offset), Double.self, at: entry)
        }
      default:
        break
      }
      // Go into containers and past everything else.
      entry = word.isContainer ? entry + 2 : tape.entry(after: entry)
    }
  }
}

extension DecodingError {
  /// The error of an empty text, which is made once: there is only one such text.
  fileprivate static let emptyText: any Error = corrupted(
    notValidJSON,
    because: JSONError(
      kind: .unexpectedEnd,
      offset: 0,
      details: .text(ScanSettings(dialect: StandardJSON.self).inlineText(.empty))
    )
  )
}
