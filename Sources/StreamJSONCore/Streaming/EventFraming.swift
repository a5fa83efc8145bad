/// The data of server-sent events, https://html.spec.whatwg.org/#parsing-an-event-stream.
///
/// The data of most events is one line, which is decoded where it is. Of several lines a copy is
/// made, with spaces in place of everything that is not data: line ends between them are
/// whitespace to JSON (or a fault, within a string), and every byte keeps its offset, line and
/// column.
struct EventFraming {
  private enum State {
    /// At the beginning of a line.
    case atLineStart
    /// In a line of data, or in another one.
    case inData, inOther
    /// An event has ended; what is behind it begins `eventCount` bytes from `cursor`.
    case atEventEnd
  }

  private static let data = Array("data".utf8)
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  private let terminator: [UInt8]?

  private var state = State.atLineStart

  // Offsets from `cursor`, which is the beginning of the line, or that of the event's data as soon
  // as there is some.
  private var lineOffset = 0
  private var searchedCount = 0
  private var dataEnd = 0
  private var eventCount = 0

  /// How many lines of data the event has so far.
  private var dataLineCount = 0

  /// True when a line feed would belong to the carriage return before it.
  private var skipsLineFeed = false

  /// True until the end of an event that is too large.
  private var isSkipping = false

  private var record = RecordScan()

  /// The data of an event with several lines of it.
  private var joined: ByteArena?

  init(terminator: String?, options: DecodingOptions) {
    self.terminator = terminator.map { Array($0.utf8) }
    record.assumesObject = options.assumesTopLevelDictionary
  }

  /// Goes on from `cursor`; see `StreamFramer.step`.
  mutating func step(
    _ window: JSONText,
    _ cursor: inout Int,
    _ scan: inout ValueScan,
    isFinal: Bool
  ) throws(SyntaxFault) -> StreamStep {
    while true {
      switch state {
      case .atLineStart:
        if skipsLineFeed, cursor + lineOffset < window.count {
          if window[cursor + lineOffset] == Self.lineFeed { lineOffset += 1 }
          skipsLineFeed = false
        }
        dropUnlessData(&cursor)
        guard beginLine(window, &cursor, isFinal: isFinal) else {
          return isFinal && dataLineCount == 0 ? .end : .needsBytes
        }

      case .inData, .inOther:
        let end = window.firstOffset(
          of: Self.lineFeed,
          or: Self.carriageReturn,
          from: cursor &+ searchedCount
        )
        searchedCount = end &- cursor
        if dataLineCount > 0 {
          try record.requireSize(end &- cursor, of: window, at: cursor, &scan)
          if state == .inData { dataEnd = searchedCount }
        }
        lineOffset = searchedCount
        if end < window.count {
          passLineEnd(window, end)
          state = .atLineStart
        } else if isFinal {
          eventCount = lineOffset
          state = .atEventEnd
        } else {
          dropUnlessData(&cursor)
          return .needsBytes
        }

      case .atEventEnd:
        if let step = try endEvent(window, &cursor, &scan) { return step }
      }
    }
  }

  /// Notes that the line ends at `end`.
  private mutating func passLineEnd(_ window: JSONText, _ end: Int) {
    lineOffset += 1
    skipsLineFeed = window[end] == Self.carriageReturn
  }

  /// Lets go of the bytes before the line, unless they are data.
  private mutating func dropUnlessData(_ cursor: inout Int) {
    guard dataLineCount == 0 else { return }
    cursor += lineOffset
    lineOffset = 0
    searchedCount = 0
  }

  /// Finds out what kind of line begins at `lineOffset`; false when too little of it is there.
  private mutating func beginLine(
    _ window: JSONText,
    _ cursor: inout Int,
    isFinal: Bool
  ) -> Bool {
    let start = cursor + lineOffset
    searchedCount = lineOffset
    guard start < window.count else {
      guard isFinal, dataLineCount > 0 else { return false }
      eventCount = lineOffset
      state = .atEventEnd
      return true
    }
    if window[start] == Self.lineFeed || window[start] == Self.carriageReturn {
      passLineEnd(window, start)
      eventCount = lineOffset
      state = .atEventEnd
      return true
    }
    guard window.mayBegin(with: Self.data, at: start), !isSkipping else {
      state = .inOther
      return true
    }
    // "data: " at the most.
    guard window.count - start >= 6 || isFinal || hasLineEnd(window, start) else { return false }
    guard let prefixCount = Self.dataPrefixCount(window, at: start, before: window.count) else {
      state = .inOther
      return true
    }
    dataLineCount += 1
    if dataLineCount == 1 {
      cursor = start + prefixCount
      lineOffset = 0
      searchedCount = 0
    } else {
      searchedCount += prefixCount
    }
    state = .inData
    return true
  }

  private func hasLineEnd(_ window: JSONText, _ start: Int) -> Bool {
    window.firstOffset(of: Self.lineFeed, or: Self.carriageReturn, from: start) < window.count
  }

  /// The length of "data", "data:" or "data: " at `start`; nil for another field.
  private static func dataPrefixCount(
    _ window: JSONText,
    at start: Int,
    before end: Int
  ) -> Int? {
    guard end - start >= 4, window.mayBegin(with: Self.data, at: start) else { return nil }
    guard end - start > 4 else { return 4 }
    switch window[start + 4] {
    case lineFeed, carriageReturn: return 4
    case UInt8(ascii: ":"): return end - start > 5 && window[start + 5] == 0x20 ? 6 : 5
    default: return nil
    }
  }

  // MARK: - Events

  /// Takes the event that has ended; nil when there is nothing in it.
  private mutating func endEvent(
    _ window: JSONText,
    _ cursor: inout Int,
    _ scan: inout ValueScan
  ) throws(SyntaxFault) -> StreamStep? {
    guard dataLineCount > 0 else {
      nextEvent(&cursor)
      return nil
    }
    let text = data(window, cursor)
    if isTerminator(text) {
      nextEvent(&cursor)
      return .end
    }
    var first = 0
    scan.skipBlanks(text, &first)
    guard first < text.count else {
      nextEvent(&cursor)
      return nil
    }
    try record.finish(text, at: cursor, &scan)
    nextEvent(&cursor)
    return .value
  }

  /// Prepares for the event behind the one at `cursor`.
  private mutating func nextEvent(_ cursor: inout Int) {
    cursor += eventCount
    lineOffset = 0
    searchedCount = 0
    dataLineCount = 0
    isSkipping = false
    record.begin()
    state = .atLineStart
  }

  /// The data of the event, as far as it has arrived.
  private mutating func data(_ window: JSONText, _ cursor: Int) -> JSONText {
    guard dataLineCount > 1 else { return window.part(from: cursor, to: cursor + dataEnd) }
    var joined = joined ?? ByteArena()
    joined.truncate(to: 0)
    joined.reserve(dataEnd)
    var isData = true
    var offset = cursor
    let end = cursor + dataEnd
    while offset < end {
      let byte = window[offset]
      offset += 1
      guard byte == Self.lineFeed || byte == Self.carriageReturn else {
        joined.append(isData ? byte : 0x20)
        continue
      }
      joined.append(byte)
      // The line feed of a CRLF is no line of its own.
      if byte == Self.carriageReturn, offset < end, window[offset] == Self.lineFeed { continue }
      let prefixCount = Self.dataPrefixCount(window, at: offset, before: end)
      isData = prefixCount != nil
      for _ in 0..<(prefixCount ?? 0) { joined.append(0x20) }
      offset += prefixCount ?? 0
    }
    self.joined = joined
    return joined.text
  }

  private func isTerminator(_ text: JSONText) -> Bool {
    guard let terminator, text.count >= terminator.count else { return false }
    for offset in terminator.indices where text[offset] != terminator[offset] { return false }
    for offset in terminator.count..<text.count where text[offset] > 0x20 { return false }
    return true
  }

  /// Prepares to go on behind the event that is a fault.
  mutating func recover(_ cursor: inout Int) {
    guard state != .atEventEnd else { return nextEvent(&cursor) }
    // Too large: its end is not in sight.
    dataLineCount = 0
    isSkipping = true
    lineOffset = searchedCount
    dropUnlessData(&cursor)
    state = .inOther
  }

  /// Scans what has arrived of an event's data; false when there is none.
  mutating func scanUnfinished(
    _ window: JSONText,
    _ cursor: Int,
    _ scan: inout ValueScan
  ) throws(SyntaxFault) -> Bool {
    guard dataLineCount > 0 else { return false }
    return try record.scanUnfinished(data(window, cursor), at: cursor, &scan)
  }

  /// Frees the storage.
  ///
  /// - Precondition: the framing is not used afterwards.
  @unsafe
  func deallocate() {
    if let joined { unsafe joined.deallocate() }
  }
}
