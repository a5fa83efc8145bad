/// # Lifetimes
///
/// Decoders, documents and keyed containers are used again, for one text after the other; models
/// may keep any of them. A `DocumentDecoder` is in one of four states:
///
/// - **idle**: its owner holds it and nothing else does. `begin()` makes it busy.
/// - **busy**: a decode runs, on the thread that called `begin()`. What the models of that decode
///   hold works on that thread; on any other it is a `DecodingError` (`isInUseHere` tells).
/// - **kept**: the decode is over, and a model holds a part of it. `end` has found that by counting:
///   a `ModelDecoder`, an unkeyed container, a counted `KeyedObject` and the decoder of a
///   `superDecoder()` hold the decoder, and the box of a keyed container says itself whether anything
///   refers to it. The text was copied; neither it nor the tape nor the decoder changes
///   any more. So any thread may read it: each use is a decode of its own, by a decoder of its own
///   on the same `KeptText` (`later`). What it gives is kept like itself.
/// - **gone**: the last holder was. Nothing else knows of it, so its memory goes with it.
///
/// A keyed container of a pool is **free** when nothing but the pool refers to its box, weakly or
/// not; only then is it opened again, and its copies that nobody counts become stale (see
/// `ContainerHandle`). One that is not free at the end of its decode leaves the pool, and holds the
/// decoder from then on.
///
/// Everything that moves a decoder from one state to another is in this file.
extension DocumentDecoder {
  /// Begins a decode on the current thread.
  @inline(__always)
  package func begin() {
    use.begin()
  }

  /// Ends the decode of `decoder`, whatever its outcome: the only place where it becomes idle again.
  ///
  /// With `keepingTape`, the tape stays where it is, for the caller.
  ///
  /// - Returns: True when it is idle; the text and all that was noted of it are still there. False
  ///   when a model holds a part of the decode, to which it is left: go on with a `successor`.
  @inline(__always)
  package static func end(_ decoder: inout DocumentDecoder, keepingTape: Bool = false) -> Bool {
    if decoder.memory.closeContainers(), isKnownUniquelyReferenced(&decoder) {
      decoder.memory.endText()
      return true
    }
    decoder.keep(keepingTape: keepingTape)
    return false
  }

  /// A decoder for other texts, in `document`, that knows what this one has learned of types.
  ///
  /// This one is kept by models.
  package func successor(with document: Document) -> DocumentDecoder {
    DocumentDecoder(succeeding: self, document: document)
  }

  /// Leaves the decoder and its text to those who hold a part of them.
  @inline(never)
  private func keep(keepingTape: Bool) {
    document.keepBytes(andTape: keepingTape)
    keptText = KeptText(document, environment: environment)
    keyTypeNotes = KeyTypeNotes(types: memory.keyTypes.map(\.type))
    memory.releaseContainersInUse()
    memory.endText()
    environment.end(use)
  }

  /// Begins another decode of the same text, where this decoder stands, whose own decode is over;
  /// `endLater()` ends it.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when it is another thread's decode, and not over.
  @inline(never)
  func later() throws -> DocumentDecoder {
    guard environment.isOver(use), let keptText = (outer ?? self).keptText else {
      throw DecodingError.isInUseElsewhere
    }
    let decoder = DocumentDecoder(of: keptText, in: keptText.takeWorkplace(), like: self)
    decoder.begin()
    return decoder
  }

  /// Ends a decode that `later()` has begun.
  func endLater() {
    memory.convertedNames.endText()
    keptText?.end(use, in: KeptText.Workplace(document: document, memory: memory))
  }
}
