/// The keyed containers of a decoder, reused from one object to the next and from one text to the next.
final class ContainerPool {
  /// For each key type, the container last found free.
  private let last = IdentityTable<(container: PooledContainer, poolPosition: Int)>()

  /// The containers for the keys of one type.
  private struct KeyTypePool {
    let keyType: KeyType

    /// True when a model has kept a container with such keys; `containers` is then empty, and stays so.
    var isDetached: Bool

    var containers: ContiguousArray<PooledContainer> = []
  }

  // Read at the end of each decode and of each value of a stream: a check for overlapping access would take
  // 76 instructions.
  // SAFETY: never passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedPools: ContiguousArray<KeyTypePool> = []

  /// The containers of all key types, in the order of their ids.
  private var pools: ContiguousArray<KeyTypePool> {
    @inline(__always) _read { yield unsafe uncheckedPools }
    @inline(__always) _modify { yield unsafe &uncheckedPools }
  }

  /// One bit per key type, chosen by its position modulo 64: whether a decode has taken one of its
  /// containers since all of them were free.
  private var takenTypes: UInt64 = 0

  /// How many containers a key type may have: enough for any ordinary nesting of a model in itself; for
  /// deeper levels, new ones are made.
  private static let maximumCount = 32

  /// Adds a key type, whose id is the next one.
  func add(_ keyType: KeyType, isDetached: Bool) {
    pools.append(KeyTypePool(keyType: keyType, isDetached: isDetached))
  }

  deinit {
    // SAFETY: the tables that have copies of the pooled containers are freed with this object.
    for pool in pools { for pooled in pool.containers { unsafe pooled.deallocate() } }
  }

  /// The containers for keys of `keyType`.
  func containers(of keyType: KeyType) -> ContiguousArray<PooledContainer> {
    pools[keyType.id - 1].containers
  }

  /// The container of `type` that was free last, if it is free.
  @inline(__always)
  func takeLast(_ type: any CodingKey.Type) -> PooledContainer? {
    guard let known = last[ObjectIdentifier(type)], known.container.isFree else { return nil }
    noteUse(at: known.poolPosition)
    return known.container
  }

  /// A container of `keyType` that nothing refers to, a new one if necessary; nil if models keep such
  /// containers, or if all that there may be are in use.
  func take<Key: CodingKey>(
    _ type: Key.Type,
    of keyType: KeyType,
    for decoder: DocumentDecoder
  ) -> PooledContainer? {
    let position = keyType.id - 1
    guard !pools[position].isDetached else { return nil }
    for pooled in containers(of: keyType) where pooled.isFree {
      return taken(pooled, of: keyType)
    }
    guard pools[position].containers.count < Self.maximumCount else { return nil }
    let handle = decoder.environment.takeHandle()
    let object = KeyedObject(decoder: decoder, keyType: keyType, handle: handle)
    let pooled = PooledContainer(type, object: object, handle: handle)
    pools[position].containers.append(pooled)
    return taken(pooled, of: keyType)
  }

  /// Notes that `pooled` is taken, and that it should be tried first the next time.
  private func taken(_ pooled: PooledContainer, of keyType: KeyType) -> PooledContainer {
    last[ObjectIdentifier(keyType.type)] = (pooled, keyType.id - 1)
    noteUse(at: keyType.id - 1)
    return pooled
  }

  @inline(__always)
  private func noteUse(at position: Int) {
    takenTypes |= 1 &<< UInt64(truncatingIfNeeded: position)
  }

  /// Closes the containers that the decode has taken.
  ///
  /// Only containers that the decode may have taken are checked. A decoder that has seen many models has many
  /// more, and checking them all took a tenth of a small text's time.
  ///
  /// - Returns: True when nothing refers to any of them.
  func close() -> Bool {
    while takenTypes != 0 {
      var position = takenTypes.trailingZeroBitCount
      while position < pools.count {
        for pooled in pools[position].containers {
          guard pooled.isFree else { return false }
          pooled.close()
        }
        position += 64
      }
      takenTypes &= takenTypes &- 1
    }
    return true
  }

  /// Takes out the containers of each key type that still has one in use at the end of a decode, and closes
  /// all others.
  ///
  /// - Returns: Those that are in use, followed by those of the same key types that nothing else refers to.
  func takeContainersInUse(_ environment: DecodingEnvironment) -> DetachedPool {
    var (kept, free): ([PooledContainer], [PooledContainer]) = ([], [])
    for position in pools.indices {
      var containers = pools[position].containers
      // Each is asked once: another thread may be releasing what refers to it.
      let firstFree = containers.partition { $0.isFree }
      for pooled in containers[firstFree...] { pooled.close() }
      guard firstFree > 0 else { continue }
      pools[position].containers.removeAll()
      pools[position].isDetached = true
      environment.noteDetached(pools[position].keyType.type)
      for pooled in containers[..<firstFree] { pooled.closeDetached() }
      kept += containers[..<firstFree]
      free += containers[firstFree...]
    }
    takenTypes = 0
    // Some of the containers in the table have left the pool.
    last.removeAll()
    return DetachedPool(containers: kept + free)
  }

  /// Makes `decoder` the one that the containers read for; none may be in use.
  func move(to decoder: DocumentDecoder) {
    for pool in pools {
      for pooled in pool.containers {
        assert(pooled.isFree)
        pooled.object.move(to: decoder)
      }
    }
  }

  /// Releases the names of the last text; no container may be in use.
  func forgetNames() {
    for pool in pools { for pooled in pool.containers { pooled.object.forgetNames() } }
  }
}

/// The pooled containers of one decode that models still held when it ended.
///
/// They keep the decoder and its text in memory until the last of them is released. While one of them is
/// held, checking that one is therefore enough; models may keep many.
package struct DetachedPool: Sendable {
  var containers: [PooledContainer]

  /// Whether something holds the container that is checked next.
  package var isHeld: Bool { containers.last?.isHeld ?? false }

  /// Frees the containers that nothing holds, up to the first one that something does.
  ///
  /// - Returns: True when no container is left.
  /// - Complexity: O(1) while the container checked last is held.
  package mutating func deallocateUnheld() -> Bool {
    while let container = containers.last, !container.isHeld {
      // SAFETY: nothing else holds the container.
      unsafe container.deallocate()
      containers.removeLast()
    }
    return containers.isEmpty
  }
}
