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

  let slots: KeySlots

  /// The names of the slots, for what a slot cannot compare.
  private var names: [String?] = []

  /// Containers to be used again.
  var pool: ContiguousArray<PooledContainer> = []

  /// Containers that are kept for reuse per key type: enough for any ordinary nesting of a model
  /// in itself; deeper ones are made anew.
  static let maximumPoolCount = 32

  init<Key: CodingKey>(_ type: Key.Type, number: Int) {
    self.type = type
    self.number = number
    hasSlots = MemoryLayout<Key>.size <= 1 && _isPOD(Key.self)
    slots = KeySlots(count: hasSlots ? 16 : 0)
  }

  deinit {
    // SAFETY: the tables that have copies of the pooled containers go with the decoder.
    for pooled in pool { unsafe pooled.deallocate() }
    // SAFETY: containers that may outlive this object hold the decoder, which holds it.
    unsafe slots.deallocate()
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
    guard let slot = KeySlot(name, number: first, bytes: &slots.nameBytes) else { return false }
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
@safe
struct PooledContainer {
  /// A `KeyedDecodingContainer`'s only reference.
  private let box: UnsafeMutablePointer<AnyObject>
  private let counted: Unmanaged<KeyedObject>

  init(box: AnyObject, object: KeyedObject) {
    unsafe self.box = .allocate(capacity: 1)
    // SAFETY: one was allocated.
    unsafe self.box.initialize(to: box)
    unsafe counted = Unmanaged.passRetained(object)
  }

  /// True when the container is not in use.
  var isFree: Bool {
    // SAFETY: the key type, which is alive, frees the box last.
    // (Written with `pointee`, or with the box as one of two fields, Swift 6.3 tests a copy and
    // so always finds two references. The count of allocations in `bench` would show it.)
    @inline(__always) get { unsafe isKnownUniquelyReferenced(&box[0]) }
  }

  /// The members that the container reads.
  var object: KeyedObject {
    // SAFETY: counted until `deallocate`.
    unsafe counted.takeUnretainedValue()
  }

  /// The container, with the object at `entry` opened in it.
  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at entry: Int
  ) throws -> KeyedDecodingContainer<Key> {
    // SAFETY: counted until `deallocate`.
    try unsafe counted._withUnsafeGuaranteedRef { try $0.open(entry) }
    // SAFETY: the pool of a key type holds boxes of `KeyedDecodingContainer<Key>` only, which is
    // a struct with one reference. Read in place: `unsafeBitCast` asks the runtime for the
    // container's metadata each time (4 % on twitter.json).
    return unsafe UnsafeRawPointer(box)
      .assumingMemoryBound(to: KeyedDecodingContainer<Key>.self).pointee
  }

  /// - Precondition: no copy is used afterwards.
  @unsafe
  func deallocate() {
    unsafe counted.release()
    unsafe box.deinitialize(count: 1)
    unsafe box.deallocate()
  }
}

/// The slots of a key type, in storage of their own at an address that stays the same, so that
/// reading one counts no reference.
@safe
struct KeySlots {
  @unsafe private struct Contents {
    var base: UnsafeMutablePointer<KeySlot>
    var count: Int
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
    @inline(__always) get { unsafe contents.pointee.nameBytes }
    nonmutating _modify { yield unsafe &contents.pointee.nameBytes }
  }

  /// The slot numbered `number`, an empty one beyond the end.
  @inline(__always)
  subscript(number: Int) -> KeySlot {
    get {
      guard unsafe number < contents.pointee.count else { return KeySlot() }
      // SAFETY: compared with the count above; numbers are bytes, not negative.
      return unsafe contents.pointee.base[number]
    }
    nonmutating set {
      unsafe precondition(number < contents.pointee.count)
      // SAFETY: compared with the count above.
      unsafe contents.pointee.base[number] = newValue
    }
  }

  /// Makes room for the slot numbered `number`.
  func grow(toHold number: Int) {
    let count = unsafe contents.pointee.count
    guard number >= count else { return }
    let newCount = max(number + 1, count * 2)
    let newBase = UnsafeMutablePointer<KeySlot>.allocate(capacity: newCount)
    // SAFETY: the new storage is larger than `count`, and the old one holds `count` slots.
    unsafe newBase.moveInitialize(from: contents.pointee.base, count: count)
    unsafe (newBase + count).initialize(repeating: KeySlot(), count: newCount - count)
    unsafe contents.pointee.base.deallocate()
    unsafe contents.pointee.base = newBase
    unsafe contents.pointee.count = newCount
  }

  /// - Precondition: no copy is used afterwards.
  @unsafe
  func deallocate() {
    unsafe contents.pointee.nameBytes.deallocate()
    unsafe contents.pointee.base.deallocate()
    unsafe contents.deallocate()
  }
}
