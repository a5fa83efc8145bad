#if STREAMJSON_THREAD_SANITIZER
import Foundation

/// In the place of the standard library's Mutex, which ThreadSanitizer does not see on Linux: it
/// takes every value that one guards for unguarded.
///
/// Only in a build that asks for it:
///
///     swift test --sanitize=thread -Xswiftc -DSTREAMJSON_THREAD_SANITIZER
final class Mutex<Value>: @unchecked Sendable {
  // `@unchecked`: `value` is only touched under the lock.
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  /// Calls `body` with the value, which nobody else has meanwhile.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Calls `body` with the value unless somebody else has it.
  func withLockIfAvailable<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result? {
    guard lock.try() else { return nil }
    defer { lock.unlock() }
    return try body(&value)
  }
}
#endif
