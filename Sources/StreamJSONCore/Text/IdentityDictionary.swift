/// Values keyed by the identities of types, in the order in which they were added.
///
/// A `Dictionary` would make the runtime search all conformances of the process once more, for those of
/// `ObjectIdentifier`, which takes a sixth of the time of decoding one small text in a new process.
///
/// - Complexity: O(1) for each operation, on average.
struct IdentityDictionary<Value> {
  private var types: ContiguousArray<ObjectIdentifier> = []

  /// The values.
  var values: ContiguousArray<Value> = []

  /// The position of a value plus 1 in the slot that belongs to the type, or in the first one after it that was free; 0
  /// in all others, which are at least half of them.
  private var slots: ContiguousArray<Int> = []

  /// The value for `type`.
  subscript(type: ObjectIdentifier) -> Value? { position(of: type).map { values[$0] } }

  /// The position of the value for `type`; nil if there is none.
  func position(of type: ObjectIdentifier) -> Int? {
    guard !slots.isEmpty else { return nil }
    let position = slots[slot(of: type)] - 1
    return position < 0 ? nil : position
  }

  /// The slot with the position of `type`, or the free one where it belongs.
  private func slot(of type: ObjectIdentifier) -> Int {
    var slot = Int(truncatingIfNeeded: type.hash &>> UInt64(64 - slots.count.trailingZeroBitCount))
    while slots[slot] > 0, types[slots[slot] - 1] != type { slot = (slot + 1) % slots.count }
    return slot
  }

  /// Adds a value for `type`, for which there is none.
  mutating func append(_ value: Value, for type: ObjectIdentifier) {
    types.append(type)
    values.append(value)
    guard 2 * values.count > slots.count else {
      slots[slot(of: type)] = values.count
      return
    }
    slots = ContiguousArray(repeating: 0, count: max(16, 2 * slots.count))
    for (position, type) in types.enumerated() { slots[slot(of: type)] = position + 1 }
  }
}

extension ObjectIdentifier {
  /// A number whose top bits differ where addresses of metadata do, which is in few bits: the golden ratio's odd
  /// constant spreads them.
  @inline(__always)
  var hash: UInt64 {
    UInt64(truncatingIfNeeded: UInt(bitPattern: self)) &* 0x9E37_79B9_7F4A_7C15
  }
}
