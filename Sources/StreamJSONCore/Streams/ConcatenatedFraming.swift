/// Values that follow one another.
final class ConcatenatedFraming: StreamFraming {
  private var state = FramingState.between

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .between, .afterSeparator:
        try scan.skipWhitespace()
        guard !scan.window.isAtEnd else {
          guard scan.window.isFinal else { return .needsBytes }
          guard !scan.scanner.isInsideComment else {
            throw scan.fault(.unexpectedEnd, at: scan.window.cursor)
          }
          return .end
        }
        scan.begin()
        state = .inRecord

      case .inRecord:
        guard try scan.scan(isFinal: scan.window.isFinal) else { return .needsBytes }
        scan.window.cursor = scan.end
        state = .between
        return .value

      case .inRest:
        guard try scan.skip(isFinal: scan.window.isFinal) else { return .needsBytes }
        state = .between
      }
    }
  }

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes {
    state == .between ? .every : .end(of: scan)
  }

  func value(in window: StreamWindow) -> (start: Int, end: Int, depth: Int)? {
    state == .between ? (window.cursor, window.text.count, 0) : nil
  }

  var isAtRecord: Bool { state == .inRecord }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    guard fault.kind == .byteLimitExceeded, state == .inRecord else { return false }
    state = scan.passOver() ? .between : .inRest
    return true
  }

  var valuesAreRecords: Bool { false }
}
