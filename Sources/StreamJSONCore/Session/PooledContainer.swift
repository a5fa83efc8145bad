/// A keyed container, reused when nothing but its pool refers to it, and the object that it reads.
@safe
struct PooledContainer: @unchecked Sendable {
  private let handle: ContainerHandle
  private let counted: Unmanaged<KeyedObject>
  private let copier: Unmanaged<AnyObject>

  /// Makes a container for keys of type `Key` that reads `object`.
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

  /// The container, with the object at `entry` opened in it.
  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at entry: Int,
    on thread: UInt
  ) throws -> KeyedDecodingContainer<Key> {
    // SAFETY: the pool has found the container free, so nothing reads the reference in the box while it is written. The
    // object and the copier are counted until `deallocate()`, which does not come while the container is opened. The
    // pool of a key type holds containers with that type of keys only, and a copier made for them.
    assert(isFree)
    let generation = handle.open(on: thread)
    unsafe BoxLayout.setReference(
      of: handle.box,
      to: PooledReference(counted, handle, generation: generation)
    )
    try unsafe counted._withUnsafeGuaranteedRef { try $0.open(entry) }
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
