/// The state of a `StreamEngine`.
struct StreamState: ~Copyable {
  private let start: StreamStart
  var decoder: DocumentDecoder

  /// The document that the decoder reads.
  var document: Document { decoder.document }

  /// The document's text and tape, and their place in the stream, without reference counting.
  var storage: DocumentStorage { scan.storage }

  /// The value in progress, and the window.
  var scan: ValueScan
  private(set) var framing: any StreamFraming
  /// The same, if its values are events.
  private let events: EventFraming?

  /// What the stream is, until its first byte has told the framing.
  private let form: StreamForm

  /// The number of values so far.
  var valueCount = 0

  /// The number of bytes that have arrived, and before the first one, and whether there were more than the limit for the
  /// whole stream allows.
  private(set) var byteCount: Int
  private var exceedsLimit = false

  /// The bytes of the window: those that have arrived and are still needed, and some before them.
  private(set) var buffer = ByteArena()

  /// Whether the buffer is released as soon as it is empty: it was needed for a value that is too large, which probably
  /// no other value is.
  private var releasesBuffer = false

  /// The bytes that have to be looked at; every one unless the framing has looked at all bytes before.
  private(set) var awaitedBytes = AwaitedBytes.every

  /// How many bytes at the end of the buffer have not been looked at because they are not awaited.
  private var waitingByteCount = 0

  /// How many bytes are kept at the most before they are looked at; meaningless while every byte is awaited.
  private var maximumWaitingByteCount = 0

  /// The offset in the stream up to which records are taken one by one, because one of them is cut
  /// or at fault.
  var singleByteOffset = 0

  /// `limits.maximumByteCount`, or less if that is needed to leave room for additions to any offset.
  private let maximumByteCount: Int

  /// Whether the beginning of the stream was checked for a byte-order mark, and whether the framing is known, too.
  private var hasPassedMark = false
  private(set) var hasBegun: Bool

  /// The number of blank lines before the byte that tells the framing.
  private var blankLineCount = 0

  /// Whether values may be read in one pass, as far as is known.
  var mayRead: Bool

  /// The last record that could not be decoded.
  private(set) var failedRecord: JSONFailedRecord?

  /// An error that was found already, and that the next step throws.
  private(set) var heldError: (any Error)?

  /// The error of a record that was found when somebody asked for a partial value; the next step throws it, too.
  private var pendingError: DecodingError?

  /// Whether there will be no more values, and the error that caused it, if any.
  var hasEnded = false
  private(set) var terminalError: DecodingError?

  init(
    _ form: StreamForm,
    _ framing: any StreamFraming,
    environment: DecodingEnvironment,
    start: StreamStart
  ) {
    let options = form.options
    self.form = form
    self.framing = framing
    events = framing as? EventFraming
    self.start = start
    maximumByteCount = min(options.limits.maximumByteCount, .max - Tape.lookahead)
    byteCount = start.byteOffset
    hasBegun = start.byteOffset > 0
    mayRead = options.allowsReading
    let document = Document()
    decoder = DocumentDecoder(document: document, options: options, environment: environment)
    scan = ValueScan(document: document, options: options)
    scan.window.position.offset = start.byteOffset
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

  /// See `StreamEngine.next()`.
  mutating func next() throws -> StreamStep {
    awaitedBytes = .every
    waitingByteCount = 0
    if let error = heldError.take() ?? pendingError.take() { throw error }
    guard !hasEnded else { return .end }
    do throws(InputFault) {
      switch try step() {
      case .value:
        showValue()
        return .value
      case .end:
        hasEnded = true
        return .end
      case .needsBytes:
        guard exceedsLimit else {
          if hasBegun {
            awaitedBytes = framing.awaitedBytes(scan)
            maximumWaitingByteCount = min(awaitedBytes.byteCount - 1, 256)
          }
          return .needsBytes
        }
        hasEnded = true
        throw scan.fault(.byteLimitExceeded, at: scan.window.text.count)
      }
    } catch {
      throw self.error(for: error)
    }
  }

  /// Ends the stream for a reason that has to do with no record.
  mutating func end() {
    hasEnded = true
    failedRecord = nil
  }

  /// See `StreamEngine.hold(_:)`.
  mutating func hold(_ error: any Error) {
    heldError = error
    awaitedBytes = .every
  }

  /// Lets the framing continue in the window.
  @inline(__always)
  private mutating func step() throws(InputFault) -> StreamStep {
    guard skipMark() else { return .needsBytes }
    return try framing.step(&scan)
  }

  /// Skips a byte-order mark; false if more bytes are needed to tell whether there is one.
  @inline(__always)
  private mutating func skipMark() -> Bool { hasBegun || begin() }

  /// Does the same at the beginning of the stream, and chooses the framing if the first byte tells it.
  @inline(never)
  private mutating func begin() -> Bool {
    let window = scan.window
    let mark = TextEncoding.utf8Mark
    if !hasPassedMark, form.mayHaveMark, window.text.mayBegin(with: mark, at: 0) {
      let isThere = window.text.count >= mark.count
      guard isThere || window.isFinal else { return false }
      if isThere { scan.window.cursor = mark.count }
    }
    hasPassedMark = true
    if case .detected = form.framing { return detectFraming() }
    hasBegun = true
    return true
  }

  /// Chooses the framing by the first byte that is not whitespace; false if more bytes are needed.
  private mutating func detectFraming() -> Bool {
    let start = scan.window.cursor
    scan.window.skipBlanks()
    blankLineCount += (start..<scan.window.cursor).count { scan.window.text[$0] == 0x0A }
    guard !scan.window.isAtEnd || scan.window.isFinal else { return false }
    hasBegun = true
    let byte = scan.window.isAtEnd ? 0x0A : scan.window.byte
    if let framing = form.makeFraming(for: byte, afterBlankLines: blankLineCount) {
      self.framing = framing
      prepare(document)
    }
    return true
  }

  /// Shows the complete value in the document.
  @inline(__always)
  mutating func showValue() {
    let (window, start) = (scan.window, scan.start)
    storage.text = scan.text.part(from: 0, to: scan.scanner.offset)
    storage.record.setOrigin(
      window.position,
      followedBy: window.text.part(from: min(window.countedOffset, start), to: start)
    )
    storage.record.index = scan.recordCount
    if let name = scan.memberName { storage.record.memberName = name }
    if scan.settings.showsValuesInErrors { showArrivedText() }
  }

  /// Shows the available bytes around the value, for the line of an error, unless the value is a record.
  @inline(never)
  private mutating func showArrivedText() {
    let arrived = framing.valuesAreRecords ? nil : scan.window.text
    storage.record.setArrived(arrived, around: scan.text)
  }

  // MARK: - Ends and errors

  /// Ends the value, whether or not it could be decoded.
  @inline(__always)
  mutating func endValue() {
    endDecode()
    scan.recordCount += 1
  }

  /// Notes, before its error leaves, that the value cannot be decoded.
  @inline(never)
  mutating func noteFailure() { noteFailedRecord(scan.isWholeRecord ? scan.text : storage.text) }

  /// Notes that `text`, which begins at `offset` or else at the document's origin, is a record that cannot be decoded.
  private mutating func noteFailedRecord(_ text: JSONText, at offset: Int? = nil) {
    let text = text.part(from: 0, to: scan.beforeLineEnd(of: text, text.count))
    let offset = Int64(offset ?? storage.record.origin.offset)
    let limit = JSONFailedRecord.maximumByteCount
    // A byte of an event's data may take eight bytes, with the prefix and the end of its line.
    let shown = text.part(from: 0, to: min(text.count, events == nil ? limit : limit * 8))
    let bytes = events == nil ? shown.bytes : EventData.bytes(of: shown)
    let event = events?.event
    failedRecord = JSONFailedRecord(
      byteRange: offset..<offset + Int64(text.count),
      bytes: Array(bytes.prefix(limit)),
      isTruncated: bytes.count > limit || shown.count < text.count,
      name: event?.name,
      id: event?.id
    )
    storage.record.failed = failedRecord
    storage.record.leftNotes = true
  }

  /// Ends the decode of a value, or of the part of one whose scan continues on `openTape`.
  @inline(__always)
  mutating func endDecode(reopening openTape: Tape? = nil) {
    if DocumentDecoder.end(&decoder) {
      // By now, errors have everything that they say, and the bytes are gone with the chunk.
      if scan.settings.showsValuesInErrors { storage.record.setArrived(nil) }
      if storage.record.originIsCounted { scan.window.adopt(storage.record.origin, of: scan.start) }
      if storage.record.leftNotes { document.endRecord() }
    } else {
      // The document that a model has kept still shows the value as it is.
      continueInNewDocument()
    }
    guard let openTape else { return }
    storage.record.unfinished = nil
    document.replaceTape(with: openTape)
    document.text = .empty
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
  private mutating func error(for fault: InputFault) -> DecodingError {
    var shown = fault
    // A record that ends too early has its fault on its own line.
    if fault.kind == .unexpectedEnd, fault.offset == scan.text.count {
      shown = InputFault(.unexpectedEnd, at: scan.beforeLineEnd(of: scan.text, fault.offset))
    }
    let error = describe(shown, notingRecord: true)
    scan.recordCount += 1
    if fault.kind == .byteLimitExceeded { releasesBuffer = true }
    if hasEnded || !framing.recover(from: fault, &scan) {
      hasEnded = true
      terminalError = error
    }
    return error
  }

  /// The error for `fault`, which makes the record a failed one if `notesRecord` is true.
  mutating func describe(_ fault: InputFault, notingRecord notesRecord: Bool) -> DecodingError {
    let document = document
    document.origin = scan.window.place(of: scan.start)
    // These are the same bytes wherever the stream is cut.
    let shown = scan.isWholeRecord ? scan.text.count : min(fault.offset + 1, scan.text.count)
    document.text = scan.text.part(from: 0, to: shown)
    showArrivedText()
    if notesRecord { noteRecord(with: fault) }
    storage.record.outerTokens = framing.tokens(ofValue: scan.recordCount, scan)
    storage.record.isElement = false
    defer {
      prepare(document)
      storage.record.setArrived(nil)
      // The tape stays: the scanner may be inside a value whose rest is skipped.
      document.text = .empty
      document.endRecord()
    }
    // A fault of the selected place is not a fault of any record.
    storage.record.index = fault.kind == .unexpectedText ? scan.recordCount : nil
    if let error = framing.error(for: fault, with: decoder) {
      if fault.kind == .unexpectedText { failedRecord = storage.failedRecord }
      return error
    }
    storage.record.index = scan.recordCount
    return document.error(for: fault, finding(for: fault))
  }

  /// What the error for `fault` says, if it is about a limit.
  private func finding(for fault: InputFault) -> ErrorFinding? {
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
      noteFailedRecord(scan.window.rest(to: end), at: scan.window.cursorOffset)
    default:
      guard document.text.count > 0 else { return failedRecord = nil }
      noteFailedRecord(document.text)
    }
  }
}

/// Values that are taken without `next`.
extension StreamState {
  /// Where in the window the next value begins, and how far it may go; nil if it has to be taken by `next`.
  ///
  /// No byte is looked at more than twice: a value that is cut or unusual is left to `next`.
  @inline(__always)
  private var place: (start: Int, end: Int, depth: Int)? {
    guard hasBegun, !hasEnded, heldError == nil, !scan.window.isFinal,
      scan.window.cursorOffset >= singleByteOffset
    else { return nil }
    return framing.value(in: scan.window)
  }

  /// Scans the elements of the selected array that are complete in the available bytes, and shows them in the document
  /// as an array.
  ///
  /// - Returns: Where in the window they end; nil if the next record has to be taken by `next`.
  mutating func scanElements() -> Int? {
    guard framing.containerTokens != nil, let (start, _, depth) = place,
      scan.beginElements(at: start, insideOf: depth)
    else { return nil }
    let end = scan.scanElements()
    let window = scan.window
    singleByteOffset = window.cursorOffset + (scan.start - window.cursor + scan.text.count)
    if end != nil { showValue() }
    return end
  }

  /// Where the next value may be read in one pass; nil if the next record has to be taken by `next`.
  var placeToRead: PlaceToRead? {
    guard let (start, end, depth) = place, start < end else { return nil }
    // Whether a record is too large depends on all of it, whatever its value.
    let isWhole = framing.valuesAreRecords
    if isWhole, end &- start > scan.maximumByteCount { return nil }
    return PlaceToRead(
      text: scan.window.text
        .part(from: start, to: start &+ min(end &- start, scan.maximumByteCount)),
      start: start,
      isInStream: true,
      isWhole: isWhole,
      maximumDepth: scan.settings.maximumDepth - depth
    )
  }

  /// Continues after the next `count` values, which end at `end` in the window and were not taken by `next`.
  mutating func passValues(_ count: Int, upTo end: Int) {
    scan.window.cursor = end
    framing.endElements(&scan.window)
    scan.recordCount &+= count
    valueCount &+= count
  }

  /// Closes the value in progress where it stops, and shows it in the document.
  ///
  /// - Parameter keepsString: Whether an unfinished string stays as far as it has arrived, for a `String`.
  /// - Returns: What `endDecode` needs to reopen it; nil if no part of a value has arrived.
  /// - Throws: `DecodingError` if what has arrived is already malformed. The stream continues, and
  ///   throws the error again when the record is complete.
  mutating func closeUnfinishedValue(
    keepingString keepsString: Bool
  ) throws -> ValueScan.Closing? {
    guard !hasEnded else { return nil }
    scan.window.isFinal = false
    do throws(InputFault) {
      guard try framing.scanUnfinished(&scan) else { return nil }
    } catch {
      throw describe(error, notingRecord: false)
    }
    guard let closing = scan.close(keepingString: keepsString) else { return nil }
    showValue()
    // Also an escape before whose end the scan has stopped.
    if !scan.isComplete { storage.text = scan.text }
    storage.record.unfinished = closing.parts
    return closing
  }
}

/// The bytes that arrive.
///
/// A value that is cut stays in the buffer, where its scan continues, so it is copied at most twice more, whatever the
/// number of chunks: where it moves to the front, and where the buffer grows. The buffer doubles, or, near the limit for
/// a value, grows to that at once.
extension StreamState {
  /// How many bytes the buffer has when a value is too large, plus a few more.
  private var bound: Int { min(scan.maximumByteCount, Int.max - 1 << 18) + 1 << 18 }

  /// How many bytes of a long chunk are added at once: as many as there are of a value that it continues, if they are
  /// many, and not many more than are needed to find that it is too large.
  var pieceByteCount: Int {
    let count = scan.window.rest.count
    return max(128 << 10, min(count, 1 << 20, scan.maximumByteCount - count))
  }

  /// Where the next `limit` bytes belong; `addWritten` adds them.
  mutating func room(for limit: Int) -> UnsafeMutablePointer<UInt8> {
    let cursor = scan.window.cursor
    // Bytes move only when as many before them are no longer needed, so each of them moves few times.
    if hasEnded || cursor >= buffer.count &- cursor {
      scan.window.drop(cursor)
      buffer.removeFirst(hasEnded ? buffer.count : cursor)
      if releasesBuffer, buffer.count == 0 {
        buffer = ByteArena()
        releasesBuffer = false
      }
    }
    buffer.reserve(limit, doublingTo: bound)
    defer { scan.window.text = buffer.text }
    // SAFETY: `addWritten` adds the bytes before anything else is done with the buffer.
    return unsafe buffer.room(for: limit)
  }

  /// Adds `count` bytes that were written to the place from `room(for:)`, as far as the limit for the whole stream
  /// allows.
  mutating func addWritten(_ count: Int) {
    scan.window.isFinal = false
    guard !hasEnded, count > 0 else { return }
    awaitedBytes = .every
    let admittedByteCount = max(0, min(count, maximumByteCount - byteCount))
    if admittedByteCount < count { exceedsLimit = true }
    byteCount += admittedByteCount
    buffer.addWritten(admittedByteCount)
    scan.window.text = buffer.text
  }

  /// Adds `bytes`.
  mutating func append(_ bytes: JSONText) {
    let room = unsafe room(for: bytes.count)
    // SAFETY: there is room for all of them; they are used only during the call.
    if let source = unsafe bytes.buffer(from: 0, to: bytes.count).baseAddress {
      unsafe room.initialize(from: source, count: bytes.count)
    }
    addWritten(bytes.count)
  }

  /// Notes that no more bytes come, unless some were left out because of the limit: what is there is not all then.
  mutating func finish() { scan.window.isFinal = !exceedsLimit }

  /// Keeps `byte`, between two chunks, if it cannot complete a value.
  ///
  /// A step for each byte would take ten times as long.
  ///
  /// - Returns: False if it has to be a chunk.
  mutating func keep(_ byte: UInt8) -> Bool {
    let (awaited, waitingByteCount) = (awaitedBytes, waitingByteCount + 1)
    // These counts keep the bytes within all limits.
    guard !awaited.contains(byte), waitingByteCount <= maximumWaitingByteCount,
      byteCount < maximumByteCount, scan.window.rest.count < scan.maximumByteCount
    else { return false }
    // SAFETY: there is room for one.
    unsafe room(for: 1).initialize(to: byte)
    addWritten(1)
    (self.waitingByteCount, awaitedBytes) = (waitingByteCount, awaited)
    return true
  }

  /// Looks at the bytes that were kept.
  ///
  /// - Throws: `DecodingError` for a malformed record or one that is too large. The next step throws it, too.
  mutating func lookAtKept() throws {
    if let pendingError { throw pendingError }
    guard waitingByteCount > 0 else { return }
    do {
      let step = try next()
      assert(step != .value, "a byte that is not awaited completed a value")
    } catch {
      pendingError = error as? DecodingError
      throw error
    }
  }
}
