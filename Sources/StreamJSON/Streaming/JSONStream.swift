public import StreamJSONCore

/// Decodes values from bytes that are pushed into it, in chunks that may be cut anywhere.
///
/// ```swift
/// var stream = StreamJSONDecoder().makeStream(of: LogLine.self, framing: .lines)
/// for chunk in chunks {
///   try stream.append(chunk) { line in print(line.message) }
/// }
/// try stream.finish { line in print(line.message) }
/// ```
///
/// A value is handed over as soon as its last byte has arrived: for a number that is the byte
/// behind it, for a line, a text sequence's record or an event the end of that. Of a chunk only
/// the unfinished value at its end is kept. The settings are those that the decoder had when it
/// made the stream.
///
/// Copies of a stream are the same stream: they share the bytes and the position. A stream is used
/// by one thread at a time: nothing guards it from two that use it, or copies of it, at once.
///
/// Nor can it be used by what it has called itself, such as a body or a model's `init(from:)` with a
/// copy of it. Such a call throws a `DecodingError` whose `jsonError` has the kind `reentered`; it
/// takes nothing from the stream, and the outer call goes on as if it had not been made.
public struct JSONStream<T: Decodable> {
  private let engine: StreamEngine

  init(engine: StreamEngine) {
    self.engine = engine
  }

  /// Decodes the values that the bytes of `chunk` complete.
  ///
  /// - Parameters:
  ///   - chunk: Any number of bytes, also none; those that are needed later are copied. Bytes
  ///     behind the end of the stream (the terminator of server-sent events) are ignored.
  ///   - body: Called with each value, in order. What it throws is thrown on; the stream then
  ///     stands behind that value.
  /// - Throws: `DecodingError` for a record that is malformed or does not fit `T`, with the place in
  ///   the whole stream in its `jsonError`; or what `T`'s own `init(from:)` throws. The stream stands
  ///   behind that record and keeps the rest of `chunk`: append again, an empty chunk will do, to
  ///   go on. Where the framing has no next record (malformed text in an array, an object, or
  ///   concatenated values), further bytes throw the same error again.
  /// - Complexity: O(`chunk.count`), however long the value in progress is.
  public mutating func append(
    _ chunk: some Collection<UInt8>,
    _ body: (consuming T) throws -> Void
  ) throws {
    KeptContainers.sweep()
    let engine = engine
    // The chunk's own code has run when its bytes are there.
    try withText(of: chunk) { text in
      try engine.enter(with: text)
      defer { engine.leave(keepingRestOf: text) }
      while case .value = try engine.next(in: text) {
        try body(engine.decode(T.self))
      }
    }
  }

  /// Decodes the values that the end of the stream completes, such as a number or a last line.
  ///
  /// - Parameter body: As for `append`.
  /// - Throws: As `append`; also when the stream ends inside a value or text, and when malformed
  ///   text has ended it before. Call it again to go on behind a bad record.
  public mutating func finish(_ body: (consuming T) throws -> Void) throws {
    try engine.enter()
    defer { engine.leave(keepingRestOf: .empty) }
    guard !engine.hasReportedTerminalError else { return }
    if let error = engine.terminalError {
      engine.hasReportedTerminalError = true
      throw error
    }
    defer { engine.hasReportedTerminalError = engine.terminalError != nil }
    while case .value = try engine.next(in: .empty, isFinal: true) {
      try body(engine.decode(T.self))
    }
  }

  /// Decodes the value in progress as far as it has arrived, as if it were closed here.
  ///
  /// Finished members and elements are there. An unfinished string is there as far as it is
  /// certain: not half an escape, surrogate pair or UTF-8 sequence. An unfinished number or literal
  /// is not there, nor is a name without a value. For models whose members are optional, such as
  /// the output of a language model while it is being written.
  ///
  /// - Returns: Nil between values, and when nothing of one is certain.
  /// - Throws: `DecodingError`, for example `keyNotFound` as long as a member that `T` requires has
  ///   not arrived. The stream goes on as if nothing had been asked.
  /// - Complexity: That of decoding the value; no byte is scanned twice.
  public mutating func partialValue() throws -> T? {
    try engine.enter()
    defer { engine.leave() }
    return try engine.partialValue(T.self)
  }
}

/// Calls `body` with the bytes of `chunk`, in place if they are contiguous.
///
/// Not generic over a result: the metadata of its optional would be looked up for each chunk,
/// which is a tenth of the time of a chunk of one byte.
private func withText(
  of chunk: some Collection<UInt8>,
  _ body: (JSONText) throws -> Void
) rethrows {
  // SAFETY: the bytes are used within the closures only.
  let isContiguous: Void? = try chunk.withContiguousStorageIfAvailable { bytes in
    try unsafe body(JSONText(bytes))
  }
  guard isContiguous == nil else { return }
  try unsafe ContiguousArray(chunk).withUnsafeBufferPointer { try unsafe body(JSONText($0)) }
}

extension StreamJSONDecoder {
  /// Makes a stream that bytes are pushed into.
  ///
  /// - Parameters:
  ///   - type: The type of the values; for `.objectMembers` a `JSONMember`, to get their names.
  ///   - framing: How the values follow each other.
  /// - Returns: A stream at its beginning, with the settings that this decoder has now.
  public func makeStream<T: Decodable>(
    of type: T.Type,
    framing: JSONFraming
  ) -> JSONStream<T> {
    JSONStream(
      engine: StreamEngine(framing: framing, options: makeOptions(), environment: .system)
    )
  }
}
