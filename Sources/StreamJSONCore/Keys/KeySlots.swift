/// The prepared names of a key type.
///
/// They have separate storage at an address that stays the same, so that reading a name does not count a reference.
@safe
struct KeySlots {
  @unsafe private struct Contents: ~Copyable {
    let base: UnsafeMutablePointer<KeySlot>
    let count: Int
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

  /// The number of slots: as many as the type has cases.
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
