/// A model's key, prepared for comparison with names on the tape: eight bytes at a time, and
/// without making a String of either.
struct KeySlot {
  /// The lower half of a name's entry: kind, no flags, byte count.
  ///
  /// Zero for a slot not yet made.
  var pattern: UInt32 = 0
  /// The bytes of `word` that belong to the name.
  var mask: UInt64 = 0
  /// The first eight bytes, or all, the first one in the lowest bits.
  var word: UInt64 = 0
  /// The last eight bytes, when there are more than eight.
  var tail: UInt64 = 0
  /// One bit out of 64 that depends on the name alone; see `NameFilter`.
  var filterBit: UInt64 = 0
  /// One bit that only this key of its type has; zero for keys from the 65th on.
  var askedBit: UInt64 = 0

  /// A slot not yet made.
  init() {}

  /// Where the name is in its key type's `nameBytes`, when it has more than 16 bytes.
  var nameOffset = 0

  /// The largest name in bytes; longer ones are compared as Strings.
  ///
  /// A pattern has room for 24 bits, but the bytes of a name that was asked for once would stay.
  static let maximumCount = 4096

  var count: Int { Int(pattern >> 8) }

  /// Prepares `name`, or returns nil when it must be compared as a String: a name outside ASCII
  /// may be canonically equivalent to one with other bytes.
  init?(_ name: String, number: Int?, bytes: inout ByteArena) {
    let nameOffset = bytes.count
    let count = name.utf8.count
    guard count <= KeySlot.maximumCount else { return nil }
    bytes.append(name)
    let text = bytes.text
    if count <= 16 { bytes.truncate(to: nameOffset) }
    var seen: UInt8 = 0
    for offset in nameOffset..<text.count { seen |= text[offset] }
    guard seen < 0x80 else { return nil }
    pattern = UInt32(TapeEntry.Kind.string.rawValue) | UInt32(count) << 8
    word = NameFilter.firstBytes(text, from: nameOffset, count: count)
    mask = count >= 8 ? .max : (1 << UInt64(8 * count)) - 1
    if count > 8 { tail = text.word(at: text.count - 8) }
    filterBit = NameFilter.bit(word: word, tail: tail, count: count)
    self.nameOffset = nameOffset
    if let number, number < 64 { askedBit = 1 << UInt64(number) }
  }
}

extension KeySlot {
  /// The hash of the name, as an index without a sign.
  var hash: Int {
    Int(truncatingIfNeeded: NameFilter.hash(word: word, tail: tail, count: count) &>> 48)
  }

  /// True when the name that `entry` is the entry of is this key's; `names` has the bytes of long
  /// keys.
  @inline(__always)
  func matches(_ entry: TapeEntry, in text: JSONText, names: @autoclosure () -> JSONText) -> Bool {
    guard UInt32(truncatingIfNeeded: entry.bits) == pattern else { return false }
    let start = entry.offset
    guard start &+ 8 <= text.count else {
      return NameFilter.firstBytes(text, from: start, count: count) == word
    }
    guard text.word(at: start) & mask == word else { return false }
    guard count > 8 else { return true }
    guard text.word(at: start &+ count &- 8) == tail else { return false }
    return count <= 16 || matchesMiddle(text, start, names())
  }

  /// Compares the bytes between the first and the last eight.
  @inline(never)
  private func matchesMiddle(_ text: JSONText, _ start: Int, _ names: JSONText) -> Bool {
    var position = 8
    while position &+ 8 < count {
      guard text.word(at: start &+ position) == names.word(at: nameOffset &+ position) else {
        return false
      }
      position &+= 8
    }
    return true
  }
}

/// A set of names as 64 bits, which never misses one that is in it and seldom reports one that is
/// not (Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970, with one hash).
enum NameFilter {
  /// The bit of the name with these first and last bytes.
  @inline(__always)
  static func bit(word: UInt64, tail: UInt64, count: Int) -> UInt64 {
    1 &<< (hash(word: word, tail: tail, count: count) &>> 58)
  }

  /// The bit of a plain name of `text`.
  @inline(__always)
  static func bit(_ text: JSONText, from start: Int, count: Int) -> UInt64 {
    1 &<< (hash(text, from: start, count: count) &>> 58)
  }

  /// A hash of the name with these first and last bytes; its upper bits are the good ones.
  @inline(__always)
  static func hash(word: UInt64, tail: UInt64, count: Int) -> UInt64 {
    // Multiplication by an odd constant (the golden ratio's) moves every byte's influence to the
    // top bits.
    let mixed = (word ^ (tail &<< 1 | tail &>> 63)) &+ UInt64(truncatingIfNeeded: count)
    return mixed &* 0x9E37_79B9_7F4A_7C15
  }

  /// The hash of a plain name of `text`.
  @inline(__always)
  static func hash(_ text: JSONText, from start: Int, count: Int) -> UInt64 {
    let word: UInt64
    if start &+ 8 <= text.count {
      let loaded = text.word(at: start)
      word = count >= 8 ? loaded : loaded & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
    } else {
      word = firstBytes(text, from: start, count: count)
    }
    let tail = count > 8 ? text.word(at: start &+ count &- 8) : 0
    return hash(word: word, tail: tail, count: count)
  }

  /// Near the end of the text a word cannot be loaded.
  @inline(never)
  static func firstBytes(_ text: JSONText, from start: Int, count: Int) -> UInt64 {
    var word: UInt64 = 0
    for position in 0..<min(count, 8) {
      word |= UInt64(text[start + position]) << UInt64(8 * position)
    }
    return word
  }
}
