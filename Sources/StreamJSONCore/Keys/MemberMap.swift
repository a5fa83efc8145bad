/// How the members of an object are found for all keys of a type in one pass.
///
/// This is for objects whose members are not in the order in which they are read, and for objects whose names are
/// converted. Objects of one type mostly have the same names in the same order, so each name is first compared with the
/// one that is expected at its place, and only the others are looked up.
struct MemberMap: ~Copyable {
  /// The ordinals of keys by their names, if names are compared as they are.
  private var table = SlotTable()

  /// The ordinals plus 1 by the ids of converted names, or 0.
  private var ordinals: [UInt16] = []

  /// The generation of the names that the map is for, 0 if it is for unconverted names.
  private var generation = 0

  /// The number of keys that had a slot when the map was made.
  private var filledCount = 0

  /// The names of previous objects, in their order.
  private var expected = NameOrder()

  /// Finds the members of the object at `header`, the first one of each name.
  ///
  /// With `isConverted`, the names of the object are converted before they are compared.
  ///
  /// - Returns: False when a converted name has no id; `positions` are meaningless then.
  mutating func fill(
    _ positions: inout MemberPositions,
    _ header: Int,
    of storage: DocumentStorage,
    _ keyType: KeyType,
    isConverted: Bool
  ) -> Bool {
    let current = isConverted ? keyType.convertedNames.generation : 0
    if keyType.filledCount != filledCount || current != generation {
      generation = current
      prepare(for: keyType, isConverted)
    }
    positions.begin(keyType)
    expected.begin()
    let (tape, text) = (storage.tape, storage.text)
    let end = tape[header &+ 1].end
    var entry = header &+ 2
    while entry < end {
      let word = tape[entry]
      var ordinal = expected.next(word, in: text)
      if ordinal == NameOrder.unexpected {
        guard let known = find(word, in: text, keyType, isConverted) else { return false }
        ordinal = known
        expected.learn(word, in: text, known)
      }
      positions.note(entry &+ 1, for: ordinal)
      entry = tape.entry(after: entry &+ 1)
    }
    return true
  }

  /// The ordinal of the key with the name at `word`; -1 if there is none.
  ///
  /// - Returns: Nil when the name has no id.
  @inline(never)
  private func find(
    _ word: TapeWord,
    in text: JSONText,
    _ keyType: KeyType,
    _ isConverted: Bool
  ) -> Int? {
    if isConverted {
      guard let id = keyType.convertedNames.id(of: text, from: word.offset, count: word.shortCount)
      else {
        return nil
      }
      return id < ordinals.count ? Int(ordinals[id]) &- 1 : -1
    }
    let slots = keyType.slots
    let hash = NameFilter.hash(text, from: word.offset, count: word.shortCount)
    return table.position(hash) {
      slots[$0].matches(word, in: text, names: slots.nameBytes.text)
    } ?? -1
  }

  // MARK: - Keys

  /// Makes the map for the keys that have a slot.
  private mutating func prepare(for keyType: KeyType, _ isConverted: Bool) {
    filledCount = keyType.filledCount
    expected = NameOrder()
    guard isConverted else {
      let slots = keyType.slots
      table = SlotTable(count: keyType.ordinalBound) { keyType.isMapped($0) ? slots[$0] : nil }
      return
    }
    ordinals = []
    for ordinal in 0..<keyType.ordinalBound where keyType.isMapped(ordinal) {
      guard let name = keyType.name(ordinal) else { continue }
      let id = keyType.convertedNames.id(ofConverted: name)
      while ordinals.count <= id { ordinals.append(0) }
      ordinals[id] = UInt16(ordinal + 1)
    }
  }
}
