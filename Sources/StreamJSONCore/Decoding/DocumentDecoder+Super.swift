/// The decoders of `superDecoder()`s, and those that stand in for others.
extension DocumentDecoder {
  /// A decoder that stands on the value at `entry`, to which `key` leads from the container at `header`,
  /// for as long as it is held; on that of `missing` if it is absent.
  ///
  /// Models that skip what they cannot decode make one for each element. The last one is made again in
  /// the same place when nothing else refers to it, so that it need not count its references again.
  func superDecoder(
    at entry: Int,
    in header: Int,
    by key: some CodingKey,
    missing: MissingMember? = nil
  ) -> ModelDecoder {
    let outerPath = path(to: header)
    // SAFETY: see `spare`.
    if let whole = outer {
      if unsafe isKnownUniquelyReferenced(&whole.spare), let decoder = whole.takeSpare() {
        return whole.restart(decoder, at: entry, outerPath, key, missing)
      }
    } else if unsafe isKnownUniquelyReferenced(&spare), let decoder = takeSpare() {
      return restart(decoder, at: entry, outerPath, key, missing)
    }
    return superDecoder(
      at: Base(entry: entry, path: path(along: outerPath, key), missing: missing)
    )
  }

  /// A decoder that stands on `base` for as long as it is held.
  func superDecoder(at base: Base) -> ModelDecoder {
    let decoder = DocumentDecoder(superOf: self, at: base)
    let whole = outer ?? self
    // SAFETY: see `spare` and `keepsSpare`.
    if unsafe whole.keepsSpare { unsafe whole.spare = decoder }
    return ModelDecoder(decoder)
  }

  /// Makes `decoder`, which nothing else refers to, a new `superDecoder()`.
  @inline(__always)
  private func restart(
    _ decoder: DocumentDecoder,
    at entry: Int,
    _ outerPath: [any CodingKey],
    _ key: some CodingKey,
    _ missing: MissingMember?
  ) -> ModelDecoder {
    decoder.current = entry
    decoder.entered = DecodedPlace(Tape.absent, by: .none)
    decoder.base.entry = entry
    decoder.base.missing = missing
    // Releasing the former keys may run code of the model's, which cannot reach this decoder.
    if outerPath.isEmpty, decoder.base.path.count == 1 {
      decoder.base.path[0] = key
    } else {
      decoder.base.path = path(along: outerPath, key)
    }
    // SAFETY: see `spare` and `keepsSpare`.
    if unsafe keepsSpare { unsafe spare = decoder }
    return ModelDecoder(decoder)
  }

  /// Allows a spare from now on, unless the text is kept.
  @inline(__always)
  func beginKeepingSpare() {
    // SAFETY: see `keepsSpare`.
    unsafe keepsSpare = keptText == nil
  }

  /// Releases the last `superDecoder()`, which holds this decoder, for good.
  @inline(__always)
  func releaseSpare() {
    // SAFETY: see `spare` and `keepsSpare`.
    unsafe keepsSpare = false
    if unsafe spare != nil { takeSpare() }
  }

  /// Empties `spare` before what was in it is released, which may run code of a model's keys.
  @inline(never)
  @discardableResult
  private func takeSpare() -> DocumentDecoder? {
    // SAFETY: see `spare`.
    let former = unsafe spare
    unsafe spare = nil
    return former
  }

  // MARK: - Stand-ins

  /// A decoder that stands on the value at `entry`, with a path of its own.
  ///
  /// To models it is this decoder: what they have kept of this one moves along with it.
  func substitute(at entry: Int, path: [any CodingKey]) -> DocumentDecoder {
    environment.exclusively { use.noteSubstitute() }
    return DocumentDecoder(
      superOf: self,
      at: Base(entry: entry, path: path, missing: missing),
      standingInFor: original ?? self
    )
  }

  /// The same for the value at `entry` of the object at `header`, by the key that `note`, of a plain
  /// enum, stands for.
  @inline(never)
  func substitute(
    forKeyOf note: KeyNote,
    in header: Int,
    at entry: Int
  ) throws -> DocumentDecoder {
    let (keyType, ordinal) = try memory.keyType(of: note)
    let key = PlainEnum.key(keyType.type, ordinal)
    return substitute(at: entry, path: path(to: header) + [key])
  }
}
