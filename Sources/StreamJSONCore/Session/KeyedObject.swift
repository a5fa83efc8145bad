/// The members of one object, as a keyed container sees them: everything about a keyed container
/// that does not depend on the type of its keys.
///
/// `KeyedObject+Search.swift` has the search for its members.
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

  // MARK: - The open object: from one `open(_:)` to the next, except for the credit of the search

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

  /// Makes an object of `decoder`, which the pooled container with `handle`, if any, reads.
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
    search.begin(header, end: tape[header &+ 1].end)
    if case .inOrder = lookup {} else { lookup = .inOrder }
    if !tape[header].flags.isEmpty || !decoder.comparesNamesAsTheyAre {
      try openIrregular()
    }
    assert(checkInvariants())
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
    search.passed = .max
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
    if case .path = decoder.options.keyConversion {
      decoder.notes.text.openedObjects.add(self, at: header)
    }
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

  /// Notes that a model has asked for what the text lacks; see `DocumentDecoder+Models.swift`.
  @inline(never)
  func noteAbsence() { decoder.notes.absenceCount &+= 1 }

  /// Checks, in debug builds, the invariants that all methods rely on.
  func checkInvariants() -> Bool {
    let isInside = search.cursor >= search.header + 2 && search.cursor <= search.end
    switch lookup {
    case .inOrder: return isInside
    case .converted, .indexed: return isInside && search.cursor == search.end
    }
  }
}
