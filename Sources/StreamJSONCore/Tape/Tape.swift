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
  package static let root = 1

  /// The entry that stands for an absent value.
  package static let absent = 0

  /// A text has fewer bytes than this, and a tape fewer words: a word holds an offset or an entry in 32 bits.
  @_transparent
  package static var byteLimit: Int { byteLimit(as: Int.self) }

  /// The same where `Int` is `Size`: if it has 32 bits, half as much, less what may be added to any offset.
  @_transparent
  package static func byteLimit<Size: FixedWidthInteger>(as type: Size.Type) -> Size {
    min(Size(clamping: UInt32.max), Size.max - Size(lookahead))
  }

  /// The most that is added to an offset before it is compared with the end of its text.
  @_transparent
  package static var lookahead: Int { 64 }

  /// No tape grows beyond this many words before they are needed, where sizes in bytes are `Size`.
  package static func wordLimit<Size: FixedWidthInteger>(as type: Size.Type) -> Size {
    min(byteLimit(as: type), Size.max / Size(MemoryLayout<TapeWord>.stride))
  }

  /// How many bytes a text and its tape take, or as many as `Size` can count.
  package static func byteCount<Size: FixedWidthInteger>(
    ofText byteCount: Size,
    andWords count: Size
  ) -> Size {
    Size(clamping: Int64(byteCount) + Int64(count) * Int64(MemoryLayout<TapeWord>.stride))
  }

  /// The most elements of `stride` bytes that an array may have room for, where sizes in bytes are `Size`: nothing
  /// else checks that product.
  package static func elementLimit<Size: FixedWidthInteger>(stride: Size) -> Size {
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

  /// Makes a tape with room for `capacity` words.
  package init(capacity: Int) {
    let capacity = max(capacity, 16)
    // SAFETY: the capacity is at least 16; nothing is read before it is written.
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
    count = 1
    unsafe base.initialize(to: TapeWord(.null, offset: 0))
  }

  /// Makes a tape with the words of another one, and room for `additional` more.
  init(copying other: Tape, reserving additional: Int) {
    self.init(capacity: other.count + additional)
    for entry in 1..<max(1, other.count) { append(other[entry]) }
  }

  /// Removes all values and keeps the storage.
  @inline(__always)
  package mutating func removeAll() {
    count = 1
  }

  /// Drops the words from `count` on, which a skipped value left.
  @inline(__always)
  mutating func truncate(to count: Int) {
    assert(count >= 1 && count <= self.count)
    self.count = count
  }

  /// The word at `entry`.
  package subscript(entry: Int) -> TapeWord {
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

  /// How many words the scanner appends at most before it reserves room again: a value and a name.
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
    flags: TapeWord.Flags = TapeWord.Flags(),
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
  /// - Precondition: no copy of this tape is used afterwards.
  @unsafe
  func deallocate() {
    unsafe base.deallocate()
  }
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
  package func integer(at entry: Int) -> Int64 {
    Int64(bitPattern: self[entry + 2].bits)
  }

  /// The number of a word of kind `floatingPoint`.
  package func double(at entry: Int) -> Double {
    Double(bitPattern: self[entry + 2].bits)
  }
}
