// Rules for the scan of a value in a window (`StreamWindow`):
// - Offsets of a value count from its first byte. The window may move between two steps, so positions in it aren't
//   kept.
// - No byte is scanned twice, except that elements scanned together may be scanned again one by one.
// - Words of an unfinished token must not be read. An unfinished value is closed on a copy of the tape, for partial
//   results, and the scan goes on with the tape as it was before.
// - A value has at most `maximumByteCount` bytes. Code that keeps bytes checks that limit.
// - A framing has a `recordMark` only if one byte shows where a record begins: its first byte, or the byte before it.
//   Files in such a framing are divided among tasks.

/// The value in progress: what has arrived of it, and how far it has been scanned.
///
/// `start` and `end` are offsets in the window; `text` begins at `start`, and the scanner counts
/// from there.
struct ValueScan: ~Copyable {
  /// The bytes of the stream that a framing can see.
  var window = StreamWindow()

  var scanner: Scanner

  // Not counted: the engine holds the document, and checks whether it is the only one that does.
  unowned private(set) var document: Document

  /// The tape of the document that the value is decoded from.
  private(set) var storage: DocumentStorage

  let settings: ScanSettings

  /// Whether the braces around a record that is an object may be missing.
  var assumesObjects: Bool

  /// Whether there may be whitespace other than that of RFC 8259.
  let hasMoreWhitespace: Bool

  /// The number of bytes a value may have.
  let maximumByteCount: Int

  /// Where the value, or the byte at fault, begins in the window.
  private(set) var start = 0

  /// What has arrived of the value.
  private(set) var text = JSONText.empty

  /// Whether all of the value, or of the name scanned last, has arrived.
  private(set) var isComplete = false

  /// How far a record has been scanned; see `ValueScan.swift`.
  var recordState = RecordState.new

  /// Whether `text` is all of a record, so that what comes after a fault in it may be shown.
  var isWholeRecord = false

  /// The number of values and errors so far.
  var recordCount = 0

  /// The name of the value, if it is the current member of a stream of members.
  var memberName: String?

  init(document: Document, options: DecodingOptions) {
    self.document = document
    storage = document.storage
    settings = options.scanSettings
    assumesObjects = settings.assumesObject
    hasMoreWhitespace = settings.dialect.allowsComments || settings.dialect.allowsMoreWhitespace
    // Well below the limit, because the scanner reads a little ahead.
    maximumByteCount = max(0, min(options.limits.maximumElementByteCount, Tape.byteLimit - 15))
    scanner = Scanner(maximumDepth: 0, allowsTrailingComma: false)
  }

  /// Makes `document` the one that the next value is decoded from.
  ///
  /// The scanner continues with the leads that its decoder has taken over.
  mutating func move(to document: Document) {
    let former = storage.record
    self.document = document
    storage = document.storage
    (storage.record.selection, storage.record.firstIndex) = (former.selection, former.firstIndex)
  }

  /// Where the value scanned last ends in the window.
  var end: Int { start &+ scanner.offset }

  /// Prepares for a value inside `depth` open containers.
  @inline(__always)
  mutating func begin(insideOf depth: Int = 0, isSkipping: Bool = false) {
    scanner = Scanner(
      maximumDepth: settings.maximumDepth - depth,
      allowsTrailingComma: settings.allowsTrailingComma,
      leads: storage.leads(forTextOf: Scanner.leastByteCountForLeads)
    )
    scanner.isSkipping = isSkipping
    // Also if nothing is scanned yet, because the tape of the value before is gone.
    isComplete = false
    storage.tape.removeAll()
  }

  /// Prepares for a name or, if it `mayEnd`, for the end of the object.
  mutating func beginName(mayEnd: Bool) {
    begin()
    scanner.expectation = mayEnd ? .nameOrObjectEnd : .name
    // The scanner makes room for the names of objects when it begins a value.
    storage.tape.reserve(Tape.scannerReserve)
  }

  // MARK: - Scanning

  /// Continues with the value that begins at the window's cursor; a number ends with the window if
  /// `isFinal`.
  ///
  /// - Returns: True if it is complete.
  /// - Throws: A fault whose offset counts from `start`; also for a value that is too large.
  @inline(__always)
  mutating func scan(isFinal: Bool) throws(InputFault) -> Bool {
    start = window.cursor
    // One byte more than allowed: a number needs it to end, and it shows that there is more. A fault beyond the limit
    // is therefore never found before the limit is exceeded, wherever the chunks end.
    let isCut = window.text.count &- start > maximumByteCount &+ 1
    text = isCut ? window.rest(to: start &+ maximumByteCount &+ 1) : window.rest
    let isComplete = try scanText(isFinal: isFinal && !isCut)
    if isComplete ? scanner.offset > maximumByteCount : text.count > maximumByteCount {
      throw InputFault(.byteLimitExceeded, at: maximumByteCount)
    }
    return isComplete
  }

  /// Sets where the value that was scanned before is now.
  mutating func show(_ text: JSONText, at start: Int) {
    self.start = start
    self.text = text
  }

  /// Continues in `text` with the value or name that begins there.
  @inline(__always)
  mutating func scanText(isFinal: Bool) throws(InputFault) -> Bool {
    isComplete = false
    var tape = storage.tape
    // Written back even if it throws: growing the tape frees its old storage.
    defer { storage.tape = tape }
    isComplete = try settings.dialect.scan(with: &scanner, text, into: &tape, isFinal: isFinal)
    return isComplete
  }

  /// Continues with the value or name at the window's cursor, whatever its size; a number ends with the window if
  /// `isFinal`.
  mutating func scanUnbounded(isFinal: Bool = false) throws(InputFault) -> Bool {
    show(window.rest, at: window.cursor)
    do throws(InputFault) {
      return try scanText(isFinal: isFinal)
    } catch {
      // How much of it is still in the window depends on the chunks; the error and the progress must not.
      window.cursor += error.offset
      throw fault(error.kind, at: window.cursor)
    }
  }

  // MARK: - Skipping

  /// Skips the rest of the value in progress, which is too large.
  ///
  /// - Returns: True if nothing is left to skip.
  mutating func passOver() -> Bool {
    if isComplete {
      window.cursor = end
    } else {
      scanner.isSkipping = true
    }
    return isComplete
  }

  /// Continues with a value or name that is skipped, and moves the cursor past its bytes.
  mutating func skip(isFinal: Bool = false) throws(InputFault) -> Bool {
    let isComplete = try scanUnbounded(isFinal: isFinal)
    dropScanned()
    return isComplete
  }

  /// Moves the cursor past everything that was scanned, where the text begins from now on.
  ///
  /// An unfinished token may begin before that: the bytes of a value that is skipped are dropped while the scanner is
  /// still inside it. Its entries on the tape must then not be read.
  mutating func dropScanned() {
    window.cursor += scanner.offset
    scanner.tokenStart -= scanner.offset
    scanner.offset = 0
  }

  /// Moves the cursor past whitespace, and past comments if the dialect has them.
  @inline(__always)
  mutating func skipWhitespace() throws(InputFault) {
    guard hasMoreWhitespace else {
      // Inlined: usually there is no whitespace, and this is one comparison.
      try scanner.skipWhitespace(window.text, &window.cursor, dialect: StandardJSON.self)
      return
    }
    do throws(InputFault) {
      try scanner.skipWhitespace(window.text, &window.cursor, dialect: settings.dialect)
    } catch {
      throw fault(error.kind, at: error.offset)
    }
  }

  // MARK: - Names

  /// The name scanned last.
  func name() throws(InputFault) -> String {
    document.text = text
    return try document.string(at: Tape.root)
  }

  /// Whether the name scanned last equals `bytes`, in UTF-8.
  func nameIsEqual(to bytes: [UInt8]) -> Bool {
    if storage.tape[Tape.root].flags.contains(.escaped) {
      guard let name = try? name() else { return false }
      return name.utf8.elementsEqual(bytes)
    }
    let (start, end) = storage.tape.byteRange(of: Tape.root)
    return end - start == bytes.count && text.mayBegin(with: bytes, at: start)
  }

  // MARK: - Selections

  /// Notes that the elements of another container follow, which the path with the number `selection` leads to.
  mutating func beginSelection(_ selection: Int, _ tokens: [String]) {
    storage.record.selection = selection
    storage.record.firstIndex = recordCount
    storage.record.outerTokens = tokens
  }

  // MARK: - Other text

  /// Shows the text from `start` up to `end` in the window, which is no JSON, as if it were a value.
  mutating func showOtherText(from start: Int, to end: Int) {
    begin()
    show(window.text.part(from: start, to: end), at: start)
    (scanner.offset, isComplete, isWholeRecord) = (text.count, true, true)
    // Nothing asks for the value itself.
    storage.tape.reserve(Tape.scannerReserve)
    storage.tape.append(.null, offset: 0, count: 0)
    storage.record.isOtherText = true
  }

  /// Whether the strings, names, and numbers of the value that was scanned last are valid.
  var hasValidScalars: Bool {
    document.text = text
    return document.firstInvalidScalar == nil
  }

  // MARK: - Faults

  /// A fault of the byte at `offset` in the window, which is not part of a value.
  mutating func fault(_ kind: JSONError.Kind, at offset: Int) -> InputFault {
    storage.tape.removeAll()
    isWholeRecord = false
    show(window.text.part(from: offset, to: min(offset + 1, window.text.count)), at: offset)
    return InputFault(kind, at: 0)
  }

  /// The fault of a text that ends inside a value.
  func cut() -> InputFault { InputFault(.unexpectedEnd, at: text.count) }

  /// `offset` or, after the line end of a whole record whose bytes `text` has, the offset before that.
  func beforeLineEnd(of text: JSONText, _ offset: Int) -> Int {
    var offset = offset
    while isWholeRecord, offset > 0, text[offset - 1] == 0x0A || text[offset - 1] == 0x0D {
      offset -= 1
    }
    return offset
  }
}

/// Closes an unfinished value at the point where it stops.
extension ValueScan {
  /// What was closed, and the tape on which it is still open, which the scan continues.
  struct Closing {
    let tape: Tape
    var parts = UnfinishedParts()

    /// Whether a container that is still open begins at `offset`.
    func isOpen(at offset: Int) -> Bool { parts.containers.contains { tape[$0].offset == offset } }
  }

  /// Closes the value in progress on a copy of the tape, which takes its place.
  ///
  /// Finished members and elements stay. An unfinished string is left out unless `keepsString`; if it stays,
  /// it ends before an escape, surrogate pair, or UTF-8 sequence that is cut. An unfinished number, literal,
  /// or name is left out, and so is a name without a value. A string, number, or name that is malformed stays, because
  /// nothing that follows can mend it: it is an error if it is read, as in a complete value.
  ///
  /// - Returns: Nil if nothing is left.
  /// - Complexity: O(words on the tape).
  func close(keepingString keepsString: Bool) -> Closing? {
    var closing = Closing(tape: storage.tape)
    var tape = Tape(copying: storage.tape, reserving: Tape.scannerReserve)
    storage.tape = tape
    guard !isComplete else { return closing }
    var count = scanner.childCount
    if appendMalformedToken(to: &tape) {
      count += 1
    } else if keepsString, scanner.isInString {
      closing.parts.string = tape.count
      appendString(tokenFlags.union(.unfinished), to: min(scanner.offset, text.count), &tape)
      count += 1
    } else if scanner.container != Tape.absent {
      dropNameWithoutValue(from: &tape)
    } else {
      document.replaceTape(with: closing.tape)
      return nil
    }
    var container = scanner.container
    while container != Tape.absent {
      closing.parts.containers.append(container)
      // The scanner's own note; those of decoders mean something else.
      tape[container] = tape[container].noting(0)
      tape[container + 1] = TapeWord(count: count, end: tape.count)
      container = closing.tape[container + 1].end
      if container != Tape.absent { count = tape[container + 1].count + 1 }
    }
    storage.tape = tape
    return closing
  }

  /// Appends the unfinished token as if it were complete, if it is malformed; a name with a null.
  ///
  /// - Returns: Whether it is malformed.
  private func appendMalformedToken(to tape: inout Tape) -> Bool {
    let (start, end) = (scanner.tokenStart, min(scanner.offset, text.count))
    let entry = tape.count
    switch scanner.expectation {
    case .restOfNumber:
      let allowsMore = settings.dialect.allowsMoreNumbers
      let fault =
        allowsMore
        ? JSON5Number(text, from: start, to: end).invalidOffset
        : NumberLiteral.firstInvalidOffset(in: text, from: start, to: end)
      // A fault at the end means that the rest is missing. In JSON5, so does one at a point there.
      guard let fault, fault < end,
        !allowsMore || fault + 1 < end || text[fault] != UInt8(ascii: ".")
      else { return false }
      tape.append(.number, offset: start, count: end - start)
    case .restOfString, .restOfName:
      guard scanner.tokenFlags & Scanner.unquoted == 0 else { return false }
      var (flags, end) = (tokenFlags, end)
      // The scan stops before an escape that is cut, but nothing that follows mends wrong digits.
      if end + 2 < text.count, !mayBecomeEscape(at: end, from: start) {
        end = text.count
        flags = flags.union(.escaped)
      }
      let isName = scanner.expectation == .restOfName
      appendString(flags, to: end, &tape)
      storage.tape = tape
      document.text = text
      guard (try? document.validateString(at: entry)) == nil else {
        tape.truncate(to: entry)
        storage.tape = tape
        return false
      }
      guard isName else { break }
      let header = tape[scanner.container]
      tape[scanner.container] = TapeWord(
        bits: header.bits | TapeWord.Flags.irregularNames.rawValue
      )
      tape.append(.null, offset: end, count: 0)
    default:
      return false
    }
    return true
  }

  private func dropNameWithoutValue(from tape: inout Tape) {
    guard tape[scanner.container].kind == .object else { return }
    var entry = scanner.container + 2
    while entry < tape.count {
      let value = tape.entry(after: entry)
      guard value < tape.count else { return tape.truncate(to: entry) }
      entry = tape.entry(after: value)
    }
  }

  private var tokenFlags: TapeWord.Flags { TapeWord.Flags(rawValue: scanner.tokenFlags & 0xF0) }

  /// Appends the part of the unfinished string that is not cut; `end` is where it has been scanned to.
  private func appendString(_ flags: TapeWord.Flags, to end: Int, _ tape: inout Tape) {
    let start = scanner.tokenStart
    var end = end - cutSequenceByteCount(from: start, to: end)
    if flags.contains(.escaped), endsInHighSurrogate(from: start, to: end) { end -= 6 }
    tape.append(.string, flags: flags, offset: start, count: end - start)
  }

  /// The length of an unfinished UTF-8 sequence at `end`.
  private func cutSequenceByteCount(from start: Int, to end: Int) -> Int {
    (1...3).first { count in
      end - count >= start && text.isCutUTF8Sequence(from: end - count, to: end)
    } ?? 0
  }

  /// Whether the text may go on so that the escape at `offset`, of which digits are missing, is valid in the string that
  /// begins at `start`.
  private func mayBecomeEscape(at offset: Int, from start: Int) -> Bool {
    let digits = (offset + 2..<text.count).map { HexadecimalDigit.value(of: text[$0]) }
    guard digits.allSatisfy({ $0 < HexadecimalDigit.bound }) else { return false }
    guard endsInHighSurrogate(from: start, to: offset) else { return true }
    return text[offset + 1] == UInt8(ascii: "u") && digits[0] == 0xD
      && (digits.count == 1 || digits[1] >= 0xC)
  }

  /// Whether the six bytes before `end` are the first half of a surrogate pair.
  private func endsInHighSurrogate(from start: Int, to end: Int) -> Bool {
    guard end - start >= 6, text[end - 6] == UInt8(ascii: "\\"), text[end - 5] == UInt8(ascii: "u"),
      HexadecimalDigit.value(of: text[end - 4]) == 0xD,
      0x8...0xB ~= HexadecimalDigit.value(of: text[end - 3])
    else { return false }
    // A backslash after another one may be the character that the first one escapes.
    var first = end - 6
    while first > start, text[first - 1] == UInt8(ascii: "\\") { first -= 1 }
    return (end - 6 - first).isMultiple(of: 2)
  }
}

/// Scans several elements of an array at once, which costs less than scanning each by itself.
extension ValueScan {
  /// How many bytes are scanned for elements at once, which bounds the tape.
  private static let elementsByteCount = 128 << 10

  /// Prepares for the elements of an array from `start` on, inside `depth` open containers.
  ///
  /// - Returns: False if the limits or the dialect require a check of each element.
  mutating func beginElements(at start: Int, insideOf depth: Int) -> Bool {
    let end = min(window.text.count, start + Self.elementsByteCount)
    // For fewer bytes, it does not pay off.
    guard !hasMoreWhitespace, end - start > 32, end - start <= maximumByteCount else {
      return false
    }
    begin(insideOf: depth - 1)
    show(window.text.part(from: start, to: end), at: start)
    // Not read from `self` while the scanner, a part of it, is changed.
    let storage = storage
    scanner.beginAssumed(.array, at: 0, in: &storage.tape)
    return true
  }

  /// Scans the elements that are complete, as an array.
  ///
  /// - Returns: Where in the window the last one ends; nil if there are none, if one is a container,
  ///   or if there is a fault.
  mutating func scanElements() -> Int? {
    // Only a container that is not complete has words already.
    guard let isEnd = try? scanText(isFinal: false), isEnd || scanner.container == Tape.root
    else { return nil }
    let tape = storage.tape
    let count = isEnd ? tape[Tape.root + 1].count : scanner.childCount
    guard count > 0 else { return nil }
    tape[Tape.root + 1] = TapeWord(count: count, end: tape.count)
    var last = Tape.root + 2
    if tape.count - last == count {
      // Each has one word, as most scalars do.
      last = tape.count - 1
    } else {
      for _ in 1..<count { last = tape.entry(after: last) }
    }
    switch tape[last].kind {
    case .array, .object: return nil
    case .string, .longString: return start + tape.byteRange(of: last).end + 1
    default: return start + tape.byteRange(of: last).end
    }
  }
}

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
      if !assumesObjects {
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

/// The bytes of a stream that a framing can see.
///
/// Offsets within the window count from its first byte. Nothing before `cursor` is needed anymore. The value
/// in progress begins at `cursor`, and its scan counts from there, so that moving it from a chunk to the tail
/// changes no offset.
struct StreamWindow {
  var text = JSONText.empty

  /// The first byte that is still needed.
  var cursor = 0

  /// Whether the stream ends with the window.
  var isFinal = false

  /// The place in the stream of the byte at `countedOffset`: lines are counted when their bytes are
  /// dropped, or when an error needs them.
  var position = StreamPosition()
  private(set) var countedOffset = 0

  /// Whether all bytes have been consumed.
  var isAtEnd: Bool { cursor >= text.count }

  /// The byte at the cursor.
  ///
  /// - Precondition: `isAtEnd` is false.
  var byte: UInt8 { text[cursor] }

  /// The bytes from the cursor up to `end`.
  func rest(to end: Int) -> JSONText { text.part(from: cursor, to: end) }

  /// The bytes from the cursor on.
  var rest: JSONText { rest(to: text.count) }

  /// Moves the cursor past the whitespace of RFC 8259, the same in every framing.
  mutating func skipBlanks() { cursor = text.firstNonblankOffset(from: cursor) }

  /// The offset of the cursor in the stream.
  var cursorOffset: Int { position.offset - countedOffset + cursor }

  /// The place in the stream of the byte at `offset`; offsets must not decrease between calls.
  @discardableResult
  mutating func place(of offset: Int) -> StreamPosition {
    guard offset > countedOffset else { return position }
    position.advance(over: text, from: countedOffset, to: offset)
    countedOffset = offset
    return position
  }

  /// Continues from a place that a document has counted.
  mutating func adopt(_ position: StreamPosition, of offset: Int) {
    self.position = position
    countedOffset = offset
  }

  /// Drops the first `byteCount` bytes, before the text changes.
  mutating func drop(_ byteCount: Int) {
    place(of: cursor)
    cursor -= byteCount
    countedOffset -= byteCount
  }
}

/// What a stream found in its bytes.
@usableFromInline
package enum StreamStep {
  /// A value is complete and is on the tape.
  case value
  /// There are no more values in these bytes.
  case needsBytes
  /// There will be no more values at all.
  case end
}
