/// The prepared names of a key type.
///
/// They have separate storage at an address that stays the same, so that reading a name does not count a reference.
@safe
struct KeySlots {
  private let base: UnsafeMutablePointer<KeySlot>

  /// The number of slots: as many as the type has cases.
  let count: Int

  private let names: UnsafeMutablePointer<ByteArena>

  init(count: Int) {
    self.count = count
    // SAFETY: `count` slots are allocated and initialized.
    unsafe base = .allocate(capacity: max(count, 1))
    unsafe base.initialize(repeating: KeySlot(), count: count)
    unsafe names = .holding(ByteArena())
  }

  /// The bytes of names that are too long for a slot.
  var nameBytes: ByteArena {
    // SAFETY: the key type, which is alive, frees them last.
    @inline(__always) _read { yield unsafe names.pointee }
    nonmutating _modify { yield unsafe &names.pointee }
  }

  /// The slot for the ordinal `ordinal`; an empty one beyond the end.
  subscript(ordinal: Int) -> KeySlot {
    // SAFETY: the ordinal is compared with the count before each use; ordinals are bytes and never negative.
    @_transparent get {
      guard ordinal < count else { return KeySlot() }
      return unsafe base[ordinal]
    }
    nonmutating set {
      precondition(ordinal < count)
      unsafe base[ordinal] = newValue
    }
  }

  /// - Precondition: no copy is used afterward.
  @unsafe
  func deallocate() {
    unsafe base.deallocate()
    unsafe names.freeContents()
  }
}
