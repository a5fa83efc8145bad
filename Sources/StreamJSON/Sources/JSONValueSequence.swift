public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

/// The values of a stream, decoded on demand: of an asynchronous sequence of bytes, of bytes in memory, or of a file.
///
/// ```swift
/// let (bytes, _) = try await URLSession.shared.bytes(from: url)  // On Apple platforms.
/// for try await event in decoder.values(of: Event.self, in: bytes, framing: .lines) {
///   show(event)
/// }
/// ```
///
/// Nothing is read ahead. The next chunk is requested only after you have taken all values of the last one. A value is
/// available as soon as its last byte is; see `JSONStream`.
///
/// An error ends a `for` loop, whether it comes from the source or from a bad record. To continue after a bad record,
/// call `next()` again, or use `results(of:in:framing:)`. The framing determines whether there is a next value.
///
/// In a canceled task, `next()` throws a `CancellationError` instead of returning the next value, and then returns nil,
/// whatever the source does when it's canceled. A truncated record never becomes a value.
///
/// Each loop over bytes or a file starts at the beginning. A second loop over another source depends on the source.
///
/// If a source or model calls `next()` while the iterator is calling it, the inner call throws a `DecodingError` whose
/// `jsonError` has the kind `reentered`, and has no effect. Use an iterator from only one thread at a time.
public struct JSONValueSequence<T: Decodable, Source>: AsyncSequence {
  /// The values.
  public typealias Element = T

  /// The source's errors, `DecodingError`s, and the errors of a model's `init(from:)`.
  public typealias Failure = any Error

  let type: T.Type
  let source: Source
  let monitor = StreamMonitor()
  let makeReader: (Source) -> PullReader

  @usableFromInline
  init(
    of type: T.Type,
    _ source: Source,
    _ makeReader: @escaping (Source) -> PullReader
  ) {
    self.type = type
    self.source = source
    self.makeReader = makeReader
  }

  /// The progress of the newest loop over the sequence, in any task.
  ///
  /// ```swift
  /// let lines = decoder.values(of: LogLine.self, inFileAt: url, framing: .lines)
  /// for try await line in lines {
  ///   count(line)
  ///   if let fraction = lines.progress.fraction { bar.show(fraction) }
  /// }
  /// ```
  public var progress: JSONProgress { monitor.progress }

  /// The record of the last error in the newest loop; nil if there was no error, or if the last one has no record.
  ///
  /// Unless the error is a model's own, it has the same record in `jsonError?.record`.
  public var failedRecord: JSONFailedRecord? { monitor.failedRecord }

  /// Returns an iterator that reads the source.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Reads the source and decodes the values.
  public final class AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline let type: T.Type
    @usableFromInline let reader: PullReader

    init(_ values: JSONValueSequence<T, Source>) {
      type = values.type
      reader = values.makeReader(values.source)
      reader.publish(to: values.monitor)
    }

    /// Returns the next value, or nil at the end of the stream.
    ///
    /// - Throws: The error of the source or a model, `DecodingError` for a bad record, or `CancellationError`.
    @inlinable
    public func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> T? {
      if Task.isCancelled, reader.abandon() { throw CancellationError() }
      while true {
        if let value = reader.read(type) { return value }
        switch try reader.step() {
        case .value: return try reader.decode(type)
        case .needsBytes:
          guard try await reader.refill(isolation: actor) else { throw CancellationError() }
        case .end: return nil
        }
      }
    }

    /// Returns the next value, or nil at the end of the stream.
    ///
    /// - Throws: The error of the source or a model, `DecodingError` for a bad record, or `CancellationError`.
    @inlinable
    public func next() async throws -> T? { try await next(isolation: nil) }
  }
}

// `@unchecked`: the function captures nothing but a decoder, a framing, and a range.
extension JSONValueSequence: @unchecked Sendable where T: SendableMetatype, Source: Sendable {}

/// The values of an asynchronous stream of bytes, and the errors of its bad records.
///
/// Behaves like `JSONValueSequence`, but a bad record arrives as a failure, and the sequence continues if its framing
/// can find the next record. Only the source's own errors are thrown.
///
/// In a canceled task, the last element is a failure: a `DecodingError` whose underlying error is a
/// `CancellationError`. If a source or model uses the iterator inside another call, it gets a failure of the kind
/// `reentered`, and then the end.
public struct JSONResultSequence<T: Decodable, Source: AsyncSequence>: AsyncSequence {
  /// A value, or the error of a bad record.
  public typealias Element = Result<T, DecodingError>

  /// The source's errors.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public typealias Failure = Source.Failure

  private let values: JSONValueSequence<T, Source>

  @usableFromInline
  init(_ values: JSONValueSequence<T, Source>) { self.values = values }

  /// The progress of the newest loop over the sequence, in any task.
  public var progress: JSONProgress { values.progress }

  /// The record of the last error in the newest loop; nil if there was no error, or if the last one has no record.
  public var failedRecord: JSONFailedRecord? { values.failedRecord }

  /// Returns an iterator that reads the source.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values) }

  /// Reads the source and decodes the values.
  public final class AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline let values: JSONValueSequence<T, Source>.AsyncIterator

    init(_ values: JSONValueSequence<T, Source>) { self.values = values.makeAsyncIterator() }

    /// Returns the next value or error, or nil at the end of the stream.
    ///
    /// - Throws: The error of the source.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable
    public func next(
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
    func read(
      isolation actor: isolated (any Actor)?
    ) async throws -> Result<T, DecodingError>? {
      let (reader, type) = (values.reader, values.type)
      if Task.isCancelled, reader.abandon() { return .failure(.canceled) }
      while true {
        if let value = reader.read(type) { return .success(value) }
        do {
          switch try reader.step() {
          case .value:
            return .success(try reader.decode(type, isResult: true))
          case .needsBytes: break
          case .end: return nil
          }
        } catch {
          return reader.result(of: error)
        }
        guard try await reader.refill(isolation: actor) else { return .failure(.canceled) }
      }
    }

    #if canImport(Darwin)
    /// Returns the next value or error, or nil at the end of the stream.
    ///
    /// - Throws: The error of the source. It's untyped because older systems don't support the typed form.
    @inlinable
    public func next() async throws -> Result<T, DecodingError>? {
      try await read(isolation: nil)
    }
    #else
    /// Returns the next value or error, or nil at the end of the stream.
    ///
    /// - Throws: The error of the source.
    @inlinable
    public func next() async throws(Source.Failure) -> Result<T, DecodingError>? {
      try await next(isolation: nil)
    }
    #endif
  }
}

extension JSONResultSequence: Sendable where T: SendableMetatype, Source: Sendable {}

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
  ///   - framing: The layout of the values in the bytes.
  /// - Returns: A sequence that reads `source` when a loop begins, with the settings that this decoder has at that
  ///   time.
  @inlinable
  public func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONValueSequence<T, S> where S.Element: Collection<UInt8> {
    values(of: type, pulledFrom: source, framing) { $1.add($0, to: $2) }
  }

  /// Returns the values in a sequence of bytes, such as `URLSession.AsyncBytes`.
  ///
  /// Behaves like the method for chunks. StreamJSON collects bytes up to the next one that can complete a value, which
  /// never delays a value.
  ///
  /// On an actor, a source may change executors for every byte, which takes several times as long as decoding the byte.
  /// Read single bytes in a `@concurrent` function or a detached task instead.
  @inlinable
  public func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONValueSequence<T, S> where S.Element == UInt8 {
    values(of: type, pulledFrom: source, framing) { $1.add($0, to: $2) }
  }

  /// Returns the values in a sequence of texts, such as the messages of a WebSocket.
  ///
  /// Behaves like the method for chunks of bytes. Nothing is inserted between the texts. If they're lines without their
  /// line ends, use `.concatenated` for objects or arrays, or add the line ends with `values(of:in:framing:bytes:)`.
  @inlinable
  public func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONValueSequence<T, S> where S.Element: StringProtocol {
    values(of: type, pulledFrom: source, framing) { $1.add($0.utf8, to: $2) }
  }

  /// Returns the values in a sequence of elements that have bytes, such as SwiftNIO's buffers.
  ///
  /// ```swift
  /// for try await line in decoder.values(of: Line.self, in: body, framing: .lines, bytes: \.readableBytesView) {
  /// ```
  ///
  /// Behaves like the method for chunks of bytes. `bytes` returns the bytes of an element.
  @inlinable
  public func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming,
    bytes: @escaping @Sendable (S.Element) -> some Collection<UInt8>
  ) -> JSONValueSequence<T, S> {
    values(of: type, pulledFrom: source, framing) { $1.add(bytes($0), to: $2) }
  }

  @inlinable
  @inline(__always)
  func values<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    pulledFrom source: S,
    _ framing: JSONFraming,
    _ add: @escaping (S.Element, inout CollectedBytes, PullReader) -> Bool
  ) -> JSONValueSequence<T, S> {
    JSONValueSequence(of: type, source) { source in
      self.makeReader(of: type, framing, collector(of: source, add))
    }
  }

  @usableFromInline
  func makeReader(
    of type: any Any.Type,
    _ framing: JSONFraming,
    _ collect: @escaping Collector
  ) -> PullReader {
    PullReader(.sequence(collect), form(of: type, framing))
  }

  /// Returns the values in `bytes`: a `Data`, an array, a `String.UTF8View`, or any other collection.
  ///
  /// Without `await`, use `valueIterator(of:in:framing:)` or `results(of:in:framing:)`. The bytes are copied once,
  /// unless they are a `Data`.
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys.
  ///   - bytes: The bytes of the values.
  ///   - framing: The layout of the values in the bytes.
  /// - Returns: A sequence that reads `bytes` in each loop, with the settings that this decoder has when the loop
  ///   begins.
  public func values<T: Decodable>(
    of type: T.Type,
    in bytes: some Collection<UInt8>,
    framing: JSONFraming
  ) -> JSONValueSequence<T, Data> {
    JSONValueSequence(of: type, bytes as? Data ?? Data(bytes)) { data in
      PullReader(ByteReader(.memory(data)), self.form(of: type, framing))
    }
  }

  /// Returns the values in a file, or only the values of the records that begin in a range of its bytes.
  ///
  /// ```swift
  /// for try await line in decoder.values(of: LogLine.self, inFileAt: url, framing: .lines) {
  ///   count(line)
  /// }
  /// ```
  ///
  /// Memory use is bounded by the largest value, whatever the size of the file. The file is opened when a loop begins,
  /// and closed when the loop ends. Without `await`, use `valueIterator(of:inFileAt:framing:byteRange:)`, whose
  /// documentation also describes ranges and the errors of files.
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys. With
  ///     `.serverSentEvents`, use `JSONServerSentEvent` to get their other fields.
  ///   - url: The URL of a local file of any size, or of a pipe such as `/dev/stdin`. Waiting for the next bytes of a
  ///     pipe doesn't block a thread.
  ///   - framing: The layout of the values in the bytes. With `byteRange`, it must be `.lines` or `.textSequence`.
  ///   - byteRange: Offsets in the file, from 0; nil for the whole file.
  /// - Returns: A sequence that reads the file in each loop, with the settings that this decoder has when the loop
  ///   begins. If the file can't be opened, the first call of `next()` throws the error.
  public func values<T: Decodable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    byteRange: Range<Int64>? = nil
  ) -> JSONValueSequence<T, URL> {
    JSONValueSequence(of: type, url) { url in
      PullReader(fileAt: url, byteRange, self.form(of: type, framing))
    }
  }

  /// Returns the values in a sequence of byte chunks, and the errors of its bad records.
  ///
  /// Behaves like `values(of:in:framing:)`, but a bad record arrives as a failure, and the sequence continues if its
  /// framing can find the next record.
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
  /// Behaves like `values(of:in:framing:)`, but a bad record arrives as a failure, and the sequence continues if its
  /// framing can find the next record.
  @inlinable
  public func results<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONResultSequence<T, S> where S.Element == UInt8 {
    JSONResultSequence(values(of: type, in: source, framing: framing))
  }

  /// Returns the values in a sequence of texts, and the errors of its bad records.
  ///
  /// Behaves like `values(of:in:framing:)`, but a bad record arrives as a failure, and the sequence continues if its
  /// framing can find the next record.
  @inlinable
  public func results<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming
  ) -> JSONResultSequence<T, S> where S.Element: StringProtocol {
    JSONResultSequence(values(of: type, in: source, framing: framing))
  }

  /// Returns the values in a sequence of elements that have bytes, and the errors of its bad records.
  ///
  /// Behaves like `values(of:in:framing:bytes:)`, but a bad record arrives as a failure, and the sequence continues if
  /// its framing can find the next record.
  @inlinable
  public func results<T: Decodable, S: AsyncSequence>(
    of type: T.Type,
    in source: S,
    framing: JSONFraming,
    bytes: @escaping @Sendable (S.Element) -> some Collection<UInt8>
  ) -> JSONResultSequence<T, S> {
    JSONResultSequence(values(of: type, in: source, framing: framing, bytes: bytes))
  }
}

/// The values in a file or in bytes in memory, decoded one at a time without `await`.
///
/// ```swift
/// let lines = decoder.valueIterator(of: LogLine.self, inFileAt: url, framing: .lines)
/// while let line = try lines.next() { count(line) }
/// ```
///
/// Memory use is bounded by the largest value, whatever the size of the file. A file is closed once its end is reached.
/// Use an iterator from only one thread at a time; nothing protects it from concurrent use.
///
/// Bytes that are added to the file while it's being read are read, too. If the file becomes shorter, `next()` throws a
/// `CocoaError` with the code `fileReadCorruptFile`. If the task is canceled while a pipe, a terminal, or a socket has
/// nothing to read, `next()` throws a `CancellationError` and then returns nil.
///
/// If the `init(from:)` of a model that the iterator is decoding calls `next()`, that call throws a `DecodingError`
/// whose `jsonError` has the kind `reentered`, and has no effect.
public final class JSONValueIterator<T: Decodable> {
  private let reader: PullReader
  private let type: T.Type

  init(_ reader: PullReader, of type: T.Type) {
    self.reader = reader
    self.type = type
  }

  /// Returns the next value, or nil at the end.
  ///
  /// - Throws: `DecodingError` for a bad record, the error of the model's `init(from:)`, or the system's error if the
  ///   file can't be opened or read. The next call continues after the bad record, and returns nil if nothing after it
  ///   can be read.
  public func next() throws -> T? { try reader.next(type) }

  /// Returns the next values, several at a time, which is faster than one at a time if they are small.
  ///
  /// - Returns: At least one value: all that are complete in the bytes that were read last, up to the next bad record.
  ///   Nil at the end.
  /// - Throws: The same errors as `next()`, at the same point: the values before a bad record are returned first, and
  ///   the next call throws.
  public func nextBatch() throws -> [T]? { try reader.nextBatch(type) }

  /// The reading progress so far.
  public var progress: JSONProgress { reader.progress }

  /// The record of the last error; nil if there was no error, or if the last one has no record.
  ///
  /// Unless the error is a model's own, it has the same record in `jsonError?.record`.
  public var failedRecord: JSONFailedRecord? { reader.failedRecord }
}

/// The values in a file or in bytes in memory, and the errors of bad records, decoded one at a time without `await`.
///
/// ```swift
/// for result in decoder.results(of: LogLine.self, inFileAt: url, framing: .lines) {
///   if case .success(let line) = result { count(line) }
/// }
/// ```
///
/// Behaves like `JSONValueIterator`, but a bad record arrives as a failure. If the file can't be opened or read, the
/// last element is a failure whose underlying error is the system's error.
///
/// If a model's `init(from:)` loops over the sequence that is decoding the model, that loop gets an error of the kind
/// `reentered` and ends. It has no other effect.
public final class JSONResultIterator<T: Decodable>: Sequence, IteratorProtocol {
  private let reader: PullReader
  private let type: T.Type

  init(_ reader: PullReader, of type: T.Type) {
    self.reader = reader
    self.type = type
  }

  /// Returns the next value or error, or nil at the end.
  public func next() -> Result<T, DecodingError>? { reader.nextResult(type) }

  /// Returns the next values and errors, several at a time.
  ///
  /// - Returns: At least one value or error: all that are complete in the bytes that were read last. Nil at
  ///   the end.
  public func nextBatch() -> [Result<T, DecodingError>]? { reader.nextResultBatch(type) }

  /// The reading progress so far.
  public var progress: JSONProgress { reader.progress }

  /// The record of the last error; nil if there was no error, or if the last one has no record.
  ///
  /// Unless the error is a model's own, it has the same record in `jsonError?.record`.
  public var failedRecord: JSONFailedRecord? { reader.failedRecord }
}

extension StreamJSONDecoder {
  /// Returns an iterator over the values in `bytes`: a `Data`, an array, a `String.UTF8View`, or any other collection.
  ///
  /// The bytes are copied once, unless they are a `Data`.
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys.
  ///   - bytes: The bytes of the values.
  ///   - framing: The layout of the values in the bytes.
  /// - Returns: An iterator at the beginning of `bytes`, with this decoder's current settings.
  public func valueIterator<T: Decodable>(
    of type: T.Type,
    in bytes: some Collection<UInt8>,
    framing: JSONFraming
  ) -> JSONValueIterator<T> {
    JSONValueIterator(reader(of: type, bytes, framing), of: type)
  }

  /// Returns the values in `bytes`, and the errors of bad records.
  ///
  /// Behaves like `valueIterator(of:in:framing:)`, but a bad record arrives as a failure, and the sequence continues if
  /// its framing can find the next record.
  ///
  /// - Returns: A sequence that you can iterate once.
  public func results<T: Decodable>(
    of type: T.Type,
    in bytes: some Collection<UInt8>,
    framing: JSONFraming
  ) -> JSONResultIterator<T> {
    JSONResultIterator(reader(of: type, bytes, framing), of: type)
  }

  private func reader(
    of type: any Any.Type,
    _ bytes: some Collection<UInt8>,
    _ framing: JSONFraming
  ) -> PullReader {
    let source = ByteReader(.memory(bytes as? Data ?? Data(bytes)))
    return PullReader(source, form(of: type, framing))
  }

  /// Returns an iterator over the values in a file, or only over those of the records that begin in a range of its
  /// bytes.
  ///
  /// The file is read in pieces. Ranges may begin and end anywhere. If several ranges cover the file without
  /// overlapping, each record belongs to exactly one of them. A line begins after the line feed of the previous line,
  /// and a record of a text sequence begins with its separator. Anything in `byteRange` before the first record that
  /// begins there belongs to the previous range. The last record is read to its end, even beyond `byteRange`.
  ///
  /// ```swift
  /// // The second of four parts.
  /// let part = byteCount / 4..<byteCount / 2
  /// let lines = decoder.valueIterator(
  ///   of: LogLine.self, inFileAt: url, framing: .lines, byteRange: part)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys. With
  ///     `.serverSentEvents`, use `JSONServerSentEvent` to get their other fields.
  ///   - url: The URL of a local file of any size; its scheme must be `file`. Without `byteRange`, a pipe such as
  ///     `/dev/stdin` works too, but waiting for its next values blocks the caller's thread. In a task, use
  ///     `values(of:inFileAt:framing:byteRange:)` instead.
  ///   - framing: The layout of the values in the bytes. With `byteRange`, it must be `.lines` or `.textSequence`.
  ///   - byteRange: Offsets in the file, from 0; nil for the whole file. Offsets outside the file, including negative
  ///     ones, are ignored. So is anything that is added to the file after this call, except for the rest of an
  ///     unfinished last line.
  /// - Returns: An iterator at the beginning of the file, or at the first record of the range, with this decoder's
  ///   current settings. In errors and in progress, byte offsets count from the beginning of the file, columns from the
  ///   beginning of their line, and lines and records from the first record of the range. `limits.maximumByteCount`
  ///   limits how far into the file is read.
  ///
  ///   If the file can't be opened, the first call of `next()` throws the system's error or a `CocoaError`:
  ///   `fileReadUnsupportedScheme` for a URL with another scheme or host, and `fileReadUnknown` for a directory. With
  ///   `byteRange`, it also throws `featureUnsupported` for another framing, and `fileReadUnknown` for a pipe or
  ///   anything else that has no offsets.
  /// - Complexity: The call itself is O(1) or, with `byteRange`, O(bytes from each end of the range to the next record,
  ///   and from the first record back to the beginning of its line).
  public func valueIterator<T: Decodable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    byteRange: Range<Int64>? = nil
  ) -> JSONValueIterator<T> {
    JSONValueIterator(PullReader(fileAt: url, byteRange, form(of: type, framing)), of: type)
  }

  /// Returns the values in a file, and the errors of its bad records.
  ///
  /// Behaves like `valueIterator(of:inFileAt:framing:byteRange:)`, but a bad record arrives as a failure and doesn't
  /// end the sequence. If the file can't be opened, the only element is a failure with that underlying error.
  ///
  /// - Returns: A sequence that you can iterate once.
  public func results<T: Decodable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    byteRange: Range<Int64>? = nil
  ) -> JSONResultIterator<T> {
    JSONResultIterator(PullReader(fileAt: url, byteRange, form(of: type, framing)), of: type)
  }
}
