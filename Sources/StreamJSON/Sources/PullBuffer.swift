import StreamJSONCore

/// The chunk from which values are pulled.
///
/// A chunk's memory can be borrowed only for one call, but its bytes must keep their address from one value
/// to the next. They are therefore copied here, which takes a hundredth of the time of decoding them.
///
/// `@unchecked Sendable`: it moves with the iterator that owns it.
@usableFromInline
final class PullBuffer: @unchecked Sendable {
  private let engine: StreamEngine
  private var bytes = ByteArena()

  /// The available bytes.
  ///
  /// It is set whenever they change. Unlike an access to the arena, reading this as a whole isn't checked for
  /// overlapping access; the check takes 5 % of the time of a short line.
  private var text = JSONText.empty

  /// Whether the source has no more bytes than the available ones, and whether the engine has looked at all of those.
  private var isLastText = false
  private var isAtEnd = false

  /// An error that comes after values that were taken together: the next step finds it.
  var heldError: (any Error)?

  /// Whether several values may be taken at once by `elements`.
  let takesSeveral: Bool

  /// Where the progress is published, for an asynchronous sequence, and the number of its iteration.
  private var monitor: (shared: StreamMonitor, iteration: Int)?

  /// Makes a buffer for a stream of values of `type`, or for the part of one that begins at `start`.
  @inline(never)
  init(
    of type: any Any.Type,
    _ framing: JSONFraming,
    _ options: DecodingOptions,
    start: StreamStart = StreamStart()
  ) {
    engine = StreamEngine(
      of: type,
      framing: framing,
      options: options,
      environment: .system,
      start: start
    )
    takesSeveral = StreamEngine.takesSeveral(of: type)
  }

  // MARK: - Values

  /// Advances to the end of the next value in the available bytes; `decode` makes the value.
  @usableFromInline
  func step() throws -> StreamStep {
    if let error = heldError {
      heldError = nil
      throw error
    }
    do {
      if !isAtEnd {
        let step = try engine.pull(in: text)
        if step == .value { return .value }
        guard step == .needsBytes, isLastText else {
          publish()
          return step
        }
        clear()
        isAtEnd = true
      }
      if try engine.pull(in: nil) == .value { return .value }
      publish()
      return .end
    } catch {
      publish(withRecord: true)
      throw error
    }
  }

  /// False while a model or a source of the stream runs.
  var isFree: Bool { engine.isFree }

  /// Several values, up to the end of the available bytes; nil if `step` has to find the next one.
  func elements<T: Decodable>(_ type: T.Type) -> [T]? {
    guard heldError == nil, engine.isFree else { return nil }
    return engine.elements(type, in: text)
  }

  /// The next value, if it can be read at once; nil if `step` has to find it.
  @usableFromInline
  func read<T: Decodable>(_ type: T.Type) -> T? {
    guard heldError == nil, engine.isFree,
      let value = unsafe engine.read(type, in: text)
    else { return nil }
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

  // MARK: - Progress

  /// The total number of bytes, if it is known.
  var byteCount: Int64?

  /// Publishes the progress from now on, as that of the newest iteration over `sequence`.
  func publish(to sequence: StreamMonitor) {
    monitor = (sequence, sequence.begin(progress))
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
  var counts: PrecedingCounts { engine.counts(in: text) }

  /// Whether the values ended before the bytes did.
  var wasCut: Bool { wasAbandoned || engine.terminalError != nil }
  private var wasAbandoned = false

  // MARK: - Bytes

  /// Makes room for the next bytes, and keeps the part of the last ones that is still needed.
  func clear() {
    DetachedContainers.sweep()
    engine.keepRest(of: text)
    bytes.truncate(to: 0)
    text = .empty
  }

  /// Like `clear()`, before calling a source that may itself hold this buffer's values.
  @usableFromInline
  func beginToRead() {
    clear()
    engine.beginUse()
  }

  /// Ends the use of the engine, after the source has returned and its bytes were added.
  @usableFromInline
  func endToRead() { engine.leave() }

  /// Begins to collect bytes; the buffer is in use until `take` has taken them.
  @usableFromInline
  func beginToCollect() -> CollectedBytes {
    let limit = 4096
    // SAFETY: nothing changes the bytes until `take` has added what was collected.
    return unsafe CollectedBytes(bytes.room(for: limit), room: limit, awaiting: engine.awaitedBytes)
  }

  /// Adds the bytes that were collected.
  @usableFromInline
  func take(_ collected: CollectedBytes) {
    bytes.addWritten(collected.count)
    text = bytes.text
  }

  /// Adds the bytes of `chunk`.
  @usableFromInline
  func append(_ chunk: some Collection<UInt8>) {
    defer { text = bytes.text }
    // SAFETY: the bytes are used only within the closure.
    let isContiguous: Void? = chunk.withContiguousStorageIfAvailable { unsafe bytes.append($0) }
    guard isContiguous == nil else { return }
    for byte in chunk { append(byte) }
  }

  /// Adds a byte.
  @usableFromInline
  func append(_ byte: UInt8) {
    // A collection may have more elements than it counts.
    bytes.reserve(1)
    bytes.append(byte)
    text = bytes.text
  }

  /// Adds the bytes that `read` writes, at most `capacity`.
  ///
  /// - Returns: What `read` returned: the number of bytes written.
  func append(
    atMost capacity: Int,
    _ read: (UnsafeMutableRawBufferPointer) throws -> Int
  ) rethrows -> Int {
    defer { text = bytes.text }
    // SAFETY: `append` has made room for as many bytes as `read` may write.
    return try unsafe bytes.append(atMost: capacity, read)
  }

  /// Ends the stream with `error`, which the next step throws.
  func end(with error: any Error) {
    heldError = error
    abandon()
  }

  /// Notes that there are no more bytes than the available ones.
  @usableFromInline
  func finish() { isLastText = true }

  /// Ends the stream because the remaining bytes cannot be read.
  ///
  /// Unlike after `finish()`, what has arrived is not mistaken for everything.
  ///
  /// - Returns: False if the stream had already ended, or is in use.
  @usableFromInline
  @discardableResult
  func abandon() -> Bool {
    wasAbandoned = true
    return engine.end()
  }
}

/// How far the newest iteration over an asynchronous sequence has come.
///
/// Any task may ask; copies of the sequence share it.
@usableFromInline
final class StreamMonitor: Sendable {
  struct State: Sendable {
    var progress = JSONProgress()
    var failedRecord: JSONFailedRecord?
    fileprivate var iteration = 0
  }

  private let state = Lock(State())

  @usableFromInline
  init() {}

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
