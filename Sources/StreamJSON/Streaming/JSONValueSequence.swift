public import StreamJSONCore

/// The values of an asynchronous stream of bytes, decoded on demand.
///
/// ```swift
/// let (bytes, _) = try await URLSession.shared.bytes(from: url)  // On Apple platforms.
/// for try await event in decoder.values(of: Event.self, in: bytes, framing: .lines) {
///   show(event)
/// }
/// ```
///
/// Nothing is read ahead. The next chunk is requested only after you have taken all values of the last one.
/// A value is available as soon as its last byte is; see `JSONStream`.
///
/// An error ends a `for` loop, whether it comes from the source or from a bad record. After a bad record,
/// calling `next()` again returns the next value, if the framing can find one. `results(of:in:framing:)`
/// does this for you.
///
/// In a canceled task, `next()` throws a `CancellationError` instead of returning the next value, and then
/// returns nil, whatever the source does when it is canceled. You never get a value from a truncated record,
/// or an end that looks as if everything had arrived.
///
/// Copies of an iterator read the same bytes, one call at a time. If a source or model uses a copy to get
/// the next value while another call is already getting it, the inner call throws a `DecodingError` whose
/// `jsonError` has the kind `reentered`, and nothing is consumed. Two threads must not use copies at the
/// same time.
public struct JSONValueSequence<T: Decodable, Source: AsyncSequence>: AsyncSequence {
  /// The values.
  public typealias Element = T

  /// The source's errors, `DecodingError`s, and anything that a model's `init(from:)` throws.
  public typealias Failure = any Error

  @usableFromInline let type: T.Type
  @usableFromInline let source: Source
  @usableFromInline let collect: Collector<Source>
  @usableFromInline let framing: JSONFraming
  @usableFromInline let decoder: StreamJSONDecoder

  @inlinable
  @inline(__always)
  init(
    of type: T.Type,
    _ source: Source,
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder,
    _ add: @escaping (Source.Element, inout CollectedBytes, PullBuffer) -> Bool
  ) {
    self.type = type
    self.source = source
    collect = collector(of: source, add)
    self.framing = framing
    self.decoder = decoder
  }

  /// Returns an iterator that reads the source.
  public func makeAsyncIterator() -> AsyncIterator {
    let buffer = PullBuffer(of: type, framing, decoder.makeOptions())
    let iterator = source.makeAsyncIterator()
    let reader = SourceReader<Source>(buffer: buffer, collect: collect, iterator: iterator)
    return AsyncIterator(type: type, reader: reader)
  }

  /// Reads the source and decodes the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline let type: T.Type
    @usableFromInline var reader: SourceReader<Source>

    /// How far the values have been read.
    public var progress: JSONProgress { reader.buffer.progress }

    /// The record of the last error; nil if there was no error, or if the last one belongs to no record.
    ///
    /// The error has the same record in `jsonError?.record`, unless it is a model's own error.
    public var failedRecord: JSONFailedRecord? { reader.buffer.failedRecord }

    /// Returns the next value, or nil at the end of the stream.
    ///
    /// - Throws: What the source or a model throws, `DecodingError` for a bad record, or `CancellationError`.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> T? {
      if Task.isCancelled, reader.cancel() { throw CancellationError() }
      while true {
        if let value = reader.buffer.read(type) { return value }
        switch try reader.buffer.step() {
        case .value: return try reader.buffer.decode(type)
        case .needsBytes:
          guard try await reader.read(isolation: actor) else { throw CancellationError() }
        case .end:
          reader.iterator = nil
          return nil
        }
      }
    }

    /// Returns the next value, or nil at the end of the stream.
    ///
    /// - Throws: What the source or a model throws, `DecodingError` for a bad record, or `CancellationError`.
    @inlinable
    public mutating func next() async throws -> T? { try await next(isolation: nil) }
  }
}

// `@unchecked`: the function holds nothing but the type of the elements.
extension JSONValueSequence: @unchecked Sendable where Source: Sendable {}

/// The values of an asynchronous stream of bytes, and the errors of its bad records.
///
/// Like `JSONValueSequence`, but a bad record is an element, and the sequence continues if its framing can
/// find the next record. Only the source's own errors are thrown.
///
/// In a canceled task, the last element is a failure: a `DecodingError` whose underlying error is a
/// `CancellationError`. If a source or model uses a copy of the iterator inside another call, it gets a
/// failure of the kind `reentered`, and then the end.
public struct JSONResultSequence<T: Decodable, Source: AsyncSequence>: AsyncSequence {
  /// A value, or the error of a bad record.
  public typealias Element = Result<T, DecodingError>

  /// The source's errors.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public typealias Failure = Source.Failure

  private let values: JSONValueSequence<T, Source>

  @usableFromInline
  init(_ values: JSONValueSequence<T, Source>) { self.values = values }

  /// Returns an iterator that reads the source.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(values: values.makeAsyncIterator())
  }

  /// Reads the source and decodes the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline var values: JSONValueSequence<T, Source>.AsyncIterator

    /// How far the values and errors have been read.
    public var progress: JSONProgress { values.progress }

    /// The record of the last error; nil if there was no error, or if the last one belongs to no record.
    ///
    /// The error has the same record in `jsonError?.record`, unless it is a model's own error.
    public var failedRecord: JSONFailedRecord? { values.failedRecord }

    /// Returns the next value or error, or nil at the end of the stream.
    ///
    /// - Throws: What the source throws.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Source.Failure) -> Result<T, DecodingError>? {
      do {
        return try await read(isolation: actor)
      } catch let error as Source.Failure {
        throw error
      } catch {
        // In `read`, only the source throws, and here it is called by `next(isolation:)`, whose errors have this type.
        preconditionFailure("\(error) is not an error of the source")
      }
    }

    @inlinable
    mutating func read(
      isolation actor: isolated (any Actor)?
    ) async throws -> Result<T, DecodingError>? {
      if Task.isCancelled, values.reader.cancel() { return .failure(.canceled) }
      while true {
        if let value = values.reader.buffer.read(values.type) { return .success(value) }
        do {
          switch try values.reader.buffer.step() {
          case .value:
            return .success(try values.reader.buffer.decode(values.type, isResult: true))
          case .needsBytes: break
          case .end:
            values.reader.iterator = nil
            return nil
          }
        } catch {
          return values.reader.buffer.result(of: error)
        }
        guard try await values.reader.read(isolation: actor) else { return .failure(.canceled) }
      }
    }

    #if canImport(Darwin)
    /// Returns the next value or error, or nil at the end of the stream.
    ///
    /// - Throws: What the source throws; the error is untyped because older systems do not support the typed
    ///   form.
    @inlinable
    public mutating func next() async throws -> Result<T, DecodingError>? {
      try await read(isolation: nil)
    }
    #else
    /// Returns the next value or error, or nil at the end of the stream.
    ///
    /// - Throws: What the source throws.
    @inlinable
    public mutating func next() async throws(Source.Failure) -> Result<T, DecodingError>? {
      try await next(isolation: nil)
    }
    #endif
  }
}

extension JSONResultSequence: Sendable where Source: Sendable {}

/// Reads elements of the source when the engine needs bytes.
///
/// All of it is inlined into the program, where the type of the source is known.
@usableFromInline
struct SourceReader<Source: AsyncSequence> {
  @usableFromInline let buffer: PullBuffer
  @usableFromInline let collect: Collector<Source>

  /// The source; nil once it is released, at the end.
  @usableFromInline var iterator: Source.AsyncIterator?

  /// Reads one chunk, or the bytes up to the next one that matters.
  ///
  /// - Returns: False if the task was canceled. Whether the source then ends, throws or goes on is up to it:
  ///   `AsyncStream` ends, as if everything had arrived.
  @inlinable
  mutating func read(isolation actor: isolated (any Actor)?) async throws -> Bool {
    buffer.beginToRead()
    do {
      let hasMore = try await collect(&iterator, buffer, actor)
      buffer.endToRead()
      if Task.isCancelled { return !cancel() }
      if hasMore { return true }
      iterator = nil
      buffer.finish()
      return true
    } catch {
      buffer.endToRead()
      if Task.isCancelled { return !cancel() }
      // The source is gone. The missing bytes must not be mistaken for the end.
      buffer.abandon()
      throw error
    }
  }

  /// Ends the values because the task was canceled.
  ///
  /// - Returns: False if they had already ended, or are in use.
  @inlinable
  mutating func cancel() -> Bool {
    guard buffer.abandon() else { return false }
    iterator = nil
    return true
  }
}

extension DecodingError {
  /// The last element, in a canceled task, of a sequence that throws only its source's errors.
  @usableFromInline static var canceled: DecodingError {
    .corrupted(
      "The task was canceled before the stream had ended.",
      because: CancellationError()
    )
  }
}

extension StreamJSONDecoder {
  /// Returns the values in a sequence of byte chunks, such as the body of a response.
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys. With
  ///     `.serverSentEvents`, use `JSONServerSentEvent` to get their other fields.
  ///   - source: Chunks of any size, cut anywhere.
  ///   - framing: How the values are laid out in the bytes.
  /// - Returns: A sequence that reads `source` when you iterate it, with the settings that this decoder has
  ///   at that time.
  @inlinable
  public func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONValueSequence<T, S> where S.Element: Collection<UInt8> {
    JSONValueSequence(of: type, source, framing, self) { $1.add($0, to: $2) }
  }

  /// Returns the values in a sequence of bytes, such as `URLSession.AsyncBytes`.
  ///
  /// Behaves like the method for chunks. Bytes are collected up to one that can complete a value, so no value
  /// waits for a byte that it does not need. In an optimized program, a byte takes little longer than in a
  /// simple loop over the source.
  ///
  /// On an actor, a source may change executors for every byte, which takes several times as long as decoding
  /// the byte. Read single bytes in a `@concurrent` function or a detached task instead.
  @inlinable
  public func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONValueSequence<T, S> where S.Element == UInt8 {
    JSONValueSequence(of: type, source, framing, self) { $1.add($0, to: $2) }
  }

  /// Returns the values in a sequence of byte chunks, and the errors of its bad records.
  ///
  /// Like `values(of:in:framing:)`, but a bad record is an element, and the sequence continues if its framing
  /// can find the next record.
  @inlinable
  public func results<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONResultSequence<T, S> where S.Element: Collection<UInt8> {
    JSONResultSequence(values(of: type, in: source, framing: framing))
  }

  /// Returns the values in a sequence of bytes, and the errors of its bad records.
  ///
  /// Like `values(of:in:framing:)`, but a bad record is an element, and the sequence continues if its framing
  /// can find the next record.
  @inlinable
  public func results<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONResultSequence<T, S> where S.Element == UInt8 {
    JSONResultSequence(values(of: type, in: source, framing: framing))
  }
}
