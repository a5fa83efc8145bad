extension Document {
  /// The line and column of the byte at `offset`.
  ///
  /// A model may catch many errors. Counting continues from the last one as long as they come in
  /// the order of the text, and otherwise from the nearest earlier checkpoint.
  func position(of offset: Int) -> StreamPosition {
    let start = LocatedByte(origin: origin, textByteCount: text.count, position: origin)
    var known = notes.located ?? start
    // They are taken out while being written to, so that the checkpoints are not copied.
    notes.located = nil
    if known.origin != origin || known.textByteCount != text.count { known = start }
    let isNear = known.checkpoints.isEmpty || offset - known.offset <= LocatedByte.stride
    if known.offset > offset || !isNear { known.moveToCheckpoint(before: offset, in: text) }
    known.position.advance(over: text, from: known.offset, to: offset)
    known.offset = offset
    notes.located = known
    return known.position
  }

  /// The offset of the byte at `offset` in the stream, or in the text as it was before its
  /// conversion to UTF-8.
  ///
  /// - Complexity: O(1); for a converted text, after one pass over it.
  func sourceOffset(of offset: Int) -> Int {
    guard var map = notes.sourceMap else { return origin.offset + offset }
    // It is taken out while being written to.
    notes.sourceMap = nil
    defer { notes.sourceMap = map }
    return map.offset(of: offset, in: text)
  }

  /// A short description of the value at `entry`, with the beginning of a number or string if values are shown.
  func phrase(forValueAt entry: Int) -> String {
    guard entry < tape.count else { return "null" }
    let kind = tape[entry].kind
    switch kind {
    case .null: return "null"
    case .true: return "true"
    case .false: return "false"
    case .array: return "an array"
    case .object: return "an object"
    case .foreign: return "an object of type \(type(of: foreignObject(at: entry)))"
    case .number, .longNumber, .integer, .floatingPoint:
      return showsValuesInErrors ? "the number \(beginning(of: entry, kind))" : "a number"
    case .string, .longString:
      return showsValuesInErrors ? "the string \"\(beginning(of: entry, kind))\"" : "a string"
    }
  }

  /// The number or string at `entry`, without its end if it is long.
  private func beginning(of entry: Int, _ kind: TapeWord.Kind) -> String {
    if kind == .integer { return "\(tape.integer(at: entry))" }
    if kind == .floatingPoint { return "\(tape.double(at: entry))" }
    let (first, end) = tape.byteRange(of: entry)
    guard end - first > 40 else { return text.string(from: first, to: end) }
    var last = first + 36
    while last > first, text[last].continuesUTF8Sequence { last -= 1 }
    return text.string(from: first, to: last) + "…"
  }

  /// The line around `offset`, with at most 38 bytes of it on each side.
  func excerpt(around offset: Int) -> ErrorContents.Excerpt {
    let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    guard showsValuesInErrors else {
      // This is only the byte at fault, so that it can be named.
      return ErrorContents.Excerpt(
        fault: offset < text.count ? text[offset] : nil,
        character: convertedCharacter(at: offset)
      )
    }
    let fault = offset
    let (text, offset) =
      storage.record.arrived.map { ($0.text, offset + $0.offset) } ?? (self.text, offset)
    var start = offset
    while start > 0, offset - start < 38, !isLineEnd(text[start - 1]) { start -= 1 }
    var end = offset
    while end < text.count, end - offset < 38, !isLineEnd(text[end]) { end += 1 }
    let isCutBefore = start > 0 && !isLineEnd(text[start - 1])
    let isCutAfter = end < text.count && !isLineEnd(text[end])
    // Do not begin or end inside a UTF-8 sequence.
    while isCutBefore, start < offset, text[start].continuesUTF8Sequence { start += 1 }
    while isCutAfter, end > offset + 1, text[end].continuesUTF8Sequence { end -= 1 }
    // The byte at fault is kept even if it ends the line.
    if end == offset, end < text.count { end += 1 }
    return ErrorContents.Excerpt(
      bytes: text.part(from: start, to: end).bytes,
      caret: offset - start,
      isCutBefore: isCutBefore,
      isCutAfter: isCutAfter,
      character: convertedCharacter(at: fault)
    )
  }

  /// The character at `offset` of a text that was converted to UTF-8, if it has several bytes there.
  private func convertedCharacter(at offset: Int) -> Unicode.Scalar? {
    guard notes.sourceMap != nil, offset < text.count, text[offset] >= 0x80 else { return nil }
    return text.string(from: offset, to: min(offset + 4, text.count)).unicodeScalars.first
  }
}

extension StreamPosition {
  /// Counts the bytes and line ends of `text` from `start` up to `end`.
  ///
  /// CR, LF and CRLF each end one line.
  package mutating func advance(over text: JSONText, from start: Int, to end: Int) {
    guard end > start else { return }
    var lineStart: Int?
    var offset = start
    while offset &+ 8 <= end {
      // A stream counts every byte that it releases; most have no line end near them.
      while offset &+ 32 <= end {
        let first = ByteSearch.lineEnds(in: text.sixteenBytes(at: offset))
        let second = ByteSearch.lineEnds(in: text.sixteenBytes(at: offset &+ 16))
        if ByteSearch.hasMark(first .| second) { break }
        offset &+= 32
      }
      guard offset &+ 8 <= end else { break }
      let block = text.eightBytes(at: offset)
      // Blocks without control characters have no line end and are skipped as a whole.
      if ByteSearch.hasControlCharacter(block) {
        let lineFeeds = ByteSearch.allMatches(of: 0x0A, in: block)
        if lineFeeds != 0, ByteSearch.allMatches(of: 0x0D, in: block) == 0,
          !(offset > start ? text[offset &- 1] == 0x0D : isAfterCarriageReturn)
        {
          line &+= lineFeeds.nonzeroBitCount
          lineStart = offset &+ 8 &- lineFeeds.leadingZeroBitCount / 8
        } else {
          countEach(text, from: offset, to: offset &+ 8, start, &lineStart)
        }
      }
      offset &+= 8
    }
    countEach(text, from: offset, to: end, start, &lineStart)
    if let lineStart { column = end - lineStart } else { column += end - start }
    isAfterCarriageReturn = text[end - 1] == 0x0D
    self.offset += end - start
  }

  private mutating func countEach(
    _ text: JSONText,
    from first: Int,
    to end: Int,
    _ start: Int,
    _ lineStart: inout Int?
  ) {
    for offset in first..<end {
      let byte = text[offset]
      guard byte == 0x0A || byte == 0x0D else { continue }
      let isSecondOfPair =
        byte == 0x0A && (offset > start ? text[offset - 1] == 0x0D : isAfterCarriageReturn)
      if !isSecondOfPair { line += 1 }
      lineStart = offset + 1
    }
  }
}

/// A byte whose line and column are known, with checkpoints on the way to it.
struct LocatedByte {
  /// Where the byte's text begins.
  var origin: StreamPosition
  var textByteCount: Int
  /// Bytes from the start of the text.
  var offset = 0
  var position: StreamPosition

  /// A position every `stride` bytes, starting at the first byte of the text.
  ///
  /// Empty until an error lies before the previous one.
  private(set) var checkpoints: [StreamPosition] = []

  /// The number of bytes between checkpoints.
  ///
  /// Checkpoints take up a thirtieth of the text's size in memory, and little has to be counted from a checkpoint for
  /// each of many errors that come from the end to the beginning.
  static let stride = 1024

  /// Moves to the last checkpoint at or before `target`.
  ///
  /// - Complexity: O(distance from the farthest checkpoint so far).
  mutating func moveToCheckpoint(before target: Int, in text: JSONText) {
    if checkpoints.isEmpty { checkpoints.append(origin) }
    let index = target / LocatedByte.stride
    while checkpoints.count <= index {
      let start = (checkpoints.count - 1) * LocatedByte.stride
      var next = checkpoints[checkpoints.count - 1]
      next.advance(over: text, from: start, to: start + LocatedByte.stride)
      checkpoints.append(next)
    }
    offset = index * LocatedByte.stride
    position = checkpoints[index]
  }
}
