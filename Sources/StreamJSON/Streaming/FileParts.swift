import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// Divides a file into parts that consist of whole records.
///
/// A record belongs to the part in which its first byte is: for lines, the byte after the line feed of the
/// line before; for text sequences, the record separator. The first record of each part is therefore found
/// from an offset alone, and the parts of any division have each record once.
struct FileParts {
  let file: FileDescriptor
  private let mark: RecordMark

  /// The end of the last part: the size that the file had when it was opened, if that is known.
  private var end: Int64 { file.byteCount ?? .max }

  /// Prepares to divide `file`.
  ///
  /// - Throws: `CocoaError`: `featureUnsupported` for a framing whose records cannot be found in the
  ///   middle of a file, `fileReadUnknown` with `POSIXError.ESPIPE` for a pipe and the like.
  init(of file: FileDescriptor, _ framing: JSONFraming) throws {
    guard let mark = framing.recordMark else { throw CocoaError(.featureUnsupported, file.url) }
    guard file.hasOffsets else {
      throw CocoaError(.fileReadUnknown, file.url, because: .cannotSeek)
    }
    self.file = file
    self.mark = mark
  }

  /// The bytes of the records that begin in `range`.
  ///
  /// - Throws: The system's error if the file cannot be read, or `fileReadCorruptFile` if it has
  ///   become shorter.
  /// - Complexity: O(bytes from the ends of `range` to the records after them).
  func part(for range: Range<Int64>) throws -> Range<Int64> {
    try part(from: firstRecord(from: range.lowerBound), to: range.upperBound)
  }

  /// The bytes of the records from `start` on, where one begins, that begin before `offset`.
  ///
  /// - Throws: The same errors as `part(for:)`.
  func part(from start: Int64, to offset: Int64) throws -> Range<Int64> {
    guard start < min(offset, end) else { return start..<start }
    return start..<(try firstRecord(from: offset))
  }

  /// Where the last record in `part` ends now, if it is the last one of the file and was not ended
  /// when the file was opened: someone may still be writing it.
  ///
  /// - Returns: The end of `part`, if there is nothing to add.
  /// - Throws: The same errors as `part(for:)`.
  func endOfLastRecord(in part: Range<Int64>) throws -> Int64 {
    guard part.upperBound >= end, part.upperBound < .max else { return part.upperBound }
    return max(part.upperBound, try search(from: part.upperBound).offset)
  }

  /// The offset of the first record that begins at or after `offset`; the end if there is none.
  private func firstRecord(from offset: Int64) throws -> Int64 {
    guard offset > 0 else { return 0 }
    guard offset < end else { return end }
    let (record, isFound) = try search(from: offset)
    return isFound ? record : end
  }

  /// The offset of the first record that begins at or after `offset`, or else that of the end of the file.
  private func search(from offset: Int64) throws -> (offset: Int64, isFound: Bool) {
    var bytes = ByteArena()
    var position = offset - Int64(mark.precedingByteCount)
    // Most records are short.
    var pieceSize = 4 << 10
    while true {
      bytes.truncate(to: 0)
      // SAFETY: `append` has made room for as many bytes as `readBytes` may write.
      let readCount = try unsafe bytes.append(atMost: pieceSize) { bytes in
        try unsafe file.system.readBytes(into: bytes, at: position)
      }
      guard readCount > 0 else {
        try file.checkEnd(at: position)
        return (position, false)
      }
      if let count = mark.byteCountBeforeRecord(in: bytes.text) {
        return (position + Int64(count), true)
      }
      position += Int64(readCount)
      pieceSize = FileReader.pieceSize
    }
  }
}
