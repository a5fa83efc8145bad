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
/// If many errors outlive their decode, their `DetailsSource` holds a copy of the document, or the document of a
/// decoder that is detached.
///
/// What moves a decoder from one state to another is in this file, except that `DetachedText` ends a use of it.
///
/// Keys and errors are values of models, so releasing one may run a model's code, which may use whatever it has kept of
/// the decode. `releaseModelValue(_:)` is where notes are released. A key on a path that is being made is replaced
/// there, because no note refers to that path.
extension DocumentDecoder {
  /// Begins a decode on the current thread.
  @inline(__always)
  package func begin() {
    use.begin()
    // There may be a spare unless the text is detached.
    spareAllowance = detachedText == nil ? Self.spareAllowance : 0
  }

  /// Ends the decode of `decoder`, whatever its outcome.
  ///
  /// This is the only place where a decoder becomes idle again. With `keepingTape`, the tape stays
  /// where it is, for the caller.
  ///
  /// - Returns: True when it is idle; the text and its notes are still there. False when a model
  ///   holds a part of the decode: leave the decoder to it and continue with a `successor`.
  @inline(__always)
  package static func end(_ decoder: inout DocumentDecoder, keepingTape: Bool = false) -> Bool {
    decoder.releaseSpare()
    if decoder.types.pool.close(), isKnownUniquelyReferenced(&decoder) {
      decoder.becomeIdle()
      return true
    }
    decoder.detach(keepingTape: keepingTape)
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
    types.pool.move(to: successor)
    return successor
  }

  /// Leaves the decoder and its text to the models that hold a part of them.
  ///
  /// The code of models finds the decode still running or over, because nothing of theirs is released in between.
  @inline(never)
  private func detach(keepingTape: Bool) {
    standOnOutermostValue()
    document.keepBytes(andTape: keepingTape)
    detachedText = DetachedText(document, environment: environment)
    detachedKeys = DetachedKeys(
      types: types.keyTypes.map(\.type),
      requestedKeys: notes.text.requestedKeys
    )
    notes.settleErrors(in: document)
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
    if decoder.storage.record.unfinished != nil { decoder.use.noteUnfinished() }
    return decoder
  }

  /// Ends a decode begun by `beginDetached()`.
  func endDetached() {
    notes.endText()
    detachedText?.end(use, in: (document, notes))
  }

  // MARK: - The spare

  /// How many times in a row a spare may be held before a decode makes no more of them.
  static let spareAllowance = 4

  /// Makes `decoder` the spare, instead of one that is still held, or gives up on spares for this decode if a
  /// model holds one after another.
  func replaceSpare(by decoder: DocumentDecoder) {
    if spare != nil {
      spareAllowance &-= 1
      guard spareAllowance > 0 else { return releaseSpare() }
      releaseModelValue(takeSpare())
    }
    spare = decoder
  }

  /// Releases the last `superDecoder()`, which holds this decoder, for good.
  @inline(__always)
  func releaseSpare() {
    spareAllowance = 0
    if spare != nil { releaseModelValue(takeSpare()) }
  }

  /// Empties `spare` before what was in it is released.
  @inline(never)
  func takeSpare() -> DocumentDecoder? {
    let former = spare
    spare = nil
    return former
  }
}

/// Releases `value`, a key or an error of a model or what holds some, which may run the model's code.
///
/// The caller has put something else in its place, so that this code finds the decoder in order.
@inline(__always)
func releaseModelValue<Value>(_ value: consuming Value) { withExtendedLifetime(value) {} }
