public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// The values in a `Data` or other bytes in memory, decoded one at a time.
///
/// ```swift
/// var lines = decoder.values(of: LogLine.self, in: data, framing: .lines)
/// while let line = try lines.next() { count(line) }
/// ```
///
/// Copies share the position in the data. Use them from only one thread at a time; nothing protects them
/// from concurrent use.
///
/// While the iterator decodes a model, the model's `init(from:)` cannot use a copy of the iterator to get the
/// next value. Such a call throws a `DecodingError` whose `jsonError` has the kind `reentered`, and consumes
/// nothing.
public struct JSONDataValueIterator<T: Decodable> {
  let reader: DataReader
  let type: T.Type

  /// Returns the next value, or nil at the end of the data.
  ///
  /// - Throws: `DecodingError` for a bad record, or what the model's `init(from:)` throws. The next call
  ///   continues after the bad record, and returns nil if nothing after it can be read.
  public mutating func next() throws -> T? { try reader.next(type) }

  /// Returns the next values, several at a time, which is faster than one at a time if they are small.
  ///
  /// - Returns: At least one value: all that are complete in the bytes that were read last, up to the next
  ///   bad record. Nil at the end of the data.
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

/// The values in a `Data` or other bytes in memory and the errors of bad records, one at a time.
///
/// Like `JSONDataValueIterator`, but a bad record is an element.
///
/// If a model's `init(from:)` loops over the sequence that is decoding the model, that loop gets an error of
/// the kind `reentered` and ends. It consumes nothing.
public struct JSONDataResultSequence<T: Decodable>: Sequence, IteratorProtocol {
  let reader: DataReader
  let type: T.Type

  /// Returns the next value or error, or nil at the end of the data.
  public mutating func next() -> Result<T, DecodingError>? { reader.nextResult(type) }

  /// Returns the next values and errors, several at a time.
  ///
  /// - Returns: At least one value or error: all that are complete in the bytes that were read last. Nil at
  ///   the end of the data.
  public mutating func nextBatch() -> [Result<T, DecodingError>]? { reader.nextResultBatch(type) }

  /// How far the values and errors have been read.
  public var progress: JSONProgress { reader.buffer.progress }

  /// The record of the last error; nil if there was no error, or if the last one belongs to no record.
  ///
  /// The error has the same record in `jsonError?.record`, unless it is a model's own error.
  public var failedRecord: JSONFailedRecord? { reader.buffer.failedRecord }
}

/// Reads a `Data`.
final class DataReader: PieceReader {
  let buffer: PullBuffer

  /// What has not been read yet.
  private var rest: Data

  init(
    of type: any Any.Type,
    _ bytes: some Collection<UInt8>,
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder
  ) {
    rest = (bytes as? Data) ?? Data(bytes)
    buffer = PullBuffer(of: type, framing, decoder.makeOptions())
    buffer.byteCount = Int64(rest.count)
  }

  func readPiece() {
    buffer.clear()
    let piece = rest.prefix(Self.pieceSize)
    rest = rest.dropFirst(Self.pieceSize)
    if piece.isEmpty { buffer.finish() } else { buffer.append(piece) }
  }

  func close() { rest = Data() }
}

extension StreamJSONDecoder {
  /// Returns the values in `bytes`: a `Data`, an array, a `String.UTF8View`, or any other collection.
  ///
  /// The bytes are copied once, unless they are a `Data`.
  ///
  /// - Parameters:
  ///   - type: The type of the values. With `.objectMembers`, use `JSONMember` to get their keys.
  ///   - bytes: The bytes of the values.
  ///   - framing: How the values are laid out in the bytes.
  /// - Returns: An iterator at the beginning of `bytes`, with this decoder's current settings.
  public func values<T: Decodable>(
    of type: T.Type,
    in bytes: some Collection<UInt8>,
    framing: JSONFraming
  ) -> JSONDataValueIterator<T> {
    JSONDataValueIterator(reader: DataReader(of: type, bytes, framing, self), type: type)
  }

  /// Returns the values in `bytes`, and the errors of bad records.
  ///
  /// Like `values(of:in:framing:)`, but a bad record is an element, and the sequence continues if its framing
  /// can find the next record.
  ///
  /// - Returns: A sequence that you can iterate once.
  public func results<T: Decodable>(
    of type: T.Type,
    in bytes: some Collection<UInt8>,
    framing: JSONFraming
  ) -> JSONDataResultSequence<T> {
    JSONDataResultSequence(reader: DataReader(of: type, bytes, framing, self), type: type)
  }
}
