// Rules for the tape:
// - A copy that grew must go back to the document, and the others must not be used again. Call `reserve` before
//   `append`.
// - While a container is open, its second word has the entry of the container around it. Read its end only when it's
//   closed.
// - After the scan, a decode changes nothing but the 24 bits of a container's note. A tape whose decode is over doesn't
//   change at all.
// - The flags of strings and objects share bits. Look at the kind first.
// - The numbers of the kinds matter: `hasSecondWord` and `isContainer` compare them. A number of an object graph takes
//   three words.

/// The values of one text in document order, as a flat array of words.
///
/// The word at entry 0 is a `null` that stands for absent values (`superDecoder()` of a missing member); the
/// root is entry 1. The storage belongs to the `Document` that holds the tape and frees it. Copies
/// of this struct share it, so that a scan can keep its tape in registers and hand it back at the
/// end.
@safe
package struct Tape {
  private var base: UnsafeMutablePointer<TapeWord>

  /// The number of words in use.
  package private(set) var count: Int

  /// The number of words that fit before the storage must grow.
  private(set) var capacity: Int

  /// The entry of the text's outermost value.
  package static var root: Int { 1 }

  /// The entry that stands for an absent value.
  static let absent = 0

  /// Creates a tape with room for `capacity` words.
  init(capacity: Int) {
    let capacity = max(capacity, 16)
    // SAFETY: the capacity is at least 16; nothing is read before it is written.
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
    count = 1
    unsafe base.initialize(to: TapeWord(.null, offset: 0))
  }

  /// Creates a tape with the words of another one, and room for `additional` more.
  init(copying other: Tape, reserving additional: Int) {
    self.init(capacity: other.count + additional)
    for entry in 1..<max(1, other.count) { append(other[entry]) }
  }

  /// Removes all values and keeps the storage.
  @inline(__always)
  package mutating func removeAll() { count = 1 }

  /// Drops the words from `count` on, which a skipped value left.
  @inline(__always)
  mutating func truncate(to count: Int) {
    assert(count >= 1 && count <= self.count)
    self.count = count
  }

  /// The word at `entry`.
  package internal(set) subscript(entry: Int) -> TapeWord {
    @_transparent get {
      assert(entry >= 0 && entry < count)
      // SAFETY: entries come from the tape itself (a root, a child, a second word's end) or were
      // compared with such an end; debug builds assert it. Words are trivial, so the storage
      // below `count` is always initialized.
      return unsafe base[entry]
    }
    @_transparent nonmutating set {
      assert(entry >= 0 && entry < count)
      unsafe base[entry] = newValue
    }
  }

  /// How many words the scanner appends at most before it reserves room again: a value or the beginning of an array with
  /// its first number, and a name. (A long name makes its own room.)
  static let scannerReserve = 4

  /// Makes room for `additional` more words.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    // Where it wraps around, the minimum counts.
    if count &+ additional > capacity { grow(atLeast: count + additional, to: capacity &* 2) }
  }

  /// Makes room for `additional` more words after `offset` bytes of a text of `byteCount` bytes.
  ///
  /// The words so far predict how many there will be, so the tape of a large text grows two or
  /// three times and ends up a sixteenth too large, instead of up to twice the size it needs.
  @inline(__always)
  mutating func reserve(_ additional: Int, readTo offset: Int, of byteCount: Int) {
    if count &+ additional > capacity {
      growForText(atLeast: count + additional, readTo: offset, of: byteCount)
    }
  }

  @inline(never)
  private mutating func growForText(
    atLeast minimum: Int,
    readTo offset: Int,
    of byteCount: Int
  ) {
    let perByte = Double(count) / Double(max(offset, 1))
    let expected = Double(count) + perByte * Double(max(byteCount - offset, 0))
    // No text needs more than one word per byte. A beginning may be unlike the rest, so the tape
    // never grows to more than 64 times its capacity. (With 16 times, a text of 500 KB grew twice
    // more, the last time when most of it had been read and both storages were large.)
    let bound = min(Double(count) + Double(max(byteCount - offset, 0)), Double(capacity) * 64)
    let wanted = min(expected * 1.0625, bound)
    grow(atLeast: minimum, to: max(Int(exactly: wanted.rounded()) ?? .max, capacity + capacity / 4))
  }

  /// Adds a word, for which `reserve` has made room.
  @inline(__always)
  mutating func append(_ word: TapeWord) {
    assert(count < capacity)
    // SAFETY: `reserve` made room for every word that is appended until it is called again; debug
    // builds assert it.
    unsafe (base + count).initialize(to: word)
    count &+= 1
  }

  /// Adds a scalar, in two words if its byte count does not fit in one.
  @inline(__always)
  mutating func append(
    _ kind: TapeWord.Kind,
    flags: TapeWord.Flags = .none,
    offset: Int,
    count: Int
  ) {
    if count < TapeWord.maximumShortCount {
      append(TapeWord(kind, flags: flags, offset: offset, count: count))
    } else {
      appendLong(kind == .string ? .longString : .longNumber, flags, offset, count)
    }
  }

  /// Adds an empty container, to stand for one that is not on the tape.
  mutating func appendEmptyContainer(_ kind: TapeWord.Kind) {
    reserve(2)
    append(TapeWord(kind, offset: 0))
    append(TapeWord(count: 0, end: count + 1))
  }

  @inline(never)
  private mutating func appendLong(
    _ kind: TapeWord.Kind,
    _ flags: TapeWord.Flags,
    _ offset: Int,
    _ byteCount: Int
  ) {
    reserve(4)
    append(TapeWord(kind, flags: flags, offset: offset))
    append(TapeWord(count: byteCount, end: count + 1))
  }

  @inline(never)
  private mutating func grow(atLeast minimum: Int, to wanted: Int) {
    let newCapacity = max(min(wanted, Self.wordLimit(as: Int.self)), minimum)
    let newBase = UnsafeMutablePointer<TapeWord>.allocate(capacity: newCapacity)
    // SAFETY: the new storage is larger than `count`, and the old one holds `count` words.
    unsafe newBase.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = newBase
    capacity = newCapacity
  }

  /// Frees the storage.
  ///
  /// - Precondition: no copy of this tape is used afterward.
  @unsafe
  func deallocate() { unsafe base.deallocate() }
}

extension Tape {
  /// The entry after the value at `entry`: the next member's name, the next element, or the end
  /// of the container.
  @inline(__always)
  package func entry(after entry: Int) -> Int {
    self[entry].hasSecondWord ? self[entry &+ 1].end : entry &+ 1
  }

  /// Where the bytes of the scalar at `entry` are.
  @inline(__always)
  package func byteRange(of entry: Int) -> (start: Int, end: Int) {
    let word = self[entry]
    let count = word.hasSecondWord ? self[entry &+ 1].count : word.shortCount
    return (word.offset, word.offset &+ count)
  }

  /// The number of a word of kind `integer`.
  package func integer(at entry: Int) -> Int64 { Int64(bitPattern: self[entry + 2].bits) }

  /// The number of a word of kind `floatingPoint`.
  package func double(at entry: Int) -> Double { Double(bitPattern: self[entry + 2].bits) }
}

/// One word of the tape: what a value is and where its bytes are.
///
/// ```
///  63                32 31             8 7     4 3    0
/// ┌────────────────────┬────────────────┬───────┬──────┐
/// │ byte offset        │ byte count     │ flags │ kind │  scalar, one word
/// ├────────────────────┼────────────────┼───────┼──────┤
/// │ byte offset        │ note           │ flags │ kind │  container or long scalar,
/// ├────────────────────┴───┬────────────┴───────┴──────┤  two words
/// │ entry past the end     │ member, element or byte   │
/// │                        │ count                     │
/// └────────────────────────┴───────────────────────────┘
/// ```
///
/// The second word means the same for every kind that has one, so that skipping any value takes one
/// comparison and at most one load. While a container is still open, the upper half of its second
/// word holds the entry of the enclosing container: the tape is its own stack.
package struct TapeWord {
  var bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// What a value is.
  ///
  /// Kinds from `longNumber` on take two words or more.
  package enum Kind: UInt8 {
    case null = 0
    case `false` = 1
    case `true` = 2
    case number = 3
    case string = 4
    case longNumber = 5
    case longString = 6
    /// An integer of an object graph: the third word is an `Int64`.
    case integer = 7
    /// A floating-point number of an object graph: the third word is a `Double`'s bit pattern.
    case floatingPoint = 8
    /// An object of an object graph for which JSON has no kind: the offset is its index.
    case foreign = 9
    case array = 10
    case object = 11
  }

  /// What the scanner noticed about the bytes of a string or number, or the names of an object.
  ///
  /// Not an option set: the functions of such a set are in every program, and nobody calls them.
  package struct Flags {
    let rawValue: UInt64

    @_transparent
    package var isEmpty: Bool { rawValue == 0 }

    /// Whether `flag` is among these.
    @_transparent
    func contains(_ flag: Flags) -> Bool { rawValue & flag.rawValue != 0 }

    @_transparent
    func union(_ flag: Flags) -> Flags { Flags(rawValue: rawValue | flag.rawValue) }

    static let none = Flags(rawValue: 0)
    /// A string with at least one backslash.
    static let escaped = Flags(rawValue: 1 << 4)
    /// A string with at least one byte above 0x7F.
    static let nonASCII = Flags(rawValue: 1 << 5)
    /// A string with an unescaped control character, which RFC 8259 section 7 forbids.
    static let controlCharacter = Flags(rawValue: 1 << 6)
    /// A string that has not arrived in full: only a `String` may be made of it.
    static let unfinished = Flags(rawValue: 1 << 7)
    /// A number in an array that is digits, a point, and digits, perhaps after a minus sign, and without a needless zero
    /// in front; `count` of them, one to seven, come before the point.
    @_transparent
    static func integerDigits(_ count: Int) -> Flags {
      Flags(rawValue: UInt64(truncatingIfNeeded: count) &<< 4)
    }
    /// An object with at least one name that carries a flag.
    static let irregularNames = Flags(rawValue: 1 << 4)
  }

  /// The largest count the first word can hold; a scalar of this many bytes or more is of a long
  /// kind.
  static let maximumShortCount = (1 << 24) - 1

  /// The kind in the low bits.
  @_transparent
  package var kind: Kind {
    // SAFETY: every word is built from a `Kind`, by the initializer below, and the raw values
    // count up from 0 in the order of the cases, as the representation does. (`init(rawValue:)`
    // takes 1.2 to 2.5 % more instructions on twitter, citm and canada.)
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: bits) & 0x0F, to: Kind.self)
  }

  /// The kind as an integer, for range tests.
  @_transparent
  var kindBits: UInt64 { bits & 0x0F }

  @_transparent
  package var flags: Flags { Flags(rawValue: bits & 0xF0) }

  /// Bytes from the start of the text to the first byte of the value; for a string, to the byte
  /// after its quotation mark.
  @_transparent
  package var offset: Int { Int(truncatingIfNeeded: bits &>> 32) }

  /// Of a number: how many digits come before its point, if that was noted (`Flags.integerDigits`); otherwise 0.
  @_transparent
  var integerDigitCount: Int { Int(truncatingIfNeeded: (bits &>> 4) & 0xF) }

  /// The byte count of a one-word scalar.
  @_transparent
  package var shortCount: Int { Int(truncatingIfNeeded: (bits &>> 8) & 0xFF_FFFF) }

  /// Of a container: 24 bits in which its reader may store a note, initially 0.
  var note: Int { shortCount }

  /// The bits of the note.
  static var noteMask: UInt64 { 0xFFFF_FF00 }

  /// The bits of a word that has nothing but the note `note`.
  @_transparent
  static func noteBits(_ note: Int) -> UInt64 { UInt64(truncatingIfNeeded: note) &<< 8 }

  /// The word with the note `note`.
  @_transparent
  func noting(_ note: Int) -> TapeWord {
    TapeWord(bits: bits & ~TapeWord.noteMask | TapeWord.noteBits(note))
  }

  /// The bits of the note, with zeros around.
  @_transparent
  var noteBits: UInt64 { bits & TapeWord.noteMask }

  /// True for a string in one word that has no flag: plain ASCII.
  @_transparent
  var isPlainString: Bool { bits & 0xFF == UInt64(Kind.string.rawValue) }

  /// True for arrays and objects.
  var isContainer: Bool { kindBits >= 10 }

  /// True for the kinds whose second word holds a count and the entry past the end.
  var hasSecondWord: Bool { kindBits >= 5 }

  @inline(__always)
  init(_ kind: Kind, flags: Flags = .none, offset: Int, count: Int = 0) {
    bits =
      UInt64(kind.rawValue) | flags.rawValue
      | UInt64(truncatingIfNeeded: count) &<< 8
      | UInt64(truncatingIfNeeded: offset) &<< 32
  }

  /// Creates the second word of a container or long scalar.
  ///
  /// `count` is its number of members, elements or bytes, and `end` the entry after it.
  @inline(__always)
  init(count: Int, end: Int) {
    bits =
      UInt64(truncatingIfNeeded: UInt32(truncatingIfNeeded: count))
      | UInt64(truncatingIfNeeded: end) &<< 32
  }

  /// Of a second word: the number of members, elements or bytes.
  @_transparent
  var count: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }

  /// Of a second word: the entry after the value or, while a container is open, the enclosing
  /// container.
  @_transparent
  var end: Int { Int(truncatingIfNeeded: bits &>> 32) }
}

/// What fits on a tape and, where `Int` has 32 bits, into memory, and how much room is made for elements at once.
extension Tape {
  /// A text has fewer bytes than this, and a tape fewer words: a word holds an offset or an entry in 32 bits.
  @_transparent
  package static var byteLimit: Int { byteLimit(as: Int.self) }

  /// The same where `Int` is `Size`: if it has 32 bits, half as much, less what may be added to any offset.
  @_transparent
  static func byteLimit<Size: FixedWidthInteger>(as type: Size.Type) -> Size {
    min(Size(clamping: UInt32.max), Size.max - Size(lookahead))
  }

  /// The most that is added to an offset before it is compared with the end of its text.
  @_transparent
  static var lookahead: Int { 64 }

  /// No tape grows beyond this many words before they are needed, where sizes in bytes are `Size`.
  static func wordLimit<Size: FixedWidthInteger>(as type: Size.Type) -> Size {
    min(byteLimit(as: type), Size.max / Size(MemoryLayout<TapeWord>.stride))
  }

  /// The most elements of `stride` bytes that an array may have room for, where sizes in bytes are `Size`: nothing
  /// else checks that product.
  static func elementLimit<Size: FixedWidthInteger>(stride: Size) -> Size {
    (Size.max - 64) / max(1, stride)
  }

  /// For how many of `count` elements of `stride` bytes room may be made at once.
  @inline(__always)
  static func reservableCount(_ count: Int, stride: Int) -> Int {
    #if _pointerBitWidth(_32)
    min(count, elementLimit(stride: stride))
    #else
    count
    #endif
  }

  // MARK: - Room that grows

  /// The number of bytes of a model for which room is made before any of it is decoded.
  ///
  /// A zero in the text takes two bytes, and the element that it stands for may take thousands, so the count
  /// says nothing about how many elements will be decoded. Room therefore grows with the elements that exist.
  /// Each array that is open at the same time gets this much.
  static var roomAtOnce: Int { 16 << 10 }

  /// The number of elements of `type` for which room is made at once.
  static func initialCount<Element>(of type: Element.Type) -> Int {
    initialCount(ofStride: MemoryLayout<Element>.stride)
  }

  /// The same for elements of `stride` bytes each.
  static func initialCount(ofStride stride: Int) -> Int { max(1, roomAtOnce / stride) }

  /// How many of the first elements there is to be room for after room for `capacity` of them; nil if that is an eighth
  /// of all `count`, so that room for all is made.
  static func capacity(after capacity: Int, of count: Int) -> Int? {
    capacity < count / 8 ? capacity &* 4 : nil
  }
}

/// The members of a closed object, in the order of the text.
struct TapeMembers: Sequence, IteratorProtocol {
  fileprivate let tape: Tape
  fileprivate let end: Int
  fileprivate var entry: Int

  /// The entries of the next member's name and value.
  @inline(__always)
  mutating func next() -> (name: Int, value: Int)? {
    guard entry < end else { return nil }
    let name = entry
    let value = tape.entry(after: name)
    entry = tape.entry(after: value)
    return (name, value)
  }
}

extension Tape {
  /// The members of the object at `header`, which is closed.
  func members(of header: Int) -> TapeMembers {
    TapeMembers(tape: self, end: self[header &+ 1].end, entry: header &+ 2)
  }

  /// The entry of the element at `position` of the array at `header`; nil if there is none.
  ///
  /// - Complexity: O(`position`), or O(1) if each element takes one word.
  func element(at position: Int, of header: Int) -> Int? {
    let contents = self[header &+ 1]
    guard position >= 0, position < contents.count else { return nil }
    let first = header &+ 2
    // Each element is one word.
    if contents.end &- first == contents.count { return first &+ position }
    return (0..<position).reduce(first) { child, _ in entry(after: child) }
  }
}
