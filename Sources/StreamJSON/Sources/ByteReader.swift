import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

/// Bytes that are read in pieces: a `Data`, or an open file.
enum StoredBytes: Sendable {
  case memory(Data)
  case file(FileDescriptor)

  /// How many there are; nil if they are read to their end, whatever their number.
  var byteCount: Int64? {
    switch self {
    case .memory(let data): Int64(data.count)
    case .file(let file): file.byteCount
    }
  }

  /// The file, if reading it may have to wait for a writer.
  var waitingFile: FileDescriptor? {
    if case .file(let file) = self, file.byteCount == nil { file } else { nil }
  }

  /// Reads up to `bytes.count` bytes: those at `offset` or, from a file without offsets, the next ones.
  ///
  /// - Returns: How many there were; 0 at the end.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
    // SAFETY: neither source writes more bytes than `bytes` has room for.
    switch self {
    case .memory(let data):
      let start = min(Int(clamping: offset), data.count)
      let end = start + min(bytes.count, data.count - start)
      unsafe bytes.copyBytes(from: data[data.startIndex + start..<data.startIndex + end])
      return end - start
    case .file(let file):
      let offset = file.hasOffsets ? offset : nil
      let count = try unsafe file.system.readBytes(into: bytes, at: offset)
      if count == 0, let offset { try file.checkEnd(at: offset) }
      return count
    }
  }
}

/// Divides bytes into parts that consist of whole records.
///
/// A record belongs to the part in which its first byte is: for lines, the byte after the line feed of the
/// line before; for text sequences, the record separator. The first record of each part is therefore found
/// from an offset alone, and the parts of any division have each record once.
struct StoredParts {
  let bytes: StoredBytes
  private let mark: (byte: UInt8, beginsRecord: Bool)

  /// The end of the last part: the size of the file when it was opened, if that is known.
  private var end: Int64 { bytes.byteCount ?? .max }

  /// Prepares to divide `bytes`; nil if records cannot be found in the middle of them.
  init?(of bytes: StoredBytes, _ framing: JSONFraming) {
    guard let mark = framing.recordMark else { return nil }
    if case .file(let file) = bytes, !file.hasOffsets { return nil }
    self.bytes = bytes
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
    let followingByteCount = Int64(mark.beginsRecord ? 0 : 1)
    var position = offset - followingByteCount
    // Most records are short.
    var pieceSize = 4 << 10
    while true {
      let piece = try piece(from: position, byteCount: pieceSize)
      guard piece.count > 0 else { return (position, false) }
      let markOffset = piece.text.firstOffset(of: mark.byte, from: 0)
      position += Int64(markOffset)
      if markOffset < piece.count { return (position + followingByteCount, true) }
      pieceSize = ByteReader.pieceSize
    }
  }

  /// The `byteCount` bytes from `offset` on, or fewer at the end.
  private func piece(from offset: Int64, byteCount: Int) throws -> ByteArena {
    var piece = ByteArena()
    while piece.count < byteCount {
      let position = offset + Int64(piece.count)
      // SAFETY: `append` has made room for as many bytes as `read` may write.
      let readCount = try unsafe piece.append(atMost: byteCount - piece.count) { bytes in
        try unsafe self.bytes.read(into: bytes, at: position)
      }
      if readCount == 0 { break }
    }
    return piece
  }

  /// What the columns of errors count besides the bytes of `part`: what comes before it on the line in which it begins.
  ///
  /// - Returns: Nil if the part begins with a line.
  /// - Throws: The same errors as `part(for:)`.
  /// - Complexity: O(bytes to the last line end before the part), which usually is the byte before it.
  func beginning(ofLineOf part: Range<Int64>) throws -> (any PrecedingRecords)? {
    let column = part.isEmpty ? 0 : try column(of: part.lowerBound)
    return column == 0 ? nil : SharedValue(PrecedingCounts(column: column))
  }

  private func column(of start: Int64) throws -> Int {
    var (end, pieceSize) = (start, 1)
    while end > 0 {
      let first = max(0, end - Int64(pieceSize))
      let piece = try piece(from: first, byteCount: Int(end - first))
      let text = piece.text
      if let lineEnd = (0..<text.count).last(where: { text[$0] == 0x0A || text[$0] == 0x0D }) {
        return Int(clamping: start - first - Int64(lineEnd) - 1)
      }
      (end, pieceSize) = (first, ByteReader.pieceSize)
    }
    return Int(clamping: start)
  }
}

/// Reads a file or bytes in memory in pieces when the engine needs them.
///
/// `@unchecked Sendable`: it moves with the `PullReader` that owns it.
final class ByteReader: @unchecked Sendable {
  let bytes: StoredBytes

  /// Finds the end of a part; nil for all bytes.
  private let parts: StoredParts?

  /// The bytes that are still to be read; it begins where those that were read end.
  private(set) var rest: Range<Int64>

  /// What errors add to the lines and records of a part.
  let preceding: (any PrecedingRecords)?

  /// Creates a reader of all `bytes`.
  init(_ bytes: StoredBytes) {
    self.bytes = bytes
    (parts, rest, preceding) = (nil, 0..<(.max), nil)
  }

  /// Creates a reader of the records in `part`, one of `parts`.
  init(_ part: Range<Int64>, of parts: StoredParts, after preceding: (any PrecedingRecords)?) {
    bytes = parts.bytes
    // Nothing is added to a part that has no record.
    (self.parts, rest, self.preceding) = (part.isEmpty ? nil : parts, part, preceding)
  }

  /// Opens the file at `url` to read all of it, or the records that begin in `range`.
  convenience init(fileAt url: URL, _ framing: JSONFraming, _ range: Range<Int64>?) throws {
    let file = StoredBytes.file(try FileDescriptor(url))
    guard let range else {
      self.init(file)
      return
    }
    guard framing.recordMark != nil else { throw CocoaError(.featureUnsupported, url) }
    guard let parts = StoredParts(of: file, framing) else {
      throw CocoaError(.fileReadUnknown, url, because: .cannotSeek)
    }
    let part = try parts.part(for: range)
    // A record may begin in the middle of a line, whose beginning only errors need.
    self.init(part, of: parts, after: try parts.beginning(ofLineOf: part))
  }

  /// Large enough that the cost of a call does not matter, small enough for the processor's cache.
  static var pieceSize: Int { 128 << 10 }

  /// Adds the next bytes to the reader; false at their end.
  func appendPiece(to reader: PullReader) throws -> Bool {
    while true {
      if let file = bytes.waitingFile { try waitUntilReadable(file) }
      if let hasBytes = try appendReadablePiece(to: reader) { return hasBytes }
    }
  }

  /// Does the same without waiting; nil if another reader of a pipe has taken the bytes.
  private func appendReadablePiece(to reader: PullReader) throws -> Bool? {
    if rest.isEmpty, let parts {
      rest = rest.lowerBound..<(try parts.endOfLastRecord(in: rest))
    }
    let size = Int(min(Int64(Self.pieceSize), rest.upperBound - rest.lowerBound))
    guard size > 0 else { return false }
    do {
      // SAFETY: `append` has made room for as many bytes as `read` may write.
      let readCount = try unsafe reader.append(atMost: size) { buffer in
        try unsafe bytes.read(into: buffer, at: rest.lowerBound)
      }
      rest = (rest.lowerBound + Int64(readCount))..<rest.upperBound
      return readCount > 0
    } catch let error as POSIXError where error.wasTooLate {
      return nil
    }
  }

  /// All bytes up to their end, or the first `limit` of them.
  func readAll(atMost limit: Int) throws -> ByteArena {
    // There is room for one byte more than there should be, so that the last read finds the end.
    let expected = min(Int(clamping: bytes.byteCount ?? 0), limit - 1)
    var all = ByteArena(capacity: expected + 1)
    while all.count < limit {
      if let file = bytes.waitingFile { try waitUntilReadable(file) }
      let (offset, room) = (Int64(all.count), all.capacity - all.count)
      do {
        // SAFETY: `append` has made room for as many bytes as `read` may write.
        let readCount = try unsafe all.append(
          atMost: min(room > 0 ? room : Self.pieceSize, limit - all.count)
        ) { try unsafe bytes.read(into: $0, at: offset) }
        if readCount == 0 { break }
      } catch let error as POSIXError where error.wasTooLate {}
    }
    return all
  }

  /// Waits until something can be read from the file.
  ///
  /// - Throws: `CancellationError` if there are no bytes, and the task is canceled.
  private func waitUntilReadable(_ file: FileDescriptor) throws {
    // SAFETY: the task is not used.
    let isInTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
    // A call that does not suspend can learn of a cancellation only by asking.
    while !file.system.isReadable(within: isInTask ? 50 : nil) {
      try Task.checkCancellation()
    }
  }

  /// Like `appendPiece(to:)`, but blocks no thread, and reads nothing in a canceled task.
  func collect(into reader: PullReader) async throws -> Bool {
    while true {
      await bytes.waitingFile?.waitUntilReadable()
      if Task.isCancelled { return true }
      if let hasBytes = try appendReadablePiece(to: reader) { return hasBytes }
    }
  }
}

extension PullReader {
  /// Reads the file at `url`, or the records that begin in `range`.
  ///
  /// If it cannot be opened, the first value is the error.
  convenience init(fileAt url: URL, _ range: Range<Int64>?, _ form: StreamForm) {
    do {
      self.init(try ByteReader(fileAt: url, form.framing, range), form)
    } catch {
      self.init(ByteReader(.memory(Data())), form)
      end(with: error)
    }
  }
}

/// A file that is open for reading, which FoundationEssentials has no type for.
///
/// Several threads may read at given offsets at once.
final class FileDescriptor: Sendable {
  /// What reads the file, and waits for its bytes.
  let system: SystemFile

  /// The URL that the file was opened at, if it was opened here, and otherwise what keeps it open.
  private let url: URL?
  #if !os(Windows)
  private let owner: JSONFileDescriptor.Owner?
  #endif

  /// The size of the file when it was opened, in bytes.
  ///
  /// Nil for everything that is read to its end, whatever its size: a pipe, a terminal and the like, and a file whose
  /// reported size is 0, which the system may be making while it is read.
  let byteCount: Int64?

  /// Whether the file can be read at any offset.
  let hasOffsets: Bool

  /// Opens the file at `url`.
  ///
  /// - Throws: `CocoaError`: `fileReadUnsupportedScheme` unless the URL is that of a file on this machine, otherwise
  ///   with the code of the error that `FileHandle` throws; for a directory, `fileReadUnknown` with
  ///   `POSIXError.EISDIR`.
  init(_ url: URL) throws {
    // The system ignores the scheme and host, and would treat the path as one on this machine.
    let host = url.host ?? ""
    guard url.isFileURL, host.isEmpty || host == "localhost" else {
      throw CocoaError(.fileReadUnsupportedScheme, url)
    }
    do {
      system = try SystemFile(url)
    } catch let error as POSIXError {
      let isDirectory = error.code == POSIXError.isDirectory.code
      let sentence = isDirectory ? "“\(url.path)” is a directory, not a file." : nil
      throw CocoaError(error.whenOpening, url, because: error, saying: sentence)
    }
    self.url = url
    #if !os(Windows)
    owner = nil
    #endif
    let byteCount = system.byteCount
    hasOffsets = byteCount != nil
    self.byteCount = byteCount == 0 ? nil : byteCount
  }

  #if !os(Windows)
  /// Takes what the program has opened, and reads it from where it stands.
  init(_ descriptor: JSONFileDescriptor) {
    system = SystemFile(descriptor.number)
    (url, owner, byteCount, hasOffsets) = (nil, descriptor.owner, nil, false)
  }
  #endif

  deinit {
    if url != nil { system.closeFile() }
  }

  /// Checks that the file has not become shorter, after a read has found its end at `offset`.
  ///
  /// Some file systems report every file to be as large as a page, and deliver fewer bytes.
  ///
  /// - Throws: `CocoaError`: `fileReadCorruptFile`, with both sizes.
  func checkEnd(at offset: Int64) throws {
    guard let byteCount, let url, offset < byteCount else { return }
    guard let byteCountNow = system.byteCount, byteCountNow < byteCount else { return }
    throw CocoaError(
      .fileReadCorruptFile,
      url,
      saying: """
        “\(url.path)” became shorter while it was being read: it had \(byteCount) bytes when it \
        was opened and has \(byteCountNow) now.
        """
    )
  }

  // MARK: - Waiting

  /// Waits until reading would not wait, or until the task is canceled; blocks no thread.
  func waitUntilReadable() async {
    // Another reader of a pipe may take the bytes first.
    while !Task.isCancelled, !system.isReadable(within: 0) {
      await system.waitUntilReadable()
    }
  }
}

extension CocoaError {
  /// Creates an error about the file at `url`, with a sentence for its user if there is more to say
  /// than the system knows.
  @inline(never)
  init(
    _ code: CocoaError.Code,
    _ url: URL,
    because cause: POSIXError? = nil,
    saying sentence: String? = nil
  ) {
    // The values of Foundation's `NSURLErrorKey`, `NSUnderlyingErrorKey` and
    // `NSLocalizedDescriptionKey`.
    var userInfo: [String: AnyHashable] = ["NSURL": url]
    if let cause { userInfo["NSUnderlyingError"] = cause }
    if let sentence { userInfo["NSLocalizedDescription"] = sentence }
    self.init(code, userInfo: userInfo)
  }
}
