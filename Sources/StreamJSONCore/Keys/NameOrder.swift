/// The names that objects of a key type have had, in their order, and the keys that they are for.
///
/// A comparison with the name expected next takes half the instructions of a look-up.
struct NameOrder: ~Copyable {
  /// A plain name of at most 32 bytes.
  private struct Name {
    /// The name, prepared like that of a key.
    let slot: KeySlot
    /// The ordinal of the key with this name; -1 if there is no such key.
    let ordinal: Int32
    /// The eight bytes after the first eight and those before the last eight, if there are more than 16.
    var middle: (UInt64, UInt64) = (0, 0)

    init(_ word: TapeWord, in text: JSONText, ordinal: Int) {
      let (start, count) = (word.offset, word.shortCount)
      slot = KeySlot(text, from: start, count: count)
      self.ordinal = Int32(truncatingIfNeeded: ordinal)
      if count > 16 {
        middle = (text.eightBytes(at: start + 8), text.eightBytes(at: start + count - 16))
      }
    }

    /// Whether the name at `word` is this one.
    @inline(__always)
    func matches(_ word: TapeWord, in text: JSONText) -> Bool {
      guard slot.matchesEnds(word, in: text) else { return false }
      guard slot.count > 16 else { return true }
      let (start, count) = (word.offset, slot.count)
      return text.eightBytes(at: start &+ 8) == middle.0
        && text.eightBytes(at: start &+ count &- 16) == middle.1
    }
  }

  private var names: [Name] = []

  /// The position of the name expected next.
  private var position = 0

  /// How many names of the object were not expected, though they could have been learned.
  private var missCount = 0

  /// How many objects in a row have had mostly unexpected names.
  private var mismatchCount = 0

  /// What stands for the ordinal of a name that was not expected.
  static var unexpected: Int { @_transparent get { -2 } }

  /// The largest number of names, a bound on the memory.
  private static var maximumCount: Int { 256 }
  private static var maximumByteCount: Int { 32 }

  /// Begins with another object.
  @inline(__always)
  mutating func begin() {
    if missCount != 0 { noteMisses() }
    position = 0
  }

  /// Learns the names again when two objects in a row have had different ones.
  @inline(never)
  private mutating func noteMisses() {
    mismatchCount = missCount > names.count / 2 ? mismatchCount + 1 : 0
    missCount = 0
    guard mismatchCount > 1 else { return }
    names.removeAll(keepingCapacity: true)
    mismatchCount = 0
  }

  /// The ordinal of the key with the name at `word` if that name is expected next; -1 if it is expected but no key has
  /// it, and `unexpected` otherwise.
  @inline(__always)
  mutating func next(_ word: TapeWord, in text: JSONText) -> Int {
    guard UInt(bitPattern: position) < names.count else { return Self.unexpected }
    if names[position].matches(word, in: text) {
      position &+= 1
      return Int(names[position &- 1].ordinal)
    }
    return nextButOne(word, in: text)
  }

  /// The ordinal of the key with the name at `word` if one or two names before it are missing.
  @inline(never)
  private mutating func nextButOne(_ word: TapeWord, in text: JSONText) -> Int {
    var next = position &+ 1
    while next < names.count, next <= position &+ 2 {
      if names[next].matches(word, in: text) {
        position = next &+ 1
        return Int(names[next].ordinal)
      }
      next &+= 1
    }
    return Self.unexpected
  }

  /// Notes that the name at `word`, which was not expected, is that of the key `ordinal`.
  @inline(never)
  mutating func learn(_ word: TapeWord, in text: JSONText, _ ordinal: Int) {
    // A name that cannot be learned is not a reason to learn the others again.
    guard position < Self.maximumCount, word.shortCount <= Self.maximumByteCount else { return }
    missCount &+= 1
    guard position == names.count else { return }
    names.append(Name(word, in: text, ordinal: ordinal))
    position &+= 1
  }
}
