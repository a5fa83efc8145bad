/// What a decoder remembers about one `CodingKey` type: the names of its keys, prepared for
/// comparison, and the containers made for it, to be used again.
///
/// Asking a key for its `stringValue` makes a String each time. An enum without payloads (every one
/// that the compiler synthesises) has at most 256 values in one byte, and is nothing but that byte,
/// the ordinal of the key, and of its slot. Every other key is asked each time.
final class KeyType {
  let type: any CodingKey.Type

  /// Its id on the tape, from 1 on.
  let id: Int

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

  init<Key: CodingKey>(_ type: Key.Type, id: Int, isKept: Bool) {
    self.type = type
    self.isKept = isKept
    self.id = id
    hasSlots = PlainEnum.isOne(type)
    slots = KeySlots(count: hasSlots ? 16 : 0)
  }

  deinit {
    // SAFETY: the tables that have copies of the pooled containers go with the decoder.
    for pooled in pool { unsafe pooled.deallocate() }
    // SAFETY: containers that may outlive this object hold the decoder, which holds it.
    unsafe slots.deallocate()
  }

  /// Fills the slot of the key with the ordinal `ordinal`.
  func fill(_ ordinal: Int, with name: String) {
    slots.grow(toHold: ordinal)
    while names.count <= ordinal { names.append(nil) }
    let twin = names.firstIndex(of: name)
    names[ordinal] = name
    slots[ordinal] = KeySlot(name, ordinal: ordinal, bytes: &slots.nameBytes)
    // Cases with one name are one key, whichever was asked for first.
    if let twin { slots[ordinal].askedBit = slots[twin].askedBit }
    filledCount += 1
  }

  /// The keys that have a slot, and a bound on their ordinals.
  private(set) var filledCount = 0
  var ordinalBound: Int { names.count }

  /// The name of the key with the ordinal `ordinal`, nil before it was asked for.
  func name(_ ordinal: Int) -> String? {
    ordinal < names.count ? names[ordinal] : nil
  }
}
