public import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// The values in a `Data`, decoded one at a time.
///
/// ```swift
/// var lines = decoder.values(of: LogLine.self, in: data, framing: .lines)
/// while let line = try lines.next() { count(line) }
/// ```
///
/// Copies share the position in the data. They must be used by only one thread at a time; they are
/// not protected from concurrent use.
///
/// A model's `init(from:)` cannot use a copy to get the next of the values to which the model itself
/// belongs. This throws a `DecodingError` whose `jsonError` has the kind `reentered`, and takes
/// nothing from the data.
public struct JSONDataValueIterator<T: Decodable> {
  let reader: DataReader
  let type: T.Type

  /// The next value; nil at the end of the data.
  ///
  /// - Throws: `DecodingError` for a bad record, or what the model's `init(from:)` throws. The next
  ///   call continues after the bad record, and returns nil if nothing after it can be read.
  public mutating func next() throws -> T? {
    try reader.next(type)
  }

  /// The next values, several at a time, which takes less time than one by one if they are small.
  ///
  /// - Returns: All values that are complete in the bytes that were read last, up to the next bad
  ///   record, and at least one; nil at the end of the data.
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

/// The values in a `Data` and the errors of its bad records, one at a time.
///
/// Like `JSONDataValueIterator`, but a bad record is an element.
///
/// A model's `init(from:)` that loops over the results that contain it gets an error of the kind
/// `reentered`, and then its loop ends; nothing is taken from the data.
public struct JSONDataResultSequence<T: Decodable>: Sequence, IteratorProtocol {
  let reader: DataReader
  let type: T.Type

  /// The next value or error; nil at the end of the data.
  public mutating func next() -> Result<T, DecodingError>? {
    reader.nextResult(type)
  }

  /// The next values and errors, several at a time.
  ///
  /// - Returns: Those that are complete in the bytes that were read last, and at least one; nil at
  ///   the end of the data.
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

/// Reads a `Data`.
final class DataReader: PieceReader {
  let buffer: PullBuffer

  let byteCount: Int64?

  /// What has not been read yet.
  private var rest: Data

  init(
    of type: any Any.Type,
    _ data: Data,
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder
  ) {
    rest = data
    byteCount = Int64(data.count)
    buffer = PullBuffer(of: type, framing, decoder.makeOptions())
  }

  func readPiece() {
    buffer.clear()
    let piece = rest.prefix(Self.pieceSize)
    rest = rest.dropFirst(Self.pieceSize)
    if piece.isEmpty { buffer.finish() } else { buffer.append(piece) }
  }

  func close() {
    rest = Data()
  }
}
