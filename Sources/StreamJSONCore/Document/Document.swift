/// One JSON text, or one object graph, and its tape: what decoders and containers read from.
///
/// A document is scanned once and then only read, but for the notes that decoding leaves on the
/// tape (which key type opened an object). The bytes are borrowed while `decode` runs; if a
/// decoder or container outlives it, `keepBytes()` makes a copy, as JSONDecoder does.
@safe
package final class Document {
  /// The text and the tape, for those who read them often.
  package let storage: DocumentStorage

  /// The text.
  ///
  /// In an object graph, the texts of all its strings.
  package var text: JSONText {
    @inline(__always) get { storage.text }
    set { storage.text = newValue }
  }

  /// The values of the text.
  package var tape: Tape {
    @inline(__always) get { storage.tape }
    set { storage.tape = newValue }
  }

  /// The language of the text.
  package var dialect: any Dialect.Type = StandardJSON.self

  /// Where unescaped strings are written before they become Strings.
  var scratch = ByteArena()

  /// What was noted of this text; it goes with it.
  var notes = DocumentNotes() {
    didSet {
      storage.record.leftNotes = true
      storage.needsReset = true
    }
  }

  /// Whether this is an object graph, and what its values of kind `foreign` are.
  private(set) var isObjectGraph = false
  var foreignObjects: [Any] = []

  /// Storage of its own for the bytes of the text: those of this text, when `ownsText`, or of an
  /// earlier one, to be used again.
  private var ownedBytes: ByteArena?
  private var ownsText = false

  package init(tapeCapacity: Int = 64) {
    source = nil
    // SAFETY: an empty text is never dereferenced.
    storage = DocumentStorage(
      text: unsafe JSONText(UnsafeBufferPointer(start: nil, count: 0)),
      tape: Tape(capacity: tapeCapacity)
    )
  }

  /// The document that the text and the tape belong to, if not to this one.
  private let source: Document?

  /// Makes a document that reads the text and the tape of `other`, of which a part was kept when its
  /// decode was over.
  ///
  /// Neither changes any more, so any number of such documents may read them at once, on any thread;
  /// what reading leaves behind is in each of them.
  init(sharing other: Document) {
    source = other.source ?? other
    storage = DocumentStorage(text: other.text, tape: other.tape)
    storage.record = other.storage.record
    dialect = other.dialect
    if let map = other.notes.sourceMap { notes.sourceMap = map }
    foreignObjects = other.foreignObjects
    isObjectGraph = other.isObjectGraph
  }

  /// True when the tape is another document's and must stay as it is.
  var isShared: Bool { source != nil }

  deinit {
    // SAFETY: nothing can reach this object's storage any more; texts taken from it are only
    // kept by objects that hold the document.
    if source == nil { unsafe tape.deallocate() }
    unsafe storage.deallocate()
  }

  /// Makes the document one that may stay: copies the bytes if they are borrowed, and gives back the
  /// room that earlier texts have left; the tape stays where it is with `keepsTape`.
  package func keepBytes(andTape keepsTape: Bool = false) {
    guard source == nil else { return }
    // While the bytes before the text are there.
    _ = origin
    if !ownsText || ownedCapacity > 2 * text.count + 256 {
      var bytes = ByteArena(capacity: text.count)
      bytes.append(text, from: 0, to: text.count)
      own(bytes)
    }
    if !keepsTape, tape.capacity > 2 * tape.count + 64 { replaceTape(with: Tape(copying: tape)) }
    if scratch.capacity > 256 { scratch = ByteArena() }
  }

  /// Empty storage that `own(_:)` is to give back, from an earlier text if there was one.
  func takeBytes() -> ByteArena {
    guard var bytes = ownedBytes.take() else { return ByteArena() }
    bytes.truncate(to: 0)
    return bytes
  }

  /// Prepares for the graph of an object, in place of a text.
  func beginObjectGraph() {
    isObjectGraph = true
    dialect = StandardJSON.self
    storage.needsReset = true
  }

  /// Frees the tape and takes `other` in its place.
  func replaceTape(with other: Tape) {
    // SAFETY: nobody else has the old one; views read the new one from now on.
    unsafe tape.deallocate()
    tape = other
  }

  /// Takes `bytes` for the text.
  package func own(_ bytes: consuming ByteArena) {
    ownsText = true
    text = bytes.text
    ownedBytes = consume bytes
    storage.needsReset = true
  }

  /// Makes the document ready for the next value of a stream, which keeps all the storage: memory
  /// is bounded by the largest value, not by the number of values.
  func endRecord() {
    notes = DocumentNotes()
    storage.record.leftNotes = false
  }

  /// Gives back the storage that is larger than `bound`, between two texts.
  func shrink(toAtMost bound: Int) {
    let largest = max(storage.tape.capacity, scratch.capacity, ownedCapacity)
    if largest > bound { reset(keepingAtMost: bound) }
  }

  /// How many bytes there is storage of its own for.
  private var ownedCapacity: Int {
    ownedBytes?.capacity ?? 0
  }

  /// Makes the document ready for another text, which keeps the storage of this one up to a
  /// bound: a huge text is not paid for with memory for ever.
  @inline(__always)
  package func reset() {
    let bound = 1 << 16
    // After most texts there is nothing else: each look at a property of this object would be
    // checked for overlapping access, for 20 bytes a fifth of all instructions.
    if storage.needsReset || storage.tape.capacity > bound { return reset(keepingAtMost: bound) }
    var tape = storage.tape
    tape.removeAll()
    storage.tape = tape
    // SAFETY: an empty text is never dereferenced.
    storage.text = unsafe JSONText(UnsafeBufferPointer(start: nil, count: 0))
  }

  /// Makes the document ready for another text, with whatever a text can leave behind.
  ///
  /// - Parameter bound: The words of tape, and the bytes of each other storage, that are kept.
  @inline(never)
  func reset(keepingAtMost bound: Int) {
    if tape.capacity > bound {
      // SAFETY: the document is its only holder, and gets another one at once.
      unsafe tape.deallocate()
      tape = Tape(capacity: 64)
    } else {
      tape.removeAll()
    }
    if scratch.capacity > bound { scratch = ByteArena() }
    notes = DocumentNotes()
    origin = StreamPosition()
    ownsText = false
    if ownedCapacity > bound { ownedBytes = nil }
    isObjectGraph = false
    foreignObjects.removeAll(keepingCapacity: foreignObjects.capacity < 1024)
    // SAFETY: an empty text is never dereferenced.
    text = unsafe JSONText(UnsafeBufferPointer(start: nil, count: 0))
    storage.needsReset = false
  }
}

/// A place in a stream: what a document's own offsets and lines are added to.
package struct StreamPosition: Equatable {
  /// Bytes before it.
  package var offset = 0
  /// Line ends before it.
  package var line = 0
  /// Bytes between the last line end and it.
  package var column = 0
  /// True when the byte before it is a carriage return, to which a line feed belongs.
  package var isAfterCarriageReturn = false

  package init() {}
}
