/// The state of a `StreamEngine`.
struct StreamState: ~Copyable {
  private let start: StreamStart
  var decoder: DocumentDecoder

  /// The document that the decoder reads.
  var document: Document { decoder.document }

  /// The document's text and tape, and their place in the stream, without reference counting.
  var storage: DocumentStorage { scan.storage }

  var scan: ValueScan
  let framing: any StreamFraming
  var buffer: StreamBuffer

  /// The number of values and errors so far, and the number of values alone.
  var recordCount = 0
  var valueCount = 0

  /// The number of bytes in all chunks so far, and before the first one.
  private var byteCount: Int

  /// Whether `chunk` is new: not yet counted, and not yet in the window.
  private var chunkIsNew = true

  /// How many bytes at the end of the tail have not been looked at, and which bytes would have to be; nil while that is
  /// not known.
  private var waitingByteCount = 0
  private var awaitedBytes: AwaitedBytes?

  /// The offset in the stream up to which records are taken one by one, because one of them is cut
  /// or at fault.
  var singleByteOffset = 0

  /// `limits.maximumByteCount`, or less if that is needed to leave room for additions to any offset.
  private let maximumByteCount: Int

  /// How many bytes of the chunk the limit for the whole stream allows, and whether there were more.
  private var admittedByteCount = 0
  private var exceedsLimit = false

  /// Whether the beginning of the stream was checked for a byte-order mark.
  private(set) var hasBegun: Bool

  /// Whether values may be read in one pass, as far as is known.
  var mayRead: Bool

  /// The last record that could not be decoded.
  private(set) var failedRecord: JSONFailedRecord?

  /// Whether there will be no more values, and the error that caused it, if any.
  var hasEnded = false
  private(set) var terminalError: DecodingError?
  private(set) var hasTerminalError = false

  init(
    _ framing: any StreamFraming,
    options: DecodingOptions,
    environment: DecodingEnvironment,
    start: StreamStart
  ) {
    self.framing = framing
    self.start = start
    maximumByteCount = min(options.limits.maximumByteCount, .max - Tape.lookahead)
    byteCount = start.byteOffset
    hasBegun = start.byteOffset > 0
    mayRead = options.allowsReading
    let document = Document()
    decoder = DocumentDecoder(document: document, options: options, environment: environment)
    scan = ValueScan(document: document, options: options)
    buffer = StreamBuffer(start: start.byteOffset, maximumByteCount: scan.maximumByteCount)
    prepare(document)
  }

  /// Prepares `document` for the values of this stream.
  private func prepare(_ document: Document) {
    document.storage.dialect = scan.settings.dialect
    document.storage.record.preceding = start.preceding
    document.storage.record.outerTokens = framing.containerTokens ?? []
    document.storage.record.isElement = framing.containerTokens != nil
  }

  // MARK: - Values

  /// See `StreamEngine.next(in:)`.
  mutating func next(in chunk: JSONText?) throws -> StreamStep {
    guard !hasEnded else { return .end }
    let isFinal = chunk == nil
    let chunk = admit(chunk ?? .empty)
    do throws(InputFault) {
      while true {
        switch try step(chunk, isFinal: isFinal) {
        case .value:
          showValue(in: chunk)
          return .value
        case .end:
          hasEnded = true
          return .end
        case .needsBytes:
          break
        }
        guard buffer.extend(with: chunk) else { break }
      }
      guard exceedsLimit else { return .needsBytes }
      hasEnded = true
      scan.window = buffer.window(chunk, isFinal: isFinal)
      throw scan.fault(.byteLimitExceeded, at: scan.window.text.count)
    } catch {
      throw self.error(for: error, in: chunk)
    }
  }

  /// Lets the framing continue in a window.
  @inline(__always)
  private mutating func step(_ chunk: JSONText, isFinal: Bool) throws(InputFault) -> StreamStep {
    scan.window = buffer.window(chunk, isFinal: isFinal)
    guard skipMark() else { return .needsBytes }
    // This is done after a fault, too.
    defer {
      buffer.cursor = scan.window.cursor
      if scan.openContainers.needLocating { locateOpenContainers(chunk) }
    }
    return try framing.step(&scan)
  }

  @inline(never)
  private mutating func locateOpenContainers(_ chunk: JSONText) {
    scan.openContainers.locate { buffer.countLines(to: $0, chunk) }
  }

  /// The part of `chunk` that the limit for the whole stream allows.
  @inline(__always)
  mutating func admit(_ chunk: JSONText) -> JSONText {
    let isNew = chunkIsNew
    if isNew {
      chunkIsNew = false
      admittedByteCount = max(0, min(chunk.count, maximumByteCount - byteCount))
      if admittedByteCount < chunk.count { exceedsLimit = true }
      byteCount += admittedByteCount
    }
    let admitted =
      admittedByteCount == chunk.count ? chunk : chunk.part(from: 0, to: admittedByteCount)
    // The bytes before the chunk were scanned already, so add some of the chunk at once.
    if isNew, buffer.isTail { _ = buffer.extend(with: admitted) }
    return admitted
  }

  /// Skips a byte-order mark; false if more bytes are needed to tell whether there is one.
  @inline(__always)
  private mutating func skipMark() -> Bool {
    if hasBegun { return true }
    let window = scan.window
    let mark = TextEncoding.utf8Mark
    if window.text.mayBegin(with: mark, at: 0) {
      let isThere = window.text.count >= mark.count
      guard isThere || window.isFinal else { return false }
      if isThere { scan.window.cursor = mark.count }
    }
    hasBegun = true
    return true
  }

  /// Shows the complete value in the document.
  @inline(__always)
  mutating func showValue(in chunk: JSONText) {
    storage.text = scan.text.part(from: 0, to: scan.scanner.offset)
    storage.record.setOrigin(
      buffer.position,
      followedBy: buffer.text(chunk)
        .part(from: min(buffer.countedOffset, scan.start), to: scan.start)
    )
    storage.record.index = recordCount
    if let name = scan.memberName { storage.record.memberName = name }
    if scan.settings.showsValuesInErrors { showArrivedText(in: chunk) }
  }

  /// Shows the available bytes around the value, for the line of an error, unless the value is a record.
  @inline(never)
  private mutating func showArrivedText(in chunk: JSONText) {
    let isRecord = framing.valuesAreRecords
    storage.record.setArrived(isRecord ? nil : buffer.text(chunk), around: scan.text)
  }

  /// See `StreamEngine.keepRest(of:)`.
  mutating func keepRest(of chunk: JSONText) {
    if !hasEnded { buffer.keepRest(of: admit(chunk)) }
    chunkIsNew = true
    waitingByteCount = 0
    awaitedBytes = nil
  }

  /// How many bytes are kept at the most before they are looked at.
  private static var maximumWaitingByteCount: Int { 256 }

  /// Keeps `byte`, between two chunks, if it cannot complete a value.
  ///
  /// A step for each byte would take ten times as long.
  ///
  /// - Returns: False if it has to be a chunk.
  mutating func keep(_ byte: UInt8) -> Bool {
    let awaited = awaitedBytes ?? (hasEnded ? .every : framing.awaitedBytes(scan))
    awaitedBytes = awaited
    // These counts keep the bytes within all limits.
    guard !awaited.contains(byte), waitingByteCount < Self.maximumWaitingByteCount,
      byteCount < maximumByteCount, buffer.tail.count < scan.maximumByteCount
    else { return false }
    buffer.keep(byte)
    byteCount += 1
    waitingByteCount += 1
    return true
  }

  /// Looks at the bytes that were kept.
  ///
  /// - Throws: `DecodingError` for malformed text, after which the stream has ended. An error in a record that may be
  ///   passed over is not found before the record's end.
  mutating func lookAtKept() throws {
    guard waitingByteCount > 0 else { return }
    defer { keepRest(of: .empty) }
    let step = try next(in: .empty)
    assert(step != .value, "a byte that is not awaited completed a value")
  }

  // MARK: - Ends and errors

  /// Ends the value, whether or not it could be decoded.
  @inline(__always)
  mutating func endValue() {
    endDecode()
    recordCount += 1
  }

  /// Notes, before its error leaves, that the value cannot be decoded.
  @inline(never)
  mutating func noteFailure() { noteFailedRecord(scan.isWholeRecord ? scan.text : storage.text) }

  /// Notes that `text`, which begins at `offset` or else at the document's origin, is a record that cannot be decoded.
  private mutating func noteFailedRecord(_ text: JSONText, at offset: Int? = nil) {
    let offset = offset ?? storage.record.origin.offset
    var end = text.count
    if scan.isWholeRecord {
      while end > 0, text[end - 1] == 0x0A || text[end - 1] == 0x0D { end -= 1 }
    }
    failedRecord = framing.failedRecord(text.part(from: 0, to: end), at: offset)
    storage.record.failed = failedRecord
    storage.record.leftNotes = true
  }

  /// Ends the decode of a value, or of the part of one that `closing` has closed.
  @inline(__always)
  mutating func endDecode(reopening closing: ValueScan.Closing? = nil) {
    if DocumentDecoder.end(&decoder, keepingTape: closing != nil) {
      // By now, errors have everything that they say, and the bytes are gone with the chunk.
      if scan.settings.showsValuesInErrors { storage.record.setArrived(nil) }
      if storage.record.originIsCounted { buffer.adopt(storage.record.origin, of: scan.start) }
      if storage.record.leftNotes { document.endRecord() }
      if let closing {
        storage.record.unfinished = nil
        document.tape = closing.tape
        document.text = .empty
      }
    } else {
      // The document that a model has kept still shows the value as it is.
      let tape = closing.map { Tape(copying: $0.tape, reserving: Tape.scannerReserve) }
      continueInNewDocument()
      if let tape { document.replaceTape(with: tape) }
    }
    closing?.undo(on: storage.tape)
  }

  /// Continues with another decoder and document.
  @inline(never)
  private mutating func continueInNewDocument() {
    let document = Document()
    prepare(document)
    decoder = decoder.successor(with: document)
    scan.move(to: document)
  }

  /// The error for `fault`; ends the stream unless there may be a next record.
  @inline(never)
  private mutating func error(for fault: InputFault, in chunk: JSONText) -> DecodingError {
    let error = describe(scan.beforeLineEnd(fault), in: chunk, notingRecord: true)
    recordCount += 1
    if fault.kind == .byteLimitExceeded { buffer.releasesTail = true }
    let goesOn = !hasEnded && framing.recover(from: fault, &scan)
    buffer.cursor = scan.window.cursor
    if !goesOn {
      hasEnded = true
      terminalError = error
      hasTerminalError = true
    }
    return error
  }

  /// The error for `fault`, which makes the record a failed one if `notesRecord` is true.
  mutating func describe(
    _ fault: InputFault,
    in chunk: JSONText,
    notingRecord notesRecord: Bool
  ) -> DecodingError {
    let document = document
    document.origin = buffer.countLines(to: scan.start, chunk)
    // These are the same bytes wherever the stream is cut.
    let shown = scan.isWholeRecord ? scan.text.count : min(fault.offset + 1, scan.text.count)
    document.text = scan.text.part(from: 0, to: shown)
    showArrivedText(in: chunk)
    if notesRecord { noteRecord(with: fault) }
    if fault.kind == .keyNotFound, let opening = scan.openContainers.innermost {
      (document.origin, document.text) = (opening, .empty)
      storage.record.setArrived(nil)
    }
    storage.record.outerTokens = framing.tokens(ofValue: recordCount, scan)
    storage.record.isElement = false
    defer {
      prepare(document)
      storage.record.setArrived(nil)
      // The tape stays: the scanner may be inside a value whose rest is skipped.
      document.text = .empty
      document.endRecord()
    }
    // A fault of the selected place is not a fault of any record.
    storage.record.index = fault.kind == .unexpectedText ? recordCount : nil
    if let error = framing.error(for: fault, with: decoder) {
      if fault.kind == .unexpectedText { failedRecord = storage.failedRecord }
      return error
    }
    storage.record.index = recordCount
    return document.error(for: fault, finding(for: fault))
  }

  /// What the error for `fault` says, if it is about a limit.
  private func finding(for fault: InputFault) -> ErrorContents.Finding? {
    switch fault.kind {
    case .depthLimitExceeded: .tooDeep(decoder.options.limits.maximumDepth)
    case .byteLimitExceeded where exceedsLimit && hasEnded:
      .tooManyBytes(maximumByteCount, "maximumByteCount")
    case .byteLimitExceeded: .tooManyBytes(scan.maximumByteCount, "maximumElementByteCount")
    default: nil
    }
  }

  /// Notes the record with `fault`, unless the fault belongs to no record.
  private mutating func noteRecord(with fault: InputFault) {
    switch fault.kind {
    case .noEvents, .keyNotFound, .typeMismatch, .unexpectedText:
      failedRecord = nil
    case .byteLimitExceeded where framing.isAtRecord:
      // Only the byte at fault is shown.
      let end = min(scan.start + fault.offset, scan.window.text.count)
      noteFailedRecord(scan.window.rest(to: end), at: buffer.cursorOffset)
    default:
      guard document.text.count > 0 else { return failedRecord = nil }
      noteFailedRecord(document.text)
    }
  }
}
