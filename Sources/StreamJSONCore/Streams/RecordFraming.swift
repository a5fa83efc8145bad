/// JSON Lines, one text per line, other records that end with a byte of their own, and JSON text sequences, RFC 7464.
///
/// The end of a record is found before the text is scanned: a line feed is whitespace to the scanner, so it would
/// continue a record that was cut off with the next one.
final class RecordFraming: StreamFraming {
  private static let lineFeed: UInt8 = 0x0A
  static let recordSeparator: UInt8 = 0x1E

  private let isSequence: Bool
  /// The byte that ends a record.
  private let separator: UInt8

  private var state = FramingState.between

  /// How many bytes from the cursor on have been searched for the end of the record.
  private var searchedByteCount = 0

  /// The number of lines between records that have nothing but blanks.
  private var blankLineCount: Int
  /// Whether the next line feed ends the line of a record.
  private var isLineOpen = false

  init(
    isSequence: Bool = false,
    separator: UInt8 = RecordFraming.lineFeed,
    afterBlankLines blankLineCount: Int = 0
  ) {
    self.isSequence = isSequence
    self.separator = separator
    self.blankLineCount = blankLineCount
  }

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .between, .afterSeparator:
        skipBlanks(&scan.window)
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        if isSequence, scan.window.byte == Self.recordSeparator {
          scan.window.cursor += 1
          (state, isLineOpen) = (.afterSeparator, true)
        } else if isSequence, state == .between {
          throw scan.fault(.unexpectedByte(expected: .recordSeparator), at: scan.window.cursor)
        } else {
          searchedByteCount = 0
          scan.beginRecord()
          state = .inRecord
        }

      case .inRecord:
        let text = scan.window.text
        let start = scan.window.cursor &+ searchedByteCount
        let end =
          isSequence
          ? text.firstOffset(of: Self.lineFeed, or: Self.recordSeparator, from: start)
          : text.firstOffset(of: separator, from: start)
        searchedByteCount = end &- scan.window.cursor
        try scan.requireRecordSize(searchedByteCount)
        guard end < text.count || scan.window.isFinal else { return .needsBytes }
        if !isSequence {
          try scan.finishRecord(scan.window.rest(to: end))
        } else if try !finishRecord(upTo: end, &scan) {
          searchedByteCount &+= 1
          continue
        }
        scan.window.cursor = end
        (state, isLineOpen) = (.between, true)
        return .value

      case .inRest:
        let mark = isSequence ? Self.recordSeparator : separator
        let window = scan.window
        scan.window.cursor = window.text.firstOffset(of: mark, from: window.cursor)
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        (state, isLineOpen) = (.between, true)
      }
    }
  }

  /// Moves to the next record or to the end of the window, and counts blank lines.
  @inline(__always)
  private func skipBlanks(_ window: inout StreamWindow) {
    let start = window.cursor
    passSeparators(&window)
    guard window.cursor > start else { return }
    let count = lineFeedCount(in: window, from: start)
    blankLineCount += max(0, count - (isLineOpen ? 1 : 0))
    if count > 0 { isLineOpen = false }
  }

  /// How many line feeds there are from `start` up to the cursor.
  @inline(__always)
  private func lineFeedCount(in window: StreamWindow, from start: Int) -> Int {
    guard separator == Self.lineFeed else { return 0 }
    // Most often, it is only the one after a record.
    if window.cursor == start &+ 1 { return window.text[start] == Self.lineFeed ? 1 : 0 }
    return (start..<window.cursor).count { window.text[$0] == Self.lineFeed }
  }

  /// Moves past blanks and separators.
  @inline(__always)
  private func passSeparators(_ window: inout StreamWindow) {
    window.skipBlanks()
    guard separator != Self.lineFeed else { return }
    while !window.isAtEnd, window.byte == separator {
      window.cursor += 1
      window.skipBlanks()
    }
  }

  /// Scans a record of a sequence, at `end` of which there is a line feed, a separator, or the end of the stream; false if
  /// it goes on after a line feed.
  private func finishRecord(upTo end: Int, _ scan: inout ValueScan) throws(InputFault) -> Bool {
    scan.isWholeRecord = true
    if end < scan.window.text.count, scan.window.text[end] == Self.lineFeed {
      // This includes the line feed, which ends a number.
      guard try scan.scanRecord(scan.window.rest(to: end &+ 1), isFinal: false) else {
        return false
      }
    } else {
      // This is taken only if it is certain to be complete.
      let record = scan.window.rest(to: end)
      // Only the end of the record can end an object without braces.
      let isFinal = scan.settings.assumesObject && record[record.count - 1] == Self.lineFeed
      guard try scan.scanRecord(record, isFinal: isFinal) else { throw scan.cut() }
      let word = scan.storage.tape[Tape.root]
      let endsItself = word.isContainer || word.kind == .string || word.kind == .longString
      guard endsItself || scan.scanner.offset < record.count else { throw scan.cut() }
    }
    try scan.scanner.requireEnd(of: scan.text, dialect: scan.settings.dialect)
    return true
  }

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes {
    // Between the records of a sequence, anything but a separator is a fault at once.
    if isSequence { return state == .between ? .every : .recordEnds }
    return separator == Self.lineFeed ? .recordEnds : AwaitedBytes(CollectionOfOne(separator))
  }

  func value(in window: StreamWindow) -> (start: Int, end: Int, depth: Int)? {
    guard !isSequence, state == .between else { return nil }
    var window = window
    let start = window.cursor
    passSeparators(&window)
    // Blank lines are counted by `step`.
    guard lineFeedCount(in: window, from: start) <= (isLineOpen ? 1 : 0) else { return nil }
    let end = window.text.firstOffset(of: separator, from: window.cursor)
    return end < window.text.count || window.isFinal ? (window.cursor, end, 0) : nil
  }

  func endElements(_ window: inout StreamWindow) { isLineOpen = true }

  func report(to progress: inout JSONProgress) { progress.keepAliveCount = blankLineCount }

  var isAtRecord: Bool { state == .inRecord }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    let end = scan.window.cursor &+ searchedByteCount
    // Otherwise, the end of the record is still to come.
    if isAtRecord, end < scan.window.text.count || scan.window.isFinal { scan.window.cursor = end }
    state = .inRest
    return true
  }
}
