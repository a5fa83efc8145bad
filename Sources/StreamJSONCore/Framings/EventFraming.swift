/// The data of server-sent events, https://html.spec.whatwg.org/#parsing-an-event-stream.
final class EventFraming: StreamFraming {
  private enum State {
    /// After an event whose name is still kept, to go with its value if it has one.
    case afterEvent
    /// At the beginning of a line.
    case atLineStart
    /// In a line of data, in another line that is read, or in one that is not.
    case inData, inField, inOther
    /// An event has ended; the next one begins at `lineOffset`.
    case atEventEnd
  }

  private static let lineFeed = EventData.lineFeed
  private static let carriageReturn = EventData.carriageReturn

  private let terminator: [UInt8]?

  private var state = State.atLineStart

  // Offsets from the cursor, which is at the beginning of the line or, once the event has data, at the beginning of the
  // data.
  private var lineOffset = 0
  private var searchedByteCount = 0
  private var dataEnd = 0

  /// The number of lines of data in the event so far.
  private var dataLineCount = 0

  /// True if a line feed here would belong to the carriage return before it.
  private var skipsLineFeed = false

  /// Whether the event is too large and is being skipped.
  private var isSkipping = false

  /// Whether the stream has ended with the terminator.
  private var isTerminated = false

  /// The lines that are not data.
  private var fields: EventFieldScan

  /// The data of an event that has several lines of it.
  private var joined = EventData()

  init(terminator: String?, fields: consuming EventFieldScan) {
    self.terminator = terminator.map { Array($0.utf8) }
    self.fields = fields
  }

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .afterEvent:
        fields.beginEvent()
        state = .atLineStart

      case .atLineStart:
        if skipsLineFeed, scan.window.cursor + lineOffset < scan.window.text.count {
          if scan.window.text[scan.window.cursor + lineOffset] == Self.lineFeed { lineOffset += 1 }
          skipsLineFeed = false
        }
        dropUnlessData(&scan.window)
        guard beginLine(&scan) else {
          guard scan.window.isFinal && dataLineCount == 0 else { return .needsBytes }
          guard fields.hasAny || fields.otherLine.isEmpty else {
            // It was not a stream of events.
            throw scan.fault(.noEvents, at: scan.window.text.count)
          }
          return .end
        }

      case .inData, .inField, .inOther:
        let text = scan.window.text
        let start = scan.window.cursor &+ searchedByteCount
        let end = text.firstOffset(of: Self.lineFeed, or: Self.carriageReturn, from: start)
        searchedByteCount = end &- scan.window.cursor
        if dataLineCount > 0 { try scan.requireRecordSize(searchedByteCount) }
        var isUnexpected = false
        if state == .inData {
          dataEnd = searchedByteCount
        } else if state == .inField {
          isUnexpected = try fields.read(from: start, to: end, &scan)
        }
        lineOffset = searchedByteCount
        if end < text.count {
          passLineEnd(text[end])
          state = .atLineStart
        } else if scan.window.isFinal {
          state = .atEventEnd
        } else {
          dropUnlessData(&scan.window)
          return .needsBytes
        }
        if isUnexpected {
          // Reading continues after the line as if it had not been there. The part of the event that was scanned is no
          // longer on the tape.
          scan.beginRecord()
          throw scan.fault(.unexpectedText, at: end)
        }

      case .atEventEnd:
        if let step = try endEvent(&scan) { return step }
      }
    }
  }

  /// Notes that the line ends with `byte`.
  private func passLineEnd(_ byte: UInt8) {
    lineOffset += 1
    skipsLineFeed = byte == Self.carriageReturn
  }

  /// Drops the bytes before the line, unless they are data.
  private func dropUnlessData(_ window: inout StreamWindow) {
    guard dataLineCount == 0 else { return }
    window.cursor += lineOffset
    lineOffset = 0
    searchedByteCount = 0
  }

  /// Determines what kind of line begins at `lineOffset`; false if too little of it has arrived.
  private func beginLine(_ scan: inout ValueScan) -> Bool {
    let window = scan.window
    let text = window.text
    let start = window.cursor + lineOffset
    searchedByteCount = lineOffset
    guard start < text.count else {
      guard window.isFinal, dataLineCount > 0 else { return false }
      state = .atEventEnd
      return true
    }
    if text[start] == Self.lineFeed || text[start] == Self.carriageReturn {
      passLineEnd(text[start])
      fields.endEvent()
      state = .atEventEnd
      return true
    }
    // The prefix is at most "data: ".
    guard
      text.count - start >= 6 || window.isFinal || !text.mayBegin(with: EventData.name, at: start)
        || text.firstOffset(of: Self.lineFeed, or: Self.carriageReturn, from: start) < text.count
    else { return false }
    guard let prefixByteCount = EventData.prefixByteCount(text, at: start) else {
      state = fields.reads(text, at: start) ? .inField : .inOther
      return true
    }
    fields.noteField()
    guard !isSkipping else {
      state = .inOther
      return true
    }
    lineOffset += prefixByteCount
    searchedByteCount = lineOffset
    dropUnlessData(&scan.window)
    dataLineCount += 1
    state = .inData
    return true
  }

  // MARK: - Events

  /// Takes the event that has ended; returns nil if it is empty.
  @inline(__always)
  private func endEvent(_ scan: inout ValueScan) throws(InputFault) -> StreamStep? {
    guard dataLineCount > 0 else {
      nextEvent(&scan)
      passEmptyLines(&scan.window)
      return nil
    }
    let text = data(scan.window)
    if isTerminator(text) {
      isTerminated = true
      nextEvent(&scan)
      return .end
    }
    guard text.firstNonblankOffset(from: 0) < text.count else {
      nextEvent(&scan)
      return nil
    }
    try scan.finishRecord(text)
    nextEvent(&scan)
    if fields.keepsFields { scan.storage.record.eventFields = fields.event }
    return .value
  }

  /// Prepares for the event after the one at the cursor.
  private func nextEvent(_ scan: inout ValueScan) {
    dataLineCount = 0
    dropUnlessData(&scan.window)
    isSkipping = false
    scan.beginRecord()
    state = .afterEvent
  }

  /// Passes the empty lines at the cursor, which do not end another event.
  private func passEmptyLines(_ window: inout StreamWindow) {
    while !window.isAtEnd, window.byte == Self.lineFeed || window.byte == Self.carriageReturn {
      skipsLineFeed = window.byte == Self.carriageReturn
      window.cursor &+= 1
    }
  }

  /// The data of the event, as far as it has arrived.
  private func data(_ window: StreamWindow) -> JSONText {
    let lines = window.rest(to: window.cursor + dataEnd)
    return dataLineCount > 1 ? joined.join(lines) : lines
  }

  private func isTerminator(_ text: JSONText) -> Bool {
    guard let terminator, text.count >= terminator.count else { return false }
    // A terminator may itself begin with blanks.
    let begins = text.mayBegin(with: terminator, at: 0)
    let start = begins ? 0 : text.firstNonblankOffset(from: 0)
    let end = start + terminator.count
    return end <= text.count
      && (begins || start > 0 && text.mayBegin(with: terminator, at: start))
      && (end..<text.count).allSatisfy { text[$0] <= 0x20 }
  }

  func report(to progress: inout JSONProgress) {
    progress.isTerminated = isTerminated
    progress.lastEventID = fields.lastID
    progress.retryMilliseconds = fields.retryMilliseconds
  }

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes { .lineEnds }

  // MARK: - Faults

  var isAtRecord: Bool { dataLineCount > 0 }

  func failedRecord(_ text: JSONText, at offset: Int) -> JSONFailedRecord {
    // A byte of data may take eight bytes, with the prefix and the end of its line.
    let shown = text.part(from: 0, to: min(text.count, JSONFailedRecord.maximumByteCount * 8))
    let bytes = EventData.bytes(of: shown)
    let event = fields.event
    return JSONFailedRecord(
      byteRange: Int64(offset)..<Int64(offset + text.count),
      bytes: Array(bytes.prefix(JSONFailedRecord.maximumByteCount)),
      isTruncated: bytes.count > JSONFailedRecord.maximumByteCount || shown.count < text.count,
      name: event.name,
      id: event.id
    )
  }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    guard fault.kind != .noEvents else { return false }
    // The line has already been passed.
    guard fault.kind != .unexpectedText else { return true }
    guard state != .atEventEnd else {
      nextEvent(&scan)
      return true
    }
    // The event is too large, and its end has not arrived.
    dataLineCount = 0
    isSkipping = true
    fields.beginEvent()
    lineOffset = searchedByteCount
    dropUnlessData(&scan.window)
    state = .inOther
    return true
  }

  func scanUnfinished(_ scan: inout ValueScan) throws(InputFault) -> Bool {
    if fields.keepsFields { scan.storage.record.eventFields = fields.event }
    guard dataLineCount > 0 else { return false }
    try scan.scanUnfinishedRecord(data(scan.window))
    return true
  }

  func error(for fault: InputFault, with decoder: DocumentDecoder) -> DecodingError? {
    let (line, byteCount) = (fields.otherLine, fields.otherLineByteCount)
    switch fault.kind {
    case .noEvents: return decoder.noEvents(insteadOf: line, byteCount: byteCount)
    case .unexpectedText:
      return decoder.unexpectedText(line, byteCount: byteCount, in: fields.event)
    default: return nil
    }
  }
}
