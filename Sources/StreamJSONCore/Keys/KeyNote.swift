/// The key by which a model has reached a value, as a 24-bit number that fits into a container's word on the tape.
///
/// Paths are made from these notes, so no key is ever made from a name. A case of a plain enum is already a number and
/// costs nothing to note. Other keys are copied into `RequestedKeys`, at a numbered place.
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

  private static let requestedBit = 1 << 22

  /// The first case of the plain enum with the id `id`; `none` if the id is too large.
  init(firstCaseOf id: Int) { self.init(number: id < KeyNote.requestedBit >> 8 ? id << 8 : 0) }

  /// The case with the ordinal `ordinal` of the enum whose first case this is.
  func adding(_ ordinal: Int) -> KeyNote { KeyNote(bits: bits | TapeWord.noteBits(ordinal)) }

  /// The key with the number `number` in `RequestedKeys`, which is below `RequestedKeys.maximumCount`.
  init(requested number: Int) { self.init(number: number | KeyNote.requestedBit) }

  enum Meaning {
    case none
    case dictionary
    /// A case of a plain enum.
    case plain(id: Int, ordinal: Int)
    /// A key in `RequestedKeys`.
    case requested(Int)
  }

  var meaning: Meaning {
    if self == .none { return .none }
    if self == .dictionary { return .dictionary }
    let number = TapeWord(bits: bits).note
    if number & KeyNote.requestedBit != 0 { return .requested(number & (KeyNote.requestedBit - 1)) }
    return .plain(id: number >> 8, ordinal: number & 0xFF)
  }
}
