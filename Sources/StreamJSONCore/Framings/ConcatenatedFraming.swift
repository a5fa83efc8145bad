/// Values that follow one another.
final class ConcatenatedFraming: StreamFraming {
  private enum State {
    /// Between values; the cursor is anywhere in the whitespace.
    case between
    /// In the value that begins at the cursor.
    case inValue
    /// In the rest of a value that is skipped.
    case inRest
  }

  private var state = State.between

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .between:
        try scan.skipWhitespace()
        guard !scan.window.isAtEnd else {
          guard scan.window.isFinal else { return .needsBytes }
          guard !scan.scanner.isInsideComment else {
            throw scan.fault(.unexpectedEnd, at: scan.window.cursor)
          }
          return .end
        }
        scan.begin()
        state = .inValue

      case .inValue:
        guard try scan.scan(isFinal: scan.window.isFinal) else { return .needsBytes }
        scan.window.cursor = scan.end
        state = .between
        return .value

      case .inRest:
        guard try scan.skip() else {
          guard scan.window.isFinal else { return .needsBytes }
          throw scan.fault(.unexpectedEnd, at: scan.window.text.count)
        }
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

  var isAtRecord: Bool { state == .inValue }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    guard fault.kind == .byteLimitExceeded, state == .inValue else { return false }
    state = scan.passOver() ? .between : .inRest
    return true
  }

  var valuesAreRecords: Bool { false }
}
