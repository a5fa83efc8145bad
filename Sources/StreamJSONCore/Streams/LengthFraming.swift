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
        if let (count, end) = usualLength(in: scan.window) {
          begin(count, at: end, &scan)
          continue
        }
        guard let end = findEndOfPrefix(scan.window) else {
          if searchedByteCount > Self.maximumPrefixByteCount {
            throw scan.fault(.unexpectedByte(expected: .length), at: scan.window.cursor)
          }
          guard scan.window.isFinal else { return .needsBytes }
          throw scan.fault(.unexpectedEnd, at: scan.window.text.count)
        }
        switch length(in: scan.window.text, from: scan.window.cursor, to: end) {
        case .byteCount(let count): begin(count, at: end, &scan)
        case .fault(let offset): throw scan.fault(.unexpectedByte(expected: .length), at: offset)
        }

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

  /// Begins a record of `count` bytes at `start`.
  @inline(__always)
  private func begin(_ count: Int, at start: Int, _ scan: inout ValueScan) {
    byteCount = count
    scan.window.cursor = start
    (searchedByteCount, lineOffset) = (0, 0)
    scan.beginRecord()
    state = .inRecord
  }

  // MARK: - Lengths

  /// The length in the prefix at the cursor, and where the record begins, if the prefix has arrived and has nothing else;
  /// without this, a record of 80 bytes takes a tenth longer.
  private func usualLength(in window: StreamWindow) -> (byteCount: Int, end: Int)? {
    let text = window.text
    var offset = window.cursor
    guard !isBinary, text.count - offset > 24 else { return nil }
    if prefix == .headers {
      guard text.has("Content-Length: ", at: offset) else { return nil }
      offset += 16
    }
    let (first, end) = (offset, min(text.count - 4, offset + 9))
    var number = 0
    while offset < end, case let digit = text[offset] &- UInt8(ascii: "0"), digit < 10 {
      number = number &* 10 &+ Int(digit)
      offset &+= 1
    }
    guard offset > first else { return nil }
    if prefix == .line { return text[offset] == Self.lineFeed ? (number, offset + 1) : nil }
    return text.has("\r\n\r\n", at: offset) ? (number, offset + 4) : nil
  }

  /// Moves past blanks before a length in letters.
  private func skipBlanks(_ window: inout StreamWindow) { if !isBinary { window.skipBlanks() } }

  /// Where in the window the record begins whose prefix begins at the cursor; nil if not all of the prefix has arrived.
  private func findEndOfPrefix(_ window: StreamWindow) -> Int? {
    guard !isBinary else {
      return window.rest.count >= 4 ? window.cursor + 4 : nil
    }
    while true {
      let lineEnd = window.text.firstOffset(
        of: Self.lineFeed,
        from: window.cursor + searchedByteCount
      )
      searchedByteCount = lineEnd - window.cursor
      guard lineEnd < window.text.count, searchedByteCount <= Self.maximumPrefixByteCount else {
        return nil
      }
      let line = window.text.part(from: window.cursor + lineOffset, to: lineEnd)
      searchedByteCount += 1
      lineOffset = searchedByteCount
      if prefix == .line || line.firstNonblankOffset(from: 0) == line.count { return lineEnd + 1 }
    }
  }

  /// What a prefix says.
  private enum Length {
    case byteCount(Int)
    /// It is no length, because of the byte at this offset.
    case fault(Int)
  }

  /// The length in the prefix from `start` up to `end`.
  private func length(in text: JSONText, from start: Int, to end: Int) -> Length {
    switch prefix {
    case .littleEndian, .bigEndian:
      var count: UInt32 = 0
      for position in 0..<4 {
        let offset = prefix == .bigEndian ? start + position : start + 3 - position
        count = count << 8 | UInt32(text[offset])
      }
      return .byteCount(Int(clamping: count))
    case .line:
      return number(in: text, from: start, to: end)
    case .headers:
      break
    }
    var (offset, length) = (start, nil as Int?)
    while offset < end {
      let lineEnd = text.firstOffset(of: Self.lineFeed, from: offset)
      defer { offset = lineEnd + 1 }
      let line = text.part(from: offset, to: lineEnd)
      guard line.firstNonblankOffset(from: 0) < line.count else { continue }
      let colon = line.firstOffset(of: UInt8(ascii: ":"), from: 0)
      guard colon < line.count else { return .fault(offset) }
      guard Self.isName(line.part(from: 0, to: colon)) else { continue }
      switch number(in: text, from: offset + colon + 1, to: lineEnd) {
      // Two lengths would make two streams of one.
      case .byteCount(let count) where length ?? count == count: length = count
      case .byteCount: return .fault(offset)
      case .fault(let offset): return .fault(offset)
      }
    }
    return length.map { .byteCount($0) } ?? .fault(start)
  }

  /// The name of the header with the length, in lower case.
  private static let name = Array("content-length".utf8)

  /// Whether `text` is that name, in any case.
  private static func isName(_ text: JSONText) -> Bool {
    text.count == name.count && name.indices.allSatisfy { text[$0] | 0x20 == name[$0] }
  }

  /// The decimal number between blanks from `start` up to `end`; `Int.max` if it is larger.
  private func number(in text: JSONText, from start: Int, to end: Int) -> Length {
    var offset = start
    while offset < end, text[offset].isBlank { offset += 1 }
    let first = offset
    var number = 0
    while offset < end, case let digit = text[offset] &- UInt8(ascii: "0"), digit < 10 {
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) = product.addingReportingOverflow(Int(digit))
      number = isTooLarge || isLarger || number == .max ? .max : sum
      offset += 1
    }
    guard offset > first else { return .fault(min(offset, end - 1)) }
    let rest = (offset..<end).first { !text[$0].isBlank }
    return rest.map { .fault($0) } ?? .byteCount(number)
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
    if let (count, start) = usualLength(in: window) {
      guard count <= window.text.count - start else { return nil }
      end = start + count
      return (start, end, 0)
    }
    defer { (searchedByteCount, lineOffset) = (0, 0) }
    guard let start = findEndOfPrefix(window),
      case .byteCount(let count) = length(in: window.text, from: window.cursor, to: start),
      count <= window.text.count - start
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
