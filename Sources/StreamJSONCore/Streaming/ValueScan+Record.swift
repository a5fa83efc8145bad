/// A record: a value with nothing but whitespace around it, whose end its framing looks for.
///
/// It is scanned once, when all of it is there, or in several steps when what has arrived of it is
/// asked for.
extension ValueScan {
  enum RecordState {
    case new
    case begun
    case complete
    /// A step before the last one found this; it is an error when the record is complete.
    case faulty(InputFault)
  }

  /// Prepares for the next record.
  mutating func beginRecord() {
    recordState = .new
  }

  /// Requires that the record at the window's cursor has no more bytes than a value may have.
  @inline(__always)
  mutating func requireRecordSize(
    _ byteCount: Int,
    in window: StreamWindow
  ) throws(InputFault) {
    guard byteCount > maximumByteCount else { return }
    throw fault(.byteLimitExceeded, at: window.cursor + maximumByteCount, in: window)
  }

  /// Scans `text`, all of a record that begins at `start` of the window.
  @inline(__always)
  mutating func finishRecord(_ text: JSONText, at start: Int) throws(InputFault) {
    _ = try scanRecord(text, at: start, isFinal: true)
    try requireEndOfRecord()
  }

  /// Goes on with a record, of which `text` has arrived.
  ///
  /// - Returns: True when its value is complete.
  mutating func scanRecord(
    _ text: JSONText,
    at start: Int,
    isFinal: Bool
  ) throws(InputFault) -> Bool {
    switch recordState {
    case .new:
      beginValue(of: text)
      recordState = .begun
    case .begun:
      break
    case .complete:
      show(text, at: start)
      return true
    case .faulty(let fault):
      show(text, at: start)
      throw fault
    }
    guard try scan(whole: text, at: start, isFinal: isFinal) else { return false }
    recordState = .complete
    return true
  }

  private mutating func beginValue(of text: JSONText) {
    guard assumesObject else { return begin() }
    var first = 0
    while first < text.count, text[first] <= 0x20 { first += 1 }
    if first < text.count, text[first] != UInt8(ascii: "{") {
      beginAssumedObject()
    } else {
      begin()
    }
  }

  /// Scans what has arrived of a record.
  mutating func scanUnfinishedRecord(_ text: JSONText, at start: Int) throws(InputFault) {
    do throws(InputFault) {
      _ = try scanRecord(text, at: start, isFinal: false)
    } catch {
      recordState = .faulty(error)
      throw error
    }
  }

  /// Requires that nothing but whitespace comes after the value of a record.
  mutating func requireEndOfRecord() throws(InputFault) {
    var end = scanner.offset
    if end < text.count { try skipWhitespace(&end) }
    guard end == text.count else { throw InputFault(.trailingBytes, at: end) }
    guard !isInsideComment else { throw cut() }
  }
}
