/// JSON Lines: one text per line.
///
/// The end of the line is found before the text is scanned: a line feed is whitespace to the scanner, so it would
/// continue a record that was cut off with the next one.
final class LineFraming: StreamFraming {
  private static let lineFeed: UInt8 = 0x0A

  private var state = FramingState.between

  /// How many bytes from the cursor on have been searched for the end of the record.
  private var searchedByteCount = 0

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .between, .afterSeparator:
        scan.window.skipBlanks()
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        searchedByteCount = 0
        scan.beginRecord()
        state = .inRecord

      case .inRecord:
        let end = scan.window.text.firstOffset(
          of: Self.lineFeed,
          from: scan.window.cursor &+ searchedByteCount
        )
        searchedByteCount = end &- scan.window.cursor
        try scan.requireRecordSize(searchedByteCount)
        guard end < scan.window.text.count || scan.window.isFinal else { return .needsBytes }
        try scan.finishRecord(scan.window.rest(to: end))
        scan.window.cursor = end
        state = .between
        return .value

      case .inRest:
        let window = scan.window
        scan.window.cursor = window.text.firstOffset(of: Self.lineFeed, from: window.cursor)
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        state = .between
      }
    }
  }

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes { .lineFeed }

  func value(in window: StreamWindow) -> (start: Int, end: Int, depth: Int)? {
    guard state == .between else { return nil }
    var window = window
    window.skipBlanks()
    let end = window.text.firstOffset(of: Self.lineFeed, from: window.cursor)
    return end < window.text.count || window.isFinal ? (window.cursor, end, 0) : nil
  }

  var isAtRecord: Bool { state == .inRecord }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    let end = scan.window.cursor &+ searchedByteCount
    // Otherwise, the end of the line is still to come.
    let isEnd = end < scan.window.text.count || scan.window.isFinal
    if isEnd { scan.window.cursor = end }
    state = isEnd ? .between : .inRest
    return true
  }
}
