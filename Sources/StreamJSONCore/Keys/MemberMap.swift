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

  /// Creates the map for the keys that have a slot.
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

/// A member's name as a key for lookups: equal when the Strings are, except for very long ones.
///
/// Strings are hashed and compared by canonical equivalence, for which the standard library sorts
/// combining marks in time that grows with the square of their number: 128 KB of them took 18
/// seconds. Names longer than any model has are compared byte by byte instead.
struct MemberName: Hashable {
  let string: String

  /// Names of at least this many bytes are compared byte by byte.
  private static let longByteCount = 256

  init(_ string: String) { self.string = string }

  private var isLong: Bool { string.utf8.count >= MemberName.longByteCount }

  static func == (first: MemberName, second: MemberName) -> Bool {
    guard first.isLong || second.isLong else { return first.string == second.string }
    return first.isSpelled(like: second)
  }

  /// Whether both have the same bytes, as RFC 8259 section 8.3 compares names: two equal Strings may consist of
  /// different characters.
  @inline(__always)
  func isSpelled(like other: MemberName) -> Bool {
    SmallString.areSame(string, other.string)
      ?? (string.utf8.count == other.string.utf8.count && hasBytes(of: other))
  }

  /// A hash of the bytes, for names that are compared by their bytes.
  ///
  /// A name can be spelled in as many equivalent ways as its combining marks have orders, and `hash(into:)` is the same
  /// for all of these.
  var spellingHash: Int { string.withText { Int(truncatingIfNeeded: $0.mixed) } }

  private func hasBytes(of other: MemberName) -> Bool {
    string.withText { bytes in
      other.string.withText { bytes.isEqual(from: 0, to: $0, from: 0, count: bytes.count) }
    }
  }

  func hash(into hasher: inout Hasher) {
    if isLong { hasher.combine(spellingHash) } else { hasher.combine(string) }
  }
}

// These are separate functions because each use of a dictionary would otherwise be a kilobyte of code.
extension [MemberName: Int] {
  /// Notes `value` for `name` with one search, but replaces an existing value only if `replacing` is true.
  ///
  /// - Returns: The value that was there.
  @inline(never)
  @discardableResult
  mutating func note(_ value: Int, for name: MemberName, replacing: Bool = false) -> Int? {
    func exchange(_ known: inout Int) -> Int {
      let former = known
      if replacing { known = value }
      return former
    }
    let countBefore = count
    let former = exchange(&self[name, default: value])
    return count == countBefore ? former : nil
  }

  /// The value for `name`; nil if there is none.
  @inline(never)
  func value(for name: MemberName) -> Int? { self[name] }
}

extension JSONText {
  /// A number that a program cannot foresee, so that no text can have many names with one hash.
  private static let secret = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

  /// All bytes and their count mixed into one number, eight bytes at a time: `Hasher` takes three times as long, even
  /// if it is given nothing but this number.
  fileprivate var mixed: UInt64 {
    let secret = JSONText.secret
    var mixture = secret
    func add(_ block: UInt64) {
      let product = (mixture ^ block).multipliedFullWidth(by: secret)
      mixture = product.high ^ product.low
    }
    var offset = 0
    while offset &+ 8 <= count {
      add(eightBytes(at: offset))
      offset &+= 8
    }
    while offset < count {
      add(UInt64(self[offset]))
      offset &+= 1
    }
    add(UInt64(truncatingIfNeeded: count))
    return mixture
  }
}
