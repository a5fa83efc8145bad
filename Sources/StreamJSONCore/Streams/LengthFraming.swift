/// Records after their lengths.
final class LengthFraming: StreamFraming {
  private enum State {
    /// Before the length of the record, or in the blanks before that.
    case inPrefix
    /// In the record whose first byte is at the cursor.
    case inRecord
    /// In the rest of a record that is skipped.
    case inRest
  }

  private static let lineFeed: UInt8 = 0x0A

  /// How many bytes the text before a record may have.
  private static let maximumPrefixByteCount = 4096

  private let prefix: JSONLengthPrefix
  private let isBinary: Bool

  private var state = State.inPrefix

  /// The number of bytes of the record, or of what is left of one that is skipped.
  private var byteCount = 0

  /// Offsets from the cursor: how far the end of the prefix has been searched for, and where its last line begins.
  private var searchedByteCount = 0
  private var lineOffset = 0
  /// The length in the headers so far.
  private var length: Int?

  /// Where in the window the record ends that is about to be read.
  private var end = 0

  init(_ prefix: JSONLengthPrefix) {
    self.prefix = prefix
    isBinary = prefix == .littleEndian || prefix == .bigEndian
  }

  func step(_ scan: inout ValueScan) throws(InputFault) -> StreamStep {
    while true {
      switch state {
      case .inPrefix:
        if searchedByteCount == 0 { skipBlanks(&scan.window) }
        guard !scan.window.isAtEnd else { return scan.window.isFinal ? .end : .needsBytes }
        let found: (byteCount: Int, start: Int)?
        do throws(NoLength) {
          found = try readPrefix(in: scan.window)
        } catch {
          throw scan.fault(.unexpectedByte(expected: .length), at: error.offset)
        }
        guard let found else {
          guard scan.window.isFinal else { return .needsBytes }
          throw scan.fault(.unexpectedEnd, at: scan.window.text.count)
        }
        (byteCount, scan.window.cursor) = (found.byteCount, found.start)
        (searchedByteCount, lineOffset, length) = (0, 0, nil)
        scan.beginRecord()
        state = .inRecord

      case .inRecord:
        guard byteCount <= scan.maximumByteCount else {
          throw scan.fault(.byteLimitExceeded, at: min(scan.window.cursor, scan.window.text.count))
        }
        let rest = scan.window.rest
        guard byteCount <= rest.count else {
          guard scan.window.isFinal else { return .needsBytes }
          // A fault that comes before the end counts.
          _ = try scan.scanRecord(rest, isFinal: false)
          throw scan.cut()
        }
        let end = scan.window.cursor + byteCount
        try scan.finishRecord(scan.window.rest(to: end))
        scan.window.cursor = end
        state = .inPrefix
        return .value

      case .inRest:
        let count = min(byteCount, scan.window.rest.count)
        scan.window.cursor += count
        byteCount -= count
        guard byteCount == 0 else { return scan.window.isFinal ? .end : .needsBytes }
        state = .inPrefix
      }
    }
  }

  // MARK: - Lengths

  /// A prefix is no length, because of the byte at this offset in the window.
  private struct NoLength: Error {
    let offset: Int
  }

  /// Moves past blanks before a length in letters.
  private func skipBlanks(_ window: inout StreamWindow) { if !isBinary { window.skipBlanks() } }

  /// The length in the prefix at the cursor, and where the record begins; nil if not all of the prefix has arrived.
  private func readPrefix(
    in window: StreamWindow
  ) throws(NoLength) -> (byteCount: Int, start: Int)? {
    let (text, cursor) = (window.text, window.cursor)
    if isBinary {
      guard window.rest.count >= 4 else { return nil }
      let bytes = text.fourBytes(at: cursor)
      let count = prefix == .bigEndian ? UInt32(bigEndian: bytes) : UInt32(littleEndian: bytes)
      return (Int(clamping: count), cursor + 4)
    }
    if let usual = readUsualHeader(in: text, at: cursor) { return usual }
    while true {
      let lineEnd = text.firstOffset(of: Self.lineFeed, from: cursor + searchedByteCount)
      searchedByteCount = lineEnd - cursor
      guard searchedByteCount <= Self.maximumPrefixByteCount else {
        throw NoLength(offset: cursor)
      }
      guard lineEnd < text.count else { return nil }
      let start = cursor + lineOffset
      searchedByteCount += 1
      lineOffset = searchedByteCount
      if prefix == .line { return (try number(in: text, from: start, to: lineEnd), lineEnd + 1) }
      if text.firstNonblankOffset(from: start) >= lineEnd {
        guard let length else { throw NoLength(offset: cursor) }
        return (length, lineEnd + 1)
      }
      try takeHeader(in: text, from: start, to: lineEnd)
    }
  }

  /// The same for a prefix that is nothing but the length in its usual spelling; without this, a record of 80 bytes takes
  /// a tenth longer.
  private func readUsualHeader(in text: JSONText, at start: Int) -> (byteCount: Int, start: Int)? {
    guard prefix == .headers, text.has("Content-Length: ", at: start) else { return nil }
    let (first, carriageReturn) = (start + 16, UInt8(ascii: "\r"))
    let digits = text.part(from: first, to: min(first + 10, text.count))
    let end = first + digits.firstOffset(of: carriageReturn, from: 0)
    guard text.has("\r\n\r\n", at: end),
      let count = usualNumber(in: text, from: first, to: end)
    else { return nil }
    return (count, end + 4)
  }

  /// The number from `start` up to `end`, if that is one to nine digits and nothing else.
  private func usualNumber(in text: JSONText, from start: Int, to end: Int) -> Int? {
    guard start < end, text[start] != UInt8(ascii: "-") else { return nil }
    return text.parseShortInteger(from: start, to: end, 9).map { Int(truncatingIfNeeded: $0) }
  }

  /// Takes the header from `start` up to `end`, if it is the one with the length.
  private func takeHeader(in text: JSONText, from start: Int, to end: Int) throws(NoLength) {
    let line = text.part(from: start, to: end)
    let colon = line.firstOffset(of: UInt8(ascii: ":"), from: 0)
    guard colon < line.count else { throw NoLength(offset: start) }
    guard line.string(from: 0, to: colon).lowercased() == "content-length" else { return }
    let count = try number(in: text, from: start + colon + 1, to: end)
    // Two lengths would make two streams of one.
    guard length ?? count == count else { throw NoLength(offset: start) }
    length = count
  }

  /// The decimal number between blanks from `start` up to `end`; `Int.max` if it is larger.
  private func number(in text: JSONText, from start: Int, to end: Int) throws(NoLength) -> Int {
    if let usual = usualNumber(in: text, from: start, to: end) { return usual }
    guard let first = (start..<end).first(where: { !text[$0].isBlank }) else {
      throw NoLength(offset: end - 1)
    }
    let last = (first..<end).first { text[$0] &- UInt8(ascii: "0") > 9 } ?? end
    let other = (last..<end).first { !text[$0].isBlank }
    if let other { throw NoLength(offset: other) }
    return Int(text.string(from: first, to: last)) ?? .max
  }

  // MARK: - Several records

  func awaitedBytes(_ scan: borrowing ValueScan) -> AwaitedBytes {
    switch state {
    case .inPrefix:
      if isBinary {
        AwaitedBytes([], byteCount: max(1, 4 - scan.window.rest.count))
      } else {
        .every
      }
    case .inRecord: AwaitedBytes([], byteCount: max(1, byteCount - scan.window.rest.count))
    case .inRest: AwaitedBytes([], byteCount: max(1, byteCount))
    }
  }

  func value(in window: StreamWindow) -> (start: Int, end: Int, depth: Int)? {
    guard state == .inPrefix, searchedByteCount == 0 else { return nil }
    var window = window
    skipBlanks(&window)
    defer { (searchedByteCount, lineOffset, length) = (0, 0, nil) }
    guard let (count, start) = try? readPrefix(in: window), count <= window.text.count - start
    else { return nil }
    end = start + count
    return (start, end, 0)
  }

  func endElements(_ window: inout StreamWindow) { window.cursor = end }

  // MARK: - Faults

  var isAtRecord: Bool { state == .inRecord }

  func scanUnfinished(_ scan: inout ValueScan) throws(InputFault) -> Bool {
    guard isAtRecord, byteCount <= scan.maximumByteCount else { return false }
    let arrived = min(scan.window.text.count, scan.window.cursor + byteCount)
    try scan.scanUnfinishedRecord(scan.window.rest(to: arrived))
    return true
  }

  func recover(from fault: InputFault, _ scan: inout ValueScan) -> Bool {
    guard isAtRecord else { return false }
    state = .inRest
    return true
  }
}
