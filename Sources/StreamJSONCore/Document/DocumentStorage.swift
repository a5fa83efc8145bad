/// The text and the tape of a document, at an address that stays the same as long as the document lives.
///
/// The hot path reads values through it because it counts no references (loading a class reference
/// costs a retain and a release, which together were 39 % of the time on twitter.json) and checks
/// no exclusivity. Anything that keeps a copy also keeps the document.
@safe
package struct DocumentStorage {
  private struct Contents: ~Copyable {
    // MARK: The text: until the next one

    var text: JSONText
    var tape: Tape
    var settings = ScanSettings(dialect: StandardJSON.self)

    // MARK: Its place in a stream: until the stream changes it

    var record = RecordPlace()

    // MARK: What there is to reset: until the document has reset it

    var needsReset = false

    // MARK: What there is to keep: to `deallocate()`

    var hasUsedBytes = false

    // MARK: The text once more: until the next one

    var outermost = Tape.root

    // MARK: All texts: until they are freed or another document takes them over

    var leads: MemberLeads?
    var textCount = 0
  }

  private let contents: UnsafeMutablePointer<Contents>

  // SAFETY of all that follows: the document, which is alive, frees the contents last.

  init(text: JSONText, tape: Tape) {
    unsafe contents = .holding(Contents(text: text, tape: tape))
  }

  /// The text.
  ///
  /// In an object graph, the texts of all its strings.
  package var text: JSONText {
    @_transparent get { unsafe contents.pointee.text }
    nonmutating set { unsafe contents.pointee.text = newValue }
  }

  /// The values of the text.
  package var tape: Tape {
    @_transparent get { unsafe contents.pointee.tape }
    nonmutating set { unsafe contents.pointee.tape = newValue }
  }

  /// How the text was scanned.
  var settings: ScanSettings {
    get { unsafe contents.pointee.settings }
    nonmutating set { unsafe contents.pointee.settings = newValue }
  }

  /// The language of the text.
  var dialect: any Dialect.Type {
    @_transparent get { unsafe contents.pointee.settings.dialect }
    nonmutating set { unsafe contents.pointee.settings.dialect = newValue }
  }

  /// True when the document has more to reset than the text and the tape.
  var needsReset: Bool {
    @_transparent get { unsafe contents.pointee.needsReset }
    nonmutating set { unsafe contents.pointee.needsReset = newValue }
  }

  /// Whether the document's storage for bytes has ever been used; it is kept for the next text.
  var hasUsedBytes: Bool { unsafe contents.pointee.hasUsedBytes }

  /// Notes that the document's storage for bytes is used.
  func noteBytes() {
    unsafe contents.pointee.hasUsedBytes = true
    needsReset = true
  }

  /// The entry of the outermost value: absent while the tape has only what was deferred when the text was read, and not
  /// the root if the rest was added later.
  var outermost: Int {
    @_transparent get { unsafe contents.pointee.outermost }
    nonmutating set { unsafe contents.pointee.outermost = newValue }
  }

  /// The text's place in a stream, parts of which are read without copying the rest.
  var record: RecordPlace {
    @inline(__always) _read { yield unsafe contents.pointee.record }
    @inline(__always) nonmutating _modify { yield unsafe &contents.pointee.record }
  }

  /// The record of a stream that could not be decoded.
  ///
  /// Not read through `record`, because without optimization, Swift 6.3 copies a large part of what a coroutine yields
  /// after it has freed it.
  var failedRecord: JSONFailedRecord? { unsafe contents.pointee.record.failed }

  /// Scans the text, all of which is one JSON text, onto the tape.
  @inline(__always)
  func scan(_ settings: ScanSettings) throws(InputFault) {
    var scanner = Scanner(
      maximumDepth: settings.maximumDepth,
      allowsTrailingComma: settings.allowsTrailingComma,
      leads: leads(forTextOf: text.count)
    )
    let dialect = settings.dialect
    self.settings = settings
    // The tape is taken out while being written to, so that the scanner has exclusive access.
    var tape = tape
    // It is written back on every way out, because growing the tape frees its old storage.
    defer { self.tape = tape }
    if settings.assumesObject {
      var start = 0
      try scanner.skipWhitespace(text, &start, dialect: dialect)
      if start >= text.count || text[start] != UInt8(ascii: "{") {
        scanner.beginAssumedObject(at: start, in: &tape)
      }
    }
    _ = try dialect.scan(with: &scanner, text, into: &tape, isFinal: true)
    try scanner.requireEnd(of: text, dialect: dialect)
  }

  /// The leads to the members of texts so far, for scanning another text of `byteCount` bytes.
  ///
  /// This is nil for the shortest texts. `MemberLeads.swift` says when leads begin to be noted.
  @inline(__always)
  func leads(forTextOf byteCount: Int) -> MemberLeads? {
    guard byteCount >= Scanner.leastByteCountForLeads else { return nil }
    unsafe contents.pointee.textCount &+= 1
    if unsafe contents.pointee.textCount == Scanner.firstTextWithLeads
      || byteCount >= Scanner.largeByteCount
    {
      return beginLeads()
    }
    return unsafe contents.pointee.leads
  }

  @inline(never)
  private func beginLeads() -> MemberLeads {
    let leads = unsafe contents.pointee.leads ?? MemberLeads(capacity: MemberLeads.maximumCapacity)
    unsafe contents.pointee.leads = leads
    if unsafe contents.pointee.textCount >= Scanner.firstTextWithLeads { leads.begin() }
    return leads
  }

  /// Takes over the leads of the texts in `other`, into which nothing is scanned anymore.
  func takeLeads(of other: DocumentStorage) {
    freeLeads()
    unsafe contents.pointee.leads = other.contents.pointee.leads
    unsafe contents.pointee.textCount = other.contents.pointee.textCount
    unsafe other.contents.pointee.leads = nil
  }

  /// Frees the leads, which a text that is kept does not need.
  func freeLeads() {
    // No text is being scanned.
    unsafe contents.pointee.leads?.deallocate()
    unsafe contents.pointee.leads = nil
  }

  /// - Precondition: no copy is used afterward.
  @unsafe
  func deallocate() {
    freeLeads()
    unsafe contents.freeContents()
  }
}

/// The common cases that several callers share; `Scalar` has that of each type.
///
/// Nil stands for everything that takes longer: another kind, or a malformed or unusual spelling.
extension DocumentStorage {
  /// The string at `entry`, if it is plain ASCII.
  @inline(__always)
  func plainString(at entry: Int) -> String? {
    let word = tape[entry]
    guard word.isPlainString else { return nil }
    let start = word.offset
    // SAFETY: the scanner wrote offset and count within the text, and saw only ASCII there.
    return unsafe text.asciiString(from: start, to: start &+ word.shortCount)
  }

  /// Whether the name at `entry` is plain ASCII and has the bytes of `name`.
  func isPlainName(_ name: String, at entry: Int) -> Bool {
    let word = tape[entry]
    guard word.isPlainString, word.shortCount == name.utf8.count else { return false }
    let (text, start) = (text, word.offset)
    // SAFETY: the text is only used within the call; the scanner wrote offset and count within this one.
    let isEqual = unsafe name.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe text.isEqual(from: start, to: JSONText(bytes), from: 0, count: bytes.count)
    }
    return isEqual ?? false
  }

  /// Where the number at `entry` is, if it is a number in one word.
  @inline(__always)
  func plainNumber(at entry: Int) -> (start: Int, end: Int)? {
    let word = tape[entry]
    guard word.kind == .number else { return nil }
    return (word.offset, word.offset &+ word.shortCount)
  }
}
