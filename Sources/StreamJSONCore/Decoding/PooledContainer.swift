/// A keyed container that may be used again when nobody but this holds it, and the object that it
/// reads, which lives until then: the container itself does not count it.
///
/// `@unchecked Sendable`: what outlives its decode is handed through a lock to `DecodingOptions`'
/// `keepAlive`, whose user only asks `isFree` and calls `deallocate`.
///
@safe
package struct PooledContainer: @unchecked Sendable {
  /// The class of a `KeyedDecodingContainer`'s only reference, which has no public name. (As an
  /// `AnyObject` it would be opened to be tested for uniqueness, and opening counts it once more.)
  private class Box {}

  private let box: UnsafeMutablePointer<Box>
  private let counted: Unmanaged<KeyedObject>
  private let copier: Unmanaged<AnyObject>

  init<Key: CodingKey>(_ container: KeyedDecodingContainer<Key>, object: KeyedObject) {
    // SAFETY: one is allocated and initialised, and a `KeyedDecodingContainer` is a struct with
    // one reference to a Swift object; `unsafeBitCast` checks the size. The object is only counted.
    unsafe self.box = .allocate(capacity: 1)
    unsafe self.box.initialize(to: unsafeBitCast(container, to: Box.self))
    unsafe counted = Unmanaged.passRetained(object)
    unsafe copier = Unmanaged.passRetained(ContainerCopier<KeyedDecodingContainer<Key>>())
  }

  /// True when the container is not in use.
  package var isFree: Bool {
    // SAFETY: `deallocate` comes last.
    @inline(__always) get { unsafe isKnownUniquelyReferenced(&box.pointee) }
  }

  /// The members that the container reads.
  var object: KeyedObject {
    // SAFETY: counted until `deallocate`.
    unsafe counted.takeUnretainedValue()
  }

  /// The container, with the object at `entry` opened in it.
  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at entry: Int
  ) throws -> KeyedDecodingContainer<Key> {
    // SAFETY: counted until `deallocate`.
    try unsafe counted._withUnsafeGuaranteedRef { try $0.open(entry) }
    // SAFETY: the pool of a key type holds containers with that type of keys only, and a copier
    // made for them.
    return unsafe copier._withUnsafeGuaranteedRef {
      unsafe unsafeDowncast($0, to: ContainerCopier<KeyedDecodingContainer<Key>>.self)
        .copy(UnsafeRawPointer(box))
    }
  }

  /// - Precondition: no copy is used afterwards.
  @unsafe
  package func deallocate() {
    unsafe counted.release()
    unsafe copier.release()
    unsafe box.deinitialize(count: 1)
    unsafe box.deallocate()
  }
}

/// Copies values of a type that the standard library does not let others know the size of.
///
/// Doing so needs the type's metadata, which a generic function looks up in the runtime's tables at
/// each call (6 % on twitter.json) and a method of a generic class finds in its object.
private final class ContainerCopier<Container> {
  /// The value at `address`.
  ///
  /// - Precondition: there is one.
  @unsafe
  @inline(never)
  func copy(_ address: UnsafeRawPointer) -> Container {
    // SAFETY: the caller's precondition.
    unsafe address.assumingMemoryBound(to: Container.self).pointee
  }
}
