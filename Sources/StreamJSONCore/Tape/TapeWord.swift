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
package struct TapeWord: Equatable {
  package internal(set) var bits: UInt64

  @inline(__always)
  package init(bits: UInt64) {
    self.bits = bits
  }

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

  /// What the scanner noticed about the bytes of a string, or the names of an object.
  package struct Flags: OptionSet {
    package let rawValue: UInt64

    @_transparent
    package init(rawValue: UInt64) {
      self.rawValue = rawValue
    }

    /// No flags.
    ///
    /// The protocol's own are generic, which counts in debug builds.
    @_transparent
    package init() {
      rawValue = 0
    }

    @_transparent
    package var isEmpty: Bool { rawValue == 0 }

    /// A string with at least one backslash.
    package static let escaped = Flags(rawValue: 1 << 4)
    /// A string with at least one byte above 0x7F.
    package static let nonASCII = Flags(rawValue: 1 << 5)
    /// A string with an unescaped control character, which RFC 8259 section 7 forbids.
    package static let controlCharacter = Flags(rawValue: 1 << 6)
    /// A string that has not arrived in full: only a `String` may be made of it.
    package static let unfinished = Flags(rawValue: 1 << 7)
    /// An object with at least one name that carries a flag.
    package static let irregularNames = Flags(rawValue: 1 << 4)
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
  @inline(__always)
  var isContainer: Bool { kindBits >= 10 }

  /// True for the kinds whose second word holds a count and the entry past the end.
  @inline(__always)
  var hasSecondWord: Bool { kindBits >= 5 }

  @inline(__always)
  package init(_ kind: Kind, flags: Flags = Flags(), offset: Int, count: Int = 0) {
    bits =
      UInt64(kind.rawValue) | flags.rawValue
      | UInt64(truncatingIfNeeded: count) &<< 8
      | UInt64(truncatingIfNeeded: offset) &<< 32
  }

  /// Makes the second word of a container or long scalar.
  ///
  /// `count` is its number of members, elements or bytes, and `end` the entry after it.
  @inline(__always)
  package init(count: Int, end: Int) {
    bits =
      UInt64(truncatingIfNeeded: UInt32(truncatingIfNeeded: count))
      | UInt64(truncatingIfNeeded: end) &<< 32
  }

  /// Of a second word: the number of members, elements or bytes.
  @_transparent
  package var count: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }

  /// Of a second word: the entry after the value or, while a container is open, the enclosing
  /// container.
  @_transparent
  package var end: Int { Int(truncatingIfNeeded: bits &>> 32) }
}
