/// What a decoder remembers about one `CodingKey` type: the names of its keys, prepared for
/// comparison, and the containers made for it, to be used again.
///
/// Asking a key for its `stringValue` makes a String each time. An enum without payloads (every one
/// that the compiler synthesises) has at most 256 values in one byte, and is nothing but that byte,
/// which is the number of the key's slot. Every other key is asked each time.
final class KeyType {
  let type: any CodingKey.Type

  /// Its number on the tape, from 1 on.
  let number: Int

  /// True when a key's one byte, or none, tells which key it is.
  let hasSlots: Bool

  let slots: KeySlots

  /// The names of the slots, for objects whose names a slot cannot be compared with.
  private var names: [String?] = []

  /// True when a model has kept a container with such keys: they have no pool.
  var isKept: Bool

  /// Containers to be used again.
  var pool: ContiguousArray<PooledContainer> = []

  /// Containers that are kept for reuse per key type: enough for any ordinary nesting of a model
  /// in itself; deeper ones are made anew.
  static let maximumPoolCount = 32

  init<Key: CodingKey>(_ type: Key.Type, number: Int, isKept: Bool) {
    self.type = type
    self.isKept = isKept
    self.number = number
    hasSlots = PlainEnum.isOne(type)
    slots = KeySlots(count: hasSlots ? 16 : 0)
  }

  deinit {
    // SAFETY: the tables that have copies of the pooled containers go with the decoder.
    for pooled in pool { unsafe pooled.deallocate() }
    // SAFETY: containers that may outlive this object hold the decoder, which holds it.
    unsafe slots.deallocate()
  }

  /// Fills the slot of the key numbered `number`.
  func fill(_ number: Int, with name: String) {
    slots.grow(toHold: number)
    while names.count <= number { names.append(nil) }
    // Two cases with one name are one key.
    let first = names.firstIndex { $0 == name } ?? number
    names[number] = name
    slots[number] = KeySlot(name, number: first, bytes: &slots.nameBytes)
    filledCount += 1
  }

  /// The keys that have a slot, and a bound on their numbers.
  private(set) var filledCount = 0
  var numberBound: Int { names.count }

  /// The name of the key numbered `number`, nil before it was asked for.
  func name(_ number: Int) -> String? {
    number < names.count ? names[number] : nil
  }
}
