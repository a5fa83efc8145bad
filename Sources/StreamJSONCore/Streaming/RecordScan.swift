/// Scans the text of a record: once, when all of it is there, or in several steps when somebody
/// wants to see what has arrived.
struct RecordScan {
  private enum State {
    case isNew
    case isBegun
    case isComplete
    /// A step before the last one found this; it is an error when the record is complete.
    case isFaulty(SyntaxFault)
  }

  private var state = State.isNew

  /// Whether a record that does not begin with a brace is an object without braces.
  var assumesObject = false

  /// Prepares for the next record.
  mutating func begin() {
    state = .isNew
  }

  /// Requires that a record has no more bytes than a value may have.
  @inline(__always)
  func requireSize(
    _ byteCount: Int,
    of window: JSONText,
    at start: Int,
    _ scan: inout ValueScan
  ) throws(SyntaxFault) {
    guard byteCount > scan.maximumByteCount else { return }
    throw scan.fault(.byteLimitExceeded, at: start + scan.maximumByteCount, in: window)
  }

  /// Scans `text`, all of a record that begins at `start` of the window.
  @inline(__always)
  mutating func finish(
    _ text: JSONText,
    at start: Int,
    _ scan: inout ValueScan
  ) throws(SyntaxFault) {
    _ = try self.scan(text, at: start, &scan, isFinal: true)
    try scan.requireEndOfRecord()
  }

  /// Goes on with a record whose end may come.
  ///
  /// - Returns: True when its value is complete.
  mutating func scan(
    _ text: JSONText,
    at start: Int,
    _ scan: inout ValueScan,
    isFinal: Bool
  ) throws(SyntaxFault) -> Bool {
    switch state {
    case .isNew:
      beginValue(text, &scan)
      state = .isBegun
    case .isBegun:
      break
    case .isComplete:
      scan.show(text, at: start)
      return true
    case .isFaulty(let fault):
      scan.show(text, at: start)
      throw fault
    }
    guard try scan.scan(record: text, at: start, isFinal: isFinal) else { return false }
    state = .isComplete
    return true
  }

  private func beginValue(_ text: JSONText, _ scan: inout ValueScan) {
    guard assumesObject else { return scan.begin() }
    var first = 0
    while first < text.count, text[first] <= 0x20 { first += 1 }
    if first < text.count, text[first] != UInt8(ascii: "{") {
      scan.beginAssumedObject()
    } else {
      scan.begin()
    }
  }

  /// Scans what has arrived of a record.
  ///
  /// - Returns: True when there is something of a value.
  mutating func scanUnfinished(
    _ text: JSONText,
    at start: Int,
    _ scan: inout ValueScan
  ) throws(SyntaxFault) -> Bool {
    do throws(SyntaxFault) {
      _ = try self.scan(text, at: start, &scan, isFinal: false)
      return true
    } catch {
      state = .isFaulty(error)
      throw error
    }
  }
}
