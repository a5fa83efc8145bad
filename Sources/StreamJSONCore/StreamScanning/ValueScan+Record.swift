/// A record: a value with only whitespace around it, whose end the framing finds.
///
/// It is scanned once, when all of it has arrived, or in several steps if its value is requested
/// before that.
extension ValueScan {
  enum RecordState {
    case new
    case begun
    /// An earlier step found this fault; it becomes an error when the record is complete.
    case faulty(InputFault)
  }

  /// Prepares for the next record.
  mutating func beginRecord() {
    recordState = .new
    isWholeRecord = false
  }

  /// Requires that the record at the window's cursor has no more bytes than the limit for a value.
  @inline(__always)
  mutating func requireRecordSize(_ byteCount: Int) throws(InputFault) {
    guard byteCount > maximumByteCount else { return }
    throw fault(.byteLimitExceeded, at: window.cursor + maximumByteCount)
  }

  /// Scans `text`, a complete record that begins at the window's cursor.
  @inline(__always)
  mutating func finishRecord(_ text: JSONText) throws(InputFault) {
    isWholeRecord = true
    _ = try scanRecord(text, isFinal: true)
    try scanner.requireEnd(of: text, dialect: settings.dialect)
  }

  /// Continues with the record at the window's cursor; `text` is the part of it that has arrived.
  ///
  /// - Returns: True if its value is complete.
  mutating func scanRecord(_ text: JSONText, isFinal: Bool) throws(InputFault) -> Bool {
    show(text, at: window.cursor)
    switch recordState {
    case .new:
      if !settings.assumesObject {
        begin()
      } else if try !beginAssumedValue(isFinal: isFinal) {
        return false
      }
      recordState = .begun
    case .begun:
      if isComplete { return true }
    case .faulty(let fault):
      throw fault
    }
    return try scanText(isFinal: isFinal)
  }

  /// Prepares for a value that may be an object without braces; false when too little has arrived
  /// to tell whether it is one.
  @inline(never)
  private mutating func beginAssumedValue(isFinal: Bool) throws(InputFault) -> Bool {
    begin()
    var first = 0
    try scanner.skipWhitespace(text, &first, dialect: settings.dialect)
    guard first < text.count || isFinal else { return false }
    let hasBrace = first < text.count && text[first] == UInt8(ascii: "{")
    begin()
    // Not read from `self` while the scanner, a part of it, is changed.
    let storage = storage
    if !hasBrace { scanner.beginAssumedObject(at: 0, in: &storage.tape) }
    return true
  }

  /// Scans what has arrived of the record at the window's cursor.
  mutating func scanUnfinishedRecord(_ text: JSONText) throws(InputFault) {
    isWholeRecord = false
    do throws(InputFault) {
      _ = try scanRecord(text, isFinal: false)
    } catch {
      recordState = .faulty(error)
      throw error
    }
  }
}
