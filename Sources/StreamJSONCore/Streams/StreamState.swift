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

/// Several elements at once.
extension StreamState {
  /// Scans the elements of the selected array that are complete in the available bytes, and shows them in the document
  /// as an array.
  ///
  /// No byte is scanned more than twice: `next` handles elements that are cut or at fault.
  ///
  /// - Returns: Where in the window they end; nil if the next record has to be taken by `next`.
  mutating func scanElements(in chunk: JSONText) -> Int? {
    guard framing.containerTokens != nil, !hasEnded, buffer.cursorOffset >= singleByteOffset
    else { return nil }
    let chunk = admit(chunk)
    let window = buffer.window(chunk, isFinal: false)
    guard let (start, _, depth) = framing.value(in: window),
      scan.beginElements(window, at: start, insideOf: depth)
    else { return nil }
    let end = scan.scanElements()
    singleByteOffset = buffer.cursorOffset + (scan.start - window.cursor + scan.text.count)
    guard let end else { return nil }
    showValue(in: chunk)
    return end
  }

  /// Continues after the next `count` values, which end at `end` in the window and were not taken by `next`.
  mutating func passValues(_ count: Int, upTo end: Int) {
    framing.endElements()
    buffer.cursor = end
    recordCount &+= count
    valueCount &+= count
  }
}

/// The value in progress, before its end has arrived.
extension StreamState {
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
    scan.window = buffer.window(.empty, isFinal: false)
    do throws(InputFault) {
      guard try framing.scanUnfinished(&scan) else { return nil }
    } catch {
      throw describe(error, in: .empty, notingRecord: false)
    }
    guard let closing = scan.close(keepingString: keepsString) else { return nil }
    showValue(in: .empty)
    // Also an escape before whose end the scan has stopped.
    if !scan.isComplete { storage.text = scan.text }
    storage.record.unfinished = closing.parts
    return closing
  }
}

/// Where values are read in one pass.
extension StreamState {
  /// Where the next value may be read; nil if the next record has to be taken by `next`.
  ///
  /// No byte is looked at more than twice: a value that is cut or unusual is left to `next`.
  mutating func placeToRead(in chunk: JSONText) -> PlaceToRead? {
    guard hasBegun, !hasEnded, buffer.cursorOffset >= singleByteOffset else { return nil }
    let chunk = admit(chunk)
    let window = buffer.window(chunk, isFinal: false)
    guard let (start, end, depth) = framing.value(in: window), start < end else { return nil }
    // Whether a record is too large depends on all of it, whatever its value.
    let isWhole = framing.valuesAreRecords
    if isWhole, end &- start > scan.maximumByteCount { return nil }
    return PlaceToRead(
      text: window.text.part(from: start, to: start &+ min(end &- start, scan.maximumByteCount)),
      start: start,
      isInStream: true,
      isWhole: isWhole,
      maximumDepth: scan.settings.maximumDepth - depth
    )
  }
}

/// The bytes of a stream's window: the chunk that arrived last, or the unfinished tail of the
/// chunks before it together with as much of the chunk as is needed.
///
/// Offsets within the window count from its first byte. Nothing before `cursor` is needed anymore. The value
/// in progress begins at `cursor`, and its scan counts from there, so that moving it from a chunk to the tail
/// changes no offset.
///
/// A value that is cut is copied at most twice, whatever the number of chunks: the tail grows by doubling (near the
/// limit, it grows to the limit at once), and takes no more bytes from the chunk than it already has before the value
/// is scanned again. The values after it are read in the chunk.
struct StreamBuffer: ~Copyable {
  private(set) var tail = ByteArena()

  /// Whether the window is the tail.
  private(set) var isTail = false

  /// The number of bytes of the chunk that are already in the tail.
  private var loadedByteCount = 0

  /// The first byte that is still needed.
  var cursor = 0

  /// The place in the stream of the byte at `countedOffset`: lines are counted when their bytes are
  /// dropped, or when an error needs them.
  private(set) var position = StreamPosition()
  private(set) var countedOffset = 0

  /// How many bytes the tail has when a value is too large, plus a few more.
  private let bound: Int

  /// Whether the tail is released as soon as it is empty: it was needed for a value that is too large, which probably no
  /// other value is.
  var releasesTail = false

  /// Makes a buffer whose first byte has the offset `start` in the stream, for values of at most
  /// `maximumByteCount` bytes.
  init(start: Int, maximumByteCount: Int) {
    position.offset = start
    bound = min(maximumByteCount, Int.max - 1 << 17) + 1 << 16
  }

  /// The bytes of the window; `chunk` is the one that arrived last.
  func text(_ chunk: JSONText) -> JSONText { isTail ? tail.text : chunk }

  /// The bytes and the cursor, for a framing.
  func window(_ chunk: JSONText, isFinal: Bool) -> StreamWindow {
    StreamWindow(text: text(chunk), cursor: cursor, isFinal: isFinal)
  }

  /// Drops the bytes of the tail.
  private mutating func clearTail() {
    tail.truncate(to: 0)
    guard releasesTail else { return }
    tail = ByteArena()
    releasesTail = false
  }

  /// Extends the window with more bytes of `chunk`; false if there are none left.
  mutating func extend(with chunk: JSONText) -> Bool {
    guard isTail else { return false }
    let chunkStart = tail.count - loadedByteCount
    if cursor >= chunkStart {
      // None of the older bytes are needed: continue in the chunk itself.
      countLines(to: cursor, chunk)
      let hasMore = loadedByteCount < chunk.count
      cursor -= chunkStart
      countedOffset -= chunkStart
      isTail = false
      loadedByteCount = 0
      clearTail()
      return hasMore
    }
    guard loadedByteCount < chunk.count else { return false }
    // This goes in pieces, so that no more of a value is copied than is needed to find that it is too large, and room
    // for that much is enough.
    let largestByteCount = max(256, min(tail.count - cursor, 1 << 20, bound - tail.count))
    let pieceByteCount = min(chunk.count - loadedByteCount, largestByteCount)
    tail.reserve(pieceByteCount, doublingTo: bound)
    tail.append(chunk, from: loadedByteCount, to: loadedByteCount + pieceByteCount)
    loadedByteCount += pieceByteCount
    return true
  }

  /// Adds a byte that is looked at later, between two chunks.
  mutating func keep(_ byte: UInt8) {
    tail.reserve(1)
    tail.append(byte)
    isTail = true
  }

  /// Copies the bytes of `chunk` that are still needed, before the chunk is released.
  mutating func keepRest(of chunk: JSONText) {
    if isTail {
      tail.reserve(chunk.count - loadedByteCount, doublingTo: bound)
      tail.append(chunk, from: loadedByteCount, to: chunk.count)
      loadedByteCount = 0
      // Many records may come from one tail, so its bytes move up only when half of it is consumed.
      guard cursor == tail.count || (cursor > 4096 && cursor > tail.count / 2) else { return }
      countLines(to: cursor, chunk)
      if cursor == tail.count { clearTail() } else { tail.removeFirst(cursor) }
      isTail = tail.count > 0
    } else {
      countLines(to: cursor, chunk)
      if cursor < chunk.count {
        tail.append(chunk, from: cursor, to: chunk.count)
        isTail = true
      }
    }
    countedOffset -= cursor
    cursor = 0
  }

  /// Counts the lines up to `offset`, unless they were already counted for an error.
  ///
  /// - Returns: The place in the stream of the byte there; offsets must not decrease between calls.
  @discardableResult
  mutating func countLines(to offset: Int, _ chunk: JSONText) -> StreamPosition {
    guard offset > countedOffset else { return position }
    position.advance(over: text(chunk), from: countedOffset, to: offset)
    countedOffset = offset
    return position
  }

  /// The offset of the cursor in the stream.
  var cursorOffset: Int { position.offset - countedOffset + cursor }

  /// Continues from a place that a document has counted.
  mutating func adopt(_ position: StreamPosition, of offset: Int) {
    self.position = position
    countedOffset = offset
  }
}
