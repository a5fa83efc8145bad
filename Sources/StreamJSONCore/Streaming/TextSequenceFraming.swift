/// JSON text sequences, RFC 7464.
struct TextSequenceFraming {
  private enum State {
    /// Before a record separator; `cursor` is anywhere in the whitespace.
    case between
    /// Behind a record separator; `cursor` is anywhere in the whitespace.
    case afterSeparator
    /// In the record whose first byte is at `cursor`.
    case inRecord
    /// In bytes that are passed over until the next separator.
    case inRest
  }

  private static let separator: UInt8 = 0x1E

  private var state = State.between

  /// How far, from `cursor`, the record was searched for a line feed or separator.
  private var searchedCount = 0

  private var record = RecordScan()

  init(options: DecodingOptions) {
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
      case .between, .afterSeparator:
        scan.skipBlanks(window, &cursor)
        guard cursor < window.count else { return isFinal ? .end : .needsBytes }
        if window[cursor] == Self.separator {
          cursor += 1
          state = .afterSeparator
        } else if state == .afterSeparator {
          searchedCount = 0
          record.begin()
          state = .inRecord
        } else {
          throw scan.fault(.unexpectedByte(expected: .recordSeparator), at: cursor, in: window)
        }

      case .inRecord:
        let end = window.firstOffset(of: 0x0A, or: Self.separator, from: cursor &+ searchedCount)
        try record.requireSize(end &- cursor, of: window, at: cursor, &scan)
        if end < window.count, window[end] == 0x0A {
          // With the line feed, which ends a number.
          let text = window.part(from: cursor, to: end &+ 1)
          guard try record.scan(text, at: cursor, &scan, isFinal: false) else {
            searchedCount = end &+ 1 &- cursor
            continue
          }
          try scan.requireEndOfRecord()
        } else if end < window.count || isFinal {
          try finish(window.part(from: cursor, to: end), at: cursor, &scan)
        } else {
          searchedCount = end &- cursor
          return .needsBytes
        }
        cursor = end
        state = .between
        return .value

      case .inRest:
        cursor = window.firstOffset(of: Self.separator, from: cursor)
        guard cursor < window.count else { return isFinal ? .end : .needsBytes }
        state = .between
      }
    }
  }

  /// Takes a record that no line feed ends, if it is certain that nothing of it is missing.
  private mutating func finish(
    _ text: JSONText,
    at start: Int,
    _ scan: inout ValueScan
  ) throws(SyntaxFault) {
    guard try record.scan(text, at: start, &scan, isFinal: false) else { throw scan.cut() }
    let kind = scan.view.tape[Tape.root].kind
    let endsItself =
      kind == .array || kind == .object || kind == .string || kind == .longString
    guard endsItself || scan.scanner.offset < text.count else { throw scan.cut() }
    try scan.requireEndOfRecord()
  }

  /// Prepares to go on with the record behind the next separator.
  mutating func recover() {
    state = .inRest
  }

  /// Scans what has arrived of a record; false when there is none.
  mutating func scanUnfinished(
    _ window: JSONText,
    _ cursor: Int,
    _ scan: inout ValueScan
  ) throws(SyntaxFault) -> Bool {
    guard state == .inRecord else { return false }
    return try record.scanUnfinished(
      window.part(from: cursor, to: window.count),
      at: cursor,
      &scan
    )
  }
}
