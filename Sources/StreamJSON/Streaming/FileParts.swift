import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// Divides a file into parts that consist of whole records.
///
/// A record belongs to the part in which its first byte is: for lines, the byte after the line feed
/// of the line before; for text sequences, the record separator. So the first record of each part is
/// found from an offset alone, and the parts of any division have each record once.
struct FileParts {
  private let file: FileDescriptor
  private let mark: RecordMark
  private let byteCount: Int64

  /// Prepares to divide `file`.
  ///
  /// - Throws: `CocoaError`: `featureUnsupported` for a framing whose records cannot be found in the
  ///   middle of a file, `fileReadUnknown` with `POSIXError.ESPIPE` for a pipe and the like.
  init(of file: FileDescriptor, _ framing: JSONFraming) throws {
    guard let mark = framing.recordMark else { throw CocoaError(.featureUnsupported, file.url) }
    guard let byteCount = file.byteCount else {
      throw CocoaError(.fileReadUnknown, file.url, because: .cannotSeek)
    }
    self.file = file
    self.mark = mark
    self.byteCount = byteCount
  }

  /// The bytes of the records that begin in `range`.
  ///
  /// - Throws: The system's error if the file cannot be read.
  /// - Complexity: O(bytes from the ends of `range` to the records after them).
  func part(for range: Range<Int64>) throws -> Range<Int64> {
    let start = try firstRecord(from: range.lowerBound)
    guard range.upperBound > start else { return start..<start }
    return start..<(try firstRecord(from: range.upperBound))
  }

  /// The bytes of the records from `start` on, where one begins, that together have `byteCount` bytes
  /// or more; at the end of the file, those that are left.
  ///
  /// - Throws: The system's error if the file cannot be read.
  func part(from start: Int64, atLeast byteCount: Int64) throws -> Range<Int64> {
    let (end, overflows) = start.addingReportingOverflow(byteCount)
    return start..<max(start, try firstRecord(from: overflows ? .max : end))
  }

  /// The offset of the first record that begins at or after `offset`; the end of the file if there
  /// is none.
  private func firstRecord(from offset: Int64) throws -> Int64 {
    guard offset > 0 else { return 0 }
    guard offset < byteCount else { return byteCount }
    var bytes = ByteArena()
    var position = offset - Int64(mark.precedingByteCount)
    // Most records are short.
    var pieceSize = 4 << 10
    while position < byteCount {
      bytes.truncate(to: 0)
      // SAFETY: `append` has made room for as many bytes as `read` may write.
      let readCount = unsafe bytes.append(atMost: pieceSize) { bytes in
        unsafe file.read(into: bytes, at: position)
      }
      guard readCount >= 0 else { throw POSIXError(negativeNumber: readCount) }
      // The file has become shorter.
      guard readCount > 0 else { break }
      if let count = mark.byteCountBeforeRecord(in: bytes.text) {
        return min(position + Int64(count), byteCount)
      }
      position += Int64(readCount)
      pieceSize = FileReader.pieceSize
    }
    return byteCount
  }
}
