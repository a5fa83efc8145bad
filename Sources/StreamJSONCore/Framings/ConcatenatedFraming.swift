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

  func step(
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .between:
        try scan.skipWhitespace(&window)
        guard !window.isAtEnd else {
          guard window.isFinal else { return .needsBytes }
          guard !scan.isInsideComment else {
            throw scan.fault(.unexpectedEnd, at: window.cursor, in: window)
          }
          return .end
        }
        scan.begin()
        state = .inValue

      case .inValue:
        guard try scan.scan(window, isFinal: window.isFinal) else { return .needsBytes }
        window.cursor = scan.end
        state = .between
        return .value

      case .inRest:
        guard try scan.skip(&window) else {
          guard window.isFinal else { return .needsBytes }
          throw scan.fault(.unexpectedEnd, at: window.text.count, in: window)
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

  func recover(
    from fault: InputFault,
    _ window: inout StreamWindow,
    _ scan: inout ValueScan
  ) -> Bool {
    guard fault.kind == .byteLimitExceeded, state == .inValue else { return false }
    state = scan.passOver(&window) ? .between : .inRest
    return true
  }

  var valuesAreRecords: Bool { false }
}
