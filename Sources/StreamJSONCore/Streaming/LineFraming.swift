/// One text per line.
///
/// The end of the line is looked for before the text is scanned: to the scanner a line feed is
/// whitespace, and it would go on with the next record where this one is cut.
struct LineFraming {
  private enum State {
    /// Between records; `cursor` is anywhere in the whitespace.
    case between
    /// In the record whose first byte is at `cursor`.
    case inRecord
    /// In the rest of a line that is passed over.
    case inRest
  }

  private var state = State.between

  /// How far, from `cursor`, the record was searched for its end.
  private var searchedCount = 0

  /// What is behind the record that a fault was found in, in bytes from `cursor`; nil while its
  /// end is not in sight.
  private var recordCount: Int?

  var record = RecordScan()

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
      case .between:
        scan.skipBlanks(window, &cursor)
        guard cursor < window.count else { return isFinal ? .end : .needsBytes }
        searchedCount = 0
        recordCount = nil
        record.begin()
        state = .inRecord

      case .inRecord:
        let end = window.firstOffset(of: 0x0A, from: cursor &+ searchedCount)
        let isComplete = end < window.count || isFinal
        if isComplete { recordCount = end &- cursor }
        try record.requireSize(end &- cursor, of: window, at: cursor, &scan)
        guard isComplete else {
          searchedCount = end &- cursor
          return .needsBytes
        }
        try record.finish(window.part(from: cursor, to: end), at: cursor, &scan)
        cursor = end
        state = .between
        return .value

      case .inRest:
        cursor = window.firstOffset(of: 0x0A, from: cursor)
        guard cursor < window.count else { return isFinal ? .end : .needsBytes }
        state = .between
      }
    }
  }

  /// Prepares to go on behind the record that is a fault.
  mutating func recover(_ cursor: inout Int) {
    if let recordCount {
      cursor += recordCount
      state = .between
    } else {
      state = .inRest
    }
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
