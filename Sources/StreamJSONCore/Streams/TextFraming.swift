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

  /// The number of lines that have nothing but blanks, and whether the next line feed ends another one.
  private var blankLineCount = 0
  private var isLineOpen = false

  init(keepsText: Bool) { self.keepsText = keepsText }

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .atLineStart:
        skipBlanks(&scan.window)
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        searchedByteCount = 0
        // Almost any text would begin like a name.
        scan.assumesObjects = false
        state = .inLine

      case .inLine:
        let text = scan.window.text
        let start = scan.window.cursor &+ searchedByteCount
        let end = text.firstOffset(of: Self.lineFeed, from: start)
        searchedByteCount = end &- scan.window.cursor
        try scan.requireRecordSize(searchedByteCount)
        guard end < text.count || scan.window.isFinal else { return .needsBytes }
        state = .inText
        if try isValue(upTo: end, &scan) {
          scan.window.cursor = end
          (state, isLineOpen) = (.atLineStart, true)
          return .value
        }

      case .inText:
        if let step = try takeText(&scan) { return step }

      case .inRest:
        let window = scan.window
        scan.window.cursor = window.text.firstOffset(of: Self.lineFeed, from: window.cursor)
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        (state, isLineOpen) = (.atLineStart, true)
      }
    }
  }

  /// Moves to the next line that is not blank, or to the end of the window, and counts blank lines.
  private func skipBlanks(_ window: inout StreamWindow) {
    while !window.isAtEnd, window.byte.isBlank {
      if window.byte == Self.lineFeed {
        if !isLineOpen { blankLineCount += 1 }
        isLineOpen = false
      }
      window.cursor += 1
    }
  }

  /// Whether all of the line, from the cursor up to `end`, is a value.
  private func isValue(upTo end: Int, _ scan: inout ValueScan) throws(InputFault) -> Bool {
    scan.beginRecord()
    do throws(InputFault) {
      try scan.finishRecord(scan.window.rest(to: end))
    } catch {
      return try isText(error)
    }
    scan.storage.record.isOtherText = false
    return scan.hasValidScalars
  }

  /// False for a fault that makes a value text; throws any other.
  private func isText(_ fault: InputFault) throws(InputFault) -> Bool {
    if fault.kind == .depthLimitExceeded {
      state = .inLine
      throw fault
    }
    return false
  }

  /// Takes the next value of the line, or the text before it; nil at the end of the line.
  private func takeText(_ scan: inout ValueScan) throws(InputFault) -> StreamStep? {
    let end = scan.window.cursor + searchedByteCount
    var offset = scan.window.cursor
    while offset < end {
      guard Self.isOpening(scan.window.text[offset]) else {
        offset += 1
        continue
      }
      let (start, textStart) = (offset, scan.window.cursor)
      scan.window.cursor = start
      guard try isValue(from: start, upTo: end, &scan) else {
        scan.window.cursor = textStart
        offset = Self.end(of: scan.window.text, from: start, to: end)
        continue
      }
      offset = scan.end
      scan.window.cursor = textStart
      // The text before it comes first; then, the value is found at once.
      guard !takesText(upTo: start, lineEnd: end, &scan) else { return .value }
      scan.window.cursor = offset
      searchedByteCount = end - offset
      return .value
    }
    let isText = takesText(upTo: end, lineEnd: end, &scan)
    (state, isLineOpen) = (.atLineStart, true)
    return isText ? .value : nil
  }

  /// Whether `byte` is a brace or a bracket that opens; they differ in one bit.
  private static func isOpening(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "{") }

  /// Where what begins with a bracket at `start` ends, judging by brackets alone; `end` if it is not closed.
  private static func end(of text: JSONText, from start: Int, to end: Int) -> Int {
    var depth = 0
    for offset in start..<end {
      if isOpening(text[offset]) { depth += 1 }
      if text[offset] | 0x20 == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return offset + 1 }
    }
    return end
  }

  /// Whether there is a value at `start`, the cursor, that ends before `end`.
  private func isValue(
    from start: Int,
    upTo end: Int,
    _ scan: inout ValueScan
  ) throws(InputFault) -> Bool {
    scan.beginRecord()
    do throws(InputFault) {
      guard try scan.scanRecord(scan.window.rest(to: end), isFinal: true) else { return false }
    } catch {
      return try isText(error)
    }
    scan.show(scan.window.rest(to: scan.end), at: start)
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

  func report(to progress: inout JSONProgress) {
    progress.skippedByteCount = skippedByteCount
    progress.keepAliveCount = blankLineCount
  }

  // MARK: - Faults

  var isAtRecord: Bool { state == .inLine }

  func scanUnfinished(_ scan: inout ValueScan) -> Bool { false }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    state = .inRest
    return true
  }
}
