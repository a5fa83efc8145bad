/// What a decoder remembers about one `CodingKey` type: the names of its keys, prepared for
/// comparison, and the containers made for it, to be used again.
///
/// Asking a key for its `stringValue` makes a String each time. A type with one byte of storage
/// and no references (every enum that the compiler synthesises) has at most 256 values, so the
/// byte is the number of the key's slot.
final class KeyType {
  let type: any CodingKey.Type

  /// Its number on the tape, from 1 on.
  let number: Int

  /// True when a key's one byte, or none, tells which key it is.
  let hasSlots: Bool

  // SAFETY: never passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedSlots: KeySlots

  private(set) var slots: KeySlots {
    @inline(__always) get { unsafe uncheckedSlots }
    set { unsafe uncheckedSlots = newValue }
  }

  /// The names of the slots, for what a slot cannot compare.
  private var names: [String?] = []

  /// The bytes of names that are too long for a slot.
  var nameBytes = ByteArena()

  /// Containers to be used again.
  var pool: ContiguousArray<PooledContainer> = []

  /// The one of `pool` that was free last.
  var lastPooled: PooledContainer? {
    @inline(__always) get { unsafe uncheckedLastPooled }
    set { unsafe uncheckedLastPooled = newValue }
  }

  // SAFETY: never passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedLastPooled: PooledContainer?

  /// Containers that are kept for reuse per key type: enough for any ordinary nesting of a model
  /// in itself; deeper ones are made anew.
  static let maximumPoolCount = 32

  init<Key: CodingKey>(_ type: Key.Type, number: Int) {
    self.type = type
    self.number = number
    hasSlots = MemoryLayout<Key>.size <= 1 && _isPOD(Key.self)
    unsafe uncheckedSlots = KeySlots(count: hasSlots ? 16 : 0)
  }

  deinit {
    // SAFETY: containers that may outlive this object hold the decoder, which holds it.
    unsafe slots.deallocate()
    unsafe nameBytes.deallocate()
  }

  /// Fills the slot of the key numbered `number`.
  ///
  /// - Returns: False when the name must be compared as a String.
  func fill(_ number: Int, with name: String) -> Bool {
    slots.grow(toHold: number)
    while names.count <= number { names.append(nil) }
    // Two cases with one name are one key.
    let first = names.firstIndex { $0 == name } ?? number
    names[number] = name
    guard let slot = KeySlot(name, number: first, bytes: &nameBytes) else { return false }
    slots[number] = slot
    return true
  }

  /// The name of the key numbered `number`, nil before it was asked for.
  func name(_ number: Int) -> String? {
    number < names.count ? names[number] : nil
  }
}

/// A keyed container that may be used again when nobody but this holds it.
///
/// A class, because testing an array's element for a second reference copied the array, and so
/// always found one.
final class PooledContainer {
  let object: KeyedObject

  // SAFETY: never passed `inout` to code that can reach this object again.
  /// A `KeyedDecodingContainer`'s only reference.
  @exclusivity(unchecked) private var box: AnyObject

  init(box: AnyObject, object: KeyedObject) {
    unsafe self.box = box
    self.object = object
  }

  /// True when the container is not in use.
  var isFree: Bool {
    @inline(__always) get { unsafe isKnownUniquelyReferenced(&box) }
  }

  /// The container itself.
  @inline(__always)
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    // SAFETY: the pool of a key type holds boxes of `KeyedDecodingContainer<Key>` only, which is
    // a struct with one reference; `unsafeBitCast` checks the size.
    unsafe unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self)
  }
}

/// The slots of a key type, in storage of their own.
@safe
struct KeySlots {
  private var base: UnsafeMutablePointer<KeySlot>
  private(set) var count: Int

  init(count: Int) {
    self.count = count
    unsafe base = .allocate(capacity: max(count, 1))
    // SAFETY: `count` slots were allocated.
    unsafe base.initialize(repeating: KeySlot(), count: count)
  }

  /// The slot numbered `number`, an empty one beyond the end.
  @inline(__always)
  subscript(number: Int) -> KeySlot {
    get {
      guard number < count else { return KeySlot() }
      // SAFETY: compared with `count` above; numbers are bytes, not negative.
      return unsafe base[number]
    }
    nonmutating set {
      precondition(number < count)
      // SAFETY: compared with `count` above.
      unsafe base[number] = newValue
    }
  }

  /// Makes room for the slot numbered `number`.
  mutating func grow(toHold number: Int) {
    guard number >= count else { return }
    let larger = KeySlots(count: max(number + 1, count * 2))
    for position in 0..<count { larger[position] = self[position] }
    unsafe base.deallocate()
    self = larger
  }

  /// - Precondition: no copy is used afterwards.
  @unsafe
  func deallocate() {
    unsafe base.deallocate()
  }
}
