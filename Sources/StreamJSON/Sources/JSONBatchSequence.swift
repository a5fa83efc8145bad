public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

/// The values in a file or in bytes in memory, in arrays that several tasks decode.
///
/// ```swift
/// let batches = decoder.batches(of: LogLine.self, inFileAt: url, framing: .lines, concurrency: 4)
/// for try await lines in batches {
///   for line in lines { count(line) }
/// }
/// ```
///
/// The arrays are in the order of the bytes and are never empty. Each has the values of about a megabyte. While you use
/// one array, the tasks decode the next ones, at most two arrays for each task, so memory use doesn't depend on the
/// size of the file. The elements of an array are values or, from `resultBatches`, results.
///
/// An error is thrown where `values(of:inFileAt:framing:byteRange:)` would throw it: after the values before it, with
/// the same line, record, and offset. It ends a `for` loop. Calling `next()` again continues after the bad record, if
/// the framing can find the next one. With `resultBatches`, errors arrive as failures and are never thrown. If the file
/// can't be opened or read, or the task is canceled, the last element is a failure whose underlying error is the
/// system's error or a `CancellationError`.
///
/// If your task is canceled, `next()` throws a `CancellationError` and then returns nil. The decoding tasks are
/// canceled at that point, or when the iterator is released. Each of them ends after the 128 KB piece that it's
/// decoding. If a model cancels the task that decodes it, `next()` throws a `CancellationError` and then returns nil,
/// too.
///
/// Waiting for a pipe, a terminal, or a socket doesn't block a thread, and cancellation ends it at once. It's an error
/// if the file becomes shorter while it's being read. Bytes that are added to the file after it was opened aren't read,
/// except for the rest of an unfinished last line.
///
/// Each loop starts at the beginning. Use an iterator from only one task at a time.
public struct JSONBatchSequence<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// Several values or results.
  public typealias Element = [Value]

  let monitor = StreamMonitor()
  let makeQueue: @Sendable () -> BatchQueue<Value>
  let recover: @Sendable (any Error) throws(Failure) -> [Value]

  /// The progress of the newest loop over the sequence, in any task.
  ///
  /// Bytes count once you have all values of their part of the file.
  public var progress: JSONProgress { monitor.progress }

  /// Returns an iterator that begins to decode at the first call of `next()`.
  public func makeAsyncIterator() -> AsyncIterator {
    let queue = makeQueue()
    return AsyncIterator(queue, recover, publishingTo: monitor)
  }

  /// Returns the values that the tasks have decoded.
  public final class AsyncIterator: AsyncIteratorProtocol {
    private let queue: BatchQueue<Value>
    private let recover: @Sendable (any Error) throws(Failure) -> [Value]
    private let monitor: StreamMonitor
    private let iteration: Int

    init(
      _ queue: BatchQueue<Value>,
      _ recover: @escaping @Sendable (any Error) throws(Failure) -> [Value],
      publishingTo monitor: StreamMonitor
    ) {
      self.queue = queue
      self.recover = recover
      self.monitor = monitor
      iteration = monitor.begin(queue.progress)
    }

    /// Returns the next values, or nil at the end.
    ///
    /// - Throws: `DecodingError` for a bad record, the error of a model's `init(from:)`, the system's error if the file
    ///   can't be opened or read, or `CancellationError`. The next call continues after the bad record, and returns nil
    ///   if nothing after it can be read.
    public func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> [Value]? {
      defer { monitor.update(ofIteration: iteration) { $0.progress = queue.progress } }
      do {
        return try await queue.next(isolation: actor)
      } catch {
        return try recover(error)
      }
    }

    /// Returns the next values, or nil at the end.
    ///
    /// - Throws: See `next(isolation:)`.
    public func next() async throws(Failure) -> [Value]? { try await next(isolation: nil) }
  }
}

extension StreamJSONDecoder {
  /// Returns the values in a file, in arrays that several tasks decode.
  ///
  /// Only files of lines and of text sequences are divided among tasks. With other framings, for a pipe such as
  /// `/dev/stdin`, and for files whose reported size is 0 (such as those in `/proc`), one task decodes while you use
  /// the previous values.
  ///
  /// - Parameters:
  ///   - type: The type of the values. Several tasks decode it at the same time. With `.objectMembers`, use
  ///     `JSONMember` to get their keys. With `.serverSentEvents`, use `JSONServerSentEvent` to get their other fields.
  ///   - url: The URL of a local file of any size; its scheme must be `file`.
  ///   - framing: The layout of the values in the bytes.
  ///   - concurrency: The number of tasks, from 1 to 1,024, such as `ProcessInfo.processInfo.activeProcessorCount`.
  ///     Numbers outside this range count as the nearest one in it. There are never more tasks than parts.
  /// - Returns: A sequence that reads the file in each loop, with this decoder's current settings. If the file can't be
  ///   opened, the first call of `next()` throws the error; see `valueIterator(of:inFileAt:framing:byteRange:)`.
  public func batches<T: Decodable & Sendable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    concurrency: Int
  ) -> JSONBatchSequence<T, any Error> {
    batches(of: type, in: { .file(try FileDescriptor(url)) }, framing, concurrency)
  }

  /// Returns the values in `bytes`, in arrays that several tasks decode.
  ///
  /// Behaves like the method for files. The bytes are copied once, unless they're a `Data`.
  public func batches<T: Decodable & Sendable>(
    of type: T.Type,
    in bytes: some Collection<UInt8>,
    framing: JSONFraming,
    concurrency: Int
  ) -> JSONBatchSequence<T, any Error> {
    let data = bytes as? Data ?? Data(bytes)
    return batches(of: type, in: { .memory(data) }, framing, concurrency)
  }

  private func batches<T: Decodable & Sendable>(
    of type: T.Type,
    in bytes: @escaping @Sendable () throws -> StoredBytes,
    _ framing: JSONFraming,
    _ concurrency: Int
  ) -> JSONBatchSequence<T, any Error> {
    JSONBatchSequence(
      makeQueue: queueMaker(form(of: type, framing), bytes, concurrency) { reader, values in
        try reader.appendAvailable(type, to: &values)
      },
      recover: { throw $0 }
    )
  }

  /// Returns the values in a file and the errors of its bad records, in arrays that several tasks decode.
  ///
  /// Behaves like `batches(of:inFileAt:framing:concurrency:)`, but a bad record arrives as a failure and doesn't end
  /// the sequence.
  public func resultBatches<T: Decodable & Sendable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    concurrency: Int
  ) -> JSONBatchSequence<Result<T, DecodingError>, Never> {
    resultBatches(of: type, in: { .file(try FileDescriptor(url)) }, framing, concurrency)
  }

  /// Returns the values in `bytes` and the errors of bad records, in arrays that several tasks decode.
  ///
  /// Behaves like the method for files. The bytes are copied once, unless they're a `Data`.
  public func resultBatches<T: Decodable & Sendable>(
    of type: T.Type,
    in bytes: some Collection<UInt8>,
    framing: JSONFraming,
    concurrency: Int
  ) -> JSONBatchSequence<Result<T, DecodingError>, Never> {
    let data = bytes as? Data ?? Data(bytes)
    return resultBatches(of: type, in: { .memory(data) }, framing, concurrency)
  }

  private func resultBatches<T: Decodable & Sendable>(
    of type: T.Type,
    in bytes: @escaping @Sendable () throws -> StoredBytes,
    _ framing: JSONFraming,
    _ concurrency: Int
  ) -> JSONBatchSequence<Result<T, DecodingError>, Never> {
    JSONBatchSequence(
      makeQueue: queueMaker(form(of: type, framing), bytes, concurrency) { reader, results in
        reader.appendAvailableResults(type, to: &results)
      },
      recover: { error in
        [.failure(error is CancellationError ? .canceled : DecodingError(wrapping: error))]
      }
    )
  }

  /// The smallest size of the parts that tasks decode, where a test sets it.
  package static let partByteCount = TaskLocal<Int64?>(wrappedValue: nil)

  private func queueMaker<Value: Sendable>(
    _ form: StreamForm,
    _ bytes: @escaping @Sendable () throws -> StoredBytes,
    _ concurrency: Int,
    _ append: @escaping BatchAppender<Value>
  ) -> @Sendable () -> BatchQueue<Value> {
    let partByteCount = Self.partByteCount.get()
    return {
      do {
        let bytes = try bytes()
        guard bytes.byteCount != nil, let parts = StoredParts(of: bytes, form.framing) else {
          return BatchQueue(PullReader(ByteReader(bytes), form), append)
        }
        return BatchQueue(
          parts,
          form,
          concurrency: concurrency,
          partByteCount: partByteCount,
          append
        )
      } catch {
        return BatchQueue(concurrency: 1, byteCount: nil) { throw error }
      }
    }
  }
}
