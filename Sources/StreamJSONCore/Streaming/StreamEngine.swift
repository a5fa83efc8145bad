/// Finds the values of a stream in chunks of bytes and decodes them: what pushing and pulling,
/// synchronous or not, have in common.
///
/// For each chunk: `next(in:)` until it says `needsBytes`, with `decode(_:)` after each `value`;
/// then `keepRest(of:)`. The chunk's bytes stay where they are until then. At the end of the
/// stream the same with an empty chunk and `isFinal`.
///
/// Models, bodies and sources are code of others, which may hold the stream as well. While they run
/// the engine is in use, and what they call is refused before it touches anything: a call that
/// pushes is in use as a whole, from `enter(with:)` to `leave(keepingRestOf:)`; one that pulls while
/// `decode(_:)` runs and while it waits for its source.
///
/// One document, decoder and tape serve all values, unless a model keeps a part of them.
///
/// `@unchecked Sendable`: used by one task at a time, and handed on with the iterator or stream
/// that holds it.
package final class StreamEngine: @unchecked Sendable {
  // Not checked for overlapping access, which costs a tenth of the time of a small element.
  // SAFETY: no method of the state calls code of a model or of the stream's user.
  @exclusivity(unchecked) private var state: StreamState

  private let isStrict: Bool

  /// Makes an engine for a stream; `options` are taken as they are now.
  package init(
    framing: JSONFraming,
    options: DecodingOptions,
    environment: DecodingEnvironment = .singleThreaded
  ) {
    unsafe state = StreamState(framing: framing, options: options, environment: environment)
    isStrict = options.validation == .strict
  }

  /// Whether code of others runs that must not use the engine.
  private enum Use {
    case free, busy
    /// It runs, and the last refusal was told.
    case busyAndTold
  }

  // SAFETY: read and written as a whole only.
  @exclusivity(unchecked) private var use = Use.free

  /// Begins to be in use.
  ///
  /// - Throws: `DecodingError` of kind `reentered` when that has begun before; there is nothing to
  ///   leave then.
  package func enter() throws(DecodingError) {
    guard unsafe use == .free else { throw refusal() }
    unsafe use = .busy
  }

  /// As `enter()`, for a call that brings `chunk`.
  ///
  /// - Throws: Also the error that has ended the stream, if the chunk is not empty.
  package func enter(with chunk: JSONText) throws(DecodingError) {
    guard unsafe use == .free && !(state.hasTerminalError && chunk.count > 0) else {
      throw refusal()
    }
    unsafe use = .busy
  }

  @inline(never)
  private func refusal() -> DecodingError {
    if unsafe use == .free, let error = unsafe state.terminalError { return error }
    return .reentered
  }

  /// As `enter()`, after `pull(in:isFinal:)` has found that it is not in use.
  package func beginUse() {
    unsafe use = .busy
  }

  /// Ends what `enter()` has begun.
  package func leave() {
    unsafe use = .free
  }

  /// As `leave()`, for a call that has brought `chunk`.
  package func leave(keepingRestOf chunk: JSONText) {
    keepRest(of: chunk)
    leave()
  }

  /// Whether a sequence that cannot throw is to tell an error that it got, or to end.
  ///
  /// A refusal it tells every other time, so that a loop over it gets the error and ends.
  package func tellsError() -> Bool {
    switch unsafe use {
    case .free:
      return true
    case .busy:
      unsafe use = .busyAndTold
      return true
    case .busyAndTold:
      unsafe use = .busy
      return false
    }
  }

  /// Goes on to the end of the next value.
  ///
  /// - Parameters:
  ///   - chunk: The bytes that arrived last, the same ones until `keepRest(of:)`.
  ///   - isFinal: Whether the stream ends with them.
  /// - Returns: Whether there is a value.
  /// - Throws: `DecodingError` for a record that is malformed. The next call goes on with the one
  ///   behind it; when the framing has none, it returns `end`.
  package func next(in chunk: JSONText, isFinal: Bool = false) throws -> StreamStep {
    try unsafe state.next(in: chunk, isFinal: isFinal)
  }

  /// As `next(in:isFinal:)`, for a call that pulls.
  ///
  /// - Throws: Also a `DecodingError` of kind `reentered` when the engine is in use.
  package func pull(in chunk: JSONText, isFinal: Bool) throws -> StreamStep {
    guard unsafe use == .free else { throw refusal() }
    return try unsafe state.next(in: chunk, isFinal: isFinal)
  }

  /// Decodes the value that `next(in:)` has found.
  ///
  /// - Throws: `DecodingError`, or what the model's own `init(from:)` throws. The value is done with
  ///   in any case.
  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let before = unsafe use
    unsafe use = .busy
    defer {
      unsafe state.endValue()
      unsafe use = before
    }
    return try decodeRoot(type)
  }

  /// Decodes what is on the tape.
  ///
  /// A function of its own, because the end of a value asks whether
  /// anybody holds the decoder.
  private func decodeRoot<T: Decodable>(_ type: T.Type) throws -> T {
    let decoder = unsafe state.decoder
    decoder.begin()
    decoder.current = Tape.root
    if isStrict { try decoder.validateScalars() }
    return try decoder.decode(type, at: Tape.root)
  }

  /// Keeps what is still needed of `chunk`, which goes away.
  package func keepRest(of chunk: JSONText) {
    unsafe state.keepRest(of: chunk)
  }

  /// Decodes what has arrived of the value in progress, between two chunks.
  ///
  /// - Returns: Nil when nothing of a value is there.
  package func partialValue<T: Decodable>(_ type: T.Type) throws -> T? {
    guard let unfinished = try unsafe state.closeUnfinishedValue() else { return nil }
    defer { unsafe state.reopen(unfinished) }
    return try decodeRoot(type)
  }

  /// How many bytes are kept between two chunks.
  package var keptByteCount: Int { unsafe state.buffer.keptByteCount }

  /// Ends the stream: nothing further is looked at.
  ///
  /// - Returns: False when it had ended before, or is in use.
  package func end() -> Bool {
    guard unsafe use == .free else { return false }
    defer { unsafe state.end() }
    return unsafe !state.hasEnded
  }

  /// The error that has ended the stream, if one has.
  package var terminalError: DecodingError? { unsafe state.terminalError }

  /// Whether the end of the stream was asked for and has thrown that error.
  package var hasReportedTerminalError = false
}
