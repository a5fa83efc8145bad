public import StreamJSONCore

/// Decodes values from bytes that you push to it, in chunks cut anywhere.
///
/// ```swift
/// let stream = StreamJSONDecoder().makeStream(of: LogLine.self, framing: .lines)
/// for chunk in chunks {
///   try stream.append(chunk) { line in print(line.message) }
/// }
/// try stream.finish { line in print(line.message) }
/// ```
///
/// You get a value as soon as it is certain to be complete: usually with its last byte. You get a number with the byte
/// after it, and the value of a line, an event, or a record of a text sequence when the record ends. Between calls, the
/// stream keeps only the unfinished value at the end of a chunk. It uses the settings that the decoder had when it
/// created the stream.
///
/// Use a stream from only one thread at a time; nothing protects it from concurrent use.
///
/// Code that the stream calls, such as a body or a model's `init(from:)`, can't use the stream. Such a call throws a
/// `DecodingError` whose `jsonError` has the kind `reentered`. It has no effect on the outer call.
public final class JSONStream<T: Decodable> {
  private let type: T.Type
  private let engine: StreamEngine

  init(of type: T.Type, _ engine: StreamEngine) {
    self.type = type
    self.engine = engine
  }

  /// Decodes the values that the bytes of `chunk` complete.
  ///
  /// - Parameters:
  ///   - chunk: Any number of bytes, even none, which are copied. Bytes after the end of the stream (the terminator of
  ///     server-sent events) are ignored.
  ///   - body: A closure that's called with each value, in order. If it throws, the error is rethrown, and the stream has
  ///     moved past that value.
  /// - Throws: `DecodingError` for a record that is malformed or doesn't match `T`, with its location in the whole
  ///   stream in `jsonError`, or the error of `T`'s own `init(from:)`. The stream has then moved past that record and
  ///   keeps the rest of `chunk`. To continue, append another chunk, even an empty one. If the framing can't find the
  ///   next record (after malformed JSON in an array, an object, or concatenated values), further bytes throw the same
  ///   error.
  /// - Complexity: O(`chunk.count`), no matter how long the value in progress is. In an optimized program, a one-byte
  ///   chunk that completes no value is only stored. If that byte is malformed, the next call throws the error.
  @inlinable
  public func append(
    _ chunk: some Collection<UInt8>,
    forEach body: (consuming T) throws -> Void
  ) throws {
    let start = chunk.startIndex
    if start != chunk.endIndex, chunk.index(after: start) == chunk.endIndex, keep(chunk[start]) {
      return
    }
    try push(chunk, body)
  }

  @usableFromInline
  func keep(_ byte: UInt8) -> Bool { engine.keep(byte) }

  @usableFromInline
  func push(
    _ chunk: some Collection<UInt8>,
    _ body: (consuming T) throws -> Void
  ) throws {
    try use(chunk) { try decodeValues(body) }
  }

  /// Calls `body` for each piece of `chunk`, while the engine is in use.
  private func use(_ chunk: some Collection<UInt8>, _ body: () throws -> Void) throws {
    DetachedContainers.sweep()
    // Get the bytes first: the collection's own code must not run while the engine is in use.
    try chunk.withText { text in
      try engine.enter(with: text)
      var rest = text
      defer {
        engine.append(rest)
        engine.leave()
      }
      repeat {
        rest = engine.appendPiece(of: rest)
        try body()
      } while rest.count > 0
    }
  }

  /// Decodes the values that the bytes of `chunk` complete.
  ///
  /// Use this method to `await` something for each value.
  ///
  /// - Parameter chunk: The next bytes, as in `append(_:forEach:)`.
  /// - Returns: The values, in order, up to the end of the chunk or to the next bad record.
  /// - Throws: The same errors as `append(_:forEach:)`. If there are values before a bad record, they are returned, and
  ///   the next call of any method that takes bytes or finishes the stream throws the error. The call that throws keeps
  ///   its own bytes for the call after it. After an error, therefore, append empty chunks until you get no more
  ///   values. Otherwise, the stream may keep more and more bytes.
  /// - Complexity: O(`chunk.count`), no matter how long the value in progress is.
  public func append(_ chunk: some Collection<UInt8>) throws -> [T] {
    var values: [T] = []
    do {
      try appendBatches(chunk) { values += $0 }
    } catch {
      guard !values.isEmpty else { throw error }
      engine.hold(error)
    }
    return values
  }

  /// Decodes the values that the end of the stream completes, such as a number or a last line.
  ///
  /// - Parameter body: A closure that's called with each value, as in `append(_:forEach:)`.
  /// - Throws: The same errors as `append`, and an error if the stream ends inside a value or record, or if
  ///   malformed JSON has already ended the stream. Call `finish` again to continue after a bad record.
  public func finish(forEach body: (consuming T) throws -> Void) throws {
    try engine.enter()
    defer { engine.leave() }
    guard !engine.hasReportedTerminalError else { return }
    defer { engine.hasReportedTerminalError = engine.terminalError != nil }
    if !engine.holdsError, let error = engine.terminalError { throw error }
    engine.finish()
    try decodeValues(body)
  }

  private func decodeValues(_ body: (consuming T) throws -> Void) throws {
    while true {
      // SAFETY: the value is moved before anything else is asked of the engine.
      if let value = unsafe engine.read(type) {
        try body(unsafe value.move())
      } else if case .value = try engine.next() {
        try body(engine.decode(type))
      } else {
        return
      }
    }
  }

  // MARK: - Several values at a time

  /// Decodes the values that the bytes of `chunk` complete, several at a time.
  ///
  /// For small values, such as numbers, this is faster than one call per value. In all other respects, this
  /// method behaves like `append`.
  ///
  /// - Parameters:
  ///   - chunk: The next bytes, as in `append(_:forEach:)`.
  ///   - body: Called with non-empty arrays of values, in order. A long chunk gives several arrays. If
  ///     `body` throws, the error is rethrown, and the stream has moved past those values.
  /// - Throws: The same errors as `append`, after `body` has been called with the values before the bad
  ///   record.
  public func appendBatches(
    _ chunk: some Collection<UInt8>,
    forEach body: (consuming [T]) throws -> Void
  ) throws {
    try use(chunk) { try decodeBatches(body) }
  }

  /// Decodes the values that the end of the stream completes, such as a last line.
  ///
  /// - Parameter body: A closure that's called with each batch, as in `appendBatches`.
  /// - Throws: See `finish`.
  public func finishBatches(forEach body: (consuming [T]) throws -> Void) throws {
    try finish { value in try body([value]) }
  }

  /// How many values are enough for a batch.
  private static var batchCount: Int { 8192 }

  private func decodeBatches(_ body: (consuming [T]) throws -> Void) throws {
    while true {
      var values: [T] = []
      do {
        while values.count < Self.batchCount, try engine.appendNext(type, to: &values) == .value {}
      } catch {
        if !values.isEmpty { try body(values) }
        throw error
      }
      if values.isEmpty { return }
      try body(values)
    }
  }

  // MARK: - Progress

  /// The reading progress so far.
  public var progress: JSONProgress { engine.progress }

  /// The record of the last error; nil if there was no error, or if the last one has no record.
  ///
  /// Unless the error is a model's own, it has the same record in `jsonError?.record`.
  public var failedRecord: JSONFailedRecord? { engine.failedRecord }

  /// Decodes the part of the current value that has arrived, as if the value ended there.
  ///
  /// The result has all finished members and elements, but no unfinished number or literal, and no key without a value.
  /// A `String` or `JSONValue` gets the part of an unfinished string that is certain, never half of an escape sequence,
  /// a surrogate pair, or a UTF-8 sequence. All other types, such as enums, dates, and URLs, get only complete strings.
  /// Until then, the member or element is left out. Use this method with models whose properties are optional, such as
  /// the output of a language model while it is being written.
  ///
  /// - Parameter includesUnfinishedString: Pass false to leave out unfinished strings even for a `String`.
  /// - Returns: The partial value, or nil in any of these cases: between values, including at the beginning and the end
  ///   of the stream; while nothing of the value is certain yet, such as in the middle of a top-level number; and until
  ///   everything that `T` requires has arrived in full. If `T` is an optional, a `null` is `.some(nil)`.
  /// - Throws: `DecodingError` if what has arrived is malformed, or if a value that has arrived in full doesn't match
  ///   `T`, or the error of `T`'s own `init(from:)`. The stream continues as if you hadn't called this method.
  /// - Complexity: O(bytes of the value so far), apart from the work of the type itself, which may be decoded twice.
  public func partialValue(
    includingUnfinishedString includesUnfinishedString: Bool = true
  ) throws -> T? {
    try engine.enter()
    defer { engine.leave() }
    return try engine.partialValue(type, includingUnfinishedString: includesUnfinishedString)
  }
}

extension StreamJSONDecoder {
  /// Creates a stream that you push bytes to.
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys. With
  ///     `.serverSentEvents`, use `JSONServerSentEvent` to get their other fields.
  ///   - framing: The layout of the values in the bytes.
  /// - Returns: A stream at its beginning, with this decoder's current settings.
  public func makeStream<T: Decodable>(
    of type: T.Type,
    framing: JSONFraming
  ) -> JSONStream<T> {
    JSONStream(of: type, StreamEngine(form(of: type, framing), environment: .system))
  }

  /// A stream of values of `type`, with the current settings.
  func form(of type: any Any.Type, _ framing: JSONFraming) -> StreamForm {
    StreamForm(of: type, framing: framing, options: makeOptions())
  }
}
