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

    // The properties that begin as zero are next to each other, so that few stores reset them.

    var askedBits: UInt64 = 0
    var passed: UInt64 = 0

    /// The total number of members that searches from the first member went past; decides when an index pays
    /// off.
    var stepCount = 0

    /// What the searches have cost, where going past a member is one step; decides when a map pays off.
    var cost = 0

    /// The entry of the name that was last found for a key without an ordinal, 0 if there is none.
    var lastName = 0

    /// Whether the members are mapped, for all keys that had a slot then.
    var isMapped = false

    /// Whether all names are known to differ, once that was asked.
    var namesDiffer: Bool?

    /// The credit for making a map at once: it grows with each object that would have cost less with a map,
    /// and with each key that a map is asked for; each map made at once takes some of it.
    var credit = 0

    /// How much of the credit a map made at once takes: the number of keys that it must be asked for to pay
    /// off.
    static var mapCredit: Int { 4 }

    /// Whether a map is likely to pay before anything was searched for.
    var mapPaysAtOnce: Bool { @inline(__always) get { credit > 2 &* Self.mapCredit } }

    /// Begins with the object at `header`.
    mutating func begin(_ header: Int, end: Int) {
      self = Search(header: header, cursor: header &+ 2, end: end, credit: credit)
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

  /// Like `find`, for a member that is not the next one.
  ///
  /// It is small so that the usual case saves no registers.
  @inline(never)
  private func findFurther(_ ordinal: Int, _ name: () -> String) -> Int {
    if let entry = mappedEntry(of: ordinal) {
      search.credit &+= 1
      return entry
    }
    return mapAndFind(ordinal, name)
  }

  @inline(never)
  private func mapAndFind(_ ordinal: Int, _ name: () -> String) -> Int {
    if search.mapPaysAtOnce, mapAtOnce(), let entry = mappedEntry(of: ordinal) { return entry }
    if slots[ordinal].pattern == 0 {
      // The closure may run the model's code, which may ask for the same key.
      let name = name()
      // The ordinals of an `@objc` enumeration are its raw values, which may exceed the number of its cases.
      guard ordinal < slots.count else { return find(name) }
      keyType.fill(ordinal, with: name)
    }
    guard case .inOrder = lookup else { return findInIndex(keyType.name(ordinal) ?? "") }
    return searchInOrder(ordinal)
  }

  /// The entry of the value of the key named `name`, `Tape.absent` if there is none.
  func find(_ name: String) -> Int {
    guard case .inOrder = lookup, name.utf8.count <= KeySlot.maximumByteCount else {
      return findInIndex(name)
    }
    // A model that tries several types asks for the same key each time, and preparing it takes longer than
    // this comparison.
    let last = search.lastName
    if last != 0, storage.isPlainName(name, at: last) { return last &+ 1 }
    let mark = slots.nameBytes.count
    defer { slots.nameBytes.truncate(to: mark) }
    let slot = KeySlot(name, ordinal: nil, bytes: &slots.nameBytes)
    return slot.isUnmatchable ? Tape.absent : searchNear(slot) ?? search(for: slot, ordinal: nil)
  }

  /// Searches for the key with the ordinal `ordinal`.
  @inline(never)
  private func searchInOrder(_ ordinal: Int) -> Int {
    let slot = slots[ordinal]
    return slot.isUnmatchable ? Tape.absent : search(for: slot, ordinal: ordinal)
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
    let header = header
    if storage.tape[header &+ 1].count == 1, !decoder.convertsByPath {
      let name = decoder.document.repairedString(at: header + 2)
      guard let key = Key(stringValue: decoder.convert(name, at: decoder.path(to: header)))
      else { return [] }
      return hasSlots ? keyType.list(of: key) : [key]
    }
    let known = decoder.keys(type, of: header)
    // Making keys runs the model's code.
    if known.namesDiffer, self.header == header { search.namesDiffer = true }
    return known.keys
  }

  // MARK: - In order

  /// The entry of the value of the key whose name is in `slot`, which has no ordinal, if it is the
  /// last one found or the next one.
  ///
  /// Models ask for such a key several times in a row, or for all that they got from `allKeys`. In a wide
  /// object, so many keys have the same filter bits that every search would start at the first member.
  private func searchNear(_ slot: KeySlot) -> Int? {
    let (tape, names) = (storage.tape, slots.nameBytes.text)
    let last = search.lastName
    // A key that is equivalent to the name may have different bytes.
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
    if let ordinal, search.cost > Self.leastMapCost, mapIfItPays(),
      let entry = mappedEntry(of: ordinal)
    {
      return entry
    }
    let tape = storage.tape
    // `super` may also be a key of the type, and then has its own bit.
    let isAmongPassed = search.mayHavePassed(slot) || ordinal == nil && search.askedBits != 0
    var entry = isAmongPassed ? header &+ 2 : search.cursor
    var seen: UInt64 = 0
    var steps = 0
    // The call itself costs as much as two steps.
    defer { search.cost &+= steps &+ 2 }
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
    countSteps(steps)
    return Tape.absent
  }

  // MARK: - Out of order

  /// Maps this object before anything was searched for.
  ///
  /// - Returns: Whether it is mapped.
  private func mapAtOnce() -> Bool {
    guard !search.isMapped, case .inOrder = lookup else { return false }
    search.credit = min(search.credit, 16 &* Search.mapCredit) &- Search.mapCredit &+ 1
    return map()
  }

  /// Maps this object once the searches in it have cost more than a map.
  ///
  /// An object therefore never takes much more than twice the time of mapping it at once, whatever comes
  /// after.
  ///
  /// - Returns: Whether it is mapped.
  @inline(never)
  private func mapIfItPays() -> Bool {
    let count = storage.tape[header &+ 1].count
    // A key that got its slot after the object was mapped is not in the map.
    guard !search.isMapped, search.cost > Self.leastMapCost &+ count &+ count &>> 1 else {
      return false
    }
    search.credit = max(search.credit, 0) &+ 2 &* Search.mapCredit
    return map()
  }

  /// What a map costs in addition to its members, in steps.
  private static var leastMapCost: Int { 4 }

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
