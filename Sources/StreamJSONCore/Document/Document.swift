// Rules for the folder Document:
// - State that a text leaves behind belongs in `DocumentContent` or `DocumentNotes`, which are replaced as a whole when
//   the text is discarded. Anything else must be cleared in `reset` and make `needsReset` true.
// - Take notes out of the document while you change them.
// - Strings of a document that no longer changes may be read on any thread, if nothing is written: use
//   `DocumentStorage` for that.

/// One JSON text, or one object graph, and its tape: what decoders and containers read from.
///
/// A document is scanned once and then only read, except for the notes that decoding leaves on the
/// tape (by which key a model has entered a container; see `KeyNote`). The bytes are borrowed while
/// `decode` runs; if a decoder or container outlives it, `keepBytes()` makes a copy, as JSONDecoder does.
@safe
package final class Document {
  /// The text and the tape, for code that reads them often.
  let storage: DocumentStorage

  /// The text.
  ///
  /// In an object graph, the texts of all its strings.
  package internal(set) var text: JSONText {
    @inline(__always) get { storage.text }
    set { storage.text = newValue }
  }

  /// The values of the text.
  package var tape: Tape {
    @inline(__always) get { storage.tape }
    set { storage.tape = newValue }
  }

  /// What this is: a text in some language, or an object graph.
  private var content = DocumentContent()

  var isObjectGraph: Bool { content.isObjectGraph }

  /// Whether the document is a graph with objects that JSON has no kind for.
  var hasForeignObjects: Bool { !content.foreignObjects.isEmpty }

  /// The object at `entry` of an object graph, whose kind is `foreign`.
  func foreignObject(at entry: Int) -> Any { content.foreignObjects[tape[entry].offset] }

  /// Whether errors say which values they found.
  var showsValuesInErrors = false

  /// Where unescaped strings are written before they become Strings.
  var scratch = ByteArena()

  /// Notes on this text, which are discarded along with it.
  var notes: DocumentNotes {
    get { ownNotes }
    _modify {
      storage.record.leftNotes = true
      storage.needsReset = true
      yield &ownNotes
    }
  }

  private var ownNotes = DocumentNotes()

  /// The document's own storage for the bytes of a text: of this one if `content.ownsText` is true, otherwise of an
  /// earlier one, to be reused.
  private var ownedBytes: ByteArena?

  package init(tape: Tape = Tape(capacity: 64)) {
    source = nil
    storage = DocumentStorage(text: JSONText.empty, tape: tape)
  }

  /// The document that owns the text and the tape, if this one does not.
  private let source: Document?

  /// Creates a document that reads the text and the tape of `other`, part of which was kept after
  /// its decode.
  ///
  /// Neither changes anymore, so any number of such documents may read them at once, on any thread. Each
  /// document keeps its own notes.
  init(sharing other: Document) {
    source = other.source ?? other
    storage = DocumentStorage(text: other.text, tape: other.tape)
    storage.record = other.storage.record
    storage.record.setArrived(nil)
    storage.outermost = other.storage.outermost
    content = other.content
    storage.settings = other.storage.settings
    showsValuesInErrors = other.showsValuesInErrors
    if let map = other.notes.sourceMap { notes.sourceMap = map }
  }

  deinit {
    // SAFETY: nothing can reach this object's storage anymore; texts taken from it are only kept by objects
    // that hold the document.
    if source == nil { unsafe tape.deallocate() }
    unsafe storage.deallocate()
  }

  /// Prepares the document to be kept: copies the bytes if they are borrowed, and frees the excess
  /// room that earlier texts have left.
  func keepBytes() {
    guard source == nil else { return }
    // This is computed now, while the bytes before the text are still there.
    _ = origin
    if !content.ownsText || ownedCapacity / 2 - 128 > text.count {
      var bytes = ByteArena(capacity: text.count)
      bytes.append(text, from: 0, to: text.count)
      own(bytes)
    }
    if tape.capacity > 2 * tape.count + 64 {
      replaceTape(with: Tape(copying: tape, reserving: 0))
    }
    if scratch.capacity > 256 { scratch = ByteArena() }
  }

  /// Empty storage to be given back through `own(_:)`, reused from an earlier text if possible.
  func takeBytes() -> ByteArena {
    guard var bytes = ownedBytes.take() else { return ByteArena() }
    bytes.truncate(to: 0)
    return bytes
  }

  /// Holds an object graph in place of a text: the one now on `tape`, with the texts of its strings in
  /// `bytes`.
  func holdObjectGraph(
    on tape: Tape,
    bytes: consuming ByteArena,
    foreignObjects: [Any]
  ) {
    self.tape = tape
    content = DocumentContent(isObjectGraph: true, foreignObjects: foreignObjects)
    storage.dialect = StandardJSON.self
    own(bytes)
  }

  /// Frees the tape and puts `other` in its place.
  func replaceTape(with other: Tape) {
    // SAFETY: nothing else has the old one; the storage has the new one from now on.
    unsafe tape.deallocate()
    tape = other
  }

  /// Makes `bytes` the text and owns them.
  func own(_ bytes: consuming ByteArena) {
    content.ownsText = true
    text = bytes.text
    ownedBytes = consume bytes
    storage.noteBytes()
  }

  /// Whether the text is all of the bytes that are decoded: not part of a stream, not converted, and not preceded by a
  /// byte-order mark.
  var isWhole: Bool {
    !content.ownsText && !content.isObjectGraph && storage.record.isWhole && source == nil
  }

  /// Prepares the document for the next value of a stream, keeping all storage.
  ///
  /// Memory is bounded by the largest value, not by the number of values.
  func endRecord() {
    notes = DocumentNotes()
    storage.record.failed = nil
    storage.record.leftNotes = false
  }

  /// Frees storage that is larger than `bound`, between two texts.
  func shrink(toAtMost bound: Int) {
    if storage.needsReset || storage.hasUsedBytes || storage.tape.capacity > bound {
      reset(keepingAtMost: bound)
    }
  }

  /// The size of the document's own storage in bytes.
  private var ownedCapacity: Int { ownedBytes?.capacity ?? 0 }

  /// Prepares the document for another text, keeping the storage of this one up to a bound.
  ///
  /// That way, a huge text does not occupy memory forever.
  @inline(__always)
  func reset() {
    let bound = 1 << 16
    // After most texts there is nothing else to reset. Reading each property of this object would
    // be checked for overlapping access: for a text of 20 bytes, a fifth of all instructions.
    if storage.needsReset || storage.tape.capacity > bound { return reset(keepingAtMost: bound) }
    var tape = storage.tape
    tape.removeAll()
    storage.tape = tape
    storage.outermost = Tape.root
    storage.text = JSONText.empty
  }

  /// Prepares the document for another text and resets everything that a text can leave behind.
  ///
  /// - Parameter bound: How many words of the tape, and bytes of each other storage, may be kept.
  @inline(never)
  func reset(keepingAtMost bound: Int) {
    if tape.capacity > bound {
      replaceTape(with: Tape(capacity: 64))
    } else {
      tape.removeAll()
    }
    // Asked first, because reading either of the two is checked for overlapping access.
    if storage.hasUsedBytes, scratch.capacity > bound { scratch = ByteArena() }
    if storage.hasUsedBytes, ownedCapacity > bound { ownedBytes = nil }
    text = JSONText.empty
    content = DocumentContent()
    storage.dialect = StandardJSON.self
    notes = DocumentNotes()
    origin = StreamPosition()
    storage.outermost = Tape.root
    storage.needsReset = false
  }
}

/// What a document holds, apart from the text and the tape themselves.
///
/// It is replaced as a whole when the text is discarded.
struct DocumentContent {
  /// Whether this is an object graph, and what its values of kind `foreign` are.
  var isObjectGraph = false
  var foreignObjects: [Any] = []

  /// Whether the document's own storage has the bytes of this text, as opposed to those of an earlier one.
  var ownsText = false
}

/// What errors have looked up in one text, so that the next error can reuse it.
///
/// They are replaced as a whole when the text is discarded.
struct DocumentNotes {
  /// The last path asked for; see `Document.swift`.
  var lastPath: [PathStep] = []

  /// What paths through wide containers and long names share; it is taken out while being written to, because all uses
  /// of the notes would otherwise be checked for overlapping access.
  var paths: PathNotes?

  /// The place of the last error made; see `Document.swift`.
  var located: LocatedByte?

  /// Where the bytes of the text were before it was converted to UTF-8, if it was.
  var sourceMap: SourceMap?
}

/// A place in a stream, to which a document's own offsets and lines are added.
package struct StreamPosition: Equatable {
  /// The number of bytes before it.
  package internal(set) var offset = 0
  /// The number of line ends before it.
  package internal(set) var line = 0
  /// The number of bytes between the last line end and it.
  package internal(set) var column = 0
  /// True when the byte before it is a carriage return, whose line end a line feed would continue.
  var isAfterCarriageReturn = false

  package init() {}
}

extension Document {
  /// The string at `entry`.
  ///
  /// - Throws: `InputFault` for a bad escape, an unescaped control character, or bytes that are
  ///   not UTF-8; also for a string that has not arrived in full.
  @inline(__always)
  package func string(at entry: Int) throws(InputFault) -> String {
    if let string = storage.plainString(at: entry) { return string }
    return try irregularString(at: entry)
  }

  @inline(never)
  private func irregularString(at entry: Int) throws(InputFault) -> String {
    guard !tape[entry].flags.contains(.unfinished) else {
      throw refusesString(at: entry)
    }
    return try stringOrPart(at: entry)
  }

  /// Like `string(at:)`, but for an unfinished string, the part that has arrived.
  @inline(never)
  func stringOrPart(at entry: Int) throws(InputFault) -> String {
    guard tape[entry].flags.contains(.escaped) else {
      return try storage.unescapedString(at: entry)
    }
    // A long string leaves a large scratch buffer behind.
    storage.noteBytes()
    return try storage.escapedString(at: entry, scratch: &scratch)
  }

  /// Checks the string at `entry` without making it.
  func validateString(at entry: Int) throws(InputFault) {
    let flags = tape[entry].flags
    guard !flags.isEmpty else { return }
    try storage.checkBytes(at: entry)
    guard flags.contains(.escaped) else { return }
    storage.noteBytes()
    let mark = scratch.count
    defer { scratch.truncate(to: mark) }
    try storage.unescape(at: entry, into: &scratch)
  }

  /// The offset of the first byte that cannot belong to the number of the text at `entry`; nil if the number is valid.
  func firstInvalidOffset(ofNumberAt entry: Int) -> Int? {
    let (start, end) = tape.byteRange(of: entry)
    return storage.dialect.allowsMoreNumbers
      ? JSON5Number(text, from: start, to: end).invalidOffset
      : NumberLiteral.firstInvalidOffset(in: text, from: start, to: end)
  }

  /// The entry of the first string, name, or number of the text that is malformed; nil if there is none.
  var firstInvalidScalar: Int? {
    var entry = Tape.root
    while entry < tape.count {
      let word = tape[entry]
      switch word.kind {
      case .string, .longString:
        guard (try? validateString(at: entry)) != nil else { return entry }
      case .number, .longNumber:
        guard firstInvalidOffset(ofNumberAt: entry) == nil else { return entry }
      default:
        break
      }
      // Go into containers and past everything else.
      entry = word.isContainer ? entry + 2 : tape.entry(after: entry)
    }
    return nil
  }

  /// The string at `entry` for an error's path, with malformed parts repaired.
  @inline(never)
  func repairedString(at entry: Int) -> String {
    if let string = try? string(at: entry) { return string }
    let (start, end) = tape.byteRange(of: entry)
    return text.string(from: start, to: end)
  }
}

/// Strings that are not plain ASCII, and malformed ones.
///
/// Nothing in the document is written, so any thread may read the strings of one that no longer changes.
extension DocumentStorage {
  /// The string at `entry`, which has no escapes.
  ///
  /// - Throws: `InputFault` for an unescaped control character, or bytes that are not UTF-8.
  @inline(__always)
  func unescapedString(at entry: Int) throws(InputFault) -> String {
    try checkBytes(at: entry)
    let (start, end) = tape.byteRange(of: entry)
    // SAFETY: the scanner wrote offset and count within the text; it is valid UTF-8.
    return unsafe text.validatedString(from: start, to: end)
  }

  /// The string at `entry`, unescaped at the end of `scratch` and dropped there again.
  ///
  /// - Throws: `InputFault` for a bad escape, an unescaped control character, or bytes that are
  ///   not UTF-8.
  @inline(__always)
  func escapedString(at entry: Int, scratch: inout ByteArena) throws(InputFault) -> String {
    try checkBytes(at: entry)
    let mark = scratch.count
    defer { scratch.truncate(to: mark) }
    try unescape(at: entry, into: &scratch)
    // SAFETY: `mark` was the arena's count, and appending only raises it. Valid UTF-8 with its
    // escapes replaced by scalar values is valid UTF-8.
    return unsafe scratch.text.validatedString(from: mark, to: scratch.count)
  }

  /// Appends the bytes of the string at `entry`, which were checked, to `arena`, unescaped.
  @inline(__always)
  fileprivate func unescape(at entry: Int, into arena: inout ByteArena) throws(InputFault) {
    let ((start, end), allowsMore) = (tape.byteRange(of: entry), dialect.allowsMoreEscapes)
    var string = Unescaping(text: text, offset: start, end: end, allowsMore: allowsMore)
    try string.unescape(into: &arena)
  }

  /// Checks the parts of a string that are not escaped.
  @inline(__always)
  fileprivate func checkBytes(at entry: Int) throws(InputFault) {
    let flags = tape[entry].flags
    let (start, end) = tape.byteRange(of: entry)
    // Where a backslash may precede a line end, unescaping checks it.
    if flags.contains(.controlCharacter),
      !flags.contains(.escaped) || !dialect.allowsMoreEscapes,
      let offset = (start..<end).first(where: { text[$0] < 0x20 })
    {
      throw InputFault(.controlCharacter, at: offset)
    }
    if flags.contains(.nonASCII),
      let offset = UTF8Validation.firstFault(in: text, from: start, to: end)
    {
      throw InputFault(.invalidUTF8, at: offset)
    }
  }
}

extension JSONText {
  /// The string of the bytes from `start` up to `end`, which are valid UTF-8.
  ///
  /// - Precondition: `0 <= start <= end <= count`, and the bytes were validated.
  @unsafe
  func validatedString(from start: Int, to end: Int) -> String {
    let bytes = unsafe buffer(from: start, to: end)
    #if canImport(Darwin)
    return unsafe ValidatedCopy.make(bytes)
    #else
    // SAFETY: the caller's precondition. This takes half as long as validating again.
    return unsafe String(copying: UTF8Span(unchecked: bytes.span))
    #endif
  }
}

#if canImport(Darwin)
/// Makes strings from validated bytes; the system's version is asked for once per process.
private enum ValidatedCopy {
  static let make: @Sendable (UnsafeBufferPointer<UInt8>) -> String = {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // SAFETY: the bytes exist during the call, and are valid UTF-8, as the caller says.
      return { unsafe String(copying: UTF8Span(unchecked: $0.span)) }
    }
    return { unsafe String(decoding: $0, as: UTF8.self) }
  }()
}
#endif

/// One step from a container to a value inside it.
struct PathStep {
  /// The entry of the container.
  var container: Int
  /// The entry of the member's name; nil in an array.
  var name: Int?
  /// The 0-based position among the members or elements.
  var position: Int
  /// The entry of the value.
  var child: Int

  /// Creates the step from the container at `container` to the member whose name is at `entry`, or to the element there.
  init(at entry: Int, _ position: Int, of container: Int, on tape: Tape) {
    self.container = container
    self.position = position
    name = tape[container].kind == .object ? entry : nil
    child = name == nil ? entry : tape.entry(after: entry)
  }
}

/// Paths cost nothing while decoding succeeds: a value's entry says where it is, and the path to
/// it is walked from the root only on demand.
extension Document {
  /// The steps from the value at `base` to the one at `entry`, outermost first.
  ///
  /// - Complexity: O(steps that differ from those to the last value asked for), if the value is at or after that one, as
  ///   in a loop over an array. Otherwise O(depth * log(siblings)), after one pass over the siblings on each level.
  func steps(from base: Int = Tape.root, to entry: Int) -> [PathStep] {
    let base = base == Tape.root && entry >= storage.outermost ? max(base, storage.outermost) : base
    guard entry != Tape.absent, entry > base, base != Tape.absent else { return [] }
    // The last path is turned into this one in place: often only their last steps differ.
    var steps = notes.lastPath
    notes.lastPath = []
    defer { notes.lastPath = steps }
    var depth = steps.first?.container == base ? steps.count : 0
    while depth > 0, !isValue(at: steps[depth - 1].child, around: entry) { depth -= 1 }
    var container = depth > 0 ? steps[depth - 1].child : base
    descent: while container != entry {
      // Otherwise, this is an error after the outermost value.
      guard isValue(at: container, around: entry) else { break }
      let end = tape[container + 1].end
      let isObject = tape[container].kind == .object
      // Once the container is closed, many siblings are not walked over one by one.
      var walkCount = end > container ? 0 : Int.min
      // The last value asked for is often slightly before this one.
      var step: PathStep
      if depth < steps.count, steps[depth].container == container, steps[depth].child <= entry {
        step = steps[depth]
      } else {
        if depth < steps.count { steps.removeSubrange(depth...) }
        // An error before the first name belongs to the object itself.
        guard !isObject || container + 2 < tape.count else { break descent }
        step = PathStep(at: container + 2, 0, of: container, on: tape)
      }
      // An open container (an error in the middle of a text) extends past the end of the tape.
      var next = tape.entryWithinTape(after: step.child)
      while next <= entry, step.child < tape.count {
        // An error after the last member belongs to the object, too.
        guard !isObject || next < tape.count else { break descent }
        walkCount &+= 1
        if walkCount == PathNotes.stride,
          let known = sibling(in: container, before: entry)
        {
          step = known
          next = tape.entryWithinTape(after: step.child)
          continue
        }
        step = PathStep(at: next, step.position + 1, of: container, on: tape)
        next = tape.entryWithinTape(after: step.child)
      }
      if depth < steps.count { steps[depth] = step } else { steps.append(step) }
      depth += 1
      // The entry is a name: the step to its value is the last one.
      guard step.child <= entry, step.child < tape.count else { break }
      container = step.child
    }
    if depth < steps.count { steps.removeSubrange(depth...) }
    return steps
  }

  /// Whether the value at `outer` is the one at `entry`, or a container that was not closed before that.
  private func isValue(at outer: Int, around entry: Int) -> Bool {
    guard outer < entry, outer < tape.count else { return outer == entry }
    let kind = tape[outer].kind
    guard kind == .object || kind == .array else { return false }
    let end = tape[outer + 1].end
    return end <= outer || end > entry
  }

  /// The JSON Pointer to the value that `steps` lead to.
  func pointer(_ steps: [PathStep]) -> JSONPointer {
    let tokens = steps.map { step in
      step.name.map { pathName(at: $0) } ?? String(step.position)
    }
    let rootTokens = storage.record.rootTokens
    return JSONPointer(tokens: rootTokens.isEmpty ? tokens : rootTokens + tokens)
  }

  /// The name at `entry`, for use in a path.
  @inline(never)
  func pathName(at entry: Int) -> String {
    let (start, end) = tape.byteRange(of: entry)
    guard PathNotes.includes(byteCount: end - start) else { return repairedString(at: entry) }
    var paths = notes.paths.take() ?? PathNotes()
    defer { notes.paths = paths }
    if let known = paths[entry] { return known }
    let name = repairedString(at: entry)
    paths[entry] = name
    return name
  }

  /// A step in the closed container at `container` to a value shortly before `entry`, or to `entry` itself.
  private func sibling(in container: Int, before entry: Int) -> PathStep? {
    var paths = notes.paths.take() ?? PathNotes()
    defer { notes.paths = paths }
    return paths.step(in: container, before: entry, on: tape)
  }
}

extension Tape {
  /// The entry after the value at `entry`: the tape's end if there is no such value yet, and
  /// past that for a container that the scan left open.
  fileprivate func entryWithinTape(after entry: Int) -> Int {
    guard entry < count else { return count }
    guard self[entry].hasSecondWord else { return entry + 1 }
    let end = self[entry + 1].end
    return end > entry ? end : .max
  }
}

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
  func excerpt(around offset: Int) -> Excerpt {
    let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    guard showsValuesInErrors else {
      // This is only the byte at fault, so that it can be named.
      return Excerpt(
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
    return Excerpt(
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
