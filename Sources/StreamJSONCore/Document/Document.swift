/// One JSON text, or one object graph, and its tape: what decoders and containers read from.
///
/// A document is scanned once and then only read, but for the notes that decoding leaves on the
/// tape (which key type opened an object). The bytes are borrowed while `decode` runs; if a
/// decoder or container outlives it, `keepBytes()` makes a copy, as JSONDecoder does.
@safe
package final class Document {
  /// The text and the tape, for those who read them often.
  package let view: DocumentView

  /// The text.
  ///
  /// In an object graph, the texts of all its strings.
  package var text: JSONText {
    @inline(__always) get { view.text }
    set { view.text = newValue }
  }

  /// The values of the text.
  package var tape: Tape {
    @inline(__always) get { view.tape }
    set { view.tape = newValue }
  }

  /// Where unescaped strings are written before they become Strings.
  package var scratch = ByteArena() {
    didSet { view.needsReset = true }
  }

  /// Whether `text` follows JSON5.
  package var isJSON5 = false

  /// How many bytes a code unit had before the text was converted to UTF-8: 2 in UTF-16, 4 in
  /// UTF-32, else 1.
  package var sourceUnit = 1 {
    didSet { view.needsReset = true }
  }

  /// What the values of kind `foreign` are; empty for a text.
  package var foreignObjects: [Any] = []
  package var isObjectGraph = false {
    didSet { view.needsReset = true }
  }

  /// The way to the value whose path was asked for last; see `Document+Path.swift`.
  var lastPath: [PathStep] = [] {
    didSet { leavesNotes() }
  }

  /// What paths into wide containers and below long names have in common.
  var pathNotes: PathNotes? {
    didSet { view.needsReset = true }
  }

  /// The place of the error made last; see `Document+Location.swift`.
  var located: LocatedByte? {
    didSet { view.needsReset = true }
  }

  /// Of a converted text, the code units at regular places; see `Document+Location.swift`.
  var unitCheckpoints: [Int] = [] {
    didSet { view.needsReset = true }
  }

  /// Storage of its own for the bytes of the text: those of this text, when `ownsText`, or of an
  /// earlier one, to be used again.
  private var ownedBytes: ByteArena? {
    didSet { view.needsReset = true }
  }
  private var ownsText = false

  /// What is known of the types in object graphs.
  lazy var graphTypes = GraphTypes()

  package init(tapeCapacity: Int = 64) {
    // SAFETY: an empty text is never dereferenced.
    view = DocumentView(
      text: unsafe JSONText(UnsafeBufferPointer(start: nil, count: 0)),
      tape: Tape(capacity: tapeCapacity)
    )
  }

  deinit {
    // SAFETY: nothing can reach this object's storage any more; texts taken from it are only
    // kept by objects that hold the document.
    unsafe tape.deallocate()
    unsafe scratch.deallocate()
    if let ownedBytes { unsafe ownedBytes.deallocate() }
    unsafe view.deallocate()
  }

  /// Copies the bytes if they are borrowed, so that they may go away.
  package func keepBytes() {
    guard !ownsText else { return }
    // While the bytes before the text are there.
    _ = origin
    var bytes = takeBytes()
    bytes.append(text, from: 0, to: text.count)
    own(bytes)
  }

  /// Empty storage that `own(_:)` is to give back, from an earlier text if there was one.
  func takeBytes() -> ByteArena {
    guard var bytes = ownedBytes else { return ByteArena() }
    ownedBytes = nil
    bytes.truncate(to: 0)
    return bytes
  }

  /// Frees the tape and takes `other` in its place.
  func replaceTape(with other: Tape) {
    // SAFETY: nobody else has the old one; views read the new one from now on.
    unsafe tape.deallocate()
    tape = other
  }

  /// Takes `bytes` for the text, to be freed with the document.
  package func own(_ bytes: ByteArena) {
    // SAFETY: the text of these bytes is given up below.
    if let ownedBytes { unsafe ownedBytes.deallocate() }
    ownedBytes = bytes
    ownsText = true
    text = bytes.text
  }

  /// Makes the document ready for the next value of a stream, which keeps all the storage: memory
  /// is bounded by the largest value, not by the number of values.
  func endRecord() {
    lastPath = []
    pathNotes = nil
    view.record.leftNotes = false
  }

  /// Gives back the storage that is larger than `bound`, between two texts.
  func shrink(toAtMost bound: Int) {
    let largest = max(view.tape.capacity, scratch.capacity, ownedBytes?.capacity ?? 0)
    if largest > bound { reset(keepingAtMost: bound) }
  }

  private func leavesNotes() {
    view.record.leftNotes = true
    view.needsReset = true
  }

  /// Makes the document ready for another text, which keeps the storage of this one up to a
  /// bound: a huge text is not paid for with memory for ever.
  @inline(__always)
  package func reset() {
    let bound = 1 << 16
    // After most texts there is nothing else: each look at a property of this object would be
    // checked for overlapping access, for 20 bytes a fifth of all instructions.
    if view.needsReset || view.tape.capacity > bound { return reset(keepingAtMost: bound) }
    var tape = view.tape
    tape.removeAll()
    view.tape = tape
    // SAFETY: an empty text is never dereferenced.
    view.text = unsafe JSONText(UnsafeBufferPointer(start: nil, count: 0))
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
    if scratch.capacity > bound {
      // SAFETY: as the tape.
      unsafe scratch.deallocate()
      scratch = ByteArena()
    } else {
      scratch.truncate(to: 0)
    }
    lastPath.removeAll(keepingCapacity: lastPath.capacity < 1024)
    pathNotes = nil
    located = nil
    unitCheckpoints = []
    origin = StreamPosition()
    ownsText = false
    sourceUnit = 1
    if let bytes = ownedBytes, bytes.capacity > bound {
      // SAFETY: `reset` gives up the text of these bytes.
      unsafe bytes.deallocate()
      ownedBytes = nil
    }
    isObjectGraph = false
    foreignObjects.removeAll(keepingCapacity: foreignObjects.capacity < 1024)
    // SAFETY: an empty text is never dereferenced.
    text = unsafe JSONText(UnsafeBufferPointer(start: nil, count: 0))
    view.needsReset = false
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
