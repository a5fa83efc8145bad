/// What decoding needs from the system but cannot have without an import: the current thread, and a lock.
///
/// `@unchecked Sendable`: nothing in it changes, and its subclass changes nothing without the lock.
package class DecodingSystem: @unchecked Sendable {
  /// Identifies the current thread among the running ones.
  final let currentThread: @convention(c) () -> UInt

  /// Calls its argument while no other thread is in such a call.
  final let exclusively: @Sendable (() -> Void) -> Void

  /// Makes everything that other threads wrote before what this one has read visible to it.
  final let acquire: @convention(c) () -> Void

  init(
    currentThread: @escaping @convention(c) () -> UInt,
    exclusively: @escaping @Sendable (() -> Void) -> Void,
    acquire: @escaping @convention(c) () -> Void
  ) {
    self.currentThread = currentThread
    self.exclusively = exclusively
    self.acquire = acquire
  }

  /// Calls `body` as `exclusively` calls its argument, and returns its result.
  @inline(__always)
  final func withLock<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    exclusively { result = body() }
    guard let result else { preconditionFailure("the lock calls its argument") }
    return result
  }
}
