/// Where the values of one object's members are, by the keys that they are for.
///
/// They have separate storage at an address that stays the same, so that reading a position does not count a reference.
@safe
struct MemberPositions: ~Copyable {
  private var base: UnsafeMutablePointer<UInt32>?

  /// A bound on the ordinals of the keys.
  private var count = 0

  /// The number of keys that had a slot when the positions were made.
  private var filledCount = 0

  /// What stands for the position of a key that is not mapped.
  private static var unknown: UInt32 { @_transparent get { .max } }

  init() {}

  /// The entry of the value of the key with the ordinal `ordinal`; `Tape.absent` if there is none, and nil if the key
  /// is not mapped.
  @inline(__always)
  func entry(of ordinal: Int) -> Int? {
    guard UInt(bitPattern: ordinal) < count else { return nil }
    // SAFETY: compared with the count, which is zero while there is no storage.
    let position = unsafe base.unsafelyUnwrapped[ordinal]
    return position == Self.unknown ? nil : Int(truncatingIfNeeded: position)
  }

  /// Notes the entry of a value for the key with the ordinal `ordinal`, unless the key already has one or the ordinal
  /// is negative.
  @inline(__always)
  func note(_ entry: Int, for ordinal: Int) {
    guard UInt(bitPattern: ordinal) < count else { return }
    // SAFETY: compared with the count, which is zero while there is no storage.
    let base = unsafe base.unsafelyUnwrapped
    if unsafe base[ordinal] == Tape.absent {
      unsafe base[ordinal] = UInt32(truncatingIfNeeded: entry)
    }
  }

  /// Begins with another object, read by keys of type `keyType`.
  @inline(__always)
  mutating func begin(_ keyType: KeyType) {
    guard filledCount == keyType.filledCount, let base = unsafe base else { return make(keyType) }
    for ordinal in 0..<count {
      // SAFETY: below the count. (There is no branch, so that eight are done at a time.)
      unsafe base[ordinal] = base[ordinal] == Self.unknown ? Self.unknown : UInt32(Tape.absent)
    }
  }

  @inline(never)
  private mutating func make(_ keyType: KeyType) {
    // SAFETY: an earlier call allocated the former positions, and nothing reads them after this: `isMapped` runs no
    // model's code. There is room for `count` positions.
    unsafe self.base?.deallocate()
    filledCount = keyType.filledCount
    count = keyType.ordinalBound
    let base = UnsafeMutablePointer<UInt32>.allocate(capacity: max(count, 1))
    for ordinal in 0..<count {
      let isMapped = keyType.isMapped(ordinal)
      unsafe (base + ordinal).initialize(to: isMapped ? UInt32(Tape.absent) : Self.unknown)
    }
    unsafe self.base = base
  }

  deinit {
    // SAFETY: `make` allocated it.
    unsafe base?.deallocate()
  }
}
