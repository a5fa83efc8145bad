#if STREAMJSON_THREAD_SANITIZER
import Foundation

/// Replaces the standard library's Mutex, which ThreadSanitizer does not see on Linux: it takes
/// every value that such a mutex guards to be unguarded.
///
/// It is only in builds that ask for it:
///
///     swift test --sanitize=thread -Xswiftc -DSTREAMJSON_THREAD_SANITIZER
final class Mutex<Value>: @unchecked Sendable {
  // `@unchecked`: `value` is only accessed under the lock.
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  /// Calls `body` with exclusive access to the value.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Calls `body` with exclusive access to the value unless it is in use elsewhere.
  func withLockIfAvailable<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result? {
    guard lock.try() else { return nil }
    defer { lock.unlock() }
    return try body(&value)
  }
}
#endif
