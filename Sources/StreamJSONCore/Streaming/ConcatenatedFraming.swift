/// Values one behind the other.
struct ConcatenatedFraming {
  private enum State {
    /// Between values; `cursor` is anywhere in the whitespace.
    case between
    /// In the value that begins at `cursor`.
    case inValue
    /// In the rest of a value that is passed over.
    case inRest
  }

  private var state = State.between

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
        try scan.skipWhitespace(window, &cursor)
        guard cursor < window.count else {
          guard isFinal else { return .needsBytes }
          guard !scan.isInsideComment else {
            throw scan.fault(.unexpectedEnd, at: cursor, in: window)
          }
          return .end
        }
        scan.begin()
        state = .inValue

      case .inValue:
        guard try scan.scan(window, from: cursor, isFinal: isFinal) else { return .needsBytes }
        cursor = scan.end
        state = .between
        return .value

      case .inRest:
        guard try scan.skip(window, &cursor) else {
          if isFinal { throw scan.fault(.unexpectedEnd, at: window.count, in: window) }
          return .needsBytes
        }
        state = .between
      }
    }
  }

  /// Prepares to go on behind the value that is a fault.
  ///
  /// - Returns: False when nothing behind it can be read.
  mutating func recover(
    from fault: SyntaxFault,
    _ cursor: inout Int,
    _ scan: inout ValueScan
  ) -> Bool {
    guard fault.kind == .byteLimitExceeded, state == .inValue else { return false }
    if scan.isComplete {
      cursor = scan.end
      state = .between
    } else {
      scan.giveUp()
      state = .inRest
    }
    return true
  }

  /// Whether a value is in progress at `cursor`; it is scanned as far as it has arrived.
  var isInValue: Bool { state == .inValue }
}
