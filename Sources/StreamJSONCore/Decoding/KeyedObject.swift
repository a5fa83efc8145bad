/// The members of one object, as a keyed container sees them: everything about a keyed container
/// that does not depend on the type of its keys.
///
/// `KeyedObject.swift` has the search for its members.
@safe
final class KeyedObject {
  // MARK: - Any object: from `init` to `deinit` (`move(to:)` replaces the decoder and its storage)

  // Not counted: the decoder owns the pool that holds this object, so counting would make a cycle.
  // `owner` is set before a container can outlive the decoder.
  private var uncountedDecoder: Unmanaged<DocumentDecoder>
  // Not counted either: the decoder's memory holds its key types for as long as it lives.
  private let uncountedKeyType: Unmanaged<KeyType>

  /// The same decoder, counted, for a container that may outlive `decode`.
  private var owner: DocumentDecoder?

  /// The handle of the pooled container that reads, or used to read, this object.
  private let handle: ContainerHandle?

  /// The decoder whose object this is.
  var decoder: DocumentDecoder {
    // SAFETY: the decoder holds the pool that holds this object, or `owner` holds the decoder.
    @inline(__always) get { unsafe uncountedDecoder._withUnsafeGuaranteedRef { $0 } }
  }

  /// Calls `body` with the decoder, without counting it.
  @inline(__always)
  func withDecoder<Result>(_ body: (DocumentDecoder) throws -> Result) rethrows -> Result {
    // SAFETY: the decoder holds the pool that holds this object, or `owner` holds the decoder.
    try unsafe uncountedDecoder._withUnsafeGuaranteedRef(body)
  }

  var keyType: KeyType {
    // SAFETY: the memory of the decoder, which is alive, holds it.
    @inline(__always) get { unsafe uncountedKeyType._withUnsafeGuaranteedRef { $0 } }
  }

  /// The document's text and tape.
  private(set) var storage: DocumentStorage

  /// True when a key has at most one byte and that identifies it.
  let hasSlots: Bool

  /// The note for a value that is entered by the first case of the key type; `none` when keys are kept in
  /// another way.
  let firstCase: KeyNote

  /// The prepared names of the key type.
  let slots: KeySlots

  // MARK: - The open object: from one `open(_:)` to the next

  /// How members are found.
  enum Lookup {
    /// By comparing their names with the key's, from the cursor on.
    case inOrder
    /// By the position of the key; for a key without a position, an index is made.
    case converted
    /// By the name as a String: for objects whose names cannot be compared byte by byte, and for
    /// wide ones that are read out of order.
    case indexed(MemberIndex)
  }

  /// How the members of this object are found.
  ///
  /// An index is replaced only when no container reaches this object, and has nothing of a model's to release.
  private(set) var lookup = Lookup.inOrder

  /// The state of the search in order; at the end of the object when its members are found in
  /// another way.
  var search = Search()

  /// The object's entry.
  var header: Int { @inline(__always) get { search.header } }

  // MARK: - A detached object: from its first use to `deinit`

  /// The index that later decodes share, for an object whose decode is over.
  ///
  /// Only touched under the environment's lock.
  private var sharedIndex: MemberIndex?

  // MARK: - The open object once more: while it is mapped

  /// The positions of the members of an object that is mapped.
  // SAFETY: passed `inout` to `MemberMap.fill` only, which calls no code that can reach this object.
  @exclusivity(unchecked) private var positions = MemberPositions()

  // MARK: - Beginning and end

  /// Creates an object of `decoder`, which the pooled container with `handle`, if any, reads.
  ///
  /// The handle is given back when the object is freed.
  init(decoder: DocumentDecoder, keyType: KeyType, handle: ContainerHandle? = nil) {
    // SAFETY: both are alive; `decoder` and `keyType` say why they stay so.
    unsafe uncountedDecoder = Unmanaged.passUnretained(decoder)
    unsafe uncountedKeyType = Unmanaged.passUnretained(keyType)
    storage = decoder.storage
    self.handle = handle
    slots = keyType.slots
    hasSlots = keyType.hasSlots
    // Once its decode is over, the tape does not change.
    firstCase =
      hasSlots && decoder.detachedKeys == nil ? KeyNote(firstCaseOf: keyType.id) : .none
  }

  deinit {
    // The handle is void by now, because `PooledContainer` voids it before it releases the object.
    if let handle { handle.environment.giveBack(handle) }
  }

  /// Moves to `decoder`, which has taken over the memory of the former one.
  func move(to decoder: DocumentDecoder) {
    // SAFETY: no container is in use.
    unsafe uncountedDecoder = Unmanaged.passUnretained(decoder)
    storage = decoder.storage
  }

  /// Holds the decoder, so that the object may outlive its decode.
  func holdDecoder() { owner = decoder }

  /// The same object of the text in a later decode, once the object's own decode is over; `endDetached()` ends
  /// that decode.
  ///
  /// - Throws: `DecodingError.dataCorrupted` while another thread's decode is still running.
  func beginDetached<Key: CodingKey>(_ type: Key.Type) throws -> KeyedObject {
    let decoder = try decoder.beginDetached()
    let object = KeyedObject(decoder: decoder, keyType: decoder.types.keyType(type))
    object.holdDecoder()
    do {
      if let index = decoder.environment.withLock({ self.index ?? sharedIndex }) {
        object.search = Search(header: header, cursor: search.end, end: search.end)
        object.use(index)
      } else {
        try object.open(header)
        // Each use starts afresh: in a wide object, it would search from the first member.
        if object.index == nil, storage.tape[header &+ 1].count > 8 {
          object.use(try decoder.index(of: header))
        }
        if let index = object.index { decoder.environment.exclusively { sharedIndex = index } }
      }
    } catch {
      decoder.endDetached()
      throw error
    }
    return object
  }

  /// Begins with the object at `header`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a malformed name or, under `.reject`, a duplicate
  ///   one.
  @inline(__always)
  func open(_ header: Int) throws {
    let tape = storage.tape
    search = Search(header: header, cursor: header &+ 2, end: tape[header &+ 1].end)
    if case .inOrder = lookup {} else { lookup = .inOrder }
    if !tape[header].flags.isEmpty || !decoder.comparesNamesAsTheyAre {
      try openIrregular()
    }
  }

  @inline(never)
  private func openIrregular() throws {
    if storage.tape[header].flags.isEmpty, mapConverted() { return }
    // A strategy's closure may run here, while nothing refers to the container yet; a container that
    // the closure opens must be a different one.
    func makeIndex() throws -> MemberIndex { try decoder.index(of: header) }
    use(try handle?.referringToBox(makeIndex) ?? makeIndex())
  }

  /// Finds the members by converted names, if the settings and the names allow that.
  ///
  /// - Returns: False when they do not.
  private func mapConverted() -> Bool {
    withDecoder { decoder in
      guard let id = decoder.nameConversionID else { return false }
      // SAFETY: `keyType` says why the key type is alive.
      unsafe uncountedKeyType._withUnsafeGuaranteedRef { keyType in
        keyType.convertedNames.prepare(id, for: decoder.options)
      }
      lookup = .converted
      if keyType.filledCount > 0 { return map(isConverted: true) }
      search.cursor = search.end
      return true
    }
  }

  /// Finds the members of all keys that have a slot, in one pass.
  ///
  /// - Returns: False when a converted name has no id.
  func map(isConverted: Bool = false) -> Bool {
    // SAFETY: this calls no code that can reach the object; `keyType` says why the key type is alive.
    search.isMapped = unsafe uncountedKeyType._withUnsafeGuaranteedRef { keyType in
      unsafe keyType.map.fill(&positions, header, of: storage, keyType, isConverted: isConverted)
    }
    // Any key that is still searched for is searched for from the first member.
    search.cursor = search.end
    return search.isMapped
  }

  /// The entry of the value of the key with the ordinal `ordinal`, `Tape.absent` if there is none; nil
  /// if the object is not mapped for that key.
  @inline(__always)
  func mappedEntry(of ordinal: Int) -> Int? {
    search.isMapped ? unsafe positions.entry(of: ordinal) : nil
  }

  /// Finds all members by `index` from now on.
  func use(_ index: MemberIndex) {
    search.cursor = search.end
    lookup = .indexed(index)
    decoder.notes.text.hasIndexes = true
  }

  /// The index of the members by name, if they are found by it.
  var index: MemberIndex? {
    if case .indexed(let index) = lookup { return index }
    return nil
  }

  /// Releases what came from a text; the next object starts afresh in any case.
  func forgetNames() {
    if case .indexed = lookup { lookup = .inOrder }
  }

  /// Notes that a model has asked for what the text lacks; see `DocumentDecoder.swift`.
  @inline(never)
  func noteAbsence() { decoder.notes.absenceCount &+= 1 }
}

/// How a key's value is found: by a cursor, then by a map, then by an index.
///
/// Models mostly ask for keys in the order of the text, so a member's name is first compared at the cursor, which moves
/// past each member that was found there. The members before it are thus those of other keys (`askedBits`), so that the
/// first of several members with one name counts. Other keys are searched for from the cursor on; once these searches
/// have gone past as many members as there are, all members are mapped. A key without an ordinal is searched for from
/// the first member, until an index pays.
extension KeyedObject {
  /// The state of a search.
  ///
  /// All of it is in one struct, because each check for overlapping access to a field of a class
  /// costs more than the access itself.
  struct Search {
    /// The object's entry.
    var header = 0

    /// The entry of the name that is expected next; at the end once members are found in another way.
    var cursor = 0

    /// The entry past the object's last value.
    var end = 0

    // The properties that begin as zero are next to each other, so that few stores reset them.

    /// The bits of the keys that were found at the cursor.
    var askedBits: UInt64 = 0

    /// What the searches have cost, where going past a member is one step; decides when a map or an index pays off.
    var cost = 0

    /// Whether the members are mapped, for all keys that had a slot then.
    var isMapped = false
  }

  /// The entry of the value of the key with the ordinal `ordinal`, named `name`; `Tape.absent` if
  /// there is no such member.
  @inline(__always)
  func find(_ ordinal: Int, _ name: @autoclosure () -> String) -> Int {
    let slot = slots[ordinal]
    let cursor = search.cursor
    if cursor < search.end {
      let tape = storage.tape
      if slot.matches(tape[cursor], in: storage.text, names: slots.nameBytes.text),
        search.askedBits & slot.askedBit == 0
      {
        let value = cursor &+ 1
        search.cursor = tape.entry(after: value)
        search.askedBits |= slot.askedBit
        return value
      }
    }
    return findFurther(ordinal, name)
  }

  /// Like `find`, for a member that is not the next one.
  ///
  /// It is small so that the usual case saves no registers.
  @inline(never)
  private func findFurther(_ ordinal: Int, _ name: () -> String) -> Int {
    mappedEntry(of: ordinal) ?? mapAndFind(ordinal, name)
  }

  @inline(never)
  private func mapAndFind(_ ordinal: Int, _ name: () -> String) -> Int {
    if slots[ordinal].pattern == 0 {
      // The closure may run the model's code, which may ask for the same key.
      let name = name()
      // The ordinals of an `@objc` enumeration are its raw values, which may exceed the number of its cases.
      guard ordinal < slots.count else { return find(name) }
      keyType.fill(ordinal, with: name)
      return find(ordinal, name)
    }
    guard case .inOrder = lookup else { return findInIndex(keyType.name(ordinal) ?? "") }
    let slot = slots[ordinal]
    guard !slot.isUnmatchable else { return Tape.absent }
    if !search.isMapped {
      guard search.cost >= storage.tape[header &+ 1].count || search.askedBits & slot.askedBit != 0
      else { return find(slot, from: search.cursor) }
      if map(), let entry = mappedEntry(of: ordinal) { return entry }
    }
    // The key got its slot after the object was mapped, or has the name of another one.
    return find(slot, from: header &+ 2)
  }

  /// The entry of the value of the key named `name`, `Tape.absent` if there is none.
  func find(_ name: String) -> Int {
    guard case .inOrder = lookup, name.utf8.count <= KeySlot.maximumByteCount else {
      return findInIndex(name)
    }
    let mark = slots.nameBytes.count
    defer { slots.nameBytes.truncate(to: mark) }
    let slot = KeySlot(name, ordinal: nil, bytes: &slots.nameBytes)
    return slot.isUnmatchable ? Tape.absent : find(slot, from: header &+ 2)
  }

  /// The entry of the first value from the member at `start` on whose name is in `slot`; `Tape.absent` if there is
  /// none.
  @inline(never)
  private func find(_ slot: KeySlot, from start: Int) -> Int {
    let tape = storage.tape
    var entry = start
    var steps = 0
    defer {
      search.cost &+= steps &+ 1
      // Once searches have passed so many members that an index would have paid off.
      if search.cost > 1024, search.cost > 16 &* tape[header &+ 1].count { makeIndex() }
    }
    while entry < search.end {
      if slot.matches(tape[entry], in: storage.text, names: slots.nameBytes.text) {
        return entry &+ 1
      }
      entry = tape.entry(after: entry &+ 1)
      steps &+= 1
    }
    return Tape.absent
  }

  /// The entry of the value of the key named `name`, by an index, which is made if there is none.
  private func findInIndex(_ name: String) -> Int {
    if case .indexed(let index) = lookup { return index.entry(of: name) }
    makeIndex()
    return index?.entry(of: name) ?? Tape.absent
  }

  /// The keys for the names of the object, in the order of the text, each name once.
  ///
  /// Keys that only have a default, if the type has defaults, are not included.
  func keys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
    noteAbsence()
    // A custom strategy is called once for each name.
    if decoder.convertsByPath {
      return index?.names.compactMap { Key(stringValue: $0) } ?? []
    }
    let header = header
    if storage.tape[header &+ 1].count == 1 {
      let name = decoder.document.repairedString(at: header + 2)
      guard let key = Key(stringValue: decoder.convert(name, at: decoder.path(to: header)))
      else { return [] }
      return hasSlots ? keyType.list(of: key) : [key]
    }
    return decoder.keys(type, of: header)
  }

  @inline(never)
  private func makeIndex() {
    guard let index = try? decoder.index(of: header) else { return }
    use(index)
  }
}

/// The keyed container over an object: checks its reference to the `KeyedObject` and leaves everything else, such as
/// turning keys into entries, to that and to the `DocumentDecoder`, which do not depend on the type of the keys.
///
/// The standard library calls its methods, which are in `ObjectContainer.swift`, through a witness table, with `Key`
/// unknown at compile time, so each is kept as small as possible.
struct KeyedContainer<Key: CodingKey>: MirroredAsEmpty {
  private let reference: PooledReference

  init(_ reference: PooledReference) { self.reference = reference }

  /// - Throws: What `body` or `other` throws; `DecodingError.dataCorrupted` when the container is stale, or another
  ///   thread is decoding the object.
  @inline(__always)
  func on<Result>(
    _ body: (KeyedObject) throws -> Result,
    elsewhere other: (KeyedObject) throws -> Result
  ) throws -> Result {
    guard reference.isOpenHere else {
      let (object, isDetached) = try reference.object(Key.self)
      defer { if isDetached { object.decoder.endDetached() } }
      return try other(object)
    }
    // SAFETY: compared above.
    return try unsafe reference.withObject(body)
  }
}

/// A pooled keyed container's uncounted reference to its object.
///
/// The standard library copies a container for each call of its methods, and two atomic operations
/// for each member would take 5 to 9 % of the time for models with many small members.
@safe
struct PooledReference {
  /// The object, which exists for as long as the handle has the generation.
  private let uncounted: Unmanaged<KeyedObject>
  private let handle: ContainerHandle
  private let generation: UInt64

  init(_ object: Unmanaged<KeyedObject>, _ handle: ContainerHandle, generation: UInt64) {
    // SAFETY: `isOpenHere` or `object(_:)` comes before each use.
    unsafe uncounted = object
    self.handle = handle
    self.generation = generation
  }

  /// Whether the current thread is certain to be decoding the object.
  var isOpenHere: Bool { handle.isOpenHere(generation) }

  /// Calls `body` with the object.
  ///
  /// - Precondition: `isOpenHere`.
  @unsafe
  @inline(__always)
  func withObject<Result>(_ body: (KeyedObject) throws -> Result) rethrows -> Result {
    // SAFETY: the handle is void before the object goes. During the call the box is held, and
    // with it the object, by the caller of the container's method.
    try unsafe uncounted._withUnsafeGuaranteedRef(body)
  }

  /// The object, for when `isOpenHere` is false; if its own decode is over, that of a later decode.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when another thread is decoding it, or it is gone.
  @inline(never)
  func object<Key: CodingKey>(_ type: Key.Type) throws -> (KeyedObject, isDetached: Bool) {
    // SAFETY: the object of a generation that is open on this thread exists, and only this thread can end it. A kept
    // object is retained under the lock under which its copies become stale, which is before it is released.
    if handle.isOpenOnThisThread(generation) {
      return (unsafe uncounted.takeUnretainedValue(), false)
    }
    let (isOpen, object) = handle.environment.withLock {
      let object = handle.isDetached(generation) ? unsafe uncounted.takeUnretainedValue() : nil
      return (handle.isOpen(generation), object)
    }
    if let object { return (try object.beginDetached(type), true) }
    throw isOpen ? DecodingError.isInUseElsewhere : DecodingError.staleContainer
  }
}
