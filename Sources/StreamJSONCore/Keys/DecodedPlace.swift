/// The value at which a decoder is, with the key by which a model decodes it: the word of a scalar on the tape has no
/// room for a note.
struct DecodedPlace {
  /// The entry, in the bits that the offset takes up in a word, and the note.
  private let bits: UInt64

  /// The value at `entry`, decoded by the key that `note` stands for.
  init(_ entry: Int, by note: KeyNote) {
    bits = UInt64(truncatingIfNeeded: entry) &<< 32 | note.bits
  }

  var entry: Int { Int(truncatingIfNeeded: bits &>> 32) }

  /// The note, if it is about the value at `entry`.
  func note(at entry: Int) -> KeyNote {
    KeyNote(bits: self.entry == entry ? bits & TapeWord.noteMask : 0)
  }
}
