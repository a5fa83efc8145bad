import StreamJSONCore

/// Reads a file, or a part of one, and closes it at the end.
///
/// `@unchecked Sendable`: it moves with the iterator that owns it, or from one task to the next, which begins when the
/// one before it has ended.
final class FileReader: PieceReader, @unchecked Sendable {
  let buffer: PullBuffer

  /// The file; nil once it is closed.
  private(set) var file: FileDescriptor?

  /// Finds the end of a part; nil for a whole file, which may be a pipe.
  private var parts: FileParts?

  /// The bytes that are still to be read; it begins where those that were read end.
  private(set) var rest: Range<Int64>

  /// Reads `file`, for values of `type`: all of it, or the records in `part`, one of `parts`.
  @inline(never)
  init(
    of type: any Any.Type,
    _ file: FileDescriptor,
    part: Range<Int64> = 0..<(.max),
    of parts: FileParts? = nil,
    _ framing: JSONFraming,
    _ options: DecodingOptions,
    after preceding: (any PrecedingRecords)? = nil
  ) {
    self.file = part.isEmpty ? nil : file
    self.parts = parts
    rest = part
    buffer = PullBuffer(
      of: type,
      framing,
      options,
      start: StreamStart(byteOffset: Int(clamping: part.lowerBound), preceding: preceding)
    )
    buffer.byteCount = file.byteCount
  }

  func close() {
    file = nil
    parts = nil
  }

  func readPiece() throws {
    buffer.clear()
    do {
      let readCount = try file.map(readPiece) ?? 0
      guard readCount == 0 else { return }
      buffer.finish()
    } catch {
      abandon()
      throw error
    }
    close()
  }

  /// Like `readPiece()`, but waits on a separate thread.
  ///
  /// It reads nothing in a canceled task, or if it would still have to wait, as on a pipe whose bytes another reader
  /// has taken.
  func readPieceWhenReadable() async throws {
    do {
      try await file?.waitUntilReadable()
    } catch {
      abandon()
      throw error
    }
    if Task.isCancelled { return }
    if let file, file.mayWait, !file.system.isReadable(within: 0) { return }
    try readPiece()
  }

  /// Ends the values because the remaining bytes cannot be read: the gap must not be mistaken for the
  /// end.
  func abandon() {
    buffer.abandon()
    close()
  }

  /// Reads the next bytes of `file`; returns how many there were.
  private func readPiece(of file: FileDescriptor) throws -> Int {
    try waitUntilReadable(file)
    if rest.isEmpty, let parts {
      rest = rest.lowerBound..<(try parts.endOfLastRecord(in: rest))
      if rest.isEmpty { return 0 }
    }
    let size = Int(min(Int64(Self.pieceSize), rest.upperBound - rest.lowerBound))
    // SAFETY: `append` has made room for as many bytes as `readBytes` may write.
    let readCount = try unsafe buffer.append(atMost: size) { bytes in
      try unsafe file.system.readBytes(into: bytes, at: parts == nil ? nil : rest.lowerBound)
    }
    if readCount == 0 { try file.checkEnd(at: rest.lowerBound) }
    rest = (rest.lowerBound + Int64(readCount))..<rest.upperBound
    return readCount
  }

  /// Waits until something can be read from the file.
  ///
  /// - Throws: `CancellationError` if there are no bytes, and the task is canceled.
  private func waitUntilReadable(_ file: FileDescriptor) throws {
    guard file.mayWait else { return }
    // SAFETY: the task is not used.
    let isInTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
    // A call that does not suspend can learn of a cancellation only by asking.
    while !file.system.isReadable(within: isInTask ? 50 : nil) {
      try Task.checkCancellation()
    }
  }
}
