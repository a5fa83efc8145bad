// The only file that imports the C library, which has another name on each system.
//
// Rules for the folder System, where nothing knows about JSON:
// - A type with two versions, such as `SystemFile`, has the same interface in both. Change both, so that callers don't
//   have to know which one they use. The second version can be tested on Linux with the flag that its comment names.
// - A wait for a pipe must not block a thread of a task, so a source of Dispatch waits (`waitUntilReadable`).
// - System errors are thrown as POSIX errors. `Sources/ByteReader.swift` turns them into errors with the file's URL.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif os(Windows)
import CRT
import WinSDK
import ucrt
#endif

#if canImport(Dispatch)
import Dispatch
#endif

#if canImport(FoundationEssentials) && !Foundation && !STREAMJSON_THREAD_SANITIZER
import FoundationEssentials
#else
import Foundation
#endif

/// A number that no two threads have at the same time.
@inline(__always)
func threadIdentifier() -> UInt {
  #if canImport(Darwin) || canImport(Musl) || os(WASI) && _runtime(_multithreaded)
  // SAFETY: the address is only compared.
  unsafe UInt(bitPattern: pthread_self())
  #elseif os(Windows)
  UInt(GetCurrentThreadId())
  #elseif os(WASI)
  // There is only one thread.
  1
  #else
  // It is signed on Android.
  UInt(truncatingIfNeeded: pthread_self())
  #endif
}

#if canImport(Darwin)
/// The system's lock, in its own allocation because it must not move.
@safe
final class SystemLock {
  private let address: UnsafeMutablePointer<os_unfair_lock>

  init() {
    // SAFETY: one is allocated and initialized.
    unsafe address = .allocate(capacity: 1)
    unsafe address.initialize(to: os_unfair_lock())
  }

  deinit {
    // SAFETY: it was allocated by `init`, and no one can hold it anymore.
    unsafe address.deallocate()
  }

  @inline(__always)
  func lock() {
    // SAFETY: it was initialized by `init`.
    unsafe os_unfair_lock_lock(address)
  }

  @inline(__always)
  func unlock() {
    // SAFETY: it was initialized by `init`; only the thread that holds it calls this.
    unsafe os_unfair_lock_unlock(address)
  }

  /// Locks it unless another thread holds it.
  @inline(__always)
  func `try`() -> Bool {
    // SAFETY: it was initialized by `init`.
    unsafe os_unfair_lock_trylock(address)
  }
}
#elseif STREAMJSON_THREAD_SANITIZER
typealias SystemLock = NSLock
#endif

// MARK: - Errors

extension POSIXError {
  /// The error for reading a pipe at an offset.
  static var cannotSeek: POSIXError { POSIXError(.ESPIPE) }

  /// The error for one of the system's error numbers.
  @inline(never)
  init(errorNumber: Int32) { self.init(POSIXErrorCode(rawValue: errorNumber) ?? .EIO) }

  /// The error for reading a directory.
  static var isDirectory: POSIXError { POSIXError(.EISDIR) }

  /// Whether another reader has taken the bytes that were available.
  var wasTooLate: Bool { code == .EAGAIN }

  /// The code of Foundation's error if this keeps a file from being opened.
  var whenOpening: CocoaError.Code {
    switch code {
    case .ENOENT: .fileReadNoSuchFile
    case .EPERM, .EACCES: .fileReadNoPermission
    case .EFBIG: .fileReadTooLarge
    default: .fileReadUnknown
    }
  }
}

#if !os(Windows) && !os(WASI) && !STREAMJSON_FILE_HANDLES
// MARK: - Files

/// A file that is open for reading, as the system knows it.
struct SystemFile: Sendable {
  private let number: Int32

  /// The file that the program has opened under this number.
  init(_ number: Int32) { self.number = number }

  /// Opens the file at `url`, which is on this machine.
  ///
  /// - Throws: `POSIXError`; for a directory, the error that reading it would give.
  init(_ url: URL) throws {
    // SAFETY: the system reads a C string that outlives the call.
    number = unsafe url.withUnsafeFileSystemRepresentation { path in
      guard let path = unsafe path else {
        errno = EINVAL
        return Int32(-1)
      }
      return unsafe open(path, O_RDONLY | O_CLOEXEC | Self.doNotWait)
    }
    guard number >= 0 else { throw POSIXError(errorNumber: errno) }
    guard status?.kind != S_IFDIR else {
      closeFile()
      throw POSIXError.isDirectory
    }
  }

  /// A flag for `open`: neither `open` nor a read then waits for a pipe.
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

  func closeFile() { close(number) }

  /// The size that the file has now; nil for a pipe, a terminal and the like, and if the system does not say.
  var byteCount: Int64? { status.flatMap { $0.kind == S_IFREG ? $0.byteCount : nil } }

  private var status: (kind: mode_t, byteCount: Int64)? {
    var status = stat()
    // SAFETY: the function fills in the variable and keeps nothing.
    guard unsafe fstat(number, &status) == 0 else { return nil }
    return (mode_t(truncatingIfNeeded: status.st_mode) & S_IFMT, Int64(status.st_size))
  }

  /// Reads up to `bytes.count` bytes: those at `offset`, or the next ones.
  ///
  /// - Returns: How many there were; 0 at the end of the file.
  /// - Throws: `POSIXError`, of the code `EAGAIN` if another reader took the available bytes.
  func readBytes(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64?) throws -> Int {
    // Android's functions take no nil.
    guard let address = bytes.baseAddress else { return 0 }
    while true {
      // SAFETY: the system writes no more than `bytes.count` bytes.
      let result: Int
      if let offset {
        // On some systems, an offset has 32 bits.
        guard let place = off_t(exactly: offset) else { throw POSIXError(errorNumber: EOVERFLOW) }
        result = unsafe pread(number, address, bytes.count, place)
      } else {
        result = unsafe read(number, address, bytes.count)
      }
      if result >= 0 { return result }
      guard errno == EINTR else { throw POSIXError(errorNumber: errno) }
    }
  }

  /// Waits until there are bytes, the end of the file, or an error, for some milliseconds or, if they are nil, for any
  /// time.
  ///
  /// - Returns: Whether reading would not wait.
  func isReadable(within milliseconds: Int32?) -> Bool {
    // What is not open is not waited for, so that reading it is an error; the system would wait.
    guard number >= 0 else { return true }
    var file = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    // SAFETY: the system writes to one element.
    while unsafe poll(&file, 1, milliseconds ?? -1) < 0, errno == EINTR {}
    return file.revents != 0
  }

  /// Waits until there are bytes, the end of the file, or an error, or until the task is canceled; blocks no thread.
  func waitUntilReadable() async {
    // SAFETY: the functions of a source may be called on any thread.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: number,
      queue: .global()
    )
    await withTaskCancellationHandler {
      await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
        unsafe source.setEventHandler { unsafe source.cancel() }
        unsafe source.setCancelHandler { waiting.resume() }
        unsafe source.activate()
      }
    } onCancel: {
      unsafe source.cancel()
    }
  }
}
#endif
