/// Values in the lines of a text.
///
/// A line is searched when all of it has arrived.
final class TextFraming: StreamFraming {
  private enum State {
    /// At the beginning of a line, or in the blanks before that.
    case atLineStart
    /// In the line whose first byte is at the cursor.
    case inLine
    /// In the rest of a line after a value, or after the beginning of what is no value.
    case inText
    /// In the rest of a line that is skipped.
    case inRest
  }

  private static let lineFeed: UInt8 = 0x0A

  /// Whether the text is a value, too.
  private let keepsText: Bool

  private var state = State.atLineStart

  /// How many bytes from the cursor on have been searched for the end of the line; in its text, those up to its end.
  private var searchedByteCount = 0

  private var skippedByteCount: Int64 = 0

  init(keepsText: Bool) { self.keepsText = keepsText }

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .atLineStart:
        scan.window.skipBlanks()
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        searchedByteCount = 0
        state = .inLine

      case .inLine:
        let text = scan.window.text
        let start = scan.window.cursor &+ searchedByteCount
        let end = text.firstOffset(of: Self.lineFeed, from: start)
        searchedByteCount = end &- scan.window.cursor
        try scan.requireRecordSize(searchedByteCount)
        guard end < text.count || scan.window.isFinal else { return .needsBytes }
        state = .inText
        if isValue(upTo: end, &scan) {
          scan.window.cursor = end
          state = .atLineStart
          return .value
        }

      case .inText:
        if let step = takeText(&scan) { return step }

      case .inRest:
        let window = scan.window
        scan.window.cursor = window.text.firstOffset(of: Self.lineFeed, from: window.cursor)
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        state = .atLineStart
      }
    }
  }

  /// Whether all of the line, from the cursor up to `end`, is a value.
  private func isValue(upTo end: Int, _ scan: inout ValueScan) -> Bool {
    scan.beginRecord()
    guard (try? scan.finishRecord(scan.window.rest(to: end))) != nil else { return false }
    scan.storage.record.isOtherText = false
    return scan.hasValidScalars
  }

  /// Takes the next value of the line, or the text before it; nil at the end of the line.
  private func takeText(_ scan: inout ValueScan) -> StreamStep? {
    let end = scan.window.cursor + searchedByteCount
    var offset = scan.window.cursor
    while offset < end {
      // A brace, or a bracket, which differs from it in one bit.
      guard scan.window.text[offset] | 0x20 == UInt8(ascii: "{") else {
        offset += 1
        continue
      }
      let (start, textStart) = (offset, scan.window.cursor)
      scan.window.cursor = start
      let isValue = isValue(from: start, upTo: end, next: &offset, &scan)
      scan.window.cursor = textStart
      guard isValue else { continue }
      // The text before it comes first; then, the value is found at once.
      guard !takesText(upTo: start, lineEnd: end, &scan) else { return .value }
      scan.window.cursor = offset
      searchedByteCount = end - offset
      return .value
    }
    let isText = takesText(upTo: end, lineEnd: end, &scan)
    state = .atLineStart
    return isText ? .value : nil
  }

  /// Whether there is a value at `start`, the cursor, that ends before `end`; `next` is then its end, otherwise a place
  /// from which to search for another one.
  ///
  /// No byte is scanned for two values: what is inside of one that is malformed is not looked at again.
  private func isValue(
    from start: Int,
    upTo end: Int,
    next: inout Int,
    _ scan: inout ValueScan
  ) -> Bool {
    scan.beginRecord()
    do throws(InputFault) {
      guard try scan.scanRecord(scan.window.rest(to: end), isFinal: true) else {
        next = end
        return false
      }
    } catch {
      next = start + max(1, error.offset)
      return false
    }
    next = scan.end
    scan.show(scan.window.rest(to: next), at: start)
    scan.isWholeRecord = true
    scan.storage.record.isOtherText = false
    return scan.hasValidScalars
  }

  /// Moves the cursor to `end` and counts the text before, without blanks around it.
  ///
  /// - Returns: Whether it becomes a value.
  private func takesText(upTo end: Int, lineEnd: Int, _ scan: inout ValueScan) -> Bool {
    let text = scan.window.text
    var (start, last) = (scan.window.cursor, end)
    while start < last, text[start].isBlank { start += 1 }
    while last > start, text[last - 1].isBlank { last -= 1 }
    scan.window.cursor = end
    searchedByteCount = lineEnd - end
    skippedByteCount += Int64(last - start)
    guard keepsText, start < last else { return false }
    scan.showOtherText(from: start, to: last)
    return true
  }

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes { .recordEnds }

  func report(to progress: inout JSONProgress) { progress.skippedByteCount = skippedByteCount }

  // MARK: - Faults

  var isAtRecord: Bool { state == .inLine }

  func scanUnfinished(_ scan: inout ValueScan) -> Bool { false }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    state = .inRest
    return true
  }
}
