/// A table of values keyed by the identity of a type.
///
/// A value is in the slot of its type, one of 128, or in one of the seven after it if those before
/// are taken. When all are, it is kept with the others, which are searched one by one, and changes
/// places with the value in its slot when it is asked for: so the types that are in use have slots.
/// (With one slot per type, two types could evict each other at every value, depending on the
/// addresses of a program's types: 1.4 % of the instructions on citm_catalog.json in one of two
/// builds. With two slots, 2.5 % on twitter.json.)
///
/// A dictionary would need `ObjectIdentifier`'s conformance, for which the runtime searches all
/// conformances of the process: a sixth of what decoding one small text takes in a new process.
@safe
struct IdentityTable<Value>: ~Copyable {
  private struct Place {
    var type: ObjectIdentifier?
    var value: Value?
  }

  private let base: UnsafeMutablePointer<Place>

  /// The values that found no slot.
  private let others: UnsafeMutablePointer<ContiguousArray<Place>>

  private static var count: Int { 128 }

  init() {
    // SAFETY: as many are allocated as are initialized.
    unsafe base = .allocate(capacity: Self.count)
    unsafe base.initialize(repeating: Place(type: nil, value: nil), count: Self.count)
    unsafe others = .allocate(capacity: 1)
    unsafe others.initialize(to: [])
  }

  @inline(__always)
  private func position(of type: ObjectIdentifier) -> Int {
    // Metadata addresses differ in few bits; multiplying by the golden ratio's odd constant
    // spreads them to the top bits, of which seven are used.
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: type))
    return Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) &>> 57)
  }

  /// The number of slots a value may be in.
  private static var probeCount: Int { 8 }

  /// The value last stored for `type`.
  @inline(__always)
  subscript(type: ObjectIdentifier) -> Value? {
    get {
      let position = position(of: type)
      // SAFETY: a position is less than 128.
      guard unsafe base[position].type == type else { return value(of: type, after: position) }
      return unsafe base[position].value
    }
    nonmutating set { set(newValue, of: type) }
  }

  @inline(never)
  private func value(of type: ObjectIdentifier, after position: Int) -> Value? {
    for probe in 1..<Self.probeCount {
      let index = (position + probe) % Self.count
      // SAFETY: a remainder is less than 128.
      if unsafe base[index].type == type { return unsafe base[index].value }
    }
    let other = unsafe others.pointee.firstIndex { $0.type == type }
    guard let other else { return nil }
    unsafe swap(&base[position], &others.pointee[other])
    return unsafe base[position].value
  }

  @inline(never)
  private func set(_ value: Value?, of type: ObjectIdentifier) {
    let position = position(of: type)
    for probe in 0..<Self.probeCount {
      let index = (position + probe) % Self.count
      // SAFETY: a remainder is less than 128.
      guard let other = unsafe base[index].type, other != type else {
        return unsafe base[index] = Place(type: type, value: value)
      }
    }
    if let other = unsafe others.pointee.firstIndex(where: { $0.type == type }) {
      unsafe others.pointee[other].value = value
    } else {
      unsafe others.pointee.append(Place(type: type, value: value))
    }
  }

  /// Removes all values.
  func removeAll() {
    // SAFETY: as many were allocated.
    for position in 0..<Self.count { unsafe base[position] = Place(type: nil, value: nil) }
    unsafe others.pointee.removeAll()
  }

  deinit {
    // SAFETY: as many were allocated.
    unsafe base.deinitialize(count: Self.count)
    unsafe base.deallocate()
    unsafe others.deinitialize(count: 1)
    unsafe others.deallocate()
  }
}
