// Streaming: the streams that users see: pushed, pulled, and from files.
// Uses the StreamEngine of StreamJSONCore, and Decoder.
// Users call it.

import StreamJSONCore

#if canImport(FoundationEssentials) && !Foundation
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads bytes in pieces when the engine needs them, always into the same memory.
protocol PieceReader: AnyObject {
  var buffer: PullBuffer { get }

  /// Puts the next piece into the buffer, or notes that there is none.
  func readPiece() throws
}

extension PieceReader {
  /// Large enough that the cost of a call does not matter, small enough for the processor's cache.
  static var pieceSize: Int { 128 << 10 }

  /// Advances to the end of the next value; false at the end of the bytes.
  private func advance() throws -> Bool {
    while true {
      switch buffer.step() {
      case .value: return true
      case .end: return false
      case .failure(let error): throw error
      case .needsBytes: try readPiece()
      }
    }
  }

  /// The next value; nil at the end of the bytes.
  func next<T: Decodable>(_ type: T.Type) throws -> T? {
    guard try advance() else { return nil }
    return try buffer.decode(type)
  }

  /// The next value or error; nil at the end of the bytes.
  func nextResult<T: Decodable>(_ type: T.Type) -> Result<T, DecodingError>? {
    do {
      guard try advance() else { return nil }
      return buffer.result(type)
    } catch {
      return buffer.result(of: error)
    }
  }
}

/// Reads a file.
final class FileReader: PieceReader {
  let buffer: PullBuffer
  private let file: FileDescriptor

  /// Opens a file of values of `type`.
  init(
    of type: any Any.Type,
    _ url: URL,
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder
  ) throws {
    // The system ignores the scheme and host, and would treat the path as one on this machine.
    let host = url.host(percentEncoded: false) ?? ""
    guard url.isFileURL, host.isEmpty || host == "localhost" else {
      throw CocoaError(.fileReadUnsupportedScheme, url)
    }
    file = try FileDescriptor(url)
    buffer = PullBuffer(of: type, framing, decoder)
  }

  func readPiece() throws {
    buffer.clear()
    let descriptor = file.number
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

/// A file that is open for reading, which FoundationEssentials has no type for.
private final class FileDescriptor {
  let number: Int32

  /// Opens the file at `url`, whose scheme is `file`.
  ///
  /// - Throws: An error with the code of the one that `FileHandle` throws.
  init(_ url: URL) throws {
    // SAFETY: the system reads a C string that outlives the call.
    number = unsafe url.withUnsafeFileSystemRepresentation { path in
      guard let path = unsafe path else {
        errno = EINVAL
        return -1
      }
      return unsafe open(path, O_RDONLY | O_CLOEXEC)
    }
    guard number < 0 else { return }
    let cause = POSIXErrorCode(rawValue: errno) ?? .EIO
    let code: CocoaError.Code =
      switch cause {
      case .ENOENT: .fileReadNoSuchFile
      case .EPERM, .EACCES: .fileReadNoPermission
      case .EFBIG: .fileReadTooLarge
      default: .fileReadUnknown
      }
    throw CocoaError(code, url, because: POSIXError(cause))
  }

  deinit {
    if number >= 0 { close(number) }
  }
}

extension CocoaError {
  /// Makes an error about the file at `url`.
  fileprivate init(_ code: CocoaError.Code, _ url: URL, because cause: POSIXError? = nil) {
    // The values of Foundation's `NSURLErrorKey` and `NSUnderlyingErrorKey`.
    var userInfo: [String: AnyHashable] = ["NSURL": url]
    if let cause { userInfo["NSUnderlyingError"] = cause }
    self.init(code, userInfo: userInfo)
  }
}
