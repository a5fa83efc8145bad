// Rules for values one after another:
// - A source is foreign code and may hold the same iterator. Only `PullReader.refill` calls it, while the engine is in
//   use.
// - When a source fails or a task is canceled, call `abandon`. `finish` says that all bytes have arrived, and would
//   turn a gap into an end.
// - A value is handed over as soon as its last byte is there. Only bytes that the engine doesn't await may be collected
//   first.
// - A file that got shorter is an error, and bytes that were added later aren't read, except for the rest of an
//   unfinished last record.

import StreamJSONCore

/// The values of a source, which is read when the engine needs bytes.
///
/// `@unchecked Sendable`: it moves with the iterator that owns it, or from one task to the next, which begins when the
/// one before it has ended.
@usableFromInline
final class PullReader: @unchecked Sendable {
  enum Source {
    case bytes(ByteReader)
    case sequence(Collector)
  }

  /// Where the next bytes come from; nil once it has been released, and a file has been closed, at the end.
  private var source: Source?

  private let engine: StreamEngine

  /// Whether there are no more bytes, and the engine has all of them.
  private var isFinished = false

  /// Where the progress is published, for an asynchronous sequence, and the number of its iteration.
  private var monitor: (shared: StreamMonitor, iteration: Int)?

  /// The total number of bytes, if it is known.
  private(set) var byteCount: Int64?

  /// Whether the values ended before the bytes did.
  var wasCut: Bool { wasAbandoned || engine.terminalError != nil }
  private var wasAbandoned = false

  /// Creates a reader for a stream, or for the part of one that begins at `start`.
  init(_ source: Source, _ form: StreamForm, start: StreamStart = StreamStart()) {
    self.source = source
    engine = StreamEngine(form, environment: .system, start: start)
  }

  /// Creates a reader for the values in the bytes that `source` reads.
  convenience init(_ source: ByteReader, _ form: StreamForm) {
    let offset = Int(clamping: source.rest.lowerBound)
    let start = StreamStart(byteOffset: offset, preceding: source.preceding)
    self.init(.bytes(source), form, start: start)
    byteCount = source.bytes.byteCount
  }

  // MARK: - Values

  /// Advances to the end of the next value in the available bytes; `decode` makes the value.
  @usableFromInline
  func step() throws -> StreamStep {
    do {
      let step = try engine.pull()
      if step == .value { return step }
      publish()
      return hasMore(after: step) ? .needsBytes : .end
    } catch {
      publish(withRecord: true)
      throw error
    }
  }

  /// Whether more bytes are to be read after `step`; if not, the source is released.
  private func hasMore(after step: StreamStep) -> Bool {
    if step == .needsBytes, !isFinished { return true }
    source = nil
    return false
  }

  /// The next value, if it can be read at once; nil if `step` has to find it.
  @usableFromInline
  func read<T: Decodable>(_ type: T.Type) -> T? {
    guard engine.isFree, let value = unsafe engine.read(type) else { return nil }
    defer { publish() }
    // SAFETY: it is moved at once.
    return unsafe value.move()
  }

  /// Decodes the value that `step` found; with `isResult`, `result(of:)` makes an element of an error.
  @usableFromInline
  func decode<T: Decodable>(_ type: T.Type, isResult: Bool = false) throws -> T {
    do {
      let value = try engine.decode(type, isResult: isResult)
      publish()
      return value
    } catch {
      publish(withRecord: true)
      throw error
    }
  }

  /// The element of a sequence of results for an error from `step` or `decode`.
  ///
  /// Nil ends a loop over the results inside a model or source, after it has received its error.
  @usableFromInline
  func result<T>(of error: any Error) -> Result<T, DecodingError>? {
    guard engine.tellsError() else { return nil }
    guard error is CancellationError else { return .failure(DecodingError(wrapping: error)) }
    // If a model throws this in a canceled task, all that follows would look like a list of bad records.
    abandon()
    return .failure(.canceled)
  }

  // MARK: - Values of stored bytes

  /// The next value; nil at the end of the bytes.
  func next<T: Decodable>(_ type: T.Type, isResult: Bool = false) throws -> T? {
    while true {
      if let value = read(type) { return value }
      switch try step() {
      case .value: return try decode(type, isResult: isResult)
      case .needsBytes: try refill()
      case .end: return nil
      }
    }
  }

  /// The next value or error; nil at the end of the bytes.
  func nextResult<T: Decodable>(_ type: T.Type) -> Result<T, DecodingError>? {
    do {
      return try next(type, isResult: true).map { .success($0) }
    } catch {
      return result(of: error)
    }
  }

  /// The values up to the next error, or up to the end of a piece; nil at the end of the bytes.
  func nextBatch<T: Decodable>(_ type: T.Type) throws -> [T]? {
    var values: [T] = []
    do {
      while try appendAvailable(type, to: &values), values.isEmpty { try refill() }
    } catch {
      guard !values.isEmpty else { throw error }
      // The error comes after the values before it.
      engine.hold(error)
    }
    return values.isEmpty ? nil : values
  }

  /// The values and errors up to the end of a piece; nil at the end of the bytes.
  func nextResultBatch<T: Decodable>(_ type: T.Type) -> [Result<T, DecodingError>]? {
    var results: [Result<T, DecodingError>] = []
    while appendAvailableResults(type, to: &results), results.isEmpty {
      do { try refill() } catch { engine.hold(error) }
    }
    return results.isEmpty ? nil : results
  }

  /// Appends the values in the bytes that were read.
  ///
  /// - Returns: Whether more bytes are needed; false at the end.
  /// - Throws: The next error, after the values before it.
  func appendAvailable<T: Decodable>(
    _ type: T.Type,
    isResult: Bool = false,
    to values: inout [T]
  ) throws -> Bool {
    try engine.requireFree()
    var step = StreamStep.value
    while step == .value { step = try engine.appendNext(type, isResult: isResult, to: &values) }
    return hasMore(after: step)
  }

  /// Appends the values and errors in the bytes that were read.
  ///
  /// - Returns: Whether more bytes are needed; false at the end.
  func appendAvailableResults<T: Decodable>(
    _ type: T.Type,
    to results: inout [Result<T, DecodingError>]
  ) -> Bool {
    while true {
      var values: [T] = []
      do {
        defer { results += values.lazy.map { .success($0) } }
        return try appendAvailable(type, isResult: true, to: &values)
      } catch {
        guard let result: Result<T, DecodingError> = result(of: error) else { return false }
        results.append(result)
        // Inside of a model, the next call ends a loop over batches.
        guard engine.isFree else { return false }
      }
    }
  }

  // MARK: - Reading the source

  /// Reads the next piece of stored bytes, or notes that there is none.
  private func refill() throws {
    DetachedContainers.sweep()
    do {
      guard case .bytes(let bytes) = source, try bytes.appendPiece(to: self) else {
        return finish()
      }
    } catch {
      abandon()
      throw error
    }
  }

  /// Reads one chunk, or the bytes up to the next one that matters.
  ///
  /// - Returns: False if the task was canceled. Whether the source then ends, throws or goes on is up to it:
  ///   `AsyncStream` ends, as if everything had arrived.
  @usableFromInline
  func refill(isolation actor: isolated (any Actor)?) async throws -> Bool {
    DetachedContainers.sweep()
    let byteCount = engine.byteCount
    // The source may itself hold this reader's values.
    engine.beginUse()
    do {
      let hasMore =
        switch source {
        case .bytes(let bytes): try await bytes.collect(into: self)
        case .sequence(let collect): try await collect(self, actor)
        case nil: false
        }
      engine.leave()
      if Task.isCancelled { return !abandon() }
      // Its last bytes are looked at before the end is told.
      if !hasMore, engine.byteCount == byteCount { finish() }
      return true
    } catch {
      engine.leave()
      if Task.isCancelled { return !abandon() }
      abandon()
      throw error
    }
  }

  /// Notes that there are no more bytes.
  private func finish() {
    engine.finish()
    isFinished = true
    source = nil
  }

  /// Ends the values because the task was canceled or the remaining bytes cannot be read: unlike after `finish()`, what
  /// has arrived is not mistaken for everything.
  ///
  /// - Returns: False if they had already ended, or are in use.
  @discardableResult
  @usableFromInline
  func abandon() -> Bool {
    wasAbandoned = true
    guard engine.end() else { return false }
    source = nil
    publish(withRecord: true)
    return true
  }

  /// Ends the values with `error`, which the next step throws.
  func end(with error: any Error) {
    engine.hold(error)
    byteCount = nil
    abandon()
  }

  // MARK: - Bytes

  /// Begins to collect bytes; the reader is in use until `take` has taken them.
  @usableFromInline
  func beginToCollect() -> CollectedBytes {
    // Whether the task was canceled is checked after as many bytes at the latest.
    let limit = min(1024, engine.awaitedBytes.byteCount)
    // SAFETY: nothing changes the bytes until `take` has added what was collected.
    return unsafe CollectedBytes(
      engine.room(for: limit),
      room: limit,
      awaiting: engine.awaitedBytes
    )
  }

  /// Adds the bytes that were collected.
  @usableFromInline
  func take(_ collected: CollectedBytes) { engine.addWritten(collected.count) }

  /// Adds the bytes of `chunk`.
  func append(_ chunk: some Collection<UInt8>) {
    // SAFETY: the bytes are used only within the closure.
    let isContiguous: Void? = chunk.withContiguousStorageIfAvailable {
      engine.append(unsafe JSONText($0))
    }
    guard isContiguous == nil else { return }
    // One by one, because a collection may have more elements than it counts.
    var bytes = ByteArena()
    for byte in chunk {
      bytes.reserve(1)
      bytes.append(byte)
    }
    engine.append(bytes.text)
  }

  /// Adds the bytes that `read` writes, at most `capacity`.
  ///
  /// - Returns: What `read` returned: the number of bytes written.
  func append(
    atMost capacity: Int,
    _ read: (UnsafeMutableRawBufferPointer) throws -> Int
  ) rethrows -> Int {
    // SAFETY: there is room for as many bytes as `read` may write, which the precondition checks.
    let room = unsafe UnsafeMutableRawBufferPointer(
      start: engine.room(for: capacity),
      count: capacity
    )
    let count = try unsafe read(room)
    precondition(count >= 0 && count <= capacity)
    engine.addWritten(count)
    return count
  }

  // MARK: - Progress

  /// Publishes the progress from now on, as that of the newest iteration over a sequence.
  func publish(to monitor: StreamMonitor) {
    self.monitor = (monitor, monitor.begin(progress))
  }

  @inline(__always)
  private func publish(withRecord: Bool = false) {
    guard let monitor else { return }
    monitor.shared.update(ofIteration: monitor.iteration) { [engine] state in
      engine.report(to: &state.progress)
      if withRecord { state.failedRecord = engine.failedRecord }
    }
  }

  /// How far the values have been taken.
  var progress: JSONProgress {
    var progress = engine.progress
    progress.byteCount = byteCount
    return progress
  }

  /// The last record that could not be decoded.
  var failedRecord: JSONFailedRecord? { engine.failedRecord }

  /// How many lines and records there were, at the end of a part of a stream.
  var counts: PrecedingCounts { engine.counts }
}

/// How far the newest iteration over an asynchronous sequence has come.
///
/// Any task may ask; copies of the sequence share it.
final class StreamMonitor: Sendable {
  struct State: Sendable {
    var progress = JSONProgress()
    var failedRecord: JSONFailedRecord?
    fileprivate var iteration = 0
  }

  private let state = Lock(State())

  var progress: JSONProgress { state.withLock { $0.progress } }

  var failedRecord: JSONFailedRecord? { state.withLock { $0.failedRecord } }

  /// Begins an iteration; returns its number.
  func begin(_ progress: JSONProgress) -> Int {
    state.withLock { state in
      state.progress = progress
      state.failedRecord = nil
      state.iteration &+= 1
      return state.iteration
    }
  }

  /// Changes the state of the iteration with this number, if it is the newest.
  @inline(__always)
  func update(ofIteration iteration: Int, _ body: (inout State) -> Void) {
    state.withLock { state in
      guard state.iteration == iteration else { return }
      body(&state)
    }
  }
}
