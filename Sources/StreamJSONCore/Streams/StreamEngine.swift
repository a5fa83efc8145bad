// Rules for the engine of streams; `StreamFraming.swift` has those for framings:
// - All bytes are in one buffer. Where a chunk cuts a value, the value stays there, and its scan continues.
// - If a model keeps a part of a value, the stream goes on with a successor of its document and decoder.
// - After an error, the stream is at the next record or has ended.
// - Several elements are decoded together only if no model's code can run. Anything unusual among them is left to
//   `next`.
// - Errors about a stream itself are made in `Decoding/DocumentDecoder+Errors.swift`.

/// Finds the values of a stream in chunks of bytes and decodes them: the part that is common to
/// pushing and pulling, synchronous or not.
///
/// For each chunk, call `append(_:)`, then `next()` until it returns `needsBytes`, with `decode(_:)` after each
/// `value`. At the end of the stream, do the same with `finish()` in place of a chunk: all bytes have been looked at by
/// then.
///
/// Models, bodies and sources are foreign code, which may hold the same stream. While they run,
/// the engine is in use, and any call they make to it is refused before it changes anything. A
/// call that pushes keeps the engine in use throughout, from `enter(with:)` to
/// `leave()`; a call that pulls, only while `decode(_:)` runs and while it waits for
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
  private let takesSeveral: Bool

  /// Creates an engine for a stream, or for the part of one that begins at `start`.
  @inline(never)
  package init(
    _ form: StreamForm,
    environment: DecodingEnvironment,
    start: StreamStart = StreamStart()
  ) {
    unsafe state = StreamState(
      form,
      form.makeFraming(),
      environment: environment,
      start: start
    )
    isStrict = form.options.validation == .strict
    takesSeveral = form.takesSeveral
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
    guard use == .free, unsafe chunk.count == 0 || state.terminalError == nil else {
      throw refusal()
    }
    use = .busy
  }

  @inline(never)
  private func refusal() -> DecodingError {
    if use == .free, let error = unsafe state.terminalError { return error }
    return .reentered
  }

  /// Like `enter(with:)`, after `pull()` has checked that the engine is not in use.
  package func beginUse() { use = .busy }

  /// Marks the engine as free, after `enter(with:)`.
  package func leave() { use = .free }

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
  /// - Returns: Whether there is a value.
  /// - Throws: `DecodingError` for a malformed record. The next call continues with the record
  ///   after it or, if the framing cannot find one, returns `end`.
  package func next() throws -> StreamStep { try unsafe state.next() }

  /// Like `next()`, for a call that pulls.
  ///
  /// - Throws: Also a `DecodingError` of kind `reentered` if the engine is in use.
  package func pull() throws -> StreamStep {
    try requireFree()
    return try unsafe state.next()
  }

  /// Refuses a call that pulls while the engine is in use.
  package func requireFree() throws(DecodingError) { if use != .free { throw refusal() } }

  /// Makes the next step throw `error`, which comes after the values before.
  package func hold(_ error: any Error) { unsafe state.hold(error) }

  /// Where the first element begins in `chunk`, the beginning of a stream, even if not all of it has arrived.
  package func startOfFirst(in chunk: JSONText) -> Int? {
    append(chunk)
    guard let step = try? next() else { return nil }
    return unsafe step == .value || state.framing.isAtRecord ? state.scan.start : nil
  }

  /// Decodes the value that `next()` found.
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

  /// Decodes the elements of an array that are complete in the available bytes, several at once.
  ///
  /// Use this only for a call that pushes, or while the engine is not in use.
  ///
  /// - Returns: Nil if the next record has to be taken by `next()` or `pull()`, which
  ///   reports its error, if any.
  private func elements<T: Decodable>(_ type: T.Type) -> [T]? {
    guard takesSeveral, let end = unsafe state.scanElements() else { return nil }
    let values = try? decodeRoot([T].self)
    unsafe state.endDecode()
    // If they could not be decoded, they are taken one by one.
    if let count = values?.count { unsafe state.passValues(count, upTo: end) }
    return values
  }

  /// Appends the next value to `values`, or several at once.
  ///
  /// Use this only for a call that pushes, or while the engine is not in use.
  ///
  /// - Returns: Whether there was a value; see `next()`.
  /// - Throws: What `next()` and `decode` throw.
  package func appendNext<T: Decodable>(
    _ type: T.Type,
    isResult: Bool = false,
    to values: inout [T]
  ) throws -> StreamStep {
    if let elements = elements(type) {
      if values.isEmpty { values = elements } else { values += elements }
      // SAFETY: the value is moved before anything else is asked of the engine.
    } else if let value = unsafe read(type) {
      values.append(unsafe value.move())
    } else {
      let step = try next()
      if step == .value { values.append(try decode(type, isResult: isResult)) }
      return step
    }
    return .value
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
    if isUnfinished { decoder.use.noteUnusual() }
    decoder.current = Tape.root
    do {
      if isStrict { try decoder.validateScalars() }
      return try decoder.decodeRoot(type)
    } catch {
      if isRecord { unsafe state.noteFailure() }
      throw isResult ? decoder.failure(leaving: error, by: type) : decoder.located(leaving: error)
    }
  }

  // MARK: - Bytes

  /// The bytes that can complete the next value, after `needsBytes`.
  package var awaitedBytes: AwaitedBytes { unsafe state.awaitedBytes }

  /// Keeps `byte` for the next chunk, if it can complete nothing and the engine is not in use.
  ///
  /// - Returns: False if it has to be pushed as a chunk.
  package func keep(_ byte: UInt8) -> Bool {
    guard isFree else { return false }
    return unsafe state.keep(byte)
  }

  /// Adds a part of `bytes`, all of them unless they are many; returns the others.
  package func appendPiece(of bytes: JSONText) -> JSONText {
    let count = min(bytes.count, unsafe state.pieceByteCount)
    append(bytes.part(from: 0, to: count))
    return bytes.part(from: count, to: bytes.count)
  }

  /// Adds `bytes`.
  package func append(_ bytes: JSONText) { unsafe state.append(bytes) }

  /// Where the next `limit` bytes belong; until `addWritten(_:)` adds them, nothing else may be asked of the engine but
  /// whether it is in use, and how far it has come.
  package func room(for limit: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe state.room(for: limit)
  }

  /// Adds the `count` bytes that the caller of `room(for:)` has written there.
  package func addWritten(_ count: Int) { unsafe state.addWritten(count) }

  /// The number of bytes that have been added.
  package var byteCount: Int { unsafe state.byteCount }

  /// Notes that no more bytes come.
  package func finish() { unsafe state.finish() }

  // MARK: - The end

  /// Ends the stream; no more bytes are read.
  ///
  /// - Returns: False if it had already ended, or is in use.
  package func end() -> Bool {
    guard use == .free, unsafe !state.hasEnded else { return false }
    unsafe state.end()
    return true
  }

  /// The error that ended the stream, if any.
  package var terminalError: DecodingError? { unsafe state.terminalError }

  /// Whether the next step throws an error that was found before.
  package var holdsError: Bool { unsafe state.heldError != nil }

  /// Whether finishing the stream has already thrown that error.
  package var hasReportedTerminalError = false
}

/// The value in progress, before its end has arrived.
extension StreamEngine {
  // SAFETY of all that follows: no method of the state runs code of a model.

  /// Decodes what has arrived of the value in progress, between two chunks.
  ///
  /// It is first decoded with the part of an unfinished string that has arrived; only a `String` gets that part. If
  /// that fails, whatever the reason, or if the string was refused, which a model may catch, it is decoded without that
  /// string, as if the string were an unfinished number.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - includesString: Whether an unfinished string is there at all.
  /// - Returns: Nil if no part of a value has arrived, or too little for a `T`.
  /// - Throws: `DecodingError` if what has arrived is malformed or does not match, or what a model throws.
  package func partialValue<T: Decodable>(
    _ type: T.Type,
    includingUnfinishedString includesString: Bool
  ) throws -> T? {
    try unsafe state.lookAtKept()
    if includesString {
      do {
        var hasRefused = false
        let value = try partialValue(type, keepingString: true, refusing: &hasRefused)
        if !isInString || value != nil && !hasRefused { return value }
      } catch {
        guard isInString else { throw error }
      }
    }
    var hasRefused = false
    return try partialValue(type, keepingString: false, refusing: &hasRefused)
  }

  /// Whether a string is unfinished, once the bytes so far have been scanned.
  private var isInString: Bool { unsafe state.scan.scanner.isInString }

  /// Does the same; `hasRefused` says whether something asked for the unfinished string and did not get it.
  private func partialValue<T: Decodable>(
    _ type: T.Type,
    keepingString keepsString: Bool,
    refusing hasRefused: inout Bool
  ) throws -> T? {
    guard let closing = try unsafe state.closeUnfinishedValue(keepingString: keepsString) else {
      return nil
    }
    let start = unsafe state.storage.record.origin.offset
    defer {
      hasRefused = unsafe state.storage.record.unfinished?.hasRefusedString ?? false
      unsafe state.endDecode(reopening: closing.tape)
    }
    do {
      return try decodeRoot(type, isUnfinished: true)
    } catch let error as DecodingError {
      // An error about an object or array that is still open may be due to something that has not arrived, such as a
      // required member. This may be true of a mismatch, too: a model may try several types, the first of which lacks
      // a member, and the mismatch is that of the last one.
      guard let place = error.jsonError?.offset, closing.isOpen(at: place - start) else {
        throw error
      }
      return nil
    }
  }
}

/// How far the stream has been read: its progress, its counts, and the last record that failed.
extension StreamEngine {
  // SAFETY of all that follows: no method of the state that is called in this file runs code of a model.

  /// How far the stream has been read.
  package var progress: JSONProgress {
    var progress = JSONProgress()
    report(to: &progress)
    return progress
  }

  /// Changes what of `progress` depends on the values that were taken.
  package func report(to progress: inout JSONProgress) {
    progress.byteOffset = Int64(unsafe state.scan.window.cursorOffset)
    progress.valueCount = unsafe state.valueCount
    progress.errorCount = unsafe state.scan.recordCount - state.valueCount
    unsafe state.framing.report(to: &progress)
  }

  /// The last record that could not be decoded.
  package var failedRecord: JSONFailedRecord? { unsafe state.failedRecord }

  /// How many lines and records there were up to the end of the last record.
  package var counts: PrecedingCounts {
    let place = unsafe state.scan.window.place(of: state.scan.window.cursor)
    var counts = PrecedingCounts()
    counts.lineCount = place.line
    counts.column = place.column
    counts.recordCount = unsafe state.scan.recordCount
    counts.keepAliveCount = progress.keepAliveCount
    return counts
  }
}

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
  ///   of the engine; nil if the next record has to be taken by `next()` or `pull()`, and decoded.
  @inline(__always)
  package func read<T: Decodable>(_ type: T.Type) -> UnsafeMutablePointer<T>? {
    // For fewer bytes, trying costs more than it saves.
    guard unsafe state.mayRead, unsafe state.scan.window.text.count >= 16 else { return nil }
    return unsafe readHere(type)
  }

  @inline(never)
  private func readHere<T: Decodable>(_ type: T.Type) -> UnsafeMutablePointer<T>? {
    // SAFETY: there is room for a T, and the type that is read has a plan, which bounds its alignment. The memory is
    // that of the state's decoder, and asked for by nothing else before the caller has moved the value. The plan of T
    // names T itself, as another protocol's metatype, or a struct that contains nothing but a T, so there is a T when
    // one was read.
    let plan = unsafe state.decoder.types.outermostPlan(
      for: type,
      byteCount: state.scan.window.text.count
    )
    guard let reading = plan.reading else {
      unsafe state.mayRead = plan.mayBeMarked
      return nil
    }
    guard let place = unsafe state.placeToRead else { return nil }
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
    case .gaveUp: unsafe state.singleByteOffset = state.scan.window.cursorOffset + 1
    case .never: unsafe state.mayRead = false
    }
    return nil
  }
}

/// Where an engine's first byte is: at the beginning of a stream, or of a part of it.
package struct StreamStart {
  /// The number of bytes of the stream before it.
  ///
  /// The limit for the whole stream counts them.
  var byteOffset: Int

  /// What errors add to the lines and records that they count from here, if anything.
  var preceding: (any PrecedingRecords)?

  package init(byteOffset: Int = 0, preceding: (any PrecedingRecords)? = nil) {
    self.byteOffset = byteOffset
    self.preceding = preceding
  }
}
