import StreamJSONCore
import Synchronization

/// Keyed containers that a model still held when their decode ended.
///
/// Such a container does not count what it reads (see `PooledReference`), so that is held here
/// until nothing else holds the container. Nothing signals that moment, so each decode begins by
/// checking some of them. There are few: once a container is kept, its key type is noted, and from
/// then on the containers of that key type count what they read.
enum KeptContainers {
  private struct State {
    var containers: [PooledContainer] = []

    /// Where the next check begins.
    var cursor = 0

    /// Takes out the containers to be checked next.
    mutating func takeSome() -> [PooledContainer] {
      var some: [PooledContainer] = []
      while some.count < KeptContainers.lookCount, !containers.isEmpty {
        if cursor >= containers.count { cursor = 0 }
        containers.swapAt(cursor, containers.count - 1)
        some.append(containers.removeLast())
        cursor += 1
      }
      return some
    }
  }

  /// How many containers a decode checks.
  ///
  /// Enough for the next decode to free what a model has dropped, and few enough not to slow
  /// decodes down when other models keep many.
  private static let lookCount = 16

  private static let state = Mutex(State())

  /// The number of containers, to be read without the lock.
  private static let count = Atomic(0)

  /// Holds what `container` reads until nothing else holds the container.
  static func keep(_ container: PooledContainer) {
    add([container])
  }

  private static func add(_ containers: [PooledContainer]) {
    state.withLock { state in
      state.containers += containers
      count.store(state.containers.count, ordering: .relaxed)
    }
  }

  /// Releases the containers that nothing else holds.
  @inline(__always)
  static func sweep() {
    if count.load(ordering: .relaxed) > 0 { sweepSome() }
  }

  @inline(never)
  private static func sweepSome() {
    let some = state.withLock { $0.takeSome() }
    // Outside the lock, because releasing a container runs code of models, and that may decode.
    add(some.filter { !$0.deallocateIfUnheld() })
  }
}
