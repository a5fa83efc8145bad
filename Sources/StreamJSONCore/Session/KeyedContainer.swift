/// The keyed container over an object: turns keys into entries and leaves everything else to
/// `KeyedObject` and `DocumentDecoder`, which do not depend on the type of the keys.
///
/// The standard library calls these methods through a witness table, with `Key` unknown at compile
/// time, so each is kept as small as possible.
struct KeyedContainer<Key: CodingKey>: MirroredAsEmpty {
  private let reference: PooledReference

  init(_ reference: PooledReference) {
    self.reference = reference
  }

  /// Calls `body` with the object.
  ///
  /// - Throws: What `body` throws; `DecodingError.dataCorrupted` when the container is stale, or
  ///   another thread is decoding the object.
  @inline(__always)
  func on<Result>(_ body: (KeyedObject) throws -> Result) throws -> Result {
    try on(body, elsewhere: body)
  }

  /// Calls `body`, or `other` if the current thread is not certain to be decoding the object.
  ///
  /// Both do the same: `body` has the code for the usual cases inlined, and `other` makes a call.
  @inline(__always)
  func on<Result>(
    _ body: (KeyedObject) throws -> Result,
    elsewhere other: (KeyedObject) throws -> Result
  ) throws -> Result {
    guard reference.isOpenHere else {
      let (object, isEscaped) = try reference.object(Key.self)
      defer { if isEscaped { object.decoder.endEscaped() } }
      return try other(object)
    }
    // SAFETY: compared above.
    return try unsafe reference.withObject(body)
  }
}

/// A pooled keyed container's uncounted reference to its object.
///
/// The standard library copies a container for each call of its methods, and two atomic operations
/// for each member would take 5 to 9 % of the time for models with many small members.
@safe
struct PooledReference {
  /// The object, which exists for as long as the handle has the generation.
  private let uncounted: Unmanaged<KeyedObject>
  private let handle: ContainerHandle
  private let generation: UInt64

  init(_ object: Unmanaged<KeyedObject>, _ handle: ContainerHandle, generation: UInt64) {
    // SAFETY: `isOpenHere` or `object(_:)` comes before each use.
    unsafe uncounted = object
    self.handle = handle
    self.generation = generation
  }

  /// Whether the current thread is certain to be decoding the object.
  @inline(__always)
  var isOpenHere: Bool { handle.isOpenHere(generation) }

  /// Calls `body` with the object.
  ///
  /// - Precondition: `isOpenHere`.
  @unsafe
  @inline(__always)
  func withObject<Result>(_ body: (KeyedObject) throws -> Result) rethrows -> Result {
    // SAFETY: the handle is void before the object goes. During the call the box is held, and
    // with it the object, by the caller of the container's method.
    try unsafe uncounted._withUnsafeGuaranteedRef(body)
  }

  /// The object, for when `isOpenHere` is false; if its own decode is over, that of a later decode.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when another thread is decoding it, or it is gone.
  @inline(never)
  func object<Key: CodingKey>(_ type: Key.Type) throws -> (KeyedObject, isEscaped: Bool) {
    if handle.isOpenOnThisThread(generation) {
      // SAFETY: the object of an open generation exists, and only this thread can end it.
      return (unsafe uncounted.takeUnretainedValue(), false)
    }
    let (isOpen, object) = handle.environment.withLock {
      // SAFETY: a kept object is released under the same lock.
      let object = handle.isKept(generation) ? unsafe uncounted.takeUnretainedValue() : nil
      return (handle.isOpen(generation), object)
    }
    if let object { return (try object.beginEscaped(type), true) }
    throw isOpen ? DecodingError.isInUseElsewhere : DecodingError.staleContainer
  }
}

// MARK: - Pools

/// The keyed containers of a decoder, reused from one object to the next and from one text to the next.
final class ContainerPool {
  /// For each key type, the container last found free.
  private let last = IdentityTable<(container: PooledContainer, poolPosition: Int)>()

  /// The containers for the keys of one type.
  private struct KeyTypePool {
    let keyType: KeyType

    /// True when a model has kept a container with such keys; `containers` is then empty, and stays so.
    var isKept: Bool

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
  private var usedTypes: UInt64 = 0

  /// How many containers a key type may have: enough for any ordinary nesting of a model in itself; for
  /// deeper levels, new ones are made.
  private static let maximumCount = 32

  /// Adds a key type, whose id is the next one.
  func add(_ keyType: KeyType, isKept: Bool) {
    pools.append(KeyTypePool(keyType: keyType, isKept: isKept))
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
    guard !pools[position].isKept else { return nil }
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
    usedTypes |= 1 &<< UInt64(truncatingIfNeeded: position)
  }

  /// Closes the containers that the decode has taken.
  ///
  /// Only containers that the decode may have taken are checked. A decoder that has seen many models has many
  /// more, and checking them all took a tenth of a small text's time.
  ///
  /// - Returns: True when nothing refers to any of them.
  func close() -> Bool {
    while usedTypes != 0 {
      var position = usedTypes.trailingZeroBitCount
      while position < pools.count {
        for pooled in pools[position].containers {
          guard pooled.isFree else { return false }
          pooled.close()
        }
        position += 64
      }
      usedTypes &= usedTypes &- 1
    }
    return true
  }

  /// Takes out the containers of each key type that still has one in use at the end of a decode, and closes
  /// all others.
  ///
  /// - Returns: Those that are in use, followed by those of the same key types that nothing else refers to.
  func takeContainersInUse(_ environment: DecodingEnvironment) -> EscapedPool {
    var (kept, free): ([PooledContainer], [PooledContainer]) = ([], [])
    for position in pools.indices {
      var containers = pools[position].containers
      // Each is asked once: another thread may be releasing what refers to it.
      let firstFree = containers.partition { $0.isFree }
      for pooled in containers[firstFree...] { pooled.close() }
      guard firstFree > 0 else { continue }
      pools[position].containers.removeAll()
      pools[position].isKept = true
      environment.noteEscaped(pools[position].keyType.type)
      for pooled in containers[..<firstFree] { pooled.closeEscaped() }
      kept += containers[..<firstFree]
      free += containers[firstFree...]
    }
    usedTypes = 0
    // Some of the containers in the table have left the pool.
    last.removeAll()
    return EscapedPool(containers: kept + free)
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
package struct EscapedPool: Sendable {
  fileprivate var containers: [PooledContainer]

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

/// A keyed container, reused when nothing but its pool refers to it, and the object that it reads.
@safe
package struct PooledContainer: @unchecked Sendable {
  private let handle: ContainerHandle
  private let counted: Unmanaged<KeyedObject>
  private let copier: Unmanaged<AnyObject>

  /// Makes a container for keys of type `Key` that reads `object`.
  init<Key: CodingKey>(_ type: Key.Type, object: KeyedObject, handle: ContainerHandle) {
    self.handle = handle
    // SAFETY: `deallocate` releases the objects that are retained here and in `makeBox`.
    unsafe counted = .passRetained(object)
    unsafe copier = .passRetained(ContainerCopier<KeyedDecodingContainer<Key>>())
    // SAFETY: `makeBox` has returned, so this is the only reference.
    let box = unsafe Self.makeBox(type, PooledReference(counted, handle, generation: 0))
    unsafe handle.hold(box, unreferenced: BoxLayout.references(of: box))
  }

  @inline(never)
  private static func makeBox<Key: CodingKey>(
    _ type: Key.Type,
    _ reference: PooledReference
  ) -> UnsafeMutableRawPointer {
    let container = KeyedDecodingContainer(KeyedContainer<Key>(reference))
    // SAFETY: a `KeyedDecodingContainer` is one reference to a Swift object, as `BoxLayout` knows.
    return unsafe Unmanaged.passRetained(unsafeBitCast(container, to: AnyObject.self)).toOpaque()
  }

  /// True when nothing else refers to the container, weakly or not.
  var isFree: Bool {
    @inline(__always) get { handle.isUnreferenced }
  }

  /// The members that the container reads.
  var object: KeyedObject {
    // SAFETY: counted until `deallocate()`.
    unsafe counted.takeUnretainedValue()
  }

  /// The container, with the object at `entry` opened in it.
  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at entry: Int,
    on thread: UInt
  ) throws -> KeyedDecodingContainer<Key> {
    assert(isFree)
    let generation = handle.open(on: thread)
    // SAFETY: free, so that nothing reads the reference in the box while it is written.
    unsafe BoxLayout.setReference(
      of: handle.box,
      to: PooledReference(counted, handle, generation: generation)
    )
    // SAFETY: counted until `deallocate()`, which does not come while the container is opened.
    try unsafe counted._withUnsafeGuaranteedRef { try $0.open(entry) }
    // SAFETY: the pool of a key type holds containers with that type of keys only, and a copier
    // made for them.
    return unsafe copier._withUnsafeGuaranteedRef {
      unsafe unsafeDowncast($0, to: ContainerCopier<KeyedDecodingContainer<Key>>.self)
        .copy(handle.addressOfBox)
    }
  }

  /// Ends the decode's use of the container, which is now free.
  @inline(__always)
  func close() {
    assert(isFree)
    handle.close()
  }

  /// Ends the decode's use of the container when a model keeps it and it has left its pool.
  func closeEscaped() {
    object.holdDecoder()
    handle.environment.exclusively { handle.closeEscaped() }
  }

  /// Whether something else holds the kept container.
  var isHeld: Bool {
    // SAFETY: the handle has the box until `deallocate()`.
    !(unsafe isKnownUniquelyReferenced(
      &handle.addressOfBox.assumingMemoryBound(to: Box.self).pointee
    ))
  }

  /// The class of a `KeyedDecodingContainer`'s only reference, which has no public name.
  ///
  /// An `AnyObject` would be opened for the uniqueness test, and opening counts it once more.
  private class Box {}

  /// - Precondition: no copy is used afterward.
  @unsafe
  func deallocate() {
    // Uncounted copies become stale under the lock, before the object is released.
    handle.environment.exclusively { handle.void() }
    unsafe Unmanaged<AnyObject>.fromOpaque(handle.box).release()
    unsafe copier.release()
    unsafe counted.release()
  }
}

/// Copies values of a type whose size the standard library does not make public.
///
/// That needs the type's metadata: a generic function looks it up in the runtime's tables at each
/// call (6 % on twitter.json), while a method of a generic class finds it in its object.
private final class ContainerCopier<Container> {
  /// The value at `address`.
  ///
  /// - Precondition: there is one.
  @inline(never)
  func copy(_ address: UnsafeRawPointer) -> Container {
    // SAFETY: the caller's precondition.
    unsafe address.assumingMemoryBound(to: Container.self).pointee
  }
}
