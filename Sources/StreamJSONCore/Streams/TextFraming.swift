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
        if try isValue(from: scan.window.cursor, upTo: end, isLine: true, &scan) {
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

  /// Takes the next value of the line, or the text before it; nil at the end of the line.
  private func takeText(_ scan: inout ValueScan) throws(InputFault) -> StreamStep? {
    let end = scan.window.cursor + searchedByteCount
    var offset = scan.window.cursor
    while offset < end {
      guard Self.isOpening(scan.window.text[offset]) else {
        offset += 1
        continue
      }
      guard try isValue(from: offset, upTo: end, isLine: false, &scan) else {
        offset = Self.end(of: scan.window.text, from: offset, to: end)
        continue
      }
      let endOfValue = scan.end
      // The text before it comes first; then, the value is found at once.
      guard !takesText(upTo: offset, lineEnd: end, &scan) else { return .value }
      scan.window.cursor = endOfValue
      searchedByteCount = end - endOfValue
      return .value
    }
    let isText = takesText(upTo: end, lineEnd: end, &scan)
    (state, isLineOpen) = (.atLineStart, true)
    return isText ? .value : nil
  }

  /// Whether there is a value at `start` that ends before `end` or, if it has to be all of the line, there.
  private func isValue(
    from start: Int,
    upTo end: Int,
    isLine: Bool,
    _ scan: inout ValueScan
  ) throws(InputFault) -> Bool {
    let cursor = scan.window.cursor
    scan.window.cursor = start
    defer { scan.window.cursor = cursor }
    scan.beginRecord()
    do throws(InputFault) {
      let text = scan.window.rest(to: end)
      guard try scan.scanRecord(text, isFinal: true) else { return false }
      if isLine { try scan.scanner.requireEnd(of: text, dialect: scan.settings.dialect) }
    } catch {
      guard error.kind == .depthLimitExceeded else { return false }
      state = .inLine
      throw error
    }
    scan.show(scan.window.rest(to: scan.end), at: start)
    scan.isWholeRecord = true
    scan.storage.record.isOtherText = false
    return scan.hasValidScalars
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
