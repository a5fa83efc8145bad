public import StreamJSONCore

/// The values in a file, in arrays that several tasks decode.
///
/// ```swift
/// let batches = try decoder.batches(of: LogLine.self, inFileAt: url, framing: .lines)
/// for try await lines in batches {
///   for line in lines { count(line) }
/// }
/// ```
///
/// The arrays are in the order of the file, are not empty, and have as many values as about a
/// megabyte of the file does. While one is used, the tasks decode the next ones, and no more than two
/// for each task: memory use does not depend on the size of the file.
///
/// An error comes where it would with `values(of:inFileAt:framing:)`: after the values before it, with
/// the same line, record and offset. It ends a `for` loop; calling `next()` again continues after the
/// bad record, if the framing can find a next one.
///
/// When the task that takes the values is cancelled, it gets a `CancellationError` and then the end.
/// The decoding tasks are cancelled then, and when the last copy of the sequence and its iterator is
/// gone. They end after the piece of 128 KB that they are decoding. The same happens if a model
/// cancels the task that decodes it.
///
/// A pipe, a terminal or a socket is awaited on a thread of its own, so that it keeps no other task
/// from running, and cancellation ends the wait at once. A file that has become shorter than it was
/// when it was opened is an error. What is added to it is not read, except for the rest of a last line
/// that had no end.
///
/// Copies share the position in the file. They must be used by only one task at a time; they are not
/// protected from concurrent use. Models are decoded by several tasks at once.
public struct JSONFileBatchSequence<T: Decodable & Sendable>: AsyncSequence, AsyncIteratorProtocol {
  /// Several values.
  public typealias Element = [T]

  /// `DecodingError`s, whatever a model's `init(from:)` throws, the system's errors, and
  /// `CancellationError`.
  public typealias Failure = any Error

  let queue: BatchQueue<T>

  /// How far the values have been taken; bytes are counted when all values of a part of the file
  /// have been.
  public var progress: JSONProgress { queue.progress }

  /// Continues where the last call of `next()` has ended.
  public func makeAsyncIterator() -> JSONFileBatchSequence { self }

  /// The next values; nil at the end of the file.
  ///
  /// - Throws: `DecodingError` for a bad record, what the model's `init(from:)` throws, the system's
  ///   error if the file cannot be read, or `CancellationError`.
  public mutating func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> [T]? {
    try await queue.next(isolation: actor)
  }

  /// The next values; nil at the end of the file.
  ///
  /// - Throws: As `next(isolation:)`.
  public mutating func next() async throws -> [T]? {
    try await next(isolation: nil)
  }
}

/// The values in a file and the errors of its bad records, in arrays that several tasks decode.
///
/// Like `JSONFileBatchSequence`, but a bad record is an element. If the file cannot be read any
/// further, or the task is cancelled, the last element is a `DecodingError` with the system's error
/// or a `CancellationError` as its underlying error.
public struct JSONFileResultBatchSequence<T: Decodable & Sendable>: AsyncSequence,
  AsyncIteratorProtocol
{
  /// Several values and errors.
  public typealias Element = [Result<T, DecodingError>]

  /// None: all errors are elements.
  public typealias Failure = Never

  let queue: BatchQueue<Result<T, DecodingError>>

  /// How far the values and errors have been taken; bytes are counted when all of a part of the file
  /// have been.
  public var progress: JSONProgress { queue.progress }

  /// Continues where the last call of `next()` has ended.
  public func makeAsyncIterator() -> JSONFileResultBatchSequence { self }

  /// The next values and errors; nil at the end of the file.
  public mutating func next(
    isolation actor: isolated (any Actor)? = #isolation
  ) async -> [Result<T, DecodingError>]? {
    do {
      return try await queue.next(isolation: actor)
    } catch is CancellationError {
      return [.failure(.cancelled)]
    } catch {
      return [.failure(DecodingError(wrapping: error))]
    }
  }

  /// The next values and errors; nil at the end of the file.
  public mutating func next() async -> [Result<T, DecodingError>]? {
    await next(isolation: nil)
  }
}
