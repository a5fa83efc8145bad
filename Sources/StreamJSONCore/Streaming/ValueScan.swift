/// The value in progress: what has arrived of it, and how far it is scanned.
///
/// `start` and `end` are offsets in the window, `text` begins at `start`, and the scanner counts
/// from there.
struct ValueScan {
  private(set) var scanner: Scanner

  // Not counted: the engine holds it, and asks whether it is the only one.
  unowned private var document: Document

  /// The tape of the document that the value is decoded from.
  private(set) var storage: DocumentStorage

  let dialect: any Dialect.Type
  /// Whether there may be whitespace that does not look like it.
  private let hasMoreWhitespace: Bool
  let allowsTrailingComma: Bool
  let maximumDepth: Int

  /// Whether a record that does not begin with a brace is an object without braces.
  let assumesObject: Bool

  /// How many bytes a value may have.
  let maximumByteCount: Int

  /// Where the value, or the byte that is a fault, begins in the window.
  private(set) var start = 0

  /// What has arrived of it.
  private(set) var text = JSONText.empty

  /// Whether all of it has.
  private(set) var isComplete = false

  /// How far a record is scanned; see `ValueScan+Record.swift`.
  var recordState = RecordState.new

  /// The name of the value, if it is a member's that a stream of members has arrived at.
  var memberName: String?

  init(document: Document, options: DecodingOptions) {
    self.document = document
    storage = document.storage
    dialect = options.dialect
    hasMoreWhitespace = dialect.allowsComments || dialect.allowsMoreWhitespace
    allowsTrailingComma = options.allowsTrailingComma
    maximumDepth = options.limits.maximumDepth
    assumesObject = options.assumesTopLevelDictionary
    // Offsets on the tape have 32 bits.
    maximumByteCount = max(0, min(options.limits.maximumElementByteCount, (1 << 32) - 16))
    scanner = Scanner(maximumDepth: 0, allowsTrailingComma: false)
  }

  /// Makes `document` the one that the next value is decoded from.
  mutating func move(to document: Document) {
    self.document = document
    storage = document.storage
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
    var tape = storage.tape
    scanner.beginAssumedObject(at: 0, in: &tape)
    storage.tape = tape
  }

  /// Prepares for a name, where the object may as well end or not.
  mutating func beginName(mayEnd: Bool) {
    begin()
    scanner.beginName(at: 0, mayEnd: mayEnd)
  }

  private func clearTape() {
    var tape = storage.tape
    tape.removeAll()
    storage.tape = tape
  }

  // MARK: - Scanning

  /// Goes on with the value that begins at the window's cursor; a number ends with the window if
  /// `isFinal`.
  ///
  /// - Returns: True when it is complete.
  /// - Throws: A fault whose offset counts from `start`; also for a value that is too large.
  @inline(__always)
  mutating func scan(_ window: StreamWindow, isFinal: Bool) throws(InputFault) -> Bool {
    start = window.cursor
    text = bounded(window)
    isComplete = false
    isComplete = try scanText(isFinal: isFinal && text.count == window.text.count &- start)
    if isComplete ? scanner.offset > maximumByteCount : text.count > maximumByteCount {
      throw InputFault(.byteLimitExceeded, at: maximumByteCount)
    }
    return isComplete
  }

  /// What the window has of a value, but for what is beyond the limit.
  ///
  /// So a fault beyond the limit is not found before the limit is, wherever the chunks end.
  @inline(__always)
  private func bounded(_ window: StreamWindow) -> JSONText {
    // One byte more than allowed: what a number needs to end, and what shows that there is more.
    let isCut = window.text.count &- window.cursor > maximumByteCount &+ 1
    return isCut ? window.rest(to: window.cursor &+ maximumByteCount &+ 1) : window.rest
  }

  /// Goes on with the value that is all of `text`, which begins at `start` of the window.
  mutating func scan(
    whole text: JSONText,
    at start: Int,
    isFinal: Bool
  ) throws(InputFault) -> Bool {
    show(text, at: start)
    isComplete = false
    isComplete = try scanText(isFinal: isFinal)
    return isComplete
  }

  /// Notes where the value is that was scanned before.
  mutating func show(_ text: JSONText, at start: Int) {
    self.start = start
    self.text = text
  }

  @inline(__always)
  private mutating func scanText(isFinal: Bool) throws(InputFault) -> Bool {
    var tape = storage.tape
    // Written back on both ways out: growing the tape frees its old storage.
    defer { storage.tape = tape }
    return try dialect.scan(with: &scanner, text, into: &tape, isFinal: isFinal)
  }

  /// Goes on with the name at the window's cursor; one that must be kept is bounded, as values are.
  mutating func scanName(
    _ window: StreamWindow,
    isBounded: Bool = false
  ) throws(InputFault) -> Bool {
    show(isBounded ? bounded(window) : window.rest, at: window.cursor)
    var tape = storage.tape
    defer { storage.tape = tape }
    return try dialect.scanName(with: &scanner, text, into: &tape)
  }

  // MARK: - Passing over

  /// What remains of the value in progress, which is too large, is passed over.
  ///
  /// - Returns: True when nothing remains.
  mutating func passOver(_ window: inout StreamWindow) -> Bool {
    if isComplete {
      window.cursor = end
    } else {
      scanner.isSkipping = true
    }
    return isComplete
  }

  /// Goes on with a value that is passed over, and moves the cursor over its bytes.
  mutating func skip(_ window: inout StreamWindow) throws(InputFault) -> Bool {
    text = window.rest
    do throws(InputFault) {
      let isComplete = try scanText(isFinal: false)
      dropScanned(&window)
      return isComplete
    } catch {
      // How much of the value is still here depends on the chunks; the error must not.
      throw fault(error.kind, at: window.cursor + error.offset, in: window)
    }
  }

  /// Goes on with a name that is passed over, and moves the cursor over its bytes.
  mutating func skipName(_ window: inout StreamWindow) throws(InputFault) -> Bool {
    do throws(InputFault) {
      let isComplete = try scanName(window)
      dropScanned(&window)
      return isComplete
    } catch {
      throw fault(error.kind, at: window.cursor + error.offset, in: window)
    }
  }

  /// Moves the cursor over everything that is scanned.
  mutating func dropScanned(_ window: inout StreamWindow) {
    let byteCount = scanner.offset
    window.cursor += byteCount
    scanner.rebase(by: byteCount)
  }

  /// Moves the cursor over whitespace, and over comments where the dialect has them.
  @inline(__always)
  mutating func skipWhitespace(_ window: inout StreamWindow) throws(InputFault) {
    // Mostly there is none.
    if !window.isAtEnd, window.byte > 0x20, !hasMoreWhitespace { return }
    do throws(InputFault) {
      try dialect.skipWhitespace(with: &scanner, window.text, &window.cursor)
    } catch {
      throw fault(error.kind, at: error.offset, in: window)
    }
  }

  /// Moves `offset`, which is in `text`, over whitespace and comments.
  mutating func skipWhitespace(_ offset: inout Int) throws(InputFault) {
    try dialect.skipWhitespace(with: &scanner, text, &offset)
  }

  /// Whether the bytes so far end in a comment that must have an end.
  var isInsideComment: Bool { scanner.isInsideComment }

  // MARK: - Names

  /// The name that was scanned last.
  func name() throws(InputFault) -> String {
    document.text = text
    return try document.string(at: Tape.root)
  }

  /// Whether the name that was scanned last is `bytes` in UTF-8.
  func nameIsEqual(to bytes: [UInt8]) -> Bool {
    if storage.tape[Tape.root].flags.contains(.escaped) {
      guard let name = try? name() else { return false }
      return name.utf8.elementsEqual(bytes)
    }
    let (start, end) = storage.tape.byteRange(of: Tape.root)
    guard end - start == bytes.count else { return false }
    return bytes.indices.allSatisfy { text[start + $0] == bytes[$0] }
  }

  // MARK: - Faults

  /// A fault of the byte at `offset` of `window`, which belongs to no value.
  mutating func fault(
    _ kind: JSONError.Kind,
    at offset: Int,
    in window: StreamWindow
  ) -> InputFault {
    clearTape()
    show(window.text.part(from: offset, to: min(offset + 1, window.text.count)), at: offset)
    return InputFault(kind, at: 0)
  }

  /// The fault of a value that the text ends in.
  func cut() -> InputFault {
    InputFault(.unexpectedEnd, at: text.count)
  }

  /// The fault of the container that begins at `offset`, where another kind of value should be.
  mutating func containerMismatch(
    isObject: Bool,
    at offset: Int,
    in window: StreamWindow
  ) -> InputFault {
    let fault = fault(.typeMismatch, at: offset, in: window)
    var tape = storage.tape
    tape.appendEmptyContainer(isObject ? .object : .array)
    storage.tape = tape
    return fault
  }
}
