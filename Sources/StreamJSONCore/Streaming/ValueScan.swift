/// The value in progress: what has arrived of it, and how far it is scanned.
///
/// `start` and `end` are offsets in the window, `text` begins at `start`, and the scanner counts
/// from there.
struct ValueScan {
  private(set) var scanner: Scanner

  // Not counted: the engine holds it, and asks whether it is the only one.
  unowned private var document: Document

  /// The tape of the document that the value is decoded from.
  private(set) var view: DocumentView

  let isJSON5: Bool
  let allowsTrailingComma: Bool
  let maximumDepth: Int

  /// How many bytes a value may have.
  let maximumByteCount: Int

  /// Where the value, or the byte that is a fault, begins in the window.
  private(set) var start = 0

  /// What has arrived of it.
  private(set) var text = JSONText.empty

  /// Whether all of it has.
  private(set) var isComplete = false

  init(document: Document, options: DecodingOptions) {
    self.document = document
    view = document.view
    isJSON5 = options.allowsJSON5
    allowsTrailingComma = options.validation == .asJSONDecoder || options.allowsJSON5
    maximumDepth = options.limits.maximumDepth
    // Offsets on the tape have 32 bits.
    maximumByteCount = max(0, min(options.limits.maximumElementByteCount, (1 << 32) - 16))
    scanner = Scanner(maximumDepth: 0, allowsTrailingComma: false)
  }

  /// Makes `document` the one that the next value is decoded from.
  mutating func move(to document: Document) {
    self.document = document
    view = document.view
  }

  /// Where the value that was scanned last ends in the window.
  @inline(__always)
  var end: Int { start &+ scanner.offset }

  /// Prepares for a value inside `depth` open containers.
  @inline(__always)
  mutating func begin(insideOf depth: Int = 0, isSkipping: Bool = false) {
    scanner = Scanner(maximumDepth: maximumDepth - depth, allowsTrailingComma: allowsTrailingComma)
    scanner.isSkipping = isSkipping
    clearTape()
  }

  /// Prepares for the members of an object without braces.
  mutating func beginAssumedObject() {
    begin()
    var tape = view.tape
    scanner.beginAssumedObject(at: 0, in: &tape)
    view.tape = tape
  }

  /// Prepares for a name, where the object may as well end or not.
  mutating func beginName(mayEnd: Bool) {
    begin()
    scanner.beginName(at: 0, mayEnd: mayEnd)
  }

  /// What remains of the value in progress is passed over.
  mutating func giveUp() {
    scanner.isSkipping = true
  }

  private func clearTape() {
    var tape = view.tape
    tape.removeAll()
    view.tape = tape
  }

  // MARK: - Scanning

  /// Goes on with the value that begins at `start` of `window`.
  ///
  /// - Returns: True when it is complete.
  /// - Throws: A fault whose offset counts from `start`; also for a value that is too large.
  @inline(__always)
  mutating func scan(
    _ window: JSONText,
    from start: Int,
    isFinal: Bool = false
  ) throws(SyntaxFault) -> Bool {
    self.start = start
    text = bounded(window, from: start)
    isComplete = false
    isComplete = try scanText(isFinal: isFinal && text.count == window.count &- start)
    if isComplete ? scanner.offset > maximumByteCount : text.count > maximumByteCount {
      throw SyntaxFault(.byteLimitExceeded, at: maximumByteCount)
    }
    return isComplete
  }

  /// What `window` has of a value from `start` on, but for what is behind the limit.
  ///
  /// So a fault behind the limit is not found before the limit is, wherever the chunks end.
  @inline(__always)
  private func bounded(_ window: JSONText, from start: Int) -> JSONText {
    // One byte more than allowed: what a number needs to end, and what shows that there is more.
    let isCut = window.count &- start > maximumByteCount &+ 1
    return window.part(from: start, to: isCut ? start &+ maximumByteCount &+ 1 : window.count)
  }

  /// Goes on with the value that is all of `text`, a record that begins at `start` of the window.
  mutating func scan(
    record text: JSONText,
    at start: Int,
    isFinal: Bool
  ) throws(SyntaxFault) -> Bool {
    self.start = start
    self.text = text
    isComplete = false
    isComplete = try scanText(isFinal: isFinal)
    return isComplete
  }

  /// Notes where the record is that was scanned before.
  mutating func show(_ text: JSONText, at start: Int) {
    self.start = start
    self.text = text
  }

  @inline(__always)
  private mutating func scanText(isFinal: Bool) throws(SyntaxFault) -> Bool {
    var tape = view.tape
    // Written back on both ways out: growing the tape frees its old storage.
    defer { view.tape = tape }
    return isJSON5
      ? try scanner.scan(text, into: &tape, isFinal: isFinal, dialect: JSON5.self)
      : try scanner.scan(text, into: &tape, isFinal: isFinal, dialect: StandardJSON.self)
  }

  /// Goes on with a name; one that must be kept is bounded, as values are.
  mutating func scanName(
    _ window: JSONText,
    from start: Int,
    isBounded: Bool = false
  ) throws(SyntaxFault) -> Bool {
    self.start = start
    text = isBounded ? bounded(window, from: start) : window.part(from: start, to: window.count)
    var tape = view.tape
    defer { view.tape = tape }
    return isJSON5
      ? try scanner.scanName(text, into: &tape, dialect: JSON5.self)
      : try scanner.scanName(text, into: &tape, dialect: StandardJSON.self)
  }

  /// Goes on with a value that is passed over, and moves `cursor` over its bytes.
  mutating func skip(
    _ window: JSONText,
    _ cursor: inout Int
  ) throws(SyntaxFault) -> Bool {
    text = window.part(from: cursor, to: window.count)
    do throws(SyntaxFault) {
      let isComplete = try scanText(isFinal: false)
      dropScanned(&cursor)
      return isComplete
    } catch {
      // How much of the value is still here depends on the chunks; the error must not.
      throw fault(error.kind, at: cursor + error.offset, in: window)
    }
  }

  /// Goes on with a name that is passed over, and moves `cursor` over its bytes.
  mutating func skipName(_ window: JSONText, _ cursor: inout Int) throws(SyntaxFault) -> Bool {
    do throws(SyntaxFault) {
      let isComplete = try scanName(window, from: cursor)
      dropScanned(&cursor)
      return isComplete
    } catch {
      throw fault(error.kind, at: cursor + error.offset, in: window)
    }
  }

  /// Moves `cursor` over everything that is scanned.
  mutating func dropScanned(_ cursor: inout Int) {
    let byteCount = scanner.offset
    cursor += byteCount
    scanner.rebase(by: byteCount)
  }

  /// Moves `cursor` over whitespace, and over comments in JSON5.
  @inline(__always)
  mutating func skipWhitespace(_ window: JSONText, _ cursor: inout Int) throws(SyntaxFault) {
    if isJSON5 {
      do throws(SyntaxFault) {
        try scanner.skipWhitespace(window, &cursor, dialect: JSON5.self)
      } catch {
        throw fault(error.kind, at: error.offset, in: window)
      }
    } else {
      try scanner.skipWhitespace(window, &cursor, dialect: StandardJSON.self)
    }
  }

  /// Moves `cursor` over what is whitespace in every framing.
  @inline(__always)
  func skipBlanks(_ window: JSONText, _ cursor: inout Int) {
    while cursor < window.count, window[cursor] <= 0x20 {
      switch window[cursor] {
      case 0x20, 0x0A, 0x0D, 0x09: cursor &+= 1
      default: return
      }
    }
  }

  /// Whether the bytes so far end in a comment that must have an end.
  var isInsideComment: Bool { scanner.isInsideComment }

  /// Requires that nothing but whitespace is behind the value of a record.
  mutating func requireEndOfRecord() throws(SyntaxFault) {
    var end = scanner.offset
    if isJSON5 {
      try scanner.skipWhitespace(text, &end, dialect: JSON5.self)
    } else {
      skipBlanks(text, &end)
    }
    guard end == text.count else { throw SyntaxFault(.trailingBytes, at: end) }
    guard !isInsideComment else { throw cut() }
  }

  // MARK: - Names

  /// The name that was scanned last.
  func name() throws(SyntaxFault) -> String {
    document.text = text
    return try document.string(at: Tape.root)
  }

  /// Whether the name that was scanned last is `bytes` in UTF-8.
  func nameIsEqual(to bytes: [UInt8]) -> Bool {
    if view.tape[Tape.root].flags.contains(.escaped) {
      guard let name = try? name() else { return false }
      return name.utf8.elementsEqual(bytes)
    }
    let (start, end) = view.tape.byteRange(of: Tape.root)
    guard end - start == bytes.count else { return false }
    return bytes.indices.allSatisfy { text[start + $0] == bytes[$0] }
  }

  // MARK: - Faults

  /// A fault of the byte at `offset` of `window`, which belongs to no value.
  mutating func fault(
    _ kind: JSONError.Kind,
    at offset: Int,
    in window: JSONText
  ) -> SyntaxFault {
    clearTape()
    start = offset
    text = window.part(from: offset, to: min(offset + 1, window.count))
    return SyntaxFault(kind, at: 0)
  }

  /// The fault of a value that the text ends in.
  func cut() -> SyntaxFault {
    SyntaxFault(.unexpectedEnd, at: text.count)
  }

  /// The fault of the container that begins at `offset`, where another kind of value should be.
  mutating func containerMismatch(
    isObject: Bool,
    at offset: Int,
    in window: JSONText
  ) -> SyntaxFault {
    let fault = fault(.typeMismatch, at: offset, in: window)
    var tape = view.tape
    tape.appendEmptyContainer(isObject ? .object : .array)
    view.tape = tape
    return fault
  }
}
