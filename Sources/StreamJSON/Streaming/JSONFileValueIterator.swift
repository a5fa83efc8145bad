public import StreamJSONCore

/// The values in a file, decoded one at a time.
///
/// ```swift
/// var lines = try decoder.values(of: LogLine.self, inFileAt: url, framing: .lines)
/// while let line = try lines.next() { count(line) }
/// ```
///
/// Memory use is bounded by the largest value, whatever the size of the file. Copies share the
/// position in the file. They must be used by only one thread at a time; they are not protected
/// from concurrent use. The file is closed when it has ended.
///
/// What is added to the file while it is read is read, too. A file that has become shorter than it
/// was when it was opened is an error, a `CocoaError` with the code `fileReadCorruptFile`. While there
/// is nothing to read from a pipe, a terminal or a socket, a cancelled task gets a
/// `CancellationError`, and then the end.
///
/// A model's `init(from:)` cannot use a copy to get the next value of the file that the model is
/// being read from. This throws a `DecodingError` whose `jsonError` has the kind `reentered`, and
/// takes nothing from the file.
public struct JSONFileValueIterator<T: Decodable> {
  let reader: FileReader
  let type: T.Type

  /// The next value; nil at the end of the file.
  ///
  /// - Throws: `DecodingError` for a bad record, what the model's `init(from:)` throws, or the
  ///   system's error if the file cannot be read. The next call continues after the bad record, and
  ///   returns nil if nothing after it can be read.
  public mutating func next() throws -> T? {
    try reader.next(type)
  }

  /// The next values, several at a time, which takes less time than one by one if they are small.
  ///
  /// - Returns: All values that are complete in the bytes that were read last, up to the next bad
  ///   record, and at least one; nil at the end of the file.
  /// - Throws: As `next()`, in the same place: the error of a bad record is thrown by the call after
  ///   the one that returned the values before it.
  public mutating func nextBatch() throws -> [T]? {
    try reader.nextBatch(type)
  }

  /// How far the values have been taken.
  public var progress: JSONProgress { reader.progress }

  /// The last record that could not be decoded; nil if there was none.
  ///
  /// Its error has the same in its `jsonError`, unless it is one of a model's own.
  public var failedRecord: JSONFailedRecord? { reader.buffer.failedRecord }
}

/// The values in a file and the errors of its bad records, one at a time.
///
/// Like `JSONFileValueIterator`, but a bad record is an element. If the file cannot be read any further,
/// the last element is a `DecodingError` with the system's error as its underlying error.
///
/// A model's `init(from:)` that loops over the results that contain it gets an error of the kind
/// `reentered`, and then its loop ends; nothing is taken from the file.
public struct JSONFileResultSequence<T: Decodable>: Sequence, IteratorProtocol {
  let reader: FileReader
  let type: T.Type

  /// The next value or error; nil at the end of the file.
  public mutating func next() -> Result<T, DecodingError>? {
    reader.nextResult(type)
  }

  /// The next values and errors, several at a time.
  ///
  /// - Returns: Those that are complete in the bytes that were read last, and at least one; nil at
  ///   the end of the file.
  public mutating func nextBatch() -> [Result<T, DecodingError>]? {
    reader.nextResultBatch(type)
  }

  /// How far the values and errors have been taken.
  public var progress: JSONProgress { reader.progress }

  /// The last record that could not be decoded; nil if there was none.
  ///
  /// Its error has the same in its `jsonError`, unless it is one of a model's own.
  public var failedRecord: JSONFailedRecord? { reader.buffer.failedRecord }
}
