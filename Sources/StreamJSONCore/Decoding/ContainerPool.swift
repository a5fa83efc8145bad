/// The keyed containers of a decoder, reused from one object to the next and from one text to the next.
final class ContainerPool {
  /// For each key type, the container last found free.
  private let last = IdentityTable<(container: PooledContainer, poolPosition: Int)>()

  /// The containers for the keys of one type.
  private struct KeyTypePool {
    let keyType: KeyType

    /// True when a model has kept a container with such keys; `containers` is then empty, and stays so.
    var isDetached: Bool

    /// Whether its position is in `takenOthers`.
    var isTaken = false

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

  /// Of which key types a decode has taken containers since all of them were free: a bit for each of the first 64, and
  /// the positions of others, which few programs have.
  ///
  /// The end of a decode therefore costs nothing for key types that the decode has not met.
  private var takenBits: UInt64 = 0
  private var takenOthers: ContiguousArray<Int> = []
  private var takenOtherCount = 0

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
    guard position < 64 else { return noteOtherUse(at: position) }
    takenBits |= 1 &<< UInt64(truncatingIfNeeded: position)
  }

  @inline(never)
  private func noteOtherUse(at position: Int) {
    guard !pools[position].isTaken else { return }
    pools[position].isTaken = true
    takenOthers.append(position)
    takenOtherCount += 1
  }

  /// Closes the containers that the decode has taken and, if it has indexes, releases the names in them.
  ///
  /// - Returns: True when nothing refers to any of them.
  func close(hasIndexes: Bool) -> Bool {
    while takenBits != 0 {
      guard close(at: takenBits.trailingZeroBitCount, hasIndexes) else { return false }
      takenBits &= takenBits &- 1
    }
    return takenOtherCount == 0 || closeOthers(hasIndexes)
  }

  @inline(__always)
  private func close(at position: Int, _ hasIndexes: Bool) -> Bool {
    for pooled in pools[position].containers {
      guard pooled.isFree else { return false }
      pooled.close()
      if hasIndexes { pooled.object.forgetNames() }
    }
    return true
  }

  @inline(never)
  private func closeOthers(_ hasIndexes: Bool) -> Bool {
    while let position = takenOthers.last {
      guard close(at: position, hasIndexes) else { return false }
      forgetLastOther()
    }
    return true
  }

  private func forgetLastOther() {
    pools[takenOthers.removeLast()].isTaken = false
    takenOtherCount -= 1
  }

  /// Takes out the containers of each key type that still has one in use at the end of a decode, and closes
  /// all others.
  ///
  /// - Returns: Those that are in use, followed by those of the same key types that nothing else refers to.
  func takeContainersInUse(_ environment: DecodingEnvironment) -> DetachedPool {
    var (kept, free): ([PooledContainer], [PooledContainer]) = ([], [])
    var positions = Array(takenOthers)
    while takenOtherCount > 0 { forgetLastOther() }
    for position in 0..<64 where takenBits & 1 << UInt64(position) != 0 {
      positions.append(position)
    }
    takenBits = 0
    for position in positions {
      var containers = pools[position].containers
      // Each is asked once: another thread may be releasing what refers to it.
      let firstFree = containers.partition { $0.isFree }
      for pooled in containers[firstFree...] {
        pooled.close()
        pooled.object.forgetNames()
      }
      guard firstFree > 0 else { continue }
      pools[position].containers.removeAll()
      pools[position].isDetached = true
      environment.noteDetached(pools[position].keyType.type)
      for pooled in containers[..<firstFree] { pooled.closeDetached() }
      kept += containers[..<firstFree]
      free += containers[firstFree...]
    }
    // Some of the containers in the table have left the pool.
    last.removeAll()
    return DetachedPool(containers: kept + free)
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

/// Tells a pooled keyed container whether it may read its object, to which it has only an uncounted
/// reference.
///
/// Such a container serves one object of a text after another, so an uncounted copy of it (taken out of a
/// `Mirror`, for instance) can outlast the object that it was made for. Each opened object gets a new
/// generation, and a copy with an earlier generation learns here that it is stale. The memory of a handle is
/// reused but never freed, so this check is safe at any time.
///
/// `@unchecked Sendable`: passed between threads under the environment's lock.
@safe
struct ContainerHandle: @unchecked Sendable {
  @unsafe private struct Contents {
    /// The container's box, held for as long as the handle is in a pool.
    ///
    /// It comes first because `addressOfBox` relies on that.
    var box: UnsafeMutableRawPointer?
    /// The reference counts of the box when only the pool refers to it.
    var unreferenced: UInt = 0

    /// The generation of the object that is open, which a decode on the thread `thread` is reading.
    var generation: UInt64 = 1
    var thread: UInt = 0
    var stack = StackPlace.none

    /// The generation of the object that a model has kept, if any.
    var detachedGeneration: UInt64 = 0

    let environment: DecodingEnvironment
  }

  private let contents: UnsafeMutablePointer<Contents>

  // SAFETY of all that follows: handles are never freed, and one in a pool has a box, which the pool holds.

  /// Creates a handle, which is never freed.
  init(environment: DecodingEnvironment) {
    unsafe contents = .holding(Contents(environment: environment))
  }

  var environment: DecodingEnvironment { unsafe contents.pointee.environment }

  /// Begins reading another object on the current thread, making all existing copies stale.
  ///
  /// - Returns: The generation for new copies.
  @inline(__always)
  func open(on thread: UInt) -> UInt64 {
    unsafe contents.pointee.generation &+= 1
    unsafe contents.pointee.thread = thread
    unsafe contents.pointee.stack = .here
    return unsafe contents.pointee.generation
  }

  /// Whether the current thread is certain to be decoding the object of `generation`.
  ///
  /// Another thread reads only the stack place, which was written before that thread could have
  /// received the container.
  @inline(__always)
  func isOpenHere(_ generation: UInt64) -> Bool {
    unsafe contents.pointee.stack.isOfThisThread && contents.pointee.generation == generation
  }

  /// Like `isOpenHere`, but for any part of the thread's stack.
  func isOpenOnThisThread(_ generation: UInt64) -> Bool {
    unsafe contents.pointee.thread == contents.pointee.environment.currentThread()
      && contents.pointee.generation == generation
  }

  /// Ends the reading, making all copies stale.
  @inline(__always)
  func close() { unsafe contents.pointee.generation &+= 1 }

  /// Ends the decode's reading; copies of the last generation stay valid afterward.
  func closeDetached() {
    unsafe contents.pointee.detachedGeneration = contents.pointee.generation
    close()
  }

  /// Ends all use, because the object is going away.
  func void() {
    unsafe contents.pointee.detachedGeneration = 0
    close()
  }

  /// Whether a decode is reading the object of `generation`.
  func isOpen(_ generation: UInt64) -> Bool { unsafe contents.pointee.generation == generation }

  /// Whether the object of `generation` was kept and still exists.
  func isDetached(_ generation: UInt64) -> Bool {
    unsafe contents.pointee.detachedGeneration == generation
  }

  // MARK: - The box

  /// Notes the box of a container, which its pool holds, and what `BoxLayout.references(of:)`
  /// returns while only the pool refers to it.
  ///
  /// - Precondition: `box` is a Swift object, held until the handle is void.
  func hold(_ box: UnsafeMutableRawPointer, unreferenced: UInt) {
    unsafe contents.pointee.box = box
    unsafe contents.pointee.unreferenced = unreferenced
  }

  /// The box.
  ///
  /// - Precondition: the handle is in a pool.
  @_transparent
  var box: UnsafeMutableRawPointer { unsafe contents.pointee.box.unsafelyUnwrapped }

  /// The address of the reference to the box, which is all that a container consists of.
  ///
  /// - Precondition: the handle is in a pool.
  var addressOfBox: UnsafeMutableRawPointer {
    // SAFETY: a struct begins with its first property.
    @_transparent get { unsafe UnsafeMutableRawPointer(contents) }
  }

  /// Calls `body` and treats the box as referenced meanwhile.
  func referringToBox<Result>(_ body: () throws -> Result) rethrows -> Result {
    let unreferenced = unsafe contents.pointee.unreferenced
    // No Swift object can have these counts.
    unsafe contents.pointee.unreferenced = .max
    defer { unsafe contents.pointee.unreferenced = unreferenced }
    return try body()
  }

  /// Whether nothing but the pool refers to the box.
  @inline(__always)
  var isUnreferenced: Bool {
    unsafe BoxLayout.references(of: contents.pointee.box.unsafelyUnwrapped)
      == contents.pointee.unreferenced
  }
}

/// A keyed container, reused when nothing but its pool refers to it, and the object that it reads.
@safe
struct PooledContainer: @unchecked Sendable {
  private let handle: ContainerHandle
  private let counted: Unmanaged<KeyedObject>
  private let copier: Unmanaged<AnyObject>

  /// Creates a container for keys of type `Key` that reads `object`.
  init<Key: CodingKey>(_ type: Key.Type, object: KeyedObject, handle: ContainerHandle) {
    // SAFETY: `deallocate` releases the objects that are retained here and in `makeBox`. When the references of `box`
    // are read, `makeBox` has returned, so this is the only one.
    self.handle = handle
    unsafe counted = .passRetained(object)
    unsafe copier = .passRetained(ContainerCopier<KeyedDecodingContainer<Key>>())
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
  @inline(__always)
  var isFree: Bool { handle.isUnreferenced }

  /// The members that the container reads.
  var object: KeyedObject {
    // SAFETY: counted until `deallocate()`.
    unsafe counted.takeUnretainedValue()
  }

  /// The container, with the object at `entry` opened in it for `decoder`, which may be another one than before.
  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at entry: Int,
    for decoder: DocumentDecoder
  ) throws -> KeyedDecodingContainer<Key> {
    // SAFETY: the pool has found the container free, so nothing reads the reference in the box while it is written. The
    // object and the copier are counted until `deallocate()`, which does not come while the container is opened. The
    // pool of a key type holds containers with that type of keys only, and a copier made for them.
    assert(isFree)
    let generation = handle.open(on: decoder.use.thread)
    unsafe BoxLayout.setReference(
      of: handle.box,
      to: PooledReference(counted, handle, generation: generation)
    )
    try unsafe counted._withUnsafeGuaranteedRef {
      $0.move(to: decoder)
      try $0.open(entry)
    }
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
  func closeDetached() {
    object.holdDecoder()
    handle.environment.exclusively { handle.closeDetached() }
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
    // SAFETY: there is a container of this type, which stays there during the call.
    unsafe address.assumingMemoryBound(to: Container.self).pointee
  }
}

/// What this library knows about the class in which the standard library stores a keyed container.
///
/// A `KeyedDecodingContainer` is one reference to a box, a Swift object whose first stored property is the
/// container. Neither the class nor its layout is public, so everything that depends on it is in this file
/// and in `PooledContainer`, and is tested once before it is relied on. If the test fails, no container is
/// reused and each one counts its object; nothing else changes.
enum BoxLayout {
  /// A Swift object begins with a pointer to its class and its reference counts
  /// (docs/ABI/TypeMetadata.rst in the Swift repository), a word each.
  private static let headerSize = 2 * MemoryLayout<UInt>.size
  private static let countsOffset = MemoryLayout<UInt>.size

  /// The reference counts of `box` as one opaque number: the same number whenever the same references exist,
  /// and a different one once a weak or unowned reference has been made.
  ///
  /// - Precondition: `box` is a Swift object that is held.
  @inline(__always)
  static func references(of box: UnsafeMutableRawPointer) -> UInt {
    // SAFETY: the precondition; the counts of every Swift object are there.
    unsafe box.loadUnaligned(fromByteOffset: countsOffset, as: UInt.self)
  }

  /// Makes the container in `box` refer to its object by `reference`.
  ///
  /// - Precondition: `box` is the box of a `KeyedContainer`, and `isKnown` is true.
  @inline(__always)
  static func setReference(of box: UnsafeMutableRawPointer, to reference: PooledReference) {
    // SAFETY: the precondition. A `KeyedContainer` consists of its reference, which is trivial.
    unsafe (box + headerSize).storeBytes(of: reference, as: PooledReference.self)
  }

  /// Whether boxes have the layout described above.
  static let isKnown = isKnownForGivenKeys()

  /// A separate function, and not optimized, because its callee must stay generic: for a container whose key
  /// type the compiler knows, the runtime searches all conformances of the process.
  @_optimize(none)
  private static func isKnownForGivenKeys() -> Bool { isKnown(for: JSONKey.self) }

  @inline(never)
  private static func isKnown<Key: CodingKey>(for keys: Key.Type) -> Bool {
    guard MemoryLayout<KeyedContainer<Key>>.size == MemoryLayout<PooledReference>.size,
      MemoryLayout<KeyedDecodingContainer<Key>>.size == MemoryLayout<UInt>.size
    else { return false }
    return hasReference(keys, generation: 0x5EED_0001)
      && hasReference(keys, generation: 0x5EED_0002) && countsAreKnown()
  }

  /// Whether the words of a reference are where they are expected.
  private static func hasReference<Key: CodingKey>(
    _ keys: Key.Type,
    generation: UInt64
  ) -> Bool {
    // SAFETY: a reference consists of two addresses and a generation. Nothing follows the addresses, not even when the
    // container is destroyed, because a container's reference is trivial. A container is one word, as `isKnown(for:)`
    // has found. An object that contains a `PooledReference` has at least that many bytes after its header, wherever it
    // is.
    let words: (UInt, UInt, UInt64) = (0x5EED_0010, 0x5EED_0020, generation)
    let reference = unsafe unsafeBitCast(words, to: PooledReference.self)
    let container = KeyedDecodingContainer(KeyedContainer<Key>(reference))
    return withExtendedLifetime(container) {
      let box = unsafe unsafeBitCast(container, to: UnsafeRawPointer.self)
      return unsafe (box + headerSize).loadUnaligned(as: (UInt, UInt, UInt64).self) == words
    }
  }

  private final class Probe {}

  /// Whether the counts change with each kind of reference, and change back when a strong one is
  /// released.
  ///
  /// It is not optimized, so that references are made and dropped exactly when the code says so.
  @_optimize(none)
  private static func countsAreKnown() -> Bool {
    // SAFETY: held until the last line but one.
    let probe = unsafe Unmanaged.passRetained(Probe())
    let box = unsafe probe.toOpaque()
    let before = unsafe references(of: box)
    _ = unsafe probe.retain()
    let during = unsafe references(of: box)
    unsafe probe.release()
    let after = unsafe references(of: box)
    weak let reference = unsafe probe.takeUnretainedValue()
    let last = unsafe references(of: box)
    withExtendedLifetime(reference) {}
    unsafe probe.release()
    return during != before && after == before && last != before
  }
}
