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
  @unsafe
  @inline(__always)
  static func references(of box: UnsafeMutableRawPointer) -> UInt {
    // SAFETY: the precondition; the counts of every Swift object are there.
    unsafe box.loadUnaligned(fromByteOffset: countsOffset, as: UInt.self)
  }

  /// Makes the container in `box` refer to its object by `reference`.
  ///
  /// - Precondition: `box` is the box of a `KeyedContainer`, and `isKnown` is true.
  @unsafe
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
    // SAFETY: it consists of two addresses and a generation. Nothing follows the addresses, not even when the
    // container is destroyed, because a container's reference is trivial.
    let words: (UInt, UInt, UInt64) = (0x5EED_0010, 0x5EED_0020, generation)
    let reference = unsafe unsafeBitCast(words, to: PooledReference.self)
    let container = KeyedDecodingContainer(KeyedContainer<Key>(reference))
    return withExtendedLifetime(container) {
      // SAFETY: both are one word. An object that contains a `PooledReference` has at least that
      // many bytes after its header, wherever the reference is in it, so these can be read.
      let box = unsafe unsafeBitCast(container, to: UnsafeRawPointer.self)
      return unsafe withUnsafeBytes(of: reference) { expected in
        (0..<expected.count).allSatisfy { offset in
          unsafe (box + headerSize).load(fromByteOffset: offset, as: UInt8.self)
            == expected[offset]
        }
      }
    }
  }

  /// Whether the counts change with each kind of reference, and change back when a strong one is
  /// released.
  private static func countsAreKnown() -> Bool {
    // SAFETY: held until it is released below.
    let probe = unsafe makeProbe()
    let before = unsafe references(of: probe)
    unsafe retain(probe)
    let during = unsafe references(of: probe)
    unsafe release(probe)
    let after = unsafe references(of: probe)
    unsafe referWeakly(to: probe)
    let last = unsafe references(of: probe)
    unsafe release(probe)
    return during != before && after == before && last != before
  }

  // Separate functions, so that references are made and dropped exactly when the code says so.
  private final class Probe {}

  @inline(never)
  private static func makeProbe() -> UnsafeMutableRawPointer {
    // SAFETY: released by `countsAreKnown`.
    unsafe Unmanaged.passRetained(Probe()).toOpaque()
  }

  /// - Precondition: `probe` is held.
  @unsafe
  @inline(never)
  private static func retain(_ probe: UnsafeMutableRawPointer) {
    _ = unsafe Unmanaged<Probe>.fromOpaque(probe).retain()
  }

  /// - Precondition: `probe` is held.
  @unsafe
  @inline(never)
  private static func release(_ probe: UnsafeMutableRawPointer) {
    unsafe Unmanaged<Probe>.fromOpaque(probe).release()
  }

  /// - Precondition: `probe` is held.
  @unsafe
  @inline(never)
  private static func referWeakly(to probe: UnsafeMutableRawPointer) {
    weak let reference = unsafe Unmanaged<Probe>.fromOpaque(probe).takeUnretainedValue()
    withExtendedLifetime(reference) {}
  }
}
