/// The prepared names of a key type.
///
/// They have separate storage at an address that stays the same, so that reading a name does not count a reference.
@safe
struct KeySlots {
  @unsafe private struct Contents: ~Copyable {
    var base: UnsafeMutablePointer<KeySlot>
    var count: Int
    var nameBytes = ByteArena()
  }

  private let contents: UnsafeMutablePointer<Contents>

  init(count: Int) {
    let base = UnsafeMutablePointer<KeySlot>.allocate(capacity: max(count, 1))
    // SAFETY: `count` slots and one `Contents` were allocated.
    unsafe base.initialize(repeating: KeySlot(), count: count)
    unsafe contents = .allocate(capacity: 1)
    unsafe contents.initialize(to: Contents(base: base, count: count))
  }

  /// The bytes of names that are too long for a slot.
  var nameBytes: ByteArena {
    // SAFETY: the key type, which is alive, frees the contents last.
    @inline(__always) _read { yield unsafe contents.pointee.nameBytes }
    nonmutating _modify { yield unsafe &contents.pointee.nameBytes }
  }

  /// The slot for the ordinal `ordinal`; an empty one beyond the end.
  subscript(ordinal: Int) -> KeySlot {
    @_transparent get {
      guard unsafe ordinal < contents.pointee.count else { return KeySlot() }
      // SAFETY: compared with the count above; ordinals are bytes and never negative.
      return unsafe contents.pointee.base[ordinal]
    }
    nonmutating set {
      unsafe precondition(ordinal < contents.pointee.count)
      // SAFETY: compared with the count above.
      unsafe contents.pointee.base[ordinal] = newValue
    }
  }

  /// Makes room for the slot of the ordinal `ordinal`.
  ///
  /// There is room for as many slots as the type has cases, but an `@objc` enumeration stores raw
  /// values, which may be larger.
  func grow(toHold ordinal: Int) {
    let count = unsafe contents.pointee.count
    guard ordinal >= count else { return }
    let newCount = max(ordinal + 1, count * 2)
    let newBase = UnsafeMutablePointer<KeySlot>.allocate(capacity: newCount)
    // SAFETY: the new storage is larger than `count`, and the old one holds `count` slots.
    unsafe newBase.moveInitialize(from: contents.pointee.base, count: count)
    unsafe (newBase + count).initialize(repeating: KeySlot(), count: newCount - count)
    unsafe contents.pointee.base.deallocate()
    unsafe contents.pointee.base = newBase
    unsafe contents.pointee.count = newCount
  }

  /// The number of slots that there is room for.
  var count: Int {
    // SAFETY: the key type, which is alive, frees the contents last.
    unsafe contents.pointee.count
  }

  /// - Precondition: no copy is used afterward.
  @unsafe
  func deallocate() {
    unsafe contents.pointee.base.deallocate()
    unsafe contents.deinitialize(count: 1)
    unsafe contents.deallocate()
  }
}
