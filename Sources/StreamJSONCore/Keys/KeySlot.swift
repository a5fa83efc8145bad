/// A model's key, prepared for comparison with names on the tape: eight bytes at a time, and
/// without making a String of either.
struct KeySlot {
  /// The lower half of a name's word: kind, no flags, byte count.
  ///
  /// Zero for a slot not yet made.
  var pattern: UInt32 = 0
  /// The bits of `head` that belong to the name.
  var mask: UInt64 = 0
  /// The first eight bytes, or all if there are fewer, the first one in the lowest bits.
  var head: UInt64 = 0
  /// The last eight bytes, if there are more than eight.
  var tail: UInt64 = 0
  /// One bit out of 64 that depends on the name alone; see `NameFilter`.
  var filterBit: UInt64 = 0
  /// A bit for the key; keys from the 64th on share one.
  var askedBit: UInt64 = 0

  /// An empty slot, not yet made.
  init() {}

  /// Where the name is in its key type's `nameBytes`, if it has more than 16 bytes.
  var nameOffset = 0

  /// The byte count of the longest name for which a key without an ordinal gets a slot; for longer
  /// ones the object's names are indexed.
  ///
  /// Otherwise a long name that was requested once would keep its storage occupied.
  static let maximumByteCount = 4096

  var count: Int { Int(pattern >> 8) }

  /// The pattern of a slot that matches no name.
  private static let unmatchablePattern = UInt32.max

  /// True when no object whose names are all plain can have the key.
  @_transparent
  var isUnmatchable: Bool { pattern == KeySlot.unmatchablePattern }

  /// Prepares the plain name of `count` bytes at `start` in `text`.
  init(_ text: JSONText, from start: Int, count: Int) {
    pattern = UInt32(TapeWord.Kind.string.rawValue) | UInt32(count) << 8
    head = NameFilter.firstBytes(text, from: start, count: count)
    mask = count >= 8 ? .max : (1 << UInt64(8 * count)) - 1
    if count > 8 { tail = text.eightBytes(at: start + count - 8) }
  }

  /// Prepares `name` for objects whose names are all plain: ASCII without escape sequences.
  ///
  /// A plain name is found under every canonically equivalent spelling, as in a dictionary of
  /// Strings. A name that has no plain spelling is in no such object.
  init(_ name: String, ordinal: Int?, bytes: inout ByteArena) {
    let nameOffset = bytes.count
    let isPlain = KeySlot.appendPlain(name, to: &bytes)
    let text = bytes.text
    let count = text.count - nameOffset
    // An object with a longer name has irregular names.
    guard isPlain, count < TapeWord.maximumShortCount else {
      bytes.truncate(to: nameOffset)
      self.init()
      pattern = KeySlot.unmatchablePattern
      return
    }
    self.init(text, from: nameOffset, count: count)
    filterBit = NameFilter.bit(text, from: nameOffset, count: count)
    self.nameOffset = nameOffset
    if let ordinal { askedBit = 1 << UInt64(min(ordinal, 63)) }
    if count <= 16 { bytes.truncate(to: nameOffset) }
  }

  /// Appends the plain spelling of `name`.
  ///
  /// - Returns: False if it has none; the appended bytes are then meaningless.
  private static func appendPlain(_ name: String, to bytes: inout ByteArena) -> Bool {
    if bytes.appendNotingASCII(name) { return true }
    bytes.truncate(to: bytes.count - name.utf8.count)
    for scalar in name.unicodeScalars {
      guard let byte = plainByte(of: scalar) else { return false }
      bytes.reserve(1)
      bytes.append(byte)
    }
    return true
  }

  /// The ASCII character that `scalar` is or is canonically equivalent to.
  ///
  /// Unicode has three such equivalents; a test checks all characters against the standard library.
  /// No sequence of several scalars is equivalent to an ASCII character.
  private static func plainByte(of scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "\u{37E}": UInt8(ascii: ";")
    case "\u{1FEF}": UInt8(ascii: "`")
    case "\u{212A}": UInt8(ascii: "K")
    default: scalar.isASCII ? UInt8(scalar.value) : nil
    }
  }
}

extension KeySlot {
  /// The hash of the name as a non-negative index.
  var hash: Int {
    Int(truncatingIfNeeded: NameFilter.hash(head: head, tail: tail, count: count) &>> 48)
  }

  /// True when the name at `word` is this key's; `names` has the bytes of long names.
  @_transparent
  func matches(_ word: TapeWord, in text: JSONText, names: @autoclosure () -> JSONText) -> Bool {
    guard matchesEnds(word, in: text) else { return false }
    return count <= 16 || Self.matchesMiddle(text, word.offset, names(), nameOffset, count)
  }

  /// True when the name at `word` has as many bytes as this key's and the same ones at its beginning and end, eight of
  /// each.
  @_transparent
  func matchesEnds(_ word: TapeWord, in text: JSONText) -> Bool {
    guard UInt32(truncatingIfNeeded: word.bits) == pattern else { return false }
    let start = word.offset
    guard start &+ 8 <= text.count else {
      return NameFilter.firstBytes(text, from: start, count: count) == head
    }
    guard text.eightBytes(at: start) & mask == head else { return false }
    return count <= 8 || text.eightBytes(at: start &+ count &- 8) == tail
  }

  /// Compares the bytes between the first eight and the last eight.
  ///
  /// (It is not a method, because the slot would then have to be in memory.)
  @inline(never)
  private static func matchesMiddle(
    _ text: JSONText,
    _ start: Int,
    _ names: JSONText,
    _ nameOffset: Int,
    _ count: Int
  ) -> Bool {
    // Whole blocks; the last one may reach into the last eight bytes.
    let middle = (count &- 9) & ~7
    return text.isEqual(from: start &+ 8, to: names, from: nameOffset &+ 8, count: middle)
  }
}

/// A set of names as 64 bits: it never misses a name that is in it and seldom reports one that is
/// not (Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970, with one hash).
enum NameFilter {
  /// The bit of a plain name in `text`.
  @_transparent
  static func bit(_ text: JSONText, from start: Int, count: Int) -> UInt64 {
    1 &<< (hash(text, from: start, count: count) &>> 58)
  }

  /// A hash of the name with these first and last bytes, whose upper bits are the well-mixed ones.
  @_transparent
  static func hash(head: UInt64, tail: UInt64, count: Int) -> UInt64 {
    // Multiplication by an odd constant (the golden ratio's) moves every byte's influence to the
    // top bits.
    let mixed = (head ^ (tail &<< 1 | tail &>> 63)) &+ UInt64(truncatingIfNeeded: count)
    return mixed &* 0x9E37_79B9_7F4A_7C15
  }

  /// The hash of a plain name in `text`.
  @_transparent
  static func hash(_ text: JSONText, from start: Int, count: Int) -> UInt64 {
    let head: UInt64
    if start &+ 8 <= text.count {
      let loaded = text.eightBytes(at: start)
      head = count >= 8 ? loaded : loaded & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
    } else {
      head = firstBytes(text, from: start, count: count)
    }
    let tail = count > 8 ? text.eightBytes(at: start &+ count &- 8) : 0
    return hash(head: head, tail: tail, count: count)
  }

  /// The first eight bytes of a name, loaded one by one.
  ///
  /// Near the end of the text, a whole block cannot be loaded.
  @inline(never)
  static func firstBytes(_ text: JSONText, from start: Int, count: Int) -> UInt64 {
    var head: UInt64 = 0
    for position in 0..<min(count, 8) {
      head |= UInt64(text[start + position]) << UInt64(8 * position)
    }
    return head
  }
}

/// The prepared names of a key type.
///
/// They have separate storage at an address that stays the same, so that reading a name does not count a reference.
@safe
struct KeySlots {
  private let base: UnsafeMutablePointer<KeySlot>

  /// The number of slots: as many as the type has cases.
  let count: Int

  private let names: UnsafeMutablePointer<ByteArena>

  init(count: Int) {
    self.count = count
    // SAFETY: `count` slots are allocated and initialized.
    unsafe base = .allocate(capacity: max(count, 1))
    unsafe base.initialize(repeating: KeySlot(), count: count)
    unsafe names = .holding(ByteArena())
  }

  /// The bytes of names that are too long for a slot.
  var nameBytes: ByteArena {
    // SAFETY: the key type, which is alive, frees them last.
    @inline(__always) _read { yield unsafe names.pointee }
    nonmutating _modify { yield unsafe &names.pointee }
  }

  /// The slot for the ordinal `ordinal`; an empty one beyond the end.
  subscript(ordinal: Int) -> KeySlot {
    // SAFETY: the ordinal is compared with the count before each use; ordinals are bytes and never negative.
    @_transparent get {
      guard ordinal < count else { return KeySlot() }
      return unsafe base[ordinal]
    }
    nonmutating set {
      precondition(ordinal < count)
      unsafe base[ordinal] = newValue
    }
  }

  /// - Precondition: no copy is used afterward.
  @unsafe
  func deallocate() {
    unsafe base.deallocate()
    unsafe names.freeContents()
  }
}

/// A hash table of the positions of names, for names of a text.
///
/// It is filled with a model's names and looked up by the text's, so a crafted text cannot make it slow.
struct SlotTable {
  /// The position of a name plus 1; 0 in free places, which are at least half of them.
  private var places: [UInt16] = []

  init() {}

  /// Creates a table of up to `count` names: those of the positions for which `slot` returns one.
  init(count: Int, _ slot: (_ position: Int) -> KeySlot?) {
    var size = 16
    while size < 2 * count { size *= 2 }
    places = Array(repeating: 0, count: size)
    for position in 0..<count {
      guard let slot = slot(position), !slot.isUnmatchable else { continue }
      var place = slot.hash & (size - 1)
      while places[place] != 0 { place = (place + 1) & (size - 1) }
      places[place] = UInt16(position + 1)
    }
  }

  /// The position of the name with the `hash` of `NameFilter` for which `isName` returns true; nil if there is none.
  @inline(__always)
  func position(_ hash: UInt64, where isName: (_ position: Int) -> Bool) -> Int? {
    let mask = places.count &- 1
    var place = Int(truncatingIfNeeded: hash &>> 48) & mask
    while places[place] != 0 {
      let position = Int(places[place]) &- 1
      if isName(position) { return position }
      place = (place &+ 1) & mask
    }
    return nil
  }
}

/// The key by which a model has reached a value, as a 24-bit number that fits into a container's word on the tape.
///
/// A case of a plain enum is already a number and costs nothing to note. Paths have other keys by their names.
struct KeyNote: Equatable {
  /// The number in the bits that it takes up in a word; all other bits are zero.
  let bits: UInt64
}

extension KeyNote {
  private init(number: Int) { bits = TapeWord.noteBits(number) }

  /// No key is known.
  static let none = KeyNote(bits: 0)

  /// The value was decoded as a member of a dictionary.
  static let dictionary = KeyNote(number: 0xFF_FFFF)

  /// The value was decoded by another key than a case of a plain enum, of which paths need only the member's name.
  static let named = KeyNote(number: 0xFF_FFFE)

  /// The same, but there is a copy of the key's name and number.
  static let copied = KeyNote(number: 0xFF_FFFD)

  /// The first case of the plain enum with the id `id`; `none` if the id is too large.
  init(firstCaseOf id: Int) { self.init(number: id < 0xFFFF ? id << 8 : 0) }

  /// The case with the ordinal `ordinal` of the enum whose first case this is.
  func adding(_ ordinal: Int) -> KeyNote { KeyNote(bits: bits | TapeWord.noteBits(ordinal)) }

  /// The id of the plain enum and the ordinal of its case that the note stands for, unless it is one of those above.
  var plainCase: (id: Int, ordinal: Int) {
    let number = TapeWord(bits: bits).note
    return (number >> 8, number & 0xFF)
  }
}
