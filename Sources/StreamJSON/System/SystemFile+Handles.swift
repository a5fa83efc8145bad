#if os(Windows) || os(WASI) || STREAMJSON_FILE_HANDLES
import Foundation

/// A file that is open for reading, by Foundation, where the C library has no `pread` or no `poll`.
///
/// To test it elsewhere:
///
///     swift test -Xswiftc -DSTREAMJSON_FILE_HANDLES --filter File
final class SystemFile: Sendable {
  /// The handle is under a lock, because reading at an offset moves the position.
  private let handle: Lock<FileHandle>

  /// The size that the file had when it was opened; nil if it has none, like a pipe.
  let byteCount: Int64?

  #if !os(Windows)
  /// The file that the program has opened under this number.
  init(_ number: Int32) {
    handle = Lock(FileHandle(fileDescriptor: number, closeOnDealloc: false))
    byteCount = nil
  }
  #endif

  /// Opens the file at `url`, which is on this machine.
  init(_ url: URL) throws {
    let values = try url.resourceValues(forKeys: [.isDirectoryKey])
    guard values.isDirectory != true else { throw POSIXError.isDirectory }
    let handle = try FileHandle(forReadingFrom: url)
    byteCount = (try? handle.seekToEnd()).map { Int64(clamping: $0) }
    if byteCount != nil { try handle.seek(toOffset: 0) }
    self.handle = Lock(handle)
  }

  func closeFile() { handle.withLock { try? $0.close() } }

  /// Reads up to `bytes.count` bytes: those at `offset`, or the next ones.
  ///
  /// - Returns: How many there were; 0 at the end of the file.
  /// - Throws: `POSIXError`.
  func readBytes(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64?) throws -> Int {
    do {
      let count = bytes.count
      let data = try handle.withLock { handle in
        if let offset { try handle.seek(toOffset: UInt64(offset)) }
        return try handle.read(upToCount: count)
      }
      guard let data else { return 0 }
      // SAFETY: there are no more of them than there is room for.
      unsafe bytes.copyBytes(from: data)
      return data.count
    } catch {
      throw POSIXError((error as? POSIXError)?.code ?? .EIO)
    }
  }

  /// Reading waits where it has to.
  func isReadable(within _: Int32?) -> Bool { true }

  func waitUntilReadable() async {}
}
#endif
