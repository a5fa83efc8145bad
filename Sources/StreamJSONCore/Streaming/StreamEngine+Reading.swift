/// Values of marked types, read in one pass over the bytes at hand.
extension StreamEngine {
  /// The next value, if it is of a type with a plan, all of it has arrived, and it can be read in one
  /// pass.
  ///
  /// The call is one of those that push, or the engine is not in use.
  ///
  /// - Returns: Nil if the next record has to be taken by `next(in:isFinal:)` or `pull`, and decoded.
  @inline(__always)
  package func read<T: Decodable>(_ type: T.Type, in chunk: JSONText, isFinal: Bool) -> T? {
    // SAFETY: as for the property: no method of the state that is called in this file calls code of a model
    // or of the stream's user.
    guard unsafe state.mayRead else { return nil }
    return readHere(type, in: chunk, isFinal: isFinal)
  }

  /// As `read(_:in:isFinal:)`, for a call that pulls.
  @inline(__always)
  package func pullRead<T: Decodable>(_ type: T.Type, in chunk: JSONText, isFinal: Bool) -> T? {
    guard isFree else { return nil }
    return read(type, in: chunk, isFinal: isFinal)
  }

  @inline(never)
  private func readHere<T: Decodable>(
    _ type: T.Type,
    in chunk: JSONText,
    isFinal: Bool
  ) -> T? {
    // SAFETY: as above.
    guard hasPlan(type), let place = unsafe state.placeToRead(in: chunk, isFinal: isFinal),
      let (value, count) = read(type, at: place)
    else { return nil }
    assert(
      whileInUse { isDecodedAsRead(value, at: place, count, in: chunk) },
      "The texts of \(type) are read in another way."
    )
    // SAFETY: as above.
    unsafe state.endReading(place, count)
    return value
  }

  /// Whether values of `type` may be read, as far as is known.
  private func hasPlan<T: Decodable>(_ type: T.Type) -> Bool {
    // SAFETY: as above.
    let plan = unsafe state.decoder.memory.outermostPlan(for: type)
    if plan.direct == nil { unsafe state.mayRead = plan.isUnsettled }
    return plan.direct != nil
  }

  /// Reads the value at `place`.
  ///
  /// A separate function, as `decodeRoot`, so that its reference to the decoder is gone.
  ///
  /// - Returns: The value, and the number of bytes up to its end.
  private func read<T: Decodable>(_ type: T.Type, at place: PlaceToRead) -> (T, Int)? {
    // SAFETY: as above.
    let decoder = unsafe state.decoder
    guard let direct = decoder.memory.outermostPlan(for: type).direct else { return nil }
    // SAFETY: there is room for a T, and what is read has a plan, which bounds its alignment; `move` below
    // comes before anything else that could ask for the storage.
    let target = unsafe decoder.memory.textReader.outermost(MemoryLayout<T>.size)
    switch unsafe direct.readFirst(from: place, with: decoder, to: target) {
    case .read(let count):
      // SAFETY: the plan of T holds T itself, as another protocol's metatype, or a struct that has
      // nothing but a T. So there is a T when one was read.
      return (unsafe target.assumingMemoryBound(to: T.self).move(), count)
    case .gaveUp:
      // SAFETY: as above.
      unsafe state.giveUpReading()
    case .never:
      // SAFETY: as above.
      unsafe state.mayRead = false
    }
    return nil
  }

  /// Whether the ordinary way makes `value` of the first `count` bytes of the text at `place`.
  private func isDecodedAsRead<T: Decodable>(
    _ value: T,
    at place: PlaceToRead,
    _ count: Int,
    in chunk: JSONText
  ) -> Bool {
    // SAFETY: as above.
    unsafe state.show(place, in: chunk)
    defer { unsafe state.endDecode() }
    return isDecodedHereAsRead(value, from: place.text.part(from: 0, to: count))
  }

  private func isDecodedHereAsRead<T: Decodable>(_ value: T, from text: JSONText) -> Bool {
    // SAFETY: as above.
    let decoder = unsafe state.decoder
    decoder.begin()
    return decoder.isDecodedAsRead(value, from: text)
  }
}
