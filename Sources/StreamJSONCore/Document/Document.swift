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

  /// Makes a document that reads the text and the tape of `other`, part of which was kept after
  /// its decode.
  ///
  /// Neither changes anymore, so any number of such documents may read them at once, on any thread. Each
  /// document keeps its own notes.
  init(sharing other: Document) {
    source = other.source ?? other
    storage = DocumentStorage(text: other.text, tape: other.tape)
    takePlace(of: other)
  }

  /// Takes over everything from `other` except the text and the tape themselves.
  private func takePlace(of other: Document) {
    storage.record = other.storage.record
    storage.record.setArrived(nil)
    storage.outermost = other.storage.outermost
    content = other.content
    storage.dialect = other.storage.dialect
    showsValuesInErrors = other.showsValuesInErrors
    if let map = other.notes.sourceMap { notes.sourceMap = map }
  }

  /// A document of the same text that never changes, whatever becomes of this one and of its bytes.
  func copy() -> Document {
    guard source == nil else { return Document(sharing: self) }
    // This is computed now, while the bytes before the text are still there.
    _ = origin
    let copy = Document(tape: Tape(copying: tape, reserving: 0))
    copy.takePlace(of: self)
    var bytes = ByteArena(capacity: text.count)
    bytes.append(text, from: 0, to: text.count)
    copy.own(bytes)
    return copy
  }

  /// The size of the text and the tape.
  var byteCount: Int { Tape.byteCount(ofText: text.count, andWords: tape.count) }

  deinit {
    // SAFETY: nothing can reach this object's storage anymore; texts taken from it are only kept by objects
    // that hold the document.
    if source == nil { unsafe tape.deallocate() }
    unsafe storage.deallocate()
  }

  /// Prepares the document to be kept: copies the bytes if they are borrowed, and frees the excess
  /// room that earlier texts have left; with `keepsTape`, the tape stays where it is.
  func keepBytes(andTape keepsTape: Bool = false) {
    guard source == nil else { return }
    // This is computed now, while the bytes before the text are still there.
    _ = origin
    if !content.ownsText || ownedCapacity / 2 - 128 > text.count {
      var bytes = ByteArena(capacity: text.count)
      bytes.append(text, from: 0, to: text.count)
      own(bytes)
    }
    if !keepsTape, tape.capacity > 2 * tape.count + 64 {
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
  /// The last path asked for; see `Document+Path.swift`.
  var lastPath: [PathStep] = []

  /// What paths through wide containers and long names share; it is taken out while being written to, because all uses
  /// of the notes would otherwise be checked for overlapping access.
  var paths: PathNotes?

  /// The place of the last error made; see `Document+Location.swift`.
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
