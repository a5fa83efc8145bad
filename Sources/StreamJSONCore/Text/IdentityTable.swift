/// A table of 128 values keyed by the identity of a type, which may forget some of them.
///
/// A value is in the slot of its type, or in one of the seven after it if those before are taken;
/// when all are, the last one is overwritten. (With one slot per type, two types could evict each
/// other at every value, depending on the addresses of a program's types: 1.4 % of the
/// instructions on citm_catalog.json in one of two builds. With two slots, 2.5 % on twitter.json.)
@safe
struct IdentityTable<Value>: ~Copyable {
  private typealias Place = (type: ObjectIdentifier?, value: Value?)

  private let base: UnsafeMutablePointer<Place>
  private static var count: Int { 128 }

  init() {
    // SAFETY: as many are allocated as are initialized.
    unsafe base = .allocate(capacity: Self.count)
    unsafe base.initialize(repeating: (nil, nil), count: Self.count)
  }

  @inline(__always)
  private func position(of type: ObjectIdentifier) -> Int {
    Int(truncatingIfNeeded: type.hash &>> 57)
  }

  /// The number of slots a value may be in.
  private static var probeCount: Int { 8 }

  /// The value last stored for `type`, unless other types have taken its slots.
  subscript(type: ObjectIdentifier) -> Value? {
    // SAFETY: there are 128 slots, all of them initialized; a position is less than that, and so is a remainder.
    @inline(__always) get {
      let position = position(of: type)
      guard unsafe base[position].type == type else { return value(of: type, after: position) }
      return unsafe base[position].value
    }
    @inline(never) nonmutating set {
      var index = 0
      for probe in 0..<Self.probeCount {
        index = (position(of: type) + probe) % Self.count
        guard let other = unsafe base[index].type, other != type else { break }
      }
      unsafe base[index] = (type, newValue)
    }
  }

  @inline(never)
  private func value(of type: ObjectIdentifier, after position: Int) -> Value? {
    for probe in 1..<Self.probeCount {
      let index = (position + probe) % Self.count
      // SAFETY: a remainder is less than 128.
      if unsafe base[index].type == type { return unsafe base[index].value }
    }
    return nil
  }

  /// Removes all values.
  func removeAll() {
    // SAFETY: as many were allocated.
    for position in 0..<Self.count { unsafe base[position] = (nil, nil) }
  }

  deinit {
    // SAFETY: as many were allocated.
    unsafe base.deinitialize(count: Self.count)
    unsafe base.deallocate()
  }
}
