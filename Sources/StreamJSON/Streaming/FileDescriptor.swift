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
/// All calls of the system are in this file. Several threads may read at given offsets at once.
final class FileDescriptor: Sendable {
  private let number: Int32

  /// The URL that the file was opened at.
  let url: URL

  /// The size of the file when it was opened, in bytes.
  ///
  /// Nil for everything that is read to its end, whatever its size: a pipe, a terminal and the like,
  /// and a file whose size is said to be 0, which may be one that the system makes while it is read.
  let byteCount: Int64?

  /// Whether the file can be read at any offset.
  let hasOffsets: Bool

  /// Opens the file at `url`.
  ///
  /// - Throws: `CocoaError`: `fileReadUnsupportedScheme` unless the URL is that of a file on this
  ///   machine, else with the code of the one that `FileHandle` throws; for a directory
  ///   `fileReadUnknown`, with `POSIXError.EISDIR`.
  init(_ url: URL) throws {
    // The system ignores the scheme and host, and would treat the path as one on this machine.
    let host = url.host ?? ""
    guard url.isFileURL, host.isEmpty || host == "localhost" else {
      throw CocoaError(.fileReadUnsupportedScheme, url)
    }
    // SAFETY: the system reads a C string that outlives the call.
    let number = unsafe url.withUnsafeFileSystemRepresentation { path in
      guard let path = unsafe path else {
        errno = EINVAL
        return Int32(-1)
      }
      return unsafe open(path, O_RDONLY | O_CLOEXEC | Self.doNotWait)
    }
    guard number >= 0 else { throw CocoaError(opening: url, POSIXError(errorNumber: errno)) }
    var status = stat()
    // SAFETY: the function fills in the variable and keeps nothing.
    let kind = unsafe fstat(number, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard kind != S_IFDIR else {
      close(number)
      throw CocoaError(
        .fileReadUnknown,
        url,
        because: POSIXError(.EISDIR),
        saying: "“\(url.path)” is a directory, not a file."
      )
    }
    self.number = number
    self.url = url
    hasOffsets = kind == S_IFREG
    byteCount = hasOffsets && status.st_size > 0 ? Int64(status.st_size) : nil
  }

  deinit {
    close(number)
  }

  /// What `open` is told where neither it nor a read has to wait for a pipe.
  ///
  /// Linux's `poll` waits for the first writer of a pipe. Others may take a pipe that had none yet
  /// for one that has ended.
  private static var doNotWait: Int32 {
    #if os(Linux) || os(Android)
    O_NONBLOCK
    #else
    0
    #endif
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
      switch errno {
      case EINTR: continue
      // Another process took the bytes that there were.
      case EAGAIN: isReadable(within: nil)
      default: return -Int(errno)
      }
    }
  }

  /// Checks that the file has not become shorter, after a read has found its end at `offset`.
  ///
  /// Some file systems say of every file that it is as large as a page, and give fewer bytes.
  ///
  /// - Throws: `CocoaError`: `fileReadCorruptFile`, with both sizes.
  func checkEnd(at offset: Int64) throws {
    guard let byteCount, offset < byteCount else { return }
    var status = stat()
    // SAFETY: the function fills in the variable and keeps nothing.
    guard unsafe fstat(number, &status) == 0, status.st_size < byteCount else { return }
    throw CocoaError(
      .fileReadCorruptFile,
      url,
      saying: """
        “\(url.path)” became shorter while it was read: it had \(byteCount) bytes when it was \
        opened, and has \(status.st_size) now.
        """
    )
  }

  // MARK: - Waiting

  /// Whether reading the next bytes may wait for someone who writes them.
  var mayWait: Bool { byteCount == nil }

  /// Waits until there are bytes or the end, or an error.
  ///
  /// - Parameters:
  ///   - milliseconds: How long to wait; nil for any time.
  ///   - interruption: What ends the wait before that.
  /// - Returns: Whether reading does not wait.
  @discardableResult
  func isReadable(within milliseconds: Int32?, or interruption: Interruption? = nil) -> Bool {
    var files = [pollfd(fd: number, events: Int16(POLLIN), revents: 0)]
    if let interruption {
      files.append(pollfd(fd: interruption.end, events: Int16(POLLIN), revents: 0))
    }
    // SAFETY: the system writes to as many elements as the array has.
    while unsafe poll(&files, nfds_t(files.count), milliseconds ?? -1) < 0, errno == EINTR {}
    return files[0].revents != 0
  }

  /// Waits until reading does not wait, on a thread of its own, or until the task is cancelled.
  ///
  /// - Throws: `POSIXError` if the system has no file numbers or threads left.
  func waitUntilReadable() async throws {
    guard mayWait, !isReadable(within: 0) else { return }
    let interruption = try Interruption()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<Void, any Error>) in
        do {
          try startThread { [self] in
            isReadable(within: nil, or: interruption)
            waiting.resume()
          }
        } catch {
          waiting.resume(throwing: error)
        }
      }
    } onCancel: {
      interruption.signal()
    }
  }
}

/// A pipe whose one byte ends a wait.
final class Interruption: Sendable {
  fileprivate let end: Int32
  private let beginning: Int32

  fileprivate init() throws {
    var numbers: [Int32] = [-1, -1]
    // SAFETY: the system writes two numbers.
    guard unsafe pipe(&numbers) == 0 else { throw POSIXError(errorNumber: errno) }
    (end, beginning) = (numbers[0], numbers[1])
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(end)
    close(beginning)
  }

  fileprivate func signal() {
    // SAFETY: the system reads one byte.
    _ = unsafe write(beginning, [0], 1)
  }
}

/// What a thread does.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// Starts a thread that does `body` and ends.
private func startThread(_ body: @escaping @Sendable () -> Void) throws {
  // SAFETY: released by the thread, or below if there is none.
  let context = unsafe Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Darwin)
  var thread: pthread_t?
  #else
  var thread = pthread_t()
  #endif
  // SAFETY: the system keeps nothing but the context, and hands it to the function once.
  let result = unsafe pthread_create(
    &thread,
    nil,
    { context in
      // As on Darwin, where it is no optional.
      let context: UnsafeMutableRawPointer? = unsafe context
      // SAFETY: it is the one that was retained.
      if let context = unsafe context {
        unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
      }
      return nil
    },
    context.toOpaque()
  )
  guard result == 0 else {
    unsafe context.release()
    throw POSIXError(errorNumber: result)
  }
  #if canImport(Darwin)
  // SAFETY: the thread was made above, and no one joins it.
  if let thread = unsafe thread { unsafe pthread_detach(thread) }
  #else
  pthread_detach(thread)
  #endif
}

/// The system's function, whose name a method has.
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  // SAFETY: the caller's buffer has `count` bytes.
  unsafe read(file, bytes, count)
}

extension POSIXError {
  /// What the system says of pipes that are read at an offset.
  static var cannotSeek: POSIXError { POSIXError(.ESPIPE) }

  /// The error for a number of the system's.
  fileprivate init(errorNumber: Int32) {
    self.init(POSIXErrorCode(rawValue: errorNumber) ?? .EIO)
  }

  /// The error for a negative number that `FileDescriptor.read` has returned.
  init(negativeNumber: Int) {
    self.init(errorNumber: Int32(-negativeNumber))
  }
}

extension CocoaError {
  /// Makes an error about the file at `url`, with a sentence for its user if there is more to say
  /// than the system knows.
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

  /// Makes the error for a file that cannot be opened.
  fileprivate init(opening url: URL, _ cause: POSIXError) {
    let code: CocoaError.Code =
      switch cause.code {
      case .ENOENT: .fileReadNoSuchFile
      case .EPERM, .EACCES: .fileReadNoPermission
      case .EFBIG: .fileReadTooLarge
      default: .fileReadUnknown
      }
    self.init(code, url, because: cause)
  }
}
