public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
public import FoundationEssentials
#else
public import Foundation
#endif

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
/// Bytes that are added to the file while it is being read are read, too. If the file becomes shorter than it
/// was when it was opened, that is an error: a `CocoaError` with the code `fileReadCorruptFile`. If the task
/// is canceled while a pipe, a terminal, or a socket has nothing to read, `next()` throws a
/// `CancellationError` and then returns nil.
///
/// While the iterator decodes a model, the model's `init(from:)` cannot use the iterator to get the next value. Such a
/// call throws a `DecodingError` whose `jsonError` has the kind `reentered`, and consumes nothing.
public final class JSONValueIterator<T: Decodable> {
  private let reader: PullReader
  private let type: T.Type

  init(_ reader: PullReader, of type: T.Type) {
    self.reader = reader
    self.type = type
  }

  /// Returns the next value, or nil at the end.
  ///
  /// - Throws: `DecodingError` for a bad record, what the model's `init(from:)` throws, or the system's
  ///   error if the file cannot be opened or read. The next call continues after the bad record, and returns nil if
  ///   nothing after it can be read.
  public func next() throws -> T? { try reader.next(type) }

  /// Returns the next values, several at a time, which is faster than one at a time if they are small.
  ///
  /// - Returns: At least one value: all that are complete in the bytes that were read last, up to the next
  ///   bad record. Nil at the end.
  /// - Throws: The same errors as `next()`, in the same place: the values before a bad record are returned
  ///   first, and the next call throws.
  public func nextBatch() throws -> [T]? { try reader.nextBatch(type) }

  /// The reading progress so far.
  public var progress: JSONProgress { reader.progress }

  /// The record of the last error; nil if there was no error, or if the last one belongs to no record.
  ///
  /// The error has the same record in `jsonError?.record`, unless it is a model's own error.
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
/// Like `JSONValueIterator`, but you get the error of a bad record as an element. If the file cannot be opened, or not
/// be read any further, the last element is a `DecodingError` with the system's error as its underlying error.
///
/// If a model's `init(from:)` loops over the sequence that is decoding the model, that loop gets an error of
/// the kind `reentered` and ends. It consumes nothing.
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

  /// The record of the last error; nil if there was no error, or if the last one belongs to no record.
  ///
  /// The error has the same record in `jsonError?.record`, unless it is a model's own error.
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
  ///   - framing: How the values are laid out in the bytes.
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
  /// Like `valueIterator(of:in:framing:)`, but you get the error of a bad record as an element, and the sequence
  /// continues if its framing can find the next record.
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
    return PullReader(of: type, source, framing, makeOptions())
  }

  /// Returns an iterator over the values in a file, or only over those of the records that begin in a range of its
  /// bytes.
  ///
  /// The file is read in pieces. Ranges may begin and end anywhere. If several ranges cover the file without
  /// overlapping, each record belongs to exactly one of them. A line begins after the line feed of the
  /// previous line, and a record of a text sequence begins with its separator. Anything in `byteRange` before the
  /// first record that begins there belongs to the previous range. The last record is read to its end, even
  /// beyond `byteRange`.
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
  ///   - framing: How the values are laid out in the bytes. With `byteRange`, this is `.lines` or
  ///     `.textSequence`.
  ///   - byteRange: Offsets in the file, from 0; nil for the whole file. Offsets outside the file, negative ones
  ///     included, are ignored, and so is anything that is added to the file after this call, except for the rest of an
  ///     unfinished last line.
  /// - Returns: An iterator at the beginning of the file, or at the first record of the range, with this decoder's
  ///   current settings. In errors and in progress, byte offsets count from the beginning of the file, columns from
  ///   that of their line, and lines and records from the first record of the range. `limits.maximumByteCount` limits how far into the file is read.
  ///
  ///   If the file cannot be opened, the first call of `next()` throws the error: that of the system, or a `CocoaError`
  ///   with the code `fileReadUnsupportedScheme` for a URL with another scheme or host, or `fileReadUnknown` for a
  ///   directory. With `byteRange`, the same goes for the system's error if the ends of the range cannot be read, and
  ///   for a `CocoaError` with the code `featureUnsupported` for another framing, or `fileReadUnknown` for a pipe or
  ///   anything else that is not a file with offsets.
  /// - Complexity: The call itself is O(1) or, with `byteRange`, O(bytes from each end of the range to the next
  ///   record, and from the first record back to the beginning of its line).
  public func valueIterator<T: Decodable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    byteRange: Range<Int64>? = nil
  ) -> JSONValueIterator<T> {
    let reader = PullReader(of: type, inFileAt: url, framing, byteRange, makeOptions())
    return JSONValueIterator(reader, of: type)
  }

  /// Returns the values in a file, and the errors of its bad records.
  ///
  /// Like `valueIterator(of:inFileAt:framing:byteRange:)`, but you get the error of a bad record as an element, and it
  /// does not end the sequence. If the file cannot be opened, the only element is a `DecodingError` with that error as
  /// its underlying error.
  ///
  /// - Returns: A sequence that you can iterate once.
  public func results<T: Decodable>(
    of type: T.Type,
    inFileAt url: URL,
    framing: JSONFraming,
    byteRange: Range<Int64>? = nil
  ) -> JSONResultIterator<T> {
    let reader = PullReader(of: type, inFileAt: url, framing, byteRange, makeOptions())
    return JSONResultIterator(reader, of: type)
  }
}
