public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

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
/// is canceled while a pipe, a terminal, or a socket has nothing to read, `next()` throws a
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
  public mutating func next() throws -> T? { try reader.next(type) }

  /// Returns the next values, several at a time, which is faster than one at a time if they are small.
  ///
  /// - Returns: At least one value: all that are complete in the bytes that were read last, up to the next
  ///   bad record. Nil at the end of the file.
  /// - Throws: The same errors as `next()`, in the same place: the values before a bad record are returned
  ///   first, and the next call throws.
  public mutating func nextBatch() throws -> [T]? { try reader.nextBatch(type) }

  /// How far the values have been read.
  public var progress: JSONProgress { reader.buffer.progress }

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
  public mutating func next() -> Result<T, DecodingError>? { reader.nextResult(type) }

  /// Returns the next values and errors, several at a time.
  ///
  /// - Returns: At least one value or error: all that are complete in the bytes that were read last. Nil at
  ///   the end of the file.
  public mutating func nextBatch() -> [Result<T, DecodingError>]? { reader.nextResultBatch(type) }

  /// How far the values and errors have been read.
  public var progress: JSONProgress { reader.buffer.progress }

  /// The record of the last error; nil if there was no error, or if the last one belongs to no record.
  ///
  /// The error has the same record in `jsonError?.record`, unless it is a model's own error.
  public var failedRecord: JSONFailedRecord? { reader.buffer.failedRecord }
}

extension StreamJSONDecoder {
  /// Returns the values in a file, or only the values of the records that begin in a range of its bytes.
  ///
  /// The file is read in pieces. Ranges may begin and end anywhere. If several ranges cover the file without
  /// overlapping, each record belongs to exactly one of them. A line begins after the line feed of the
  /// previous line, and a record of a text sequence begins with its separator. Anything in `bytes` before the
  /// first record that begins there belongs to the previous range. The last record is read to its end, even
  /// beyond `bytes`.
  ///
  /// ```swift
  /// // The second of four parts.
  /// let part = byteCount / 4..<byteCount / 2
  /// var lines = try decoder.values(
  ///   of: LogLine.self, inFileAt: url, framing: .lines, bytes: part)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys. With
  ///     `.serverSentEvents`, use `JSONServerSentEvent` to get their other fields.
  ///   - url: The URL of a local file of any size; its scheme must be `file`. Without `bytes`, a pipe such as
  ///     `/dev/stdin` works too, but waiting for its next values blocks the caller's thread. In a task, use
  ///     `batches(of:inFileAt:framing:concurrency:)` instead.
  ///   - framing: How the values are laid out in the bytes. With `bytes`, this is `.lines` or
  ///     `.textSequence`.
  ///   - bytes: Offsets in the file, from 0; nil for the whole file. Offsets outside the file are ignored,
  ///     and so is anything that is added to the file after this call, except for the rest of an unfinished
  ///     last line.
  /// - Returns: An iterator at the beginning of the file, or at the first record of the range. In errors and
  ///   in progress, byte offsets count from the beginning of the file, and lines and records from the first
  ///   record of the range. `limits.maximumByteCount` limits how far into the file is read.
  /// - Throws: The system's error if the file cannot be opened. `CocoaError` with the code
  ///   `fileReadUnsupportedScheme` for a URL with another scheme or host, or `fileReadUnknown` for a
  ///   directory. With `bytes`, also the system's error if the ends of the range cannot be read, and
  ///   `CocoaError` with the code `featureUnsupported` for another framing, or `fileReadUnknown` for a pipe
  ///   or anything else that is not a file with offsets.
  /// - Complexity: The call itself is O(1) or, with `bytes`, O(bytes from each end of the range to the next
  ///   record).
  public func values<T: Decodable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    bytes: Range<Int64>? = nil
  ) throws -> JSONFileValueIterator<T> {
    JSONFileValueIterator(reader: try reader(of: type, url, framing, bytes), type: type)
  }

  /// Returns the values in a file, and the errors of its bad records.
  ///
  /// Like `values(of:inFileAt:framing:bytes:)`, but a bad record is an element and does not end the
  /// sequence.
  ///
  /// - Returns: A sequence that you can iterate once.
  /// - Throws: See `values(of:inFileAt:framing:bytes:)`.
  public func results<T: Decodable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    bytes: Range<Int64>? = nil
  ) throws -> JSONFileResultSequence<T> {
    JSONFileResultSequence(reader: try reader(of: type, url, framing, bytes), type: type)
  }

  private func reader(
    of type: any Any.Type,
    _ url: URL,
    _ framing: JSONFraming,
    _ bytes: Range<Int64>?
  ) throws -> FileReader {
    let file = try FileDescriptor(url)
    guard let bytes else { return FileReader(of: type, file, framing, makeOptions()) }
    let parts = try FileParts(of: file, framing)
    let part = try parts.part(for: bytes)
    return FileReader(of: type, file, part: part, of: parts, framing, makeOptions())
  }
}
