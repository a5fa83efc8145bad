/// # Lifetimes
///
/// Decoders, documents and keyed containers are reused for one text after another, but models may
/// keep any of them. A `DocumentDecoder` is in one of four states:
///
/// - **idle**: its owner holds it and nothing else does. `begin()` makes it busy.
/// - **busy**: a decode is running on the thread that called `begin()`. What the models of that
///   decode hold works on that thread; using it on any other is a `DecodingError` (see
///   `DecoderUse.isHere`).
/// - **detached**: the decode is over, and a model holds a part of it. `end` finds that out by counting
///   references: a `ModelDecoder`, an unkeyed container, a counted `KeyedObject` and the decoder of a
///   `superDecoder()` hold the decoder, and the box of a keyed container shows whether anything refers to it.
///   The text has been copied, and neither the copy nor the tape nor the decoder changes again. Any thread
///   may therefore read it: each use is a separate decode, by a separate decoder, of the same `DetachedText`
///   (`beginDetached`). What such a use returns is kept in the same way.
/// - **gone**: its last holder released it. Nothing else refers to it, so its memory is freed.
///
/// A pooled keyed container is **free** when nothing but the pool refers to its box, weakly or not. Only then
/// is it opened again, and its uncounted copies become stale (see `ContainerHandle`). A container that is not
/// free at the end of its decode leaves the pool, and holds the decoder from then on.
///
/// What moves a decoder from one state to another is in this file, except that `DetachedText` ends a use of it.
///
/// Errors are values of models, so releasing one may run a model's code, which may use whatever it has kept of
/// the decode. `releaseModelValue(_:)` is where notes are released.
extension DocumentDecoder {
  /// Begins a decode on the current thread.
  @inline(__always)
  package func begin() {
    use.begin()
  }

  /// Ends the decode of `decoder`, whatever its outcome.
  ///
  /// This is the only place where a decoder becomes idle again.
  ///
  /// - Returns: True when it is idle; the text and its notes are still there. False when a model
  ///   holds a part of the decode: leave the decoder to it and continue with a `successor`.
  @inline(__always)
  package static func end(_ decoder: inout DocumentDecoder) -> Bool {
    if decoder.types.pool.close(hasIndexes: decoder.notes.text.hasIndexes),
      isKnownUniquelyReferenced(&decoder)
    {
      decoder.becomeIdle()
      return true
    }
    decoder.detach()
    return false
  }

  /// A separate function, which counts no references.
  @inline(never)
  private func becomeIdle() {
    notes.endText()
    use.becomeIdle()
  }

  /// A decoder for other texts, in `document`, that knows what this one has learned about types and texts.
  ///
  /// This one is kept by models, along with its text.
  package func successor(with document: Document) -> DocumentDecoder {
    document.storage.takeLeads(of: storage)
    let successor = DocumentDecoder(
      document: document,
      options: options,
      environment: environment,
      notes: notes
    )
    successor.changeCount = changeCount
    return successor
  }

  /// Leaves the decoder and its text to the models that hold a part of them.
  ///
  /// The code of models finds the decode still running or over, because nothing of theirs is released in between.
  @inline(never)
  private func detach() {
    standOnOutermostValue()
    notes.settleErrors()
    document.keepBytes()
    detachedText = DetachedText(document, environment: environment)
    detachedKeys = DetachedKeys(
      types: types.keyTypes,
      copiedKeys: notes.text.copiedKeys
    )
    // From the end of the decode on, other threads may read the document.
    storage.record.setArrived(nil)
    var containers = types.pool.takeContainersInUse(environment)
    environment.exclusively { use.end() }
    if !containers.deallocateUnheld() { environment.keep(containers) }
    notes.endText()
  }

  /// Calls `body` with this decoder or, if it is not in use here, with one that takes its place
  /// because the decode is over.
  ///
  /// - Throws: What `body` throws; `DecodingError.dataCorrupted` while another thread decodes.
  @inline(__always)
  func hereOrDetached<Result>(_ body: (DocumentDecoder) throws -> Result) throws -> Result {
    try use.isHere ? body(self) : detached(body)
  }

  // One for all types, since it is rarely called.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private func detached<Result>(_ body: (DocumentDecoder) throws -> Result) throws -> Result {
    let detached = try beginDetached()
    defer { detached.endDetached() }
    return try body(detached)
  }

  /// Begins another decode of the same text at this decoder's value, after its own decode is over.
  ///
  /// `endDetached()` ends it.
  ///
  /// - Throws: `DecodingError.dataCorrupted` while another thread's decode is still running.
  @inline(never)
  func beginDetached() throws -> DocumentDecoder {
    guard environment.withLock({ use.isOver }), let detachedText = (outer ?? self).detachedText
    else {
      throw DecodingError.isInUseElsewhere
    }
    let decoder = DocumentDecoder(of: detachedText, options: options)
    decoder.detachedKeys = (outer ?? self).detachedKeys.map(DetachedKeys.init(after:))
    decoder.base = base
    decoder.current = current
    decoder.begin()
    if decoder.storage.record.unfinished != nil || decoder.document.hasForeignObjects {
      decoder.use.noteUnusual()
    }
    return decoder
  }

  /// Ends a decode begun by `beginDetached()`.
  func endDetached() {
    notes.endText()
    detachedText?.end(use, in: (document, notes))
  }

}

/// Releases `value`, an error of a model or what holds some, which may run the model's code.
///
/// The caller has put something else in its place, so that this code finds the decoder in order.
@inline(__always)
func releaseModelValue<Value>(_ value: consuming Value) { withExtendedLifetime(value) {} }

/// Which thread a decoder works on, and whether its decode is over.
///
/// It stays at one address for as long as the decoder lives, so that reading it counts no reference. The
/// decoders of `superDecoder()`s share that of the decoder of the whole text.
@safe
struct DecoderUse {
  @unsafe private struct Contents {
    /// Identifies the current thread; see `DecodingSystem`.
    let currentThread: @convention(c) () -> UInt

    /// The decoding thread, from `begin()` to `becomeIdle()`; `end()` leaves it.
    var thread: UInt = 0

    // Only the decoding thread writes these, and that thread reads them without a lock. Other threads read `isOver`
    // under the environment's lock, so it is written under that lock, too.

    /// The decode has ended, and a model may have kept a part of it.
    var isOver = false

    /// The value being decoded has not arrived in full, so values that are made from strings need a check, or it is a
    /// graph with objects that JSON has no kind for, which a model may ask for.
    var isUnusual = false
  }

  private let contents: UnsafeMutablePointer<Contents>

  // SAFETY of all that follows: the decoder, which is alive, frees the contents last.

  init(currentThread: @escaping @convention(c) () -> UInt) {
    unsafe contents = .holding(Contents(currentThread: currentThread))
  }

  /// Begins a decode on the current thread.
  @inline(__always)
  func begin() {
    assert(!isOver && !isBusy)
    unsafe contents.pointee.thread = contents.pointee.currentThread()
  }

  /// Ends a decode that left nothing with a model.
  @inline(__always)
  func becomeIdle() {
    assert(!isOver && isBusy)
    unsafe contents.pointee.thread = 0
    unsafe contents.pointee.isUnusual = false
  }

  /// Notes that the decode is over, and that a model may have kept a part of it; to be called with the environment's
  /// lock.
  ///
  /// Nothing else is written, because another thread may be reading `thread`.
  func end() {
    assert(!isOver && isBusy)
    unsafe contents.pointee.isOver = true
  }

  /// Notes that models have to be made with care; to be called before any of them is decoded.
  func noteUnusual() {
    assert(isUsual && isBusy)
    unsafe contents.pointee.isUnusual = true
  }

  /// True while the decode goes on, if models need no care; to be read by the decoding thread.
  var isUsual: Bool { unsafe !contents.pointee.isOver && !contents.pointee.isUnusual }

  /// The decoding thread.
  var thread: UInt { unsafe contents.pointee.thread }

  /// True when the decode is over, unless `becomeIdle()` ended it; to be read by the decoding thread or under the
  /// environment's lock.
  var isOver: Bool { unsafe contents.pointee.isOver }

  /// True from `begin()` to `becomeIdle()`, and for good after `end()`; to be read by the decoding thread.
  var isBusy: Bool { unsafe contents.pointee.thread != 0 }

  /// True on the decoding thread until the decode is over.
  ///
  /// Another thread reads only `thread`, which was written before that thread could have received
  /// anything from this decode.
  @inline(__always)
  var isHere: Bool {
    unsafe contents.pointee.thread == contents.pointee.currentThread()
      && !isOver
  }

  /// - Precondition: no copy is used afterward.
  @unsafe
  func deallocate() { unsafe contents.freeContents() }
}

/// A place on the stack of the thread that made it, by which that thread is recognized later.
///
/// Asking the system for the current thread costs a call: for each member, 4 % of the time.
///
/// The stacks of two threads have at least one page between them that neither can use (POSIX calls it the
/// guard), and no system has pages of less than 4 KB. An address within 4 KB of another is therefore on the
/// same stack. An address further away may be on the same stack as well; then the system is asked.
struct StackPlace {
  private let address: UInt

  /// No place at all.
  static let none = StackPlace(address: 0)

  /// A place on the current thread's stack.
  @inline(__always)
  static var here: StackPlace {
    var marker: UInt8 = 0
    // SAFETY: the address is only compared; nothing is read or written through it. (So the stack
    // needs no protection, which would cost more than everything else here.)
    return unsafe _withUnprotectedUnsafeMutablePointer(to: &marker) {
      StackPlace(address: UInt(bitPattern: $0))
    }
  }

  private static let pageSize: UInt = 4096

  /// Whether the current thread is certain to have made this place, without asking the system.
  var isOfThisThread: Bool {
    StackPlace.here.address &- address &+ StackPlace.pageSize < 2 &* StackPlace.pageSize
  }
}

/// A text that no longer changes, shared by all decoders that read it from then on: one whose decode is over although
/// models hold a part of it, or that of a `JSONDocument`.
///
/// Each use of a part is a decode by a separate decoder, whose workplace the next use takes over, whether or not that
/// decoder is kept in turn.
///
/// `@unchecked Sendable`: its mutable state is only touched under the environment's lock.
final class DetachedText: @unchecked Sendable {
  /// What a decoder works with: notes on paths and places, and knowledge of types and names.
  typealias Workplace = (document: Document, notes: DecodeNotes)

  private let document: Document
  private let environment: DecodingEnvironment

  /// Workplaces that no decoder is using.
  private var idle: [Workplace] = []

  /// As many as the threads that are likely to use one text at once.
  private static let maximumIdleCount = 4

  init(_ document: Document, environment: DecodingEnvironment) {
    self.document = document
    self.environment = environment
  }

  /// A workplace that no other decoder is using.
  func takeWorkplace() -> Workplace {
    environment.withLock { idle.popLast() }
      ?? (Document(sharing: document), DecodeNotes(types: TypeMemory(environment: environment)))
  }

  /// Ends the decode with `use`, and takes its workplace back.
  func end(_ use: DecoderUse, in workplace: Workplace) {
    environment.exclusively {
      use.end()
      if idle.count < DetachedText.maximumIdleCount { idle.append(workplace) }
    }
  }
}
