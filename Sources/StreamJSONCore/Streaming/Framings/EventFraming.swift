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
    /// In a line of data, or in another line.
    case inData, inOther
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

  /// True until the end of an event that is too large.
  private var isSkipping = false

  /// The data of an event that has several lines of it.
  private let joined = JoinedData()

  private final class JoinedData {
    var bytes = ByteArena()
  }

  init(terminator: String?) {
    self.terminator = terminator.map { Array($0.utf8) }
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
          return window.isFinal && dataLineCount == 0 ? .end : .needsBytes
        }

      case .inData, .inOther:
        let end = window.text.firstOffset(
          of: Self.lineFeed,
          or: Self.carriageReturn,
          from: window.cursor &+ searchedByteCount
        )
        searchedByteCount = end &- window.cursor
        if dataLineCount > 0 {
          try scan.requireRecordSize(searchedByteCount, in: window)
          if state == .inData { dataEnd = searchedByteCount }
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
    guard text.mayBegin(with: Self.data, at: start), !isSkipping else {
      state = .inOther
      return true
    }
    // The prefix is at most "data: ".
    guard text.count - start >= 6 || window.isFinal || Self.hasLineEnd(text, from: start) else {
      return false
    }
    guard let prefixByteCount = Self.dataPrefixByteCount(text, at: start, before: text.count) else {
      state = .inOther
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
    guard end - start >= 4, text.mayBegin(with: data, at: start) else { return nil }
    guard end - start > 4 else { return 4 }
    switch text[start + 4] {
    case lineFeed, carriageReturn: return 4
    case UInt8(ascii: ":"): return end - start > 5 && text[start + 5] == 0x20 ? 6 : 5
    default: return nil
    }
  }

  // MARK: - Events

  /// Takes the event that has ended; nil if it is empty.
  private func endEvent(
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) throws(InputFault) -> StreamStep? {
    guard dataLineCount > 0 else {
      nextEvent(&window, &scan)
      return nil
    }
    let text = data(window)
    if isTerminator(text) {
      nextEvent(&window, &scan)
      return .end
    }
    guard text.firstNonblankOffset(from: 0) < text.count else {
      nextEvent(&window, &scan)
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
    isSkipping = false
    scan.beginRecord()
    state = .atLineStart
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

  // MARK: - Faults

  func recover(
    from fault: InputFault,
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) -> Bool {
    guard state != .atEventEnd else {
      nextEvent(&window, &scan)
      return true
    }
    // The event is too large, and its end has not arrived.
    dataLineCount = 0
    isSkipping = true
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
}
