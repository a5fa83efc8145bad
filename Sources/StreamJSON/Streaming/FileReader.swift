// Streaming: the streams that users see: pushed, pulled, and from files.
// Uses the StreamEngine of StreamJSONCore, and Decoder.
// Users call it.

import Foundation
import StreamJSONCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads a file in pieces when the engine needs them, always into the same memory.
final class FileReader {
  /// Large enough that the cost of a call does not matter, small enough for the processor's cache.
  private static let pieceSize = 128 << 10

  let buffer: PullBuffer
  private let file: FileHandle

  init(_ url: URL, _ framing: JSONFraming, _ decoder: StreamJSONDecoder) throws {
    // The system ignores the scheme and host, and would treat the path as one on this machine.
    let host = url.host(percentEncoded: false) ?? ""
    guard url.isFileURL, host.isEmpty || host == "localhost" else {
      throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: url])
    }
    file = try FileHandle(forReadingFrom: url)
    buffer = PullBuffer(framing, decoder)
  }

  /// Advances to the end of the next value; false at the end of the file.
  func advance() throws -> Bool {
    while true {
      switch buffer.step() {
      case .value: return true
      case .end: return false
      case .failure(let error): throw error
      case .needsBytes: try readPiece()
      }
    }
  }

  private func readPiece() throws {
    buffer.clear()
    let descriptor = file.fileDescriptor
    // SAFETY: the system writes no more than `bytes.count` bytes.
    let byteCount = unsafe buffer.append(atMost: Self.pieceSize) { bytes in
      while true {
        let result = unsafe read(descriptor, bytes.baseAddress, bytes.count)
        if result >= 0 { return result }
        if errno != EINTR { return -Int(errno) }
      }
    }
    guard byteCount >= 0 else {
      buffer.abandon()
      throw POSIXError(POSIXErrorCode(rawValue: Int32(-byteCount)) ?? .EIO)
    }
    if byteCount == 0 { buffer.finish() }
  }
}
