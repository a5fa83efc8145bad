/// JSON Lines, one text per line, and JSON text sequences, RFC 7464.
///
/// The end of a record is found before the text is scanned: a line feed is whitespace to the scanner, so it would
/// continue a record that was cut off with the next one.
final class RecordFraming: StreamFraming {
  private static let lineFeed: UInt8 = 0x0A
  private static let recordSeparator: UInt8 = 0x1E

  private let isSequence: Bool

  private var state = FramingState.between

  /// How many bytes from the cursor on have been searched for the end of the record.
  private var searchedByteCount = 0

  init(isSequence: Bool) { self.isSequence = isSequence }

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .between, .afterSeparator:
        scan.window.skipBlanks()
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        if isSequence, scan.window.byte == Self.recordSeparator {
          scan.window.cursor += 1
          state = .afterSeparator
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
          : text.firstOffset(of: Self.lineFeed, from: start)
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
        state = .between
        return .value

      case .inRest:
        let mark = isSequence ? Self.recordSeparator : Self.lineFeed
        let window = scan.window
        scan.window.cursor = window.text.firstOffset(of: mark, from: window.cursor)
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        state = .between
      }
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
    isSequence && state == .between ? .every : .recordEnds
  }

  func value(in window: StreamWindow) -> (start: Int, end: Int, depth: Int)? {
    guard !isSequence, state == .between else { return nil }
    var window = window
    window.skipBlanks()
    let end = window.text.firstOffset(of: Self.lineFeed, from: window.cursor)
    return end < window.text.count || window.isFinal ? (window.cursor, end, 0) : nil
  }

  var isAtRecord: Bool { state == .inRecord }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    let end = scan.window.cursor &+ searchedByteCount
    // Otherwise, the end of the record is still to come.
    if isAtRecord, end < scan.window.text.count || scan.window.isFinal { scan.window.cursor = end }
    state = .inRest
    return true
  }
}
