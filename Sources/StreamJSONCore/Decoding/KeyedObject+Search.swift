/// How a key's value is found.
///
/// Models mostly ask for keys in the order of the text, so the search continues after the last hit.
/// The first of several members with the same name must count, which is ensured as follows:
///
/// - `askedBits` has the bit of each key that was found; a key asked for again is searched for from
///   the first member on.
/// - `passed` has the filter bit of every name that the search went past without a hit; a key with
///   that bit may be among them and is searched for from the first member on.
/// - Members before `cursor` are therefore either hits of other keys or in `passed`.
///
/// A miss searches to the end once and leaves the filter of the names it saw in `ahead`; the next
/// missing key needs no search.
extension KeyedObject {
  /// The state of a search in order.
  ///
  /// All of it is in one struct, because each check for overlapping access to a field of a class
  /// costs more than the access itself.
  struct Search {
    /// The object's entry.
    var header = 0

    /// The entry of the name at which the next search begins.
    var cursor = 0

    /// The entry past the object's last value.
    var end = 0

    var askedBits: UInt64 = 0
    var passed: UInt64 = 0
    var ahead: UInt64 = 0
    var knowsAhead = false

    /// The entry of the name that was last found for a key without an ordinal, 0 if there is none; for
    /// members found by an index, what that says.
    var lastName = 0

    /// Whether all names are known to differ, once that was asked.
    var namesDiffer: Bool?

    /// The total number of members that searches from the first one on went past; decides when a
    /// map or an index pays off.
    var stepCount = 0

    /// How many of the last maps, in a row, have paid; negative for those that have not.
    var mapScore = 0

    /// How many keys the last map was asked for.
    var lookUpCount = 0

    /// The bounds of `mapScore`: at the upper one, the next map is made at once; at the lower one, after
    /// eight times as many steps as at zero.
    static var mapScores: ClosedRange<Int> { -3...2 }

    /// Whether a map is likely to pay before anything was searched for.
    var mapPaysAtOnce: Bool { @inline(__always) get { mapScore == Self.mapScores.upperBound } }

    /// Begins with the object at `header`.
    @inline(__always)
    mutating func begin(_ header: Int, end: Int) {
      self.header = header
      cursor = header &+ 2
      self.end = end
      askedBits = 0
      passed = 0
      knowsAhead = false
      lastName = 0
      namesDiffer = nil
      stepCount = 0
    }

    /// Notes that the key of `slot` was found.
    @inline(__always)
    mutating func note(_ slot: KeySlot) {
      if slot.askedBit != 0 {
        askedBits |= slot.askedBit
      } else {
        passed |= slot.filterBit
      }
    }

    /// Whether the key of `slot` may be among the members before the cursor.
    @inline(__always)
    func mayHavePassed(_ slot: KeySlot) -> Bool {
      askedBits & slot.askedBit | passed & slot.filterBit != 0
    }
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
        !search.mayHavePassed(slot)
      {
        let value = cursor &+ 1
        search.cursor = tape.entry(after: value)
        search.note(slot)
        return value
      }
    }
    return findFurther(ordinal, name)
  }

  @inline(never)
  private func findFurther(_ ordinal: Int, _ name: () -> String) -> Int {
    switch lookup {
    case .converted(let members):
      let names = decoder.memory.convertedNames
      return members.entry(of: names.id(ofKey: ordinal, of: keyType.id, name))
    case .indexed(let index):
      if let known = keyType.name(ordinal) { return index.entry(of: known, near: &search.lastName) }
      let name = name()
      keyType.fill(ordinal, with: name)
      return index.entry(of: name, near: &search.lastName)
    case .inOrder, .mapped:
      if slots[ordinal].pattern == 0 {
        keyType.fill(ordinal, with: name())
      } else if case .mapped(let map) = lookup, map.filledCount == keyType.filledCount {
        search.lookUpCount &+= 1
        return map.entry(of: ordinal)
      }
      let slot = slots[ordinal]
      return slot.isUnmatchable ? Tape.absent : search(for: slot, ordinal: ordinal)
    }
  }

  /// The entry of the value of the key named `name`, `Tape.absent` if there is none.
  func find(_ name: String) -> Int {
    switch lookup {
    case .converted(let members):
      let id = decoder.memory.convertedNames.knownID(ofConverted: name)
      return id.map { members.entry(of: $0) } ?? Tape.absent
    case .indexed(let index):
      return index.entry(of: name, near: &search.lastName)
    case .inOrder, .mapped:
      guard name.utf8.count <= KeySlot.maximumByteCount else { return findInIndex(name) }
      // Each type that a model tries asks for the same key, which takes longer to prepare.
      let last = search.lastName
      if last != 0, storage.isPlainName(name, at: last) { return last &+ 1 }
      let mark = slots.nameBytes.count
      defer { slots.nameBytes.truncate(to: mark) }
      let slot = KeySlot(name, ordinal: nil, bytes: &slots.nameBytes)
      return slot.isUnmatchable ? Tape.absent : searchNear(slot) ?? search(for: slot, ordinal: nil)
    }
  }

  private func findInIndex(_ name: String) -> Int {
    makeIndex()
    return index?.entry(of: name) ?? Tape.absent
  }

  /// The keys for the names of the object, in the order of the text, each name once.
  ///
  /// Those of the defaults are absent, if there are any.
  func keys<Key: CodingKey>(_ type: Key.Type) -> [Key] {
    noteAbsence()
    let (header, known) = (header, decoder.keys(type, of: header))
    // Making keys runs code of the model's.
    if known.namesDiffer, self.header == header { search.namesDiffer = true }
    return known.keys
  }

  // MARK: - In order

  /// The entry of the value of the key whose name is in `slot`, which has no ordinal, if it is the
  /// last one found or the next one.
  ///
  /// Models ask for such a key several times in a row, or for all that they got from `allKeys`. In a
  /// wide object, so many keys have the same filter bits that each would be searched for from the
  /// first member on.
  private func searchNear(_ slot: KeySlot) -> Int? {
    let (tape, names) = (storage.tape, slots.nameBytes.text)
    let last = search.lastName
    // A key that is equivalent to the name has other bytes.
    if last != 0, slot.matches(tape[last], in: storage.text, names: names) { return last &+ 1 }
    let next = search.cursor
    guard next < search.end, slot.matches(tape[next], in: storage.text, names: names),
      !(search.mayHavePassed(slot) || search.askedBits != 0) || hasDifferentNames()
    else { return nil }
    search.note(slot)
    search.lastName = next
    search.cursor = tape.entry(after: next &+ 1)
    return next &+ 1
  }

  /// Whether no name of the object is there twice, as far as a quick test can tell.
  func hasDifferentNames() -> Bool {
    if let known = search.namesDiffer { return known }
    let differ = decoder.namesDiffer(in: header)
    search.namesDiffer = differ
    return differ
  }

  /// Searches for the key whose name is in `slot` and whose ordinal, if it has one, is `ordinal`.
  @inline(__always)
  private func search(for slot: KeySlot, ordinal: Int?) -> Int {
    if let ordinal, search.stepCount > 8 || search.mapPaysAtOnce, let map = currentMap() {
      return map.entry(of: ordinal)
    }
    let tape = storage.tape
    // `super` may also be a key of the type, and then has a bit of its own.
    let isAmongPassed = search.mayHavePassed(slot) || ordinal == nil && search.askedBits != 0
    if !isAmongPassed, search.knowsAhead, search.ahead & slot.filterBit == 0 { return Tape.absent }
    var entry = isAmongPassed ? header &+ 2 : search.cursor
    var seen: UInt64 = 0
    var steps = 0
    while entry < search.end {
      let word = tape[entry]
      if slot.matches(word, in: storage.text, names: slots.nameBytes.text) {
        let value = entry &+ 1
        if ordinal == nil { search.lastName = entry }
        if entry >= search.cursor {
          search.note(slot)
          // In a search from the first member on, `seen` also has names before the cursor; extra
          // bits only cost time.
          search.passed |= seen
          search.cursor = tape.entry(after: value)
        }
        if isAmongPassed { countSteps(steps) }
        return value
      }
      seen |= NameFilter.bit(storage.text, from: word.offset, count: word.shortCount)
      entry = tape.entry(after: entry &+ 1)
      steps &+= 1
    }
    // The filter that the first search to the end leaves behind makes up for its cost; where the
    // filter does not help, as in wide objects, further searches are counted.
    if isAmongPassed || search.knowsAhead { countSteps(steps) }
    if !isAmongPassed {
      search.ahead = seen
      search.knowsAhead = true
    }
    return Tape.absent
  }

  // MARK: - Out of order

  /// The map of this object, made once searches have gone past more members than it costs to make.
  ///
  /// If maps paid in the objects before, it is made at once; the more of them did not, the later it is made.
  @inline(never)
  private func currentMap() -> MemberMap? {
    // A key that got its slot after the map was made is not in it.
    if case .mapped(let map) = lookup, map.filledCount == keyType.filledCount { return map }
    let lookUpCount = search.lookUpCount
    if search.mapPaysAtOnce, lookUpCount < Self.leastLookUpCount { search.mapScore = 0 }
    let score = search.mapScore
    let threshold = max(8, storage.tape[header &+ 1].count &>> 2) &<< max(0, 0 &- score)
    guard search.mapPaysAtOnce || search.stepCount > threshold else { return nil }
    let scores = Search.mapScores
    search.mapScore =
      lookUpCount > 1
      ? min(max(0, score) &+ 1, scores.upperBound) : max(min(0, score) &- 1, scores.lowerBound)
    search.lookUpCount = 0
    let map = map
    map.fill(header, of: storage, keyType)
    lookup = .mapped(map)
    return map
  }

  /// How many keys a map must be asked for that is made before anything was searched for.
  private static var leastLookUpCount: Int { 6 }

  /// Makes an index once searches have passed so many members that it would have paid off.
  @inline(__always)
  private func countSteps(_ steps: Int) {
    search.stepCount &+= steps
    if search.stepCount > 1024, search.stepCount > 16 &* storage.tape[header &+ 1].count {
      makeIndex()
    }
  }

  @inline(never)
  private func makeIndex() {
    guard let index = try? decoder.index(of: header) else { return }
    use(index)
    assert(checkInvariants())
  }
}
