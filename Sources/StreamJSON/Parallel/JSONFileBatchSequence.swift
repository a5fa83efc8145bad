public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

/// The values in a file, in arrays that several tasks decode.
///
/// ```swift
/// let batches = try decoder.batches(of: LogLine.self, inFileAt: url, framing: .lines)
/// for try await lines in batches {
///   for line in lines { count(line) }
/// }
/// ```
///
/// The arrays come in the order of the file and are never empty. Each holds the values of about a megabyte of
/// the file. While you use one array, the tasks decode the next ones, at most two arrays for each task, so
/// memory use does not depend on the size of the file.
///
/// An error is thrown where `values(of:inFileAt:framing:bytes:)` would throw it: after the values before it,
/// with the same line, record, and offset. It ends a `for` loop. Calling `next()` again continues after the
/// bad record, if the framing can find the next one.
///
/// If the task that takes the values is canceled, `next()` throws a `CancellationError` and then returns
/// nil. The decoding tasks are canceled then, or when the last copy of the sequence or its iterator is
/// gone. Each decoding task ends after the 128 KB piece that it is decoding. If a model cancels the task that
/// decodes it, you get a `CancellationError` and the end of the sequence, too.
///
/// A separate thread waits for a pipe, a terminal, or a socket. The wait blocks no other task, and
/// cancellation ends it at once. If the file becomes shorter than it was when it was opened, that is an
/// error. Bytes that are added to the file after it was opened are not read, except for the rest of an
/// unfinished last line.
///
/// Copies share the position in the file. Use them from only one task at a time; nothing protects them from
/// concurrent use. The models themselves are decoded in several tasks at once.
public struct JSONFileBatchSequence<T: Decodable & Sendable>: AsyncSequence, AsyncIteratorProtocol {
  /// Several values.
  public typealias Element = [T]

  /// `DecodingError`s, anything that a model's `init(from:)` throws, the system's errors, and
  /// `CancellationError`.
  public typealias Failure = any Error

  let queue: BatchQueue<T>

  /// How far into the file you have taken the values.
  ///
  /// Bytes count once you have taken all values of their part of the file.
  public var progress: JSONProgress { queue.progress }

  /// Returns an iterator that continues where the last call of `next()` ended.
  public func makeAsyncIterator() -> JSONFileBatchSequence { self }

  /// Returns the next values, or nil at the end of the file.
  ///
  /// - Throws: `DecodingError` for a bad record, what the model's `init(from:)` throws, the system's error if
  ///   the file cannot be read, or `CancellationError`. The next call continues after the bad record, and
  ///   returns nil if nothing after it can be read.
  public mutating func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> [T]? {
    try await queue.next(isolation: actor)
  }

  /// Returns the next values, or nil at the end of the file.
  ///
  /// - Throws: See `next(isolation:)`.
  public mutating func next() async throws -> [T]? { try await next(isolation: nil) }
}

/// The values in a file and the errors of its bad records, in arrays that several tasks decode.
///
/// Like `JSONFileBatchSequence`, but a bad record is an element. If the file cannot be read any further, or
/// the task is canceled, the last element is a `DecodingError` whose underlying error is the system's error
/// or a `CancellationError`.
public struct JSONFileResultBatchSequence<T: Decodable & Sendable>: AsyncSequence,
  AsyncIteratorProtocol
{
  /// Several values and errors.
  public typealias Element = [Result<T, DecodingError>]

  /// None: all errors are elements.
  public typealias Failure = Never

  let queue: BatchQueue<Result<T, DecodingError>>

  /// How far into the file you have taken the values and errors.
  ///
  /// Bytes count once you have taken all values and errors of their part of the file.
  public var progress: JSONProgress { queue.progress }

  /// Returns an iterator that continues where the last call of `next()` ended.
  public func makeAsyncIterator() -> JSONFileResultBatchSequence { self }

  /// Returns the next values and errors, or nil at the end of the file.
  public mutating func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async -> [Result<T, DecodingError>]? {
    do {
      return try await queue.next(isolation: actor)
    } catch is CancellationError {
      return [.failure(.canceled)]
    } catch {
      return [.failure(DecodingError(wrapping: error))]
    }
  }

  /// Returns the next values and errors, or nil at the end of the file.
  public mutating func next() async -> [Result<T, DecodingError>]? { await next(isolation: nil) }
}

extension StreamJSONDecoder {
  /// Returns the values in a file, in arrays that several tasks decode.
  ///
  /// Only files of lines and of text sequences are divided among tasks. In all other cases, one task
  /// decodes while you use the previous values: in other framings, for a pipe such as `/dev/stdin`, and for
  /// files whose reported size is 0, such as those in `/proc`.
  ///
  /// - Parameters:
  ///   - type: The type of the values; several tasks decode it at once. With `.objectMembers`, use
  ///     `JSONMember` to get their keys. With `.serverSentEvents`, use `JSONServerSentEvent` to get their
  ///     other fields.
  ///   - url: The URL of a local file of any size; its scheme must be `file`.
  ///   - framing: How the values are laid out in the bytes.
  ///   - concurrency: How many tasks decode at the same time: at least 1, at most 1,024, and never more than there are
  ///     parts. Smaller and larger numbers count as these.
  /// - Returns: A sequence that you can iterate once, with this decoder's current settings.
  /// - Throws: See `values(of:inFileAt:framing:bytes:)`.
  public func batches<T: Decodable & Sendable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    concurrency: Int = ProcessInfo.processInfo.activeProcessorCount
  ) throws -> JSONFileBatchSequence<T> {
    JSONFileBatchSequence(
      queue: try batchQueue(of: type, url, framing, concurrency) { reader, values in
        try reader.appendAvailable(type, to: &values)
      }
    )
  }

  /// Returns the values in a file and the errors of its bad records, in arrays that several tasks decode.
  ///
  /// Like `batches(of:inFileAt:framing:concurrency:)`, but a bad record is an element and does not end the
  /// sequence.
  ///
  /// - Returns: A sequence that you can iterate once, with this decoder's current settings.
  /// - Throws: See `values(of:inFileAt:framing:bytes:)`.
  public func resultBatches<T: Decodable & Sendable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    concurrency: Int = ProcessInfo.processInfo.activeProcessorCount
  ) throws -> JSONFileResultBatchSequence<T> {
    JSONFileResultBatchSequence(
      queue: try batchQueue(of: type, url, framing, concurrency) { reader, results in
        reader.appendAvailableResults(type, to: &results)
      }
    )
  }

  /// The smallest size of the parts that tasks decode, where a test sets it.
  package static let partByteCount = TaskLocal<Int64?>(wrappedValue: nil)

  private func batchQueue<Element: Sendable>(
    of type: any (Decodable & SendableMetatype).Type,
    _ url: URL,
    _ framing: JSONFraming,
    _ concurrency: Int,
    _ append: @escaping BatchAppender<Element>
  ) throws -> BatchQueue<Element> {
    let file = try FileDescriptor(url)
    let options = makeOptions()
    guard file.byteCount != nil, let parts = try? FileParts(of: file, framing) else {
      return BatchQueue(FileReader(of: type, file, framing, options), append)
    }
    return BatchQueue(of: type, parts, framing, options, concurrency: concurrency, append)
  }
}
