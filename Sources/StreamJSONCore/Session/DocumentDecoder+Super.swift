/// The decoders of `superDecoder()`s, and those that represent others.
extension DocumentDecoder {
  /// A decoder that, for as long as it is held, stands on the value at `entry`, to which `key` leads from the
  /// container at `header`; to the model, an absent value is null, as with JSONDecoder.
  ///
  /// Models that skip what they cannot decode make such a decoder for each element. The last one is reused
  /// when nothing else refers to it, so that its references need not be counted again.
  func superDecoder(at entry: Int, in header: Int, by key: any CodingKey) -> ModelDecoder {
    // Counts no reference to the decoder of the whole text if it is this one.
    guard let outer else { return superDecoder(at: entry, in: header, by: key, of: self) }
    return superDecoder(at: entry, in: header, by: key, of: outer)
  }

  @inline(never)
  private func superDecoder(
    at entry: Int,
    in header: Int,
    by key: any CodingKey,
    of whole: DocumentDecoder
  ) -> ModelDecoder {
    let outerPath = path(to: header)
    let spare = isKnownUniquelyReferenced(&whole.spare) ? whole.takeSpare() : nil
    var path: [any CodingKey]
    // The model's code cannot reach the spare, nor the former keys. An error that is kept has the array, and writing to
    // it would copy the former key first.
    if let spare, outerPath.isEmpty, spare.base.path.count == 1, !notes.errors.pending.areKept {
      // Taken out: if anything wrote to it in place, each path would pay for a check of access.
      path = spare.base.path
      spare.base = .root
      path[0] = key
    } else {
      path = self.path(along: outerPath, key)
    }
    let base = BasePlace(entry: entry, container: header, path: path)
    guard let spare else {
      let decoder = DocumentDecoder(superOf: self, at: base)
      if whole.spareAllowance > 0 { whole.replaceSpare(by: decoder) }
      return ModelDecoder(decoder)
    }
    spare.current = entry
    spare.containerPlace = DecodedPlace(Tape.absent, by: .none)
    spare.base = base
    if whole.spareAllowance > 0 {
      whole.spareAllowance = Self.spareAllowance
      whole.spare = spare
    }
    return ModelDecoder(spare)
  }

  // MARK: - Representatives

  /// A decoder that stands on the value at `entry`, to which `key` leads from the container at `header`, with
  /// its own path.
  ///
  /// To models, it is this decoder: whatever they have kept of this decoder moves along with the new one.
  @inline(never)
  func makeRepresentative(at entry: Int, in header: Int, by key: any CodingKey) -> DocumentDecoder {
    let path = path(to: header, key)
    environment.exclusively { use.noteRepresentative() }
    return DocumentDecoder(
      superOf: self,
      at: BasePlace(entry: entry, container: header, path: path),
      representing: represented ?? self
    )
  }

  /// The same, by the key that `note`, of a plain enum, stands for.
  @inline(never)
  func makeRepresentative(
    at entry: Int,
    in header: Int,
    by note: KeyNote
  ) throws -> DocumentDecoder {
    let (keyType, ordinal) = try types.keyType(of: note)
    return makeRepresentative(at: entry, in: header, by: PlainEnum.key(keyType.type, ordinal))
  }
}

extension KeyedObject {
  /// A decoder that stands on the value at `entry`, which may be absent.
  func superDecoder(at entry: Int, _ key: any CodingKey) -> ModelDecoder {
    decoder.superDecoder(at: entry, in: header, by: key)
  }
}
