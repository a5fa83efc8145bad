import StreamJSONCore
import Synchronization

/// Keyed containers that a model still holds when its decode is over.
///
/// A container does not count the object that it reads (see `KeyedContainer`), so something else
/// must keep that object until the container is gone. Nobody tells when that is: a few of the list
/// are looked at when a decoder begins anew, and all when the list has doubled.
enum EscapedContainers {
  private struct List {
    var containers: [PooledContainer] = []
    var bound = 16
    /// Where the next look at a few begins.
    var next = 0
  }

  private static let list = Mutex(List())

  /// Keeps `container` until it is free.
  static func keep(_ container: PooledContainer) {
    let isDue = list.withLock { list in
      list.containers.append(container)
      return list.containers.count > list.bound
    }
    if isDue { sweep(atMost: .max) }
  }

  /// Lets go of the containers that nobody else holds, as far as `limit` looks find them.
  static func sweep(atMost limit: Int = 8) {
    let free = list.withLock { list in
      var free: [PooledContainer] = []
      for _ in 0..<min(limit, list.containers.count) {
        if list.next >= list.containers.count { list.next = 0 }
        if list.containers[list.next].isFree {
          list.containers.swapAt(list.next, list.containers.count - 1)
          free.append(list.containers.removeLast())
        } else {
          list.next += 1
        }
      }
      if limit == .max { list.bound = max(16, list.containers.count * 2) }
      return free
    }
    // Outside of the lock: a decoder that goes with its last container may take it again.
    for container in free {
      // SAFETY: free, and removed from the only place that knew it.
      unsafe container.deallocate()
    }
  }
}
