/// A table of 128 values, found by the identity of a type and overwritten when another type has the
/// same place: a quick look before the one in a dictionary.
@safe
struct IdentityTable<Value>: ~Copyable {
  private struct Entry {
    var type: ObjectIdentifier?
    var value: Value?
  }

  private let base: UnsafeMutablePointer<Entry>
  private static var count: Int { 128 }

  init() {
    // SAFETY: as many are allocated as are initialised.
    unsafe base = .allocate(capacity: Self.count)
    unsafe base.initialize(repeating: Entry(type: nil, value: nil), count: Self.count)
  }

  @inline(__always)
  private func position(of type: ObjectIdentifier) -> Int {
    // Metadata addresses differ in few bits; multiplication by the golden ratio's odd constant
    // brings them to the top, of which seven are taken.
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: type))
    return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) &>> 57)
  }

  /// What was stored last for `type`, unless another type came after it.
  @inline(__always)
  subscript(type: ObjectIdentifier) -> Value? {
    get {
      let position = position(of: type)
      // SAFETY: a position is less than 128.
      guard unsafe base[position].type == type else { return nil }
      return unsafe base[position].value
    }
    nonmutating set {
      guard let newValue else { return }
      // SAFETY: a position is less than 128.
      unsafe base[position(of: type)] = Entry(type: type, value: newValue)
    }
  }

  /// Forgets all values.
  func removeAll() {
    // SAFETY: as many were allocated.
    for position in 0..<Self.count { unsafe base[position] = Entry(type: nil, value: nil) }
  }

  deinit {
    // SAFETY: as many were allocated.
    unsafe base.deinitialize(count: Self.count)
    unsafe base.deallocate()
  }
}
