/// The data of server-sent events, https://html.spec.whatwg.org/#parsing-an-event-stream.
///
/// The data of most events is one line, which is decoded in place. If there are several lines, they
/// are copied with spaces in place of everything that is not data. The line ends between them are
/// whitespace in JSON (or a fault, within a string), and every byte keeps its offset, line and
/// column.
final class EventFraming: StreamFraming {
  private enum State {
    /// At the beginning of a line.
    case atLineStart
    /// In a line of data, in another line that is read, or in one that is not.
    case inData, inField, inOther
    /// An event has ended; the next one begins `eventByteCount` bytes after the cursor.
    case atEventEnd
  }

  private static let data = Array("data".utf8)
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  private let terminator: [UInt8]?

  private var state = State.atLineStart

  // Offsets from the cursor, which is at the beginning of the line or, once the event has data, at
  // the beginning of that.
  private var lineOffset = 0
  private var searchedByteCount = 0
  private var dataEnd = 0
  private var eventByteCount = 0

  /// The number of lines of data in the event so far.
  private var dataLineCount = 0

  /// True if a line feed here would belong to the carriage return before it.
  private var skipsLineFeed = false

  private enum Phase {
    /// No event with data has ended.
    case beforeData
    case inEvents
    /// In an event that is too large.
    case skipping
  }

  private var phase = Phase.beforeData

  /// The lines that are not data.
  private(set) var fields: EventFieldScan

  /// The state in such a line: they are read until one is a field, and after that only for those
  /// who ask for them.
  private var otherState = State.inField

  /// The data of an event that has several lines of it.
  private let joined = JoinedData()

  private final class JoinedData {
    var bytes = ByteArena()
  }

  /// Makes a framing whose `fields` have those of each event if it `keepsFields`.
  init(terminator: String?, keepsFields: Bool = false) {
    self.terminator = terminator.map { Array($0.utf8) }
    fields = EventFieldScan(keepsFields: keepsFields)
  }

  func step(
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .atLineStart:
        if skipsLineFeed, window.cursor + lineOffset < window.text.count {
          if window.text[window.cursor + lineOffset] == Self.lineFeed { lineOffset += 1 }
          skipsLineFeed = false
        }
        dropUnlessData(&window)
        guard beginLine(&window) else {
          guard window.isFinal && dataLineCount == 0 else { return .needsBytes }
          try requireEvents(window, &scan)
          return .end
        }

      case .inData, .inField, .inOther:
        let start = window.cursor &+ searchedByteCount
        let end = window.text.firstOffset(
          of: Self.lineFeed,
          or: Self.carriageReturn,
          from: start
        )
        searchedByteCount = end &- window.cursor
        if dataLineCount > 0 { try scan.requireRecordSize(searchedByteCount, in: window) }
        if state == .inData {
          dataEnd = searchedByteCount
        } else if state == .inField {
          try readField(window, from: start, to: end, &scan)
        }
        lineOffset = searchedByteCount
        if end < window.text.count {
          passLineEnd(window.text[end])
          state = .atLineStart
        } else if window.isFinal {
          eventByteCount = lineOffset
          state = .atEventEnd
        } else {
          dropUnlessData(&window)
          return .needsBytes
        }

      case .atEventEnd:
        if let step = try endEvent(&window, &scan) { return step }
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
  private func beginLine(_ window: inout StreamWindow) -> Bool {
    let text = window.text
    let start = window.cursor + lineOffset
    searchedByteCount = lineOffset
    guard start < text.count else {
      guard window.isFinal, dataLineCount > 0 else { return false }
      eventByteCount = lineOffset
      state = .atEventEnd
      return true
    }
    if text[start] == Self.lineFeed || text[start] == Self.carriageReturn {
      passLineEnd(text[start])
      eventByteCount = lineOffset
      state = .atEventEnd
      return true
    }
    guard text.mayBegin(with: Self.data, at: start), phase != .skipping else {
      state = otherState
      return true
    }
    // The prefix is at most "data: ".
    guard text.count - start >= 6 || window.isFinal || Self.hasLineEnd(text, from: start) else {
      return false
    }
    guard let prefixByteCount = Self.dataPrefixByteCount(text, at: start, before: text.count) else {
      state = otherState
      return true
    }
    dataLineCount += 1
    if dataLineCount == 1 {
      window.cursor = start + prefixByteCount
      lineOffset = 0
      searchedByteCount = 0
    } else {
      searchedByteCount += prefixByteCount
    }
    state = .inData
    return true
  }

  private static func hasLineEnd(_ text: JSONText, from start: Int) -> Bool {
    text.firstOffset(of: lineFeed, or: carriageReturn, from: start) < text.count
  }

  /// The length of "data", "data:" or "data: " at `start`; nil for another field.
  private static func dataPrefixByteCount(
    _ text: JSONText,
    at start: Int,
    before end: Int
  ) -> Int? {
    guard end - start >= 4, text[start] == data[0], text[start + 1] == data[1],
      text[start + 2] == data[2], text[start + 3] == data[3]
    else { return nil }
    guard end - start > 4 else { return 4 }
    switch text[start + 4] {
    case lineFeed, carriageReturn: return 4
    case UInt8(ascii: ":"): return end - start > 5 && text[start + 5] == 0x20 ? 6 : 5
    default: return nil
    }
  }

  // MARK: - Events

  /// Takes the event that has ended; nil if it is empty.
  @inline(__always)
  private func endEvent(
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) throws(InputFault) -> StreamStep? {
    guard dataLineCount > 0 else {
      let phase = phase
      dropEvent(&window, &scan)
      if phase == .beforeData { self.phase = phase }
      return nil
    }
    let text = data(window)
    if isTerminator(text) {
      nextEvent(&window, &scan)
      return .end
    }
    guard text.firstNonblankOffset(from: 0) < text.count else {
      dropEvent(&window, &scan)
      return nil
    }
    try scan.finishRecord(text, at: window.cursor)
    nextEvent(&window, &scan)
    return .value
  }

  /// Prepares for the event after the one at the cursor.
  private func nextEvent(_ window: inout StreamWindow, _ scan: inout ValueScan) {
    window.cursor += eventByteCount
    lineOffset = 0
    searchedByteCount = 0
    dataLineCount = 0
    phase = .inEvents
    scan.beginRecord()
    state = .atLineStart
  }

  /// As `nextEvent`, after an event that is no value.
  @inline(never)
  private func dropEvent(_ window: inout StreamWindow, _ scan: inout ValueScan) {
    nextEvent(&window, &scan)
    fields.dropEvent()
  }

  /// The data of the event, as far as it has arrived.
  private func data(_ window: StreamWindow) -> JSONText {
    let (text, start, end) = (window.text, window.cursor, window.cursor + dataEnd)
    guard dataLineCount > 1 else { return text.part(from: start, to: end) }
    joined.bytes.truncate(to: 0)
    joined.bytes.reserve(dataEnd)
    var isData = true
    var offset = start
    while offset < end {
      let byte = text[offset]
      offset += 1
      guard byte == Self.lineFeed || byte == Self.carriageReturn else {
        joined.bytes.append(isData ? byte : 0x20)
        continue
      }
      joined.bytes.append(byte)
      // The line feed of a CRLF does not end another line.
      if byte == Self.carriageReturn, offset < end, text[offset] == Self.lineFeed { continue }
      let prefixByteCount = Self.dataPrefixByteCount(text, at: offset, before: end)
      isData = prefixByteCount != nil
      for _ in 0..<(prefixByteCount ?? 0) { joined.bytes.append(0x20) }
      offset += prefixByteCount ?? 0
    }
    return joined.bytes.text
  }

  private func isTerminator(_ text: JSONText) -> Bool {
    guard let terminator, text.count >= terminator.count else { return false }
    for offset in terminator.indices where text[offset] != terminator[offset] { return false }
    for offset in terminator.count..<text.count where text[offset] > 0x20 { return false }
    return true
  }

  // MARK: - Other fields

  /// Reads the next part of a line that is not data: the bytes of the window in `start..<end`.
  @inline(never)
  private func readField(
    _ window: StreamWindow,
    from start: Int,
    to end: Int,
    _ scan: inout ValueScan
  ) throws(InputFault) {
    guard fields.append(window.text, from: start, to: end, atMost: scan.maximumByteCount) else {
      let excess = fields.lineByteCount - scan.maximumByteCount
      throw scan.fault(.byteLimitExceeded, at: end - excess, in: window)
    }
    guard end < window.text.count || window.isFinal else { return }
    fields.endLine()
    if !fields.keepsFields, fields.hasAny || phase != .beforeData { otherState = .inOther }
  }

  /// Requires, at the end of the stream, that it was one of events.
  private func requireEvents(
    _ window: StreamWindow,
    _ scan: inout ValueScan
  ) throws(InputFault) {
    guard phase == .beforeData, !fields.hasAny, !fields.firstOtherLine.isEmpty else { return }
    throw scan.fault(.noEvents, at: window.text.count, in: window)
  }

  /// The fields of the event that `step` has found.
  func takeFields() -> EventFields {
    defer { fields.dropEvent() }
    return fields.event
  }

  // MARK: - Faults

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes { .lineEnds }

  func recover(
    from fault: InputFault,
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) -> Bool {
    guard fault.kind != .noEvents else { return false }
    guard state != .atEventEnd else {
      dropEvent(&window, &scan)
      return true
    }
    // The event is too large, and its end has not arrived.
    dataLineCount = 0
    phase = .skipping
    fields.dropEvent()
    lineOffset = searchedByteCount
    dropUnlessData(&window)
    state = .inOther
    return true
  }

  func scanUnfinished(
    _ window: StreamWindow,
    _ scan: inout ValueScan
  ) throws(InputFault) -> Bool {
    guard dataLineCount > 0 else { return false }
    try scan.scanUnfinishedRecord(data(window), at: window.cursor)
    return true
  }

  func error(for fault: InputFault, with decoder: DocumentDecoder) -> DecodingError? {
    guard fault.kind == .noEvents else { return nil }
    return decoder.noEvents(insteadOf: fields.firstOtherLine, isCut: fields.firstOtherLineIsCut)
  }
}
