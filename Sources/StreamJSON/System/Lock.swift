import StreamJSONCore

#if STREAMJSON_THREAD_SANITIZER
import Foundation
#endif

#if !canImport(Darwin) && !STREAMJSON_THREAD_SANITIZER
import Synchronization

/// A value that one thread at a time uses.
struct Lock<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>

  init(_ value: sending Value) { mutex = Mutex(value) }

  /// Calls `body` with exclusive access to the value.
  @inline(__always)
  func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock(body)
  }
}
#else
/// A value that one thread at a time uses.
///
/// The standard library's lock is not available before macOS 15 and iOS 18. On Linux, ThreadSanitizer does not see it
/// and takes every value that it guards to be unguarded, so builds that ask for it use this lock, too:
///
///     swift test --sanitize=thread -Xswiftc -DSTREAMJSON_THREAD_SANITIZER
final class Lock<Value>: @unchecked Sendable {
  // `@unchecked`: `value` is only accessed under the lock.
  private let lock = SystemLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  /// Calls `body` with exclusive access to the value.
  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// The same unless another thread has access.
  func withLockIfAvailable<Result>(_ body: (inout Value) -> Result) -> Result? {
    guard lock.try() else { return nil }
    defer { lock.unlock() }
    return body(&value)
  }
}
#endif

/// A value that tasks share.
final class SharedValue<Value: Sendable>: Sendable {
  let lock: Lock<Value>

  init(_ value: Value) { lock = Lock(value) }
}

extension SharedValue: PrecedingRecords where Value == PrecedingCounts {
  var counts: PrecedingCounts { lock.withLock { $0 } }
}

#if !canImport(Darwin)
import Synchronization

/// A number that several threads read and write at the same time.
struct SharedWord: ~Copyable, Sendable {
  private let word = Atomic<UInt>(0)

  /// The number as it is, or was a moment ago, or 0; reading it makes nothing else visible that another thread has
  /// written.
  var recent: UInt { word.load(ordering: .relaxed) }

  /// Sets the number, when order does not matter.
  func set(to new: UInt) { word.store(new, ordering: .relaxed) }

  /// Orders what this thread reads from now on after what it has read.
  static func acquireAll() { atomicMemoryFence(ordering: .acquiring) }
}
#else
/// A number that several threads read and write at the same time.
///
/// It is under a lock, because Swift has no atomic operations before macOS 15 and iOS 18.
struct SharedWord: ~Copyable, Sendable {
  private let word = Lock<UInt>(0)

  // Most threads that ask at the same time need not wait for each other.
  var recent: UInt { word.withLockIfAvailable { $0 } ?? 0 }

  func set(to new: UInt) { word.withLock { $0 = new } }
}
#endif
