/// Finds the values of a stream in chunks of bytes and decodes them: the part that is common to
/// pushing and pulling, synchronous or not.
///
/// For each chunk, call `next(in:)` until it returns `needsBytes`, with `decode(_:)` after each
/// `value`, then `keepRest(of:)`. The chunk's bytes must stay where they are until then. At the end
/// of the stream, do the same with nil in place of a chunk: the end is never told together with bytes, so all of them
/// have been looked at by then.
///
/// Models, bodies and sources are foreign code, which may hold the same stream. While they run,
/// the engine is in use, and any call they make to it is refused before it changes anything. A
/// call that pushes keeps the engine in use throughout, from `enter(with:)` to
/// `leave(keepingRestOf:)`; a call that pulls, only while `decode(_:)` runs and while it waits for
/// its source.
///
/// One document, decoder and tape serve all values, unless a model keeps a part of them.
///
/// `@unchecked Sendable`: it is used by one task at a time, and moves with the iterator or stream
/// that holds it.
package final class StreamEngine: @unchecked Sendable {
  // This is not checked for overlapping access: the check takes a tenth of the time of a small element.
  // SAFETY: no method of the state calls code of a model or of the stream's user, except that releasing a model's keys
  // and errors at the end of a value may do so; the engine is in use then, so all that code can read is the counts.
  @exclusivity(unchecked) var state: StreamState

  private let isStrict: Bool

  /// Makes an engine for a stream of values of `type`, or for the part of one that begins at
  /// `start`.
  @inline(never)
  package init(
    of type: any Any.Type,
    framing: JSONFraming,
    options: DecodingOptions,
    environment: DecodingEnvironment,
    start: StreamStart = StreamStart()
  ) {
    let framing = framing.makeFraming(of: type, options: options)
    unsafe state = StreamState(framing, options: options, environment: environment, start: start)
    isStrict = options.validation == .strict
  }

  /// Whether foreign code is running that must not use the engine.
  private enum Use {
    case free, busy
    /// Foreign code is running, and the last refusal was reported.
    case busyAndTold
  }

  private var use = Use.free

  /// Whether no foreign code is running.
  package var isFree: Bool { use == .free }

  /// Marks the engine as in use, for a call that pushes `chunk`.
  ///
  /// - Throws: `DecodingError` of kind `reentered` if it is already in use; then `leave()` must not
  ///   be called. Also the error that ended the stream, if the chunk is not empty.
  package func enter(with chunk: JSONText = .empty) throws(DecodingError) {
    guard use == .free, unsafe !(state.hasTerminalError && chunk.count > 0) else {
      throw refusal()
    }
    use = .busy
  }

  @inline(never)
  private func refusal() -> DecodingError {
    if use == .free, let error = unsafe state.terminalError { return error }
    return .reentered
  }

  /// Like `enter(with:)`, after `pull(in:)` has checked that the engine is not in use.
  package func beginUse() { use = .busy }

  /// Marks the engine as free, after `enter(with:)`, and keeps the part of the pushed chunk that is needed.
  package func leave(keepingRestOf chunk: JSONText? = nil) {
    if let chunk { keepRest(of: chunk) }
    use = .free
  }

  /// Whether a sequence that cannot throw should report an error or end.
  ///
  /// It reports a refusal only every other time, so that a loop over it gets the error and ends.
  package func tellsError() -> Bool {
    guard use != .free else { return true }
    use = use == .busy ? .busyAndTold : .busy
    return use == .busyAndTold
  }

  /// Advances to the end of the next value.
  ///
  /// - Parameter chunk: The bytes that arrived last, the same at every call until `keepRest(of:)`; nil if the stream has
  ///   ended, after the rest of the last chunk was kept.
  /// - Returns: Whether there is a value.
  /// - Throws: `DecodingError` for a malformed record. The next call continues with the record
  ///   after it or, if the framing cannot find one, returns `end`.
  package func next(in chunk: JSONText?) throws -> StreamStep {
    try unsafe state.next(in: chunk)
  }

  /// Like `next(in:)`, for a call that pulls.
  ///
  /// - Throws: Also a `DecodingError` of kind `reentered` if the engine is in use.
  package func pull(in chunk: JSONText?) throws -> StreamStep {
    guard use == .free else { throw refusal() }
    return try unsafe state.next(in: chunk)
  }

  /// Decodes the value that `next(in:)` found.
  ///
  /// - Throws: `DecodingError`, or what the model's own `init(from:)` throws; for a result, a `DecodingError` with its
  ///   record, or a `CancellationError`. Even then, the stream moves past the value.
  package func decode<T: Decodable>(_ type: T.Type, isResult: Bool = false) throws -> T {
    let before = use
    use = .busy
    var decodedCount = 0
    defer {
      // What this releases may look at the progress, in which the value must not be counted before its record is.
      unsafe state.endValue()
      unsafe state.valueCount += decodedCount
      use = before
    }
    let value = try decodeRoot(type, isRecord: true, isResult: isResult)
    decodedCount = 1
    return value
  }

  /// Whether several values of `type` may be decoded at once: no model's code runs meanwhile, so whatever
  /// turns out to be wrong can be decoded again, one value at a time.
  package static func takesSeveral(of type: any Any.Type) -> Bool {
    DirectTypes.scalars.contains { $0 == type }
  }

  /// Decodes the elements of an array that are complete in the available bytes, several at once.
  ///
  /// Use this only for a call that pushes, or while the engine is not in use.
  ///
  /// - Precondition: `takesSeveral(of: type)`.
  /// - Returns: Nil if the next record has to be taken by `next(in:)` or `pull`, which
  ///   reports its error, if any.
  package func elements<T: Decodable>(_ type: T.Type, in chunk: JSONText) -> [T]? {
    guard let end = unsafe state.scanElements(in: chunk) else { return nil }
    let values = try? decodeRoot([T].self)
    unsafe state.endDecode()
    // If they could not be decoded, they are taken one by one.
    if let count = values?.count { unsafe state.passValues(count, upTo: end) }
    return values
  }

  /// Decodes the value on the tape.
  ///
  /// This is a separate function, so that its reference to the decoder is gone when the end of the value checks whether
  /// the decoder is still held.
  func decodeRoot<T: Decodable>(
    _ type: T.Type,
    isRecord: Bool = false,
    isResult: Bool = false,
    isUnfinished: Bool = false
  ) throws -> T {
    let decoder = unsafe state.decoder
    decoder.begin()
    if isUnfinished { decoder.use.noteUnfinished() }
    decoder.current = Tape.root
    do {
      if isStrict { try decoder.validateScalars() }
      return try decoder.decodeRoot(type)
    } catch {
      if isRecord { unsafe state.noteFailure() }
      throw isResult ? decoder.failure(leaving: error, by: type) : decoder.located(leaving: error)
    }
  }

  /// The bytes that can complete the next value, after `needsBytes`.
  package var awaitedBytes: AwaitedBytes { unsafe state.framing.awaitedBytes(state.scan) }

  /// Keeps `byte` for the next chunk, if it can complete nothing and the engine is not in use.
  ///
  /// - Returns: False if it has to be pushed as a chunk.
  package func keep(_ byte: UInt8) -> Bool {
    guard isFree else { return false }
    return unsafe state.keep(byte)
  }

  /// Keeps the part of `chunk` that is still needed, before the chunk is released.
  package func keepRest(of chunk: JSONText) { unsafe state.keepRest(of: chunk) }

  // MARK: - The end

  /// Ends the stream; no more bytes are read.
  ///
  /// - Returns: False if it had already ended, or is in use.
  package func end() -> Bool {
    guard use == .free else { return false }
    defer { unsafe state.hasEnded = true }
    return unsafe !state.hasEnded
  }

  /// The error that ended the stream, if any.
  package var terminalError: DecodingError? { unsafe state.terminalError }

  /// Whether finishing the stream has already thrown that error.
  package var hasReportedTerminalError = false
}
