public import StreamJSONCore

/// The values in a file, decoded one at a time.
///
/// ```swift
/// var lines = try decoder.values(of: LogLine.self, inFileAt: url, framing: .lines)
/// while let line = try lines.next() { count(line) }
/// ```
///
/// Memory use is bounded by the largest value, whatever the size of the file. Copies share the position in
/// the file. Use them from only one thread at a time; nothing protects them from concurrent use. The file
/// is closed once its end is reached.
///
/// Bytes that are added to the file while it is being read are read, too. If the file becomes shorter than it
/// was when it was opened, that is an error: a `CocoaError` with the code `fileReadCorruptFile`. If the task
/// is cancelled while a pipe, a terminal, or a socket has nothing to read, `next()` throws a
/// `CancellationError` and then returns nil.
///
/// While the iterator decodes a model, the model's `init(from:)` cannot use a copy of the iterator to get the
/// next value. Such a call throws a `DecodingError` whose `jsonError` has the kind `reentered`, and consumes
/// nothing.
public struct JSONFileValueIterator<T: Decodable> {
  let reader: FileReader
  let type: T.Type

  /// Returns the next value, or nil at the end of the file.
  ///
  /// - Throws: `DecodingError` for a bad record, what the model's `init(from:)` throws, or the system's
  ///   error if the file cannot be read. The next call continues after the bad record, and returns nil if
  ///   nothing after it can be read.
  public mutating func next() throws -> T? {
    try reader.next(type)
  }

  /// Returns the next values, several at a time, which is faster than one at a time if they are small.
  ///
  /// - Returns: At least one value: all that are complete in the bytes that were read last, up to the next
  ///   bad record. Nil at the end of the file.
  /// - Throws: The same errors as `next()`, in the same place: the values before a bad record are returned
  ///   first, and the next call throws.
  public mutating func nextBatch() throws -> [T]? {
    try reader.nextBatch(type)
  }

  /// How far the values have been read.
  public var progress: JSONProgress { reader.progress }

  /// The record of the last error; nil if there was no error, or if the last one belongs to no record.
  ///
  /// The error has the same record in `jsonError?.record`, unless it is a model's own error.
  public var failedRecord: JSONFailedRecord? { reader.buffer.failedRecord }
}

/// The values in a file and the errors of its bad records, one at a time.
///
/// Like `JSONFileValueIterator`, but a bad record is an element. If the file cannot be read any further,
/// the last element is a `DecodingError` with the system's error as its underlying error.
///
/// If a model's `init(from:)` loops over the sequence that is decoding the model, that loop gets an error of
/// the kind `reentered` and ends. It consumes nothing.
public struct JSONFileResultSequence<T: Decodable>: Sequence, IteratorProtocol {
  let reader: FileReader
  let type: T.Type

  /// Returns the next value or error, or nil at the end of the file.
  public mutating func next() -> Result<T, DecodingError>? {
    reader.nextResult(type)
  }

  /// Returns the next values and errors, several at a time.
  ///
  /// - Returns: At least one value or error: all that are complete in the bytes that were read last. Nil at
  ///   the end of the file.
  public mutating func nextBatch() -> [Result<T, DecodingError>]? {
    reader.nextResultBatch(type)
  }

  /// How far the values and errors have been read.
  public var progress: JSONProgress { reader.progress }

  /// The record of the last error; nil if there was no error, or if the last one belongs to no record.
  ///
  /// The error has the same record in `jsonError?.record`, unless it is a model's own error.
  public var failedRecord: JSONFailedRecord? { reader.buffer.failedRecord }
}
