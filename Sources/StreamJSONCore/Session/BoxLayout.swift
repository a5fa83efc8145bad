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
