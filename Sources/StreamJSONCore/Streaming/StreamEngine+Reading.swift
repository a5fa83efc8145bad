/// Values of memberwise types, read in one pass over the available bytes.
extension StreamEngine {
  // SAFETY of all that follows: no method of the state that is called in this file calls code of a model or
  // of the stream's user.

  /// Reads the next value, if it is of a type with a plan, all of it has arrived, and it can be read in
  /// one pass.
  ///
  /// Use this only for a call that pushes, or while the engine is not in use.
  ///
  /// It returns a pointer instead of a value, because an optional of a generic type is copied once more by each call
  /// that returns it, and a pair that contains one has metadata that the runtime looks up each time.
  ///
  /// - Returns: Where the value is, which the caller has to move from there before anything else is asked
  ///   of the engine; nil if the next record has to be taken by `next(in:)` or `pull`, and decoded.
  @inline(__always)
  package func read<T: Decodable>(
    _ type: T.Type,
    in chunk: JSONText
  ) -> UnsafeMutablePointer<T>? {
    guard unsafe state.mayRead, chunk.count >= Self.minimumByteCountToRead else { return nil }
    return unsafe readHere(type, in: chunk)
  }

  /// The number of bytes of a chunk from which trying to read costs less than it saves.
  private static var minimumByteCountToRead: Int { 16 }

  @inline(never)
  private func readHere<T: Decodable>(
    _ type: T.Type,
    in chunk: JSONText
  ) -> UnsafeMutablePointer<T>? {
    // SAFETY: there is room for a T, and the type that is read has a plan, which bounds its alignment. The memory is
    // that of the state's decoder, and asked for by nothing else before the caller has moved the value. The plan of T
    // names T itself, as another protocol's metatype, or a struct that contains nothing but a T, so there is a T when
    // one was read.
    let plan = unsafe state.decoder.types.outermostPlan(for: type, byteCount: chunk.count)
    guard let reading = plan.reading else {
      unsafe state.mayRead = plan.mayBeMarked
      return nil
    }
    guard let place = unsafe state.placeToRead(in: chunk) else { return nil }
    let target = unsafe state.decoder.types.outermostStorage.room(byteCount: MemoryLayout<T>.size)
    guard let count = unsafe read(reading, at: place, to: target) else { return nil }
    let value = unsafe target.assumingMemoryBound(to: T.self)
    unsafe state.passValues(1, upTo: place.start &+ count)
    return unsafe value
  }

  /// Reads the value at `place`.
  ///
  /// This is a separate function, like `decodeRoot`, so that its reference to the decoder is gone when it returns.
  ///
  /// - Returns: The number of bytes up to its end.
  private func read(
    _ reading: any ReadableFromText.Type,
    at place: PlaceToRead,
    to target: UnsafeMutableRawPointer
  ) -> Int? {
    // SAFETY: the target has room for the value.
    switch unsafe reading.read(.value, from: place, with: state.decoder, to: target) {
    case .read(let count, _): return count
    case .gaveUp: unsafe state.singleByteOffset = state.buffer.cursorOffset + 1
    case .never: unsafe state.mayRead = false
    }
    return nil
  }
}
