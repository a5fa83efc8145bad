/// The members of one object, as a keyed container sees them: everything about a keyed container
/// that does not depend on the type of its keys.
///
/// Models ask for keys mostly in the order of the text, so the search goes on behind the last
/// hit. What makes that exact, where the first of two members with one name must count:
///
/// - `askedBits` has the bit of each key that was found; a key asked for again is searched from
///   the first member on.
/// - `passed` has the filter bit of every name that the search went past without a hit; a key
///   with that bit may be among them and is searched from the first member on.
/// - Members before `cursor` are therefore either hits of other keys or in `passed`.
///
/// A miss goes to the end once and leaves the filter of what it saw in `ahead`; the next missing
/// key needs no search.
@safe
final class KeyedObject {
  // Not counted, because a pooled container belongs to the decoder that they belong to, and
  // counting would make a cycle; `owner` is set before a container can outlive the decoder.
  private let uncountedDecoder: Unmanaged<DocumentDecoder>
  // SAFETY: see `keyType`.
  private unowned(unsafe) let uncountedKeyType: KeyType

  /// The decoder again, counted, for a container that may outlive `decode`.
  var owner: DocumentDecoder?

  /// The decoder whose object this is.
  var decoder: DocumentDecoder {
    // SAFETY: the decoder holds the pool that holds this object, or `owner` holds the decoder.
    @inline(__always) get { unsafe uncountedDecoder._withUnsafeGuaranteedRef { $0 } }
  }

  /// Calls `body` with the decoder, which is not counted meanwhile.
  @inline(__always)
  func withDecoder<Result>(_ body: (DocumentDecoder) throws -> Result) rethrows -> Result {
    // SAFETY: as above.
    try unsafe uncountedDecoder._withUnsafeGuaranteedRef(body)
  }

  var keyType: KeyType {
    // SAFETY: the decoder's memory holds its key types for as long as it lives.
    @inline(__always) get { unsafe uncountedKeyType }
  }

  /// The document's text and tape.
  let view: DocumentView

  /// True when a key's one byte, or none, tells which key it is.
  let hasSlots: Bool

  /// The prepared names of the key type.
  private let slots: KeySlots

  /// Where the search stands.
  ///
  /// Together in one struct, because each check for overlapping access to a field of a class costs
  /// more than the access.
  private struct Search {
    /// The object's entry, and the entry past its end.
    var header = 0
    var end = 0

    /// The name that the next search begins with.
    var cursor = 0

    var askedBits: UInt64 = 0
    var passed: UInt64 = 0
    var ahead: UInt64 = 0
    var knowsAhead = false

    /// True when `converted` has the members of this object.
    var isConverted = false

    /// True when the map is of this object.
    var isMapped = false

    /// Members that searches from the first one on went past, in all; decides when a map or an
    /// index pays.
    var stepCount = 0
  }

  // SAFETY: never passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedSearch = Search()

  private var search: Search {
    @inline(__always) get { unsafe uncheckedSearch }
    @inline(__always) _modify { yield unsafe &uncheckedSearch }
  }

  /// The object's entry.
  var header: Int { @inline(__always) get { search.header } }

  /// Value entries by name, for objects whose names cannot be compared byte by byte, and for wide
  /// ones that are read out of order.
  private var index: [MemberName: Int]? {
    @inline(__always) get { unsafe uncheckedIndex }
    set {
      unsafe uncheckedIndex = newValue
      names = nil
      if newValue != nil { decoder.memory.hasIndexes = true }
    }
  }

  // SAFETY: read and written as a whole, by the accessors above only.
  @exclusivity(unchecked) private var uncheckedIndex: [MemberName: Int]?

  /// Lets go of what came from a text; the next object begins anew in any case.
  func forgetNames() {
    index = nil
  }

  /// Kept for the next object.
  private var map: MemberMap?
  private var converted = ConvertedMembers()

  init(decoder: DocumentDecoder, keyType: KeyType) {
    // SAFETY: both are alive; `decoder` and `keyType` say why they stay so.
    unsafe uncountedDecoder = Unmanaged.passUnretained(decoder)
    unsafe uncountedKeyType = keyType
    view = decoder.view
    slots = keyType.slots
    hasSlots = keyType.hasSlots
  }

  /// Begins with the object at `header`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a malformed name or, under `.reject`, a double
  ///   one.
  @inline(__always)
  func open(_ header: Int) throws {
    let tape = view.tape
    search.header = header
    search.cursor = header &+ 2
    search.end = tape[header &+ 1].end
    search.askedBits = 0
    search.passed = 0
    search.knowsAhead = false
    search.isMapped = false
    search.isConverted = false
    search.stepCount = 0
    if index != nil { index = nil }
    if !tape[header].flags.isEmpty || !view.comparesNamesAsTheyAre {
      try openIrregular()
    }
  }

  @inline(never)
  private func openIrregular() throws {
    if case .name(let conversion) = decoder.options.keyConversion, view.tape[header].flags.isEmpty,
      decoder.options.duplicateKeyPolicy == .useFirst
    {
      let names = decoder.memory.convertedNames
      names.prepare(for: conversion)
      if converted.map(header, of: view, names, conversion.convert) {
        search.isConverted = true
        // Names cannot be compared as they are.
        search.cursor = search.end
        return
      }
    }
    index = try decoder.membersByName(of: header)
    if case .path = decoder.options.keyConversion {
      decoder.memory.openedObjects.add(self, at: header)
    }
  }

  /// True when the object's names are only known by `index`.
  var isIndexed: Bool { index != nil }

  /// The names in `index`, in the order of the text, each with the entry of its value; nil before
  /// they were asked for.
  private var names: [(name: String, value: Int)]?

  /// The names of an object that has an index, as a key strategy has made them, in the order of the
  /// text.
  func convertedNames() -> [(name: String, value: Int)] {
    if let names { return names }
    guard let index else { return [] }
    let names = index.map { (name: $0.key.string, value: $0.value) }
      .sorted { $0.value < $1.value }
    self.names = names
    return names
  }

  /// What a key strategy has made of the name of the value at `entry`.
  func convertedName(ofValueAt entry: Int) -> String? {
    let names = convertedNames()
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].value < entry { low = middle + 1 } else { high = middle }
    }
    return low < names.count && names[low].value == entry ? names[low].name : nil
  }

  // MARK: - Search

  /// The entry of the value of the key with the number `number` and a name that `name` tells.
  ///
  /// - Returns: The entry, or -1 when there is no such member.
  @inline(__always)
  func find(_ number: Int, _ name: @autoclosure () -> String) -> Int {
    let slot = slots[number]
    let cursor = search.cursor
    if cursor < search.end, index == nil {
      let tape = view.tape
      let word = tape[cursor]
      if slot.matches(word, in: view.text, names: slots.nameBytes.text),
        search.askedBits & slot.askedBit | search.passed & slot.filterBit == 0
      {
        let value = cursor &+ 1
        search.cursor = tape.entry(after: value)
        if slot.askedBit != 0 {
          search.askedBits |= slot.askedBit
        } else {
          search.passed |= slot.filterBit
        }
        return value
      }
    }
    return findFurther(number, name)
  }

  /// The entry of the value of the key named `name`, -1 when there is none.
  func find(_ name: String) -> Int {
    if search.isConverted {
      let number = decoder.memory.convertedNames.knownNumber(ofConverted: name)
      return number.map { converted.entry(of: $0) } ?? -1
    }
    if let index { return index[MemberName(name)] ?? -1 }
    guard name.utf8.count <= KeySlot.maximumCount else { return findInIndex(name) }
    let mark = slots.nameBytes.count
    defer { slots.nameBytes.truncate(to: mark) }
    let slot = KeySlot(name, number: nil, bytes: &slots.nameBytes)
    return slot.isAbsent ? -1 : search(slot)
  }

  @inline(never)
  private func findFurther(_ number: Int, _ name: () -> String) -> Int {
    if search.isConverted {
      let names = decoder.memory.convertedNames
      return converted.entry(of: names.number(ofKey: number, of: keyType.number, name))
    }
    if let index {
      if let known = keyType.name(number) { return index[MemberName(known)] ?? -1 }
      let name = name()
      keyType.fill(number, with: name)
      return index[MemberName(name)] ?? -1
    }
    if slots[number].pattern == 0 { keyType.fill(number, with: name()) }
    let slot = slots[number]
    return slot.isAbsent ? -1 : search(slot, number: number)
  }

  private func findInIndex(_ name: String) -> Int {
    makeIndex()
    return index?[MemberName(name)] ?? -1
  }

  /// Searches for a key without a number.
  private func search(_ slot: KeySlot) -> Int {
    search(slot, number: nil)
  }

  private func search(_ slot: KeySlot, number: Int?) -> Int {
    if let number, let map = currentMap() {
      let entry = map.entry(of: number)
      return entry == 0 ? -1 : entry
    }
    let tape = view.tape
    // `super` may be a key of the type, too, and then is among those with a bit of their own.
    let isAmongPassed =
      search.askedBits & slot.askedBit | search.passed & slot.filterBit != 0
      || number == nil && search.askedBits != 0
    if !isAmongPassed, search.knowsAhead, search.ahead & slot.filterBit == 0 { return -1 }
    var entry = isAmongPassed ? header &+ 2 : search.cursor
    var seen: UInt64 = 0
    var steps = 0
    while entry < search.end {
      let word = tape[entry]
      if slot.matches(word, in: view.text, names: slots.nameBytes.text) {
        let value = entry &+ 1
        if entry >= search.cursor {
          if slot.askedBit != 0 {
            search.askedBits |= slot.askedBit
          } else {
            search.passed |= slot.filterBit
          }
          // From the first member on, `seen` has names before the cursor too; more bits than
          // needed only cost time.
          search.passed |= seen
          search.cursor = tape.entry(after: value)
        }
        if isAmongPassed { countSteps(steps) }
        return value
      }
      seen |= NameFilter.bit(view.text, from: word.offset, count: word.shortCount)
      entry = tape.entry(after: entry &+ 1)
      steps &+= 1
    }
    // The first search to the end is paid for by the filter that it leaves; where the filter does
    // not help, as with names of a wide object, the next ones count.
    if isAmongPassed || search.knowsAhead { countSteps(steps) }
    if !isAmongPassed {
      search.ahead = seen
      search.knowsAhead = true
    }
    return -1
  }

  /// The map of this object, made when searches have gone past more members than making it costs.
  private func currentMap() -> MemberMap? {
    // A key that got its slot after the map was made is not in it.
    if search.isMapped, let map, map.filledCount == keyType.filledCount { return map }
    guard search.stepCount > 8, search.stepCount > view.tape[header &+ 1].count &>> 2 else {
      return nil
    }
    let map = self.map ?? MemberMap()
    self.map = map
    map.map(header, of: view, keyType)
    search.isMapped = true
    return map
  }

  /// Makes an index when searches have passed so many members that it would have paid.
  @inline(__always)
  private func countSteps(_ steps: Int) {
    search.stepCount &+= steps
    if search.stepCount > 1024, search.stepCount > 16 &* view.tape[header &+ 1].count {
      makeIndex()
    }
  }

  @inline(never)
  private func makeIndex() {
    index = try? decoder.membersByName(of: header)
  }
}
