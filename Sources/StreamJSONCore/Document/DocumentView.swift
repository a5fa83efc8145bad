/// The text and the tape of a document, at an address that stays the same for as long as the
/// document lives.
///
/// What the hot path reads values through: it counts no references (loading a class reference
/// costs a retain and a release, which together were 39 % of the time on twitter.json) and checks
/// no exclusivity. Whoever keeps one also keeps the document.
@safe
package struct DocumentView {
  private struct Contents {
    var text: JSONText
    var tape: Tape
    var comparesNamesAsTheyAre = true
    var record = StreamRecord()
    var needsReset = false
    var use = DocumentUse()
  }

  private let contents: UnsafeMutablePointer<Contents>

  init(text: JSONText, tape: Tape) {
    // SAFETY: one is allocated and initialised.
    unsafe contents = .allocate(capacity: 1)
    unsafe contents.initialize(to: Contents(text: text, tape: tape))
  }

  /// The text.
  ///
  /// In an object graph, the texts of all its strings.
  package var text: JSONText {
    // SAFETY: the document, which is alive, frees the contents last.
    @inline(__always) get { unsafe contents.pointee.text }
    nonmutating set { unsafe contents.pointee.text = newValue }
  }

  /// The values of the text.
  package var tape: Tape {
    // SAFETY: as above.
    @inline(__always) get { unsafe contents.pointee.tape }
    nonmutating set { unsafe contents.pointee.tape = newValue }
  }

  /// True when names can be compared with a key's byte by byte, the first member first.
  var comparesNamesAsTheyAre: Bool {
    // SAFETY: as above.
    @inline(__always) get { unsafe contents.pointee.comparesNamesAsTheyAre }
    nonmutating set { unsafe contents.pointee.comparesNamesAsTheyAre = newValue }
  }

  /// True when the document has more to forget than the text and the tape.
  var needsReset: Bool {
    // SAFETY: as above.
    @inline(__always) get { unsafe contents.pointee.needsReset }
    nonmutating set { unsafe contents.pointee.needsReset = newValue }
  }

  /// True when the decode is over, for the thread that decoded.
  @inline(__always)
  var isOver: Bool {
    // SAFETY: as above.
    unsafe contents.pointee.use.isOver
  }

  /// Begins a decode on the current thread.
  @inline(__always)
  func beginUse() {
    // SAFETY: as above.
    unsafe assert(!contents.pointee.use.isOver)
    unsafe contents.pointee.use.owner = contents.pointee.use.currentThread()
  }

  /// Notes that the decode is over, and that a model has kept a part of it.
  ///
  /// Nothing else is written: another thread may be reading who the owner is.
  func endUse() {
    // SAFETY: as above.
    unsafe contents.pointee.use.isOver = true
  }

  /// Which thread decodes the document, and whether it still does.
  var use: DocumentUse {
    // SAFETY: as above.
    @inline(__always) get { unsafe contents.pointee.use }
    nonmutating set { unsafe contents.pointee.use = newValue }
  }

  /// True on the thread that decodes the document, until the decode is over.
  ///
  /// Another thread reads no more than the owner, which was written before the thread can have been
  /// handed anything.
  @inline(__always)
  var isInUseHere: Bool {
    // SAFETY: as above.
    unsafe contents.pointee.use.owner == contents.pointee.use.currentThread()
      && !contents.pointee.use.isOver
  }

  /// Where the text is in a stream.
  var record: StreamRecord {
    // SAFETY: as above.
    @inline(__always) get { unsafe contents.pointee.record }
    @inline(__always) nonmutating _modify { yield unsafe &contents.pointee.record }
  }

  /// - Precondition: no copy is used afterwards.
  @unsafe
  func deallocate() {
    unsafe contents.deinitialize(count: 1)
    unsafe contents.deallocate()
  }
}

/// Which thread decodes a document, and whether it still does.
struct DocumentUse {
  /// Identifies the current thread; see `DecodingEnvironment`.
  var currentThread: @convention(c) () -> UInt = { 0 }

  /// The thread that decodes, set when the decode begins.
  var owner: UInt = 0

  /// True when the decode has ended and a model has kept a part of it.
  ///
  /// The owner reads it as it is, other threads under the environment's lock.
  var isOver = false
}

/// Scalars as most of them are. Nil stands for everything that takes longer: another kind, a
/// malformed or unusual spelling.
extension DocumentView {
  /// The string at `entry`, if it is plain ASCII.
  @inline(__always)
  func plainString(at entry: Int) -> String? {
    let word = tape[entry]
    // The kind is `string` and no flag is set.
    guard word.bits & 0xFF == UInt64(TapeEntry.Kind.string.rawValue) else { return nil }
    let start = word.offset
    // SAFETY: the scanner wrote offset and count within the text, and saw only ASCII there.
    return unsafe String(
      decoding: text.buffer(from: start, to: start &+ word.shortCount),
      as: UTF8.self
    )
  }

  /// The boolean at `entry`.
  @inline(__always)
  func plainBool(at entry: Int) -> Bool? {
    switch tape[entry].kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The integer at `entry`.
  @inline(__always)
  func plainInteger<T: FixedWidthInteger>(_ type: T.Type, at entry: Int) -> T? {
    let word = tape[entry]
    guard word.kind == .number else { return nil }
    let start = word.offset
    return text.parseInteger(from: start, to: start &+ word.shortCount, as: type)
  }

  /// The number at `entry` as the nearest double.
  @inline(__always)
  func plainDouble(at entry: Int) -> Double? {
    let word = tape[entry]
    guard word.kind == .number else { return nil }
    let start = word.offset
    return text.parseDouble(from: start, to: start &+ word.shortCount)
  }

  /// The number at `entry` as the nearest float.
  @inline(__always)
  func plainFloat(at entry: Int) -> Float? {
    let word = tape[entry]
    guard word.kind == .number else { return nil }
    let start = word.offset
    return text.parseFloat(from: start, to: start &+ word.shortCount)
  }
}
