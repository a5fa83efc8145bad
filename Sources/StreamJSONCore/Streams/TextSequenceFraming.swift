/// JSON text sequences, RFC 7464.
final class TextSequenceFraming: StreamFraming {
  private static let separator: UInt8 = 0x1E
  private static let lineFeed: UInt8 = 0x0A

  private var state = FramingState.between

  /// How many bytes from the cursor were searched for a line feed or separator.
  private var searchedByteCount = 0

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .between, .afterSeparator:
        scan.window.skipBlanks()
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        if scan.window.byte == Self.separator {
          scan.window.cursor += 1
          state = .afterSeparator
        } else if state == .afterSeparator {
          searchedByteCount = 0
          scan.beginRecord()
          state = .inRecord
        } else {
          throw scan.fault(.unexpectedByte(expected: .recordSeparator), at: scan.window.cursor)
        }

      case .inRecord:
        let text = scan.window.text
        let end = text.firstOffset(
          of: Self.lineFeed,
          or: Self.separator,
          from: scan.window.cursor &+ searchedByteCount
        )
        searchedByteCount = end &- scan.window.cursor
        try scan.requireRecordSize(searchedByteCount)
        scan.isWholeRecord = end < text.count || scan.window.isFinal
        guard scan.isWholeRecord else { return .needsBytes }
        if end < text.count, text[end] == Self.lineFeed {
          // This includes the line feed, which ends a number.
          let record = scan.window.rest(to: end &+ 1)
          guard try scan.scanRecord(record, isFinal: false) else {
            searchedByteCount &+= 1
            continue
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
        scan.window.cursor = end
        state = .between
        return .value

      case .inRest:
        let window = scan.window
        scan.window.cursor = window.text.firstOffset(of: Self.separator, from: window.cursor)
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        state = .between
      }
    }
  }

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes {
    // Between records, anything but a separator is a fault at once.
    state == .between ? .every : .recordEnds
  }

  var isAtRecord: Bool { state == .inRecord }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    if isAtRecord { scan.window.cursor &+= searchedByteCount }
    state = .inRest
    return true
  }
}
