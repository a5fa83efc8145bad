import StreamJSONCore
import Synchronization

/// Keyed containers of decodes that are over, which a model held then.
///
/// Such a container does not count what it reads (see `PooledReference`), so this does, until nothing
/// else holds the container. Nothing tells when that is: each decode begins by looking at some of
/// them. There are few: a key type of which one was kept is noted, and its containers count what they
/// read from then on.
enum KeptContainers {
  private struct State {
    var containers: [PooledContainer] = []

    /// Where the next look begins.
    var cursor = 0

    /// Takes out the containers to be looked at next.
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

  /// Containers that a decode looks at: so many that what a model kept goes with the next decode, and
  /// so few that what others keep slows none down.
  private static let lookCount = 16

  private static let state = Mutex(State())

  /// How many there are, to be read without the lock.
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

  /// Lets go of what nothing else holds.
  @inline(__always)
  static func sweep() {
    if count.load(ordering: .relaxed) > 0 { sweepSome() }
  }

  @inline(never)
  private static func sweepSome() {
    let some = state.withLock { $0.takeSome() }
    // Letting go runs code of models, and that may decode: outside of the lock.
    add(some.filter { !$0.deallocateIfUnheld() })
  }
}
