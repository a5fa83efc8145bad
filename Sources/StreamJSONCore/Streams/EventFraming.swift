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

  /// The number of comments so far.
  private var commentCount = 0

  /// Whether the event is too large and is being skipped.
  private var isSkipping = false

  /// Whether the stream has ended with the terminator.
  private var isTerminated = false

  /// The lines that are not data.
  private var fields: EventFieldScan

  /// The data of an event that has several lines of it.
  private var joined = EventData()

  init(terminator: String?, _ fields: consuming EventFieldScan) {
    // Blanks before it do not count.
    self.terminator = terminator.map { Array($0.utf8.drop(while: \.isBlank)) }
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
      if text[start] == UInt8(ascii: ":") { commentCount += 1 }
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
    var step: StreamStep?
    if dataLineCount > 0 {
      let text = data(scan.window)
      if isTerminator(text) {
        isTerminated = true
        step = .end
      } else if text.firstNonblankOffset(from: 0) < text.count {
        try scan.finishRecord(text)
        step = .value
      }
    }
    let isEmpty = dataLineCount == 0
    nextEvent(&scan)
    if isEmpty { passEmptyLines(&scan.window) }
    if step == .value, fields.keepsFields { scan.storage.record.eventFields = fields.event }
    return step
  }

  /// Prepares for the event after the one at the cursor.
  private func nextEvent(_ scan: inout ValueScan) {
    dataLineCount = 0
    dropUnlessData(&scan.window)
    isSkipping = false
    scan.beginRecord()
    state = .afterEvent
  }

  /// Passes the empty lines at the cursor, which do not end another event: floods of them must cost little.
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
    guard let terminator else { return false }
    let start = text.firstNonblankOffset(from: 0)
    let end = start + terminator.count
    return end <= text.count && text.mayBegin(with: terminator, at: start)
      && (end..<text.count).allSatisfy { text[$0] <= 0x20 }
  }

  /// Adds what the stream has said about itself.
  func report(to progress: inout JSONProgress) {
    progress.keepAliveCount = commentCount
    progress.isTerminated = isTerminated
    progress.lastEventID = fields.lastID
    progress.retryMilliseconds = fields.retryMilliseconds
  }

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes { .recordEnds }

  // MARK: - Faults

  var isAtRecord: Bool { dataLineCount > 0 }

  /// The fields of the event in progress.
  var event: EventFields { fields.event }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    guard fault.kind != .noEvents else { return false }
    guard fault.kind != .unexpectedText else {
      // The line has already been passed, so progress must not depend on whether its bytes are still in the window.
      dropUnlessData(&scan.window)
      return true
    }
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

/// The data of an event: what comes after `data:` in each of its lines.
///
/// The data of most events is one line, which is decoded in place. If there are several lines, they are copied
/// with blanks in place of everything that is not data. The line ends between them are whitespace in JSON (or
/// a fault, within a string), and every byte keeps its offset, line and column. The blanks are tabs in place of
/// `data:`, and otherwise spaces, so that the lines can be told apart.
struct EventData: ~Copyable {
  static let name = Array("data".utf8)
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  private static let tab: UInt8 = 0x09
  private static let space: UInt8 = 0x20

  private var bytes = ByteArena()

  /// The length of "data", "data:" or "data: " at `start`; nil for another field.
  static func prefixByteCount(_ text: JSONText, at start: Int) -> Int? {
    let byteCount = text.count - start
    guard byteCount >= 4, text.mayBegin(with: name, at: start) else { return nil }
    guard byteCount > 4 else { return 4 }
    switch text[start + 4] {
    case lineFeed, carriageReturn: return 4
    case UInt8(ascii: ":"): return byteCount > 5 && text[start + 5] == space ? 6 : 5
    default: return nil
    }
  }

  /// The data in `lines`, which begin after the first prefix, at the same offsets.
  mutating func join(_ lines: JSONText) -> JSONText {
    bytes.truncate(to: 0)
    bytes.reserve(lines.count)
    var isData = true
    var offset = 0
    while offset < lines.count {
      let byte = lines[offset]
      offset += 1
      guard byte == Self.lineFeed || byte == Self.carriageReturn else {
        bytes.append(isData ? byte : Self.space)
        continue
      }
      bytes.append(byte)
      // The line feed of a CRLF does not end another line.
      if byte == Self.carriageReturn, offset < lines.count, lines[offset] == Self.lineFeed {
        continue
      }
      let prefixByteCount = Self.prefixByteCount(lines, at: offset) ?? 0
      isData = prefixByteCount > 0
      for position in 0..<prefixByteCount { bytes.append(position < 5 ? Self.tab : Self.space) }
      offset += prefixByteCount
    }
    return bytes.text
  }

  /// The data as the specification defines it, of what `join` has returned.
  static func bytes(of text: JSONText) -> [UInt8] {
    // The split finds an empty line within a CRLF, which is not data.
    let lines = text.bytes[...].split(omittingEmptySubsequences: false) { byte in
      byte == lineFeed || byte == carriageReturn
    }
    var bytes = Array(lines[0])
    for line in lines.dropFirst() where line.starts(with: repeatElement(tab, count: 4)) {
      let data = line.dropFirst(line.dropFirst(4).first == tab ? 5 : 4)
      bytes.append(lineFeed)
      bytes += data.first == space ? data.dropFirst() : data
    }
    return bytes
  }
}

/// The lines of an event stream that are not data.
///
/// Some streams are not event streams, such as the body of an error response, and some servers end a stream with text
/// that is not an event. Every line is therefore read until one of them is a field or a comment. From then on, only
/// lines that may be fields or JSON are read.
struct EventFieldScan: ~Copyable {
  /// Whether the stream's values include the fields; if so, field lines count toward the size of an event.
  let keepsFields: Bool

  private let ignoresUnknownLines: Bool

  /// How much of a line is kept in a stream whose values do not include the fields; longer identifiers are ignored, so
  /// connecting again repeats some events.
  private static let maximumLineByteCount = JSONFailedRecord.maximumByteCount

  private static let colon = UInt8(ascii: ":")
  private static let event = Array("event".utf8)
  private static let id = Array("id".utf8)
  private static let retry = Array("retry".utf8)

  /// The bytes kept of the line that is arriving.
  private var line = ByteArena()

  /// The length of the line so far.
  private var lineByteCount = 0

  /// Whether there was a field or a comment.
  private(set) var hasAny = false

  /// The bytes kept of the first line that was not blank and was neither a field nor a comment or, once there was a
  /// field or a comment, of the last unexpected text; and the length of that line.
  private(set) var otherLine: [UInt8] = []
  private(set) var otherLineByteCount = 0

  /// Whether the previous line was an unexpected text, or belonged to one.
  private var isInUnexpectedText = false

  /// The name of the event in progress, the last identifier so far in the stream, and that as of the end of the last
  /// event.
  private var name: String?
  private var id: String?
  private(set) var lastID: String?

  private(set) var retryMilliseconds: Int?

  init(keepsFields: Bool, ignoresUnknownLines: Bool) {
    self.keepsFields = keepsFields
    self.ignoresUnknownLines = ignoresUnknownLines
  }

  // MARK: - Fields

  /// The fields of the event in progress.
  var event: EventFields { EventFields(name: name, id: id, retryMilliseconds: retryMilliseconds) }

  /// Ends the event in progress, with an empty line; its name stays until `beginEvent`.
  @inline(__always)
  mutating func endEvent() {
    isInUnexpectedText = false
    lastID = id
  }

  /// Drops what belongs to the previous event, or to one that is skipped, along with the line in progress.
  @inline(__always)
  mutating func beginEvent() {
    name = nil
    lineByteCount = 0
  }

  // MARK: - Lines

  /// Whether the line that begins at `start` is to be read, judging by its beginning.
  func reads(_ text: JSONText, at start: Int) -> Bool {
    guard hasAny else { return true }
    switch text[start] {
    case Self.colon: return false
    case UInt8(ascii: "i"), UInt8(ascii: "r"), UInt8(ascii: "e"): return true
    default: return keepsFields || !ignoresUnknownLines
    }
  }

  /// Notes that there was a field or a comment.
  @inline(__always)
  mutating func noteField() {
    hasAny = true
    isInUnexpectedText = false
  }

  /// Reads the next part of a line: the bytes of the window in `start..<end`.
  ///
  /// - Returns: Whether the line has ended and is an unexpected text.
  /// - Throws: A fault if field lines count and the line is larger than a value may be.
  @inline(never)
  mutating func read(
    from start: Int,
    to end: Int,
    _ scan: inout ValueScan
  ) throws(InputFault) -> Bool {
    let text = scan.window.text
    let isEnd = end < text.count || scan.window.isFinal
    if lineByteCount == 0 { line.truncate(to: 0) }
    lineByteCount += end - start
    let excess = lineByteCount - scan.maximumByteCount
    guard excess <= 0 || !keepsFields else {
      throw scan.fault(.byteLimitExceeded, at: end - excess)
    }
    defer { if isEnd { lineByteCount = 0 } }
    let limit = keepsFields ? scan.maximumByteCount : Self.maximumLineByteCount
    line.append(text, from: start, to: start + min(end - start, max(0, limit - line.count)))
    return isEnd && take(line.text, scan.settings.dialect)
  }

  /// Takes a line; `text` is the part of it that was kept.
  ///
  /// The dialect decides whether a line that is not a field is JSON.
  ///
  /// - Returns: Whether it is an unexpected text.
  private mutating func take(_ text: JSONText, _ dialect: any Dialect.Type) -> Bool {
    let nameEnd = text.firstOffset(of: Self.colon, from: 0)
    // After the colon and one space, if there is one; empty if the line has no colon.
    var start = min(nameEnd + 1, text.count)
    if start < text.count, text[start] == 0x20 { start += 1 }
    let value = text.part(from: start, to: text.count)
    let mayBegin = { (name: [UInt8]) in text.mayBegin(with: name, at: 0) }
    switch nameEnd {
    case 0 where text.count > 0: break
    case 5 where mayBegin(Self.event): name = Self.string(value)
    case 2 where mayBegin(Self.id):
      let isWhole = text.count == lineByteCount
      if isWhole, value.firstOffset(of: 0, from: 0) == value.count { id = Self.string(value) }
    case 5 where mayBegin(Self.retry): takeTime(value)
    case 4 where mayBegin(EventData.name): break
    default: return takeOther(value, dialect)
    }
    noteField()
    return false
  }

  private static func string(_ text: JSONText) -> String? {
    text.count > 0 ? text.string(from: 0, to: text.count) : nil
  }

  /// Takes a time in milliseconds; anything but digits is ignored.
  private mutating func takeTime(_ text: JSONText) {
    for offset in 0..<text.count where text[offset] &- 0x30 > 9 { return }
    // This is nil if there are no digits or if the number is too large.
    guard let time = Int(text.string(from: 0, to: text.count)) else { return }
    retryMilliseconds = time
  }

  // MARK: - Other lines

  private mutating func takeOther(_ value: JSONText, _ dialect: any Dialect.Type) -> Bool {
    let text = line.text
    let first = text.firstNonblankOffset(from: 0)
    guard first < text.count else { return false }
    if hasAny {
      guard !ignoresUnknownLines, !isInUnexpectedText,
        Self.beginsLikeJSON(text[first]) || hasJSON(value, dialect)
      else { return false }
      isInUnexpectedText = true
    } else if !otherLine.isEmpty {
      return false
    }
    otherLine = text.bytes
    otherLineByteCount = lineByteCount
    return hasAny
  }

  /// Whether a value that begins with `byte` is JSON that nobody writes by chance.
  private static func beginsLikeJSON(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
  }

  /// Whether `text`, which comes after the colon, is JSON: a whole value, or the first line of an object or array that
  /// continues on the next line.
  private func hasJSON(_ text: JSONText, _ dialect: any Dialect.Type) -> Bool {
    let start = text.firstNonblankOffset(from: 0)
    guard start < text.count, Self.beginsLikeJSON(text[start]) else { return false }
    // There is no way to tell for a line that was cut.
    guard line.count == lineByteCount else { return true }
    let document = Document()
    document.text = text.part(from: start, to: text.count)
    do throws(InputFault) {
      try document.storage.scan(ScanSettings(dialect: dialect))
      return true
    } catch {
      return error.kind == .unexpectedEnd && text[start] != UInt8(ascii: "\"")
    }
  }
}
