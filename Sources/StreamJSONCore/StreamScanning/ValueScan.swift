/// The value in progress: what has arrived of it, and how far it has been scanned.
///
/// `start` and `end` are offsets in the window; `text` begins at `start`, and the scanner counts
/// from there.
struct ValueScan: ~Copyable {
  /// The bytes of the stream that a framing can see, while it looks at them.
  var window = StreamWindow(text: .empty, cursor: 0, isFinal: false)

  var scanner: Scanner

  // Not counted: the engine holds the document, and checks whether it is the only one that does.
  unowned private(set) var document: Document

  /// The tape of the document that the value is decoded from.
  private(set) var storage: DocumentStorage

  let settings: ScanSettings

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

  /// How far a record has been scanned; see `ValueScan+Record.swift`.
  var recordState = RecordState.new

  /// Whether `text` is all of a record, so that what comes after a fault in it may be shown.
  var isWholeRecord = false

  /// The containers around the value that a selection has entered.
  var openContainers = OpenContainers()

  /// The name of the value, if it is the current member of a stream of members.
  var memberName: String?

  init(document: Document, options: DecodingOptions) {
    self.document = document
    storage = document.storage
    settings = options.scanSettings
    hasMoreWhitespace = settings.dialect.allowsComments || settings.dialect.allowsMoreWhitespace
    // Well below the limit, because the scanner reads a little ahead.
    maximumByteCount = max(0, min(options.limits.maximumElementByteCount, Tape.byteLimit - 15))
    scanner = Scanner(maximumDepth: 0, allowsTrailingComma: false)
  }

  /// Makes `document` the one that the next value is decoded from.
  ///
  /// The scanner continues with the leads that its decoder has taken over.
  mutating func move(to document: Document) {
    self.document = document
    storage = document.storage
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

  /// Continues with the value or name at the window's cursor, whatever its size.
  mutating func scanUnbounded() throws(InputFault) -> Bool {
    show(window.rest, at: window.cursor)
    return try scanText(isFinal: false)
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
  mutating func skip() throws(InputFault) -> Bool {
    do throws(InputFault) {
      let isComplete = try scanUnbounded()
      dropScanned()
      return isComplete
    } catch {
      // How much of the value is still in the window depends on the chunks; the error and the progress must not.
      window.cursor += error.offset
      throw fault(error.kind, at: window.cursor)
    }
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

  /// `fault`, moved before the line end of a record that ends too early, so that it is on the record's line.
  func beforeLineEnd(_ fault: InputFault) -> InputFault {
    guard isWholeRecord, fault.kind == .unexpectedEnd, fault.offset == text.count else {
      return fault
    }
    var offset = fault.offset
    while offset > 0, text[offset - 1] == 0x0A || text[offset - 1] == 0x0D { offset -= 1 }
    return InputFault(.unexpectedEnd, at: offset)
  }
}
