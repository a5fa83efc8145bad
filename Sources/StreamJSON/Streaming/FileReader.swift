import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a file, or a part of one.
final class FileReader: PieceReader {
  let buffer: PullBuffer
  private let file: FileDescriptor

  /// The part that is still to be read; nil for all of a file, which may be a pipe.
  private var rest: Range<Int64>?

  /// Reads all of `file`, for values of `type`.
  init(
    of type: any Any.Type,
    _ file: FileDescriptor,
    _ framing: JSONFraming,
    _ options: DecodingOptions
  ) {
    self.file = file
    buffer = PullBuffer(of: type, framing, options)
  }

  /// Reads the part of `file` that consists of the records in `part`, for values of `type`.
  init(
    of type: any Any.Type,
    _ file: FileDescriptor,
    part: Range<Int64>,
    _ framing: JSONFraming,
    _ options: DecodingOptions,
    after preceding: (any PrecedingRecords)? = nil
  ) {
    self.file = file
    rest = part
    buffer = PullBuffer(
      of: type,
      framing,
      options,
      start: StreamStart(byteOffset: Int(clamping: part.lowerBound), preceding: preceding)
    )
  }

  var byteCount: Int64? { file.byteCount }

  func readPiece() throws {
    buffer.clear()
    let size = Int(min(Int64(Self.pieceSize), rest.map { $0.upperBound - $0.lowerBound } ?? .max))
    // SAFETY: `append` has made room for as many bytes as `read` may write.
    let byteCount = unsafe buffer.append(atMost: size) { bytes in
      unsafe bytes.isEmpty ? 0 : file.read(into: bytes, at: rest?.lowerBound)
    }
    guard byteCount >= 0 else {
      buffer.abandon()
      throw POSIXError(negativeNumber: byteCount)
    }
    if byteCount == 0 { buffer.finish() }
    if let part = rest { rest = (part.lowerBound + Int64(byteCount))..<part.upperBound }
  }
}
