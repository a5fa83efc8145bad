import Foundation

/// A value that is used by one thread at a time.
///
/// It uses a lock that ThreadSanitizer knows, unlike the standard library's `Mutex`.
package final class Locked<Value>: @unchecked Sendable {
  // `@unchecked`: `value` is only used while the lock is held.
  private let lock = NSLock()
  private var value: Value

  /// Starts with `value`.
  package init(_ value: Value) {
    self.value = value
  }

  /// Calls `body` with exclusive access to the value.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
