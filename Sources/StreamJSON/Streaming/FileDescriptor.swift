// Streaming: the streams that users see: pushed, pulled, and from files.
// Uses the StreamEngine of StreamJSONCore, and Decoder.
// Users call it.

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

/// A file that is open for reading, which FoundationEssentials has no type for.
///
/// Several threads may read at given offsets at once.
final class FileDescriptor: Sendable {
  private let number: Int32

  /// The URL that the file was opened at.
  let url: URL

  /// The size of the file when it was opened, in bytes; nil for a pipe, a terminal and the like,
  /// which can only be read from their beginning to their end.
  let byteCount: Int64?

  /// Opens the file at `url`.
  ///
  /// - Throws: `CocoaError`: `fileReadUnsupportedScheme` unless the URL is that of a file on this
  ///   machine, else with the code of the one that `FileHandle` throws.
  init(_ url: URL) throws {
    // The system ignores the scheme and host, and would treat the path as one on this machine.
    let host = url.host(percentEncoded: false) ?? ""
    guard url.isFileURL, host.isEmpty || host == "localhost" else {
      throw CocoaError(.fileReadUnsupportedScheme, url)
    }
    self.url = url
    // SAFETY: the system reads a C string that outlives the call.
    number = unsafe url.withUnsafeFileSystemRepresentation { path in
      guard let path = unsafe path else {
        errno = EINVAL
        return -1
      }
      return unsafe open(path, O_RDONLY | O_CLOEXEC)
    }
    byteCount = Self.byteCount(ofFile: number)
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

  private static func byteCount(ofFile number: Int32) -> Int64? {
    guard number >= 0 else { return nil }
    var status = stat()
    // SAFETY: the function fills in the variable and keeps nothing.
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// Reads up to `bytes.count` bytes: those at `offset`, or the next ones.
  ///
  /// - Returns: How many there were, 0 at the end of the file, or a negative error number.
  @unsafe
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64? = nil) -> Int {
    while true {
      // SAFETY: the system writes no more than `bytes.count` bytes.
      let result =
        if let offset {
          unsafe pread(number, bytes.baseAddress, bytes.count, off_t(offset))
        } else {
          unsafe systemRead(number, bytes.baseAddress, bytes.count)
        }
      if result >= 0 { return result }
      if errno != EINTR { return -Int(errno) }
    }
  }
}

/// The system's function, whose name a method has.
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  // SAFETY: the caller's buffer has `count` bytes.
  unsafe read(file, bytes, count)
}

extension POSIXError {
  /// What the system says of pipes that are read at an offset.
  static var cannotSeek: POSIXError { POSIXError(.ESPIPE) }

  /// The error for a negative number that `FileDescriptor.read` has returned.
  init(negativeNumber: Int) {
    self.init(POSIXErrorCode(rawValue: Int32(-negativeNumber)) ?? .EIO)
  }
}

extension CocoaError {
  /// Makes an error about the file at `url`.
  init(_ code: CocoaError.Code, _ url: URL, because cause: POSIXError? = nil) {
    // The values of Foundation's `NSURLErrorKey` and `NSUnderlyingErrorKey`.
    var userInfo: [String: AnyHashable] = ["NSURL": url]
    if let cause { userInfo["NSUnderlyingError"] = cause }
    self.init(code, userInfo: userInfo)
  }
}
