import StreamJSONCore

/// Keyed containers that models still held when their decode ended.
///
/// Such a container does not count what it reads (see `PooledReference`), so that is held here
/// until nothing else holds the container. Nothing signals that moment, so each decode begins by
/// checking one container of each decode that left some. There are few: once a container is kept,
/// its key type is noted, and from then on the containers of that key type count what they read.
enum DetachedContainers {
  private static let pools = Lock<[DetachedPool]>([])

  /// The number of pools, to be read without the lock.
  private static let count = SharedWord()

  /// Holds what the containers of `detached` read until nothing else holds the containers.
  static func keep(_ detached: [DetachedPool]) {
    pools.withLock { pools in
      pools += detached
      count.set(to: UInt(pools.count))
    }
  }

  /// Releases the containers that nothing else holds.
  static func sweep() {
    if count.recent > 0 { sweepAll() }
  }

  @inline(never)
  private static func sweepAll() {
    // Mostly all are held; asking runs no code of models.
    guard pools.withLock({ $0.contains { !$0.isHeld } }) else { return }
    var all = pools.withLock { exchange(&$0, with: []) }
    // Outside the lock, because releasing a container runs code of models, and that may decode.
    var held: [DetachedPool] = []
    for position in all.indices where !all[position].deallocateUnheld() {
      held.append(all[position])
    }
    keep(held)
  }
}
