import StreamJSONCore
import Synchronization

/// Keyed containers of decodes that are over, which a model held then.
///
/// Such a container does not count what it reads (see `PooledReference`), so this does, until nothing
/// else holds the container. Nothing tells when that is: each decode begins by looking at all of
/// them. There are few: a key type of which one was kept is noted, and its containers count what they
/// read from then on.
enum KeptContainers {
  private static let containers = Mutex<[PooledContainer]>([])

  /// How many there are, to be read without the lock.
  private static let count = Atomic(0)

  /// Holds what `container` reads until nothing else holds the container.
  static func keep(_ container: PooledContainer) {
    containers.withLock { containers in
      containers.append(container)
      count.store(containers.count, ordering: .relaxed)
    }
  }

  /// Lets go of what nothing else holds.
  @inline(__always)
  static func sweep() {
    if count.load(ordering: .relaxed) > 0 { sweepAll() }
  }

  @inline(never)
  private static func sweepAll() {
    // Letting go runs code of models, and that may decode: outside of the lock.
    let all = containers.withLock { containers in
      defer { containers = [] }
      return containers
    }
    let held = all.filter { !$0.deallocateIfUnheld() }
    containers.withLock { containers in
      containers += held
      count.store(containers.count, ordering: .relaxed)
    }
  }
}
