#if !canImport(Darwin)
import Synchronization

/// A number that several threads read and write at the same time.
struct SharedWord: ~Copyable, Sendable {
  private let word = Atomic<UInt>(0)

  /// The number as it is, or was a moment ago, or 0; reading it makes nothing else visible that another thread has
  /// written.
  var recent: UInt { word.load(ordering: .relaxed) }

  /// The number, with everything that was written before it; ordered with `exchange(for:)` and `increment()` on all
  /// threads.
  var current: UInt { word.load(ordering: .sequentiallyConsistent) }

  /// Sets the number to 0, and returns what it was.
  @inline(__always)
  func take() -> UInt {
    // Usually it is 0, and reading it is cheapest.
    recent == 0 ? 0 : word.exchange(0, ordering: .acquiring)
  }

  /// Sets the number, and returns what it was.
  func exchange(for new: UInt) -> UInt { word.exchange(new, ordering: .sequentiallyConsistent) }

  /// Sets the number, when order does not matter.
  func set(to new: UInt) { word.store(new, ordering: .relaxed) }

  func increment() { word.wrappingAdd(1, ordering: .sequentiallyConsistent) }

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

  var current: UInt { word.withLock { $0 } }

  /// Sets the number to 0, and returns what it was.
  func take() -> UInt { exchange(for: 0) }

  /// Sets the number, and returns what it was.
  func exchange(for new: UInt) -> UInt {
    word.withLock { word in
      defer { word = new }
      return word
    }
  }

  func set(to new: UInt) { word.withLock { $0 = new } }

  func increment() { word.withLock { $0 &+= 1 } }
}
#endif
