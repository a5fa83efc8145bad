/// The keys by which models have entered the containers of a text whose decode is over.
///
/// What the tape's notes stand for is copied here, because the decoder's memory moves on to other
/// texts. A later decode of such a text notes here what it enters. It sees the notes of the decode
/// that it got its decoder or container from, of the one before that, and so on, but not what others
/// note at the same time. The notes of a finished decode do not change, so any thread may read them.
final class KeyNotes {
  /// The key types that ids on the tape stand for, from 1 on.
  let types: [any CodingKey.Type]

  /// The keys that other numbers on the tape stand for.
  let requestedKeys: RequestedKeys

  /// How a container was entered.
  struct Noted {
    /// The key; nil for a member of a dictionary.
    let key: (any CodingKey)?
  }

  /// The notes of the decode before this one, and the number of notes in that chain.
  private let former: KeyNotes?
  private let formerCount: Int

  /// How long the chain of notes may get before it is merged.
  private static let maximumFormerCount = 32

  /// How this decode has entered containers, by entry.
  private var noted: [Int: Noted] = [:]

  init(types: [any CodingKey.Type], requestedKeys: RequestedKeys) {
    self.types = types
    self.requestedKeys = requestedKeys
    former = nil
    formerCount = 0
  }

  /// Makes notes for another decode of the same text.
  init(after other: KeyNotes) {
    types = other.types
    requestedKeys = other.requestedKeys
    if other.formerCount < KeyNotes.maximumFormerCount {
      former = other.noted.isEmpty ? other.former : other
      formerCount = other.noted.isEmpty ? other.formerCount : other.formerCount + 1
    } else {
      var all: [KeyNotes] = []
      var notes: KeyNotes? = other
      while let current = notes {
        all.append(current)
        notes = current.former
      }
      for notes in all.reversed() { noted.merge(notes.noted) { $1 } }
      former = nil
      formerCount = 0
    }
  }

  /// Notes that the container at `entry` is entered by `key`.
  ///
  /// - Returns: False if this decode has entered it by another key before, which stays noted.
  func enter(_ entry: Int, by key: some CodingKey) -> Bool {
    if let noted = noted[entry] {
      guard let known = noted.key else { return false }
      return key.isIdentical(to: known)
    }
    noted[entry] = Noted(key: key)
    return true
  }

  /// Notes that the container at `entry` is decoded as a member of a dictionary.
  ///
  /// - Returns: The same as `enter(_:by:)`.
  func enterMember(at entry: Int) -> Bool {
    if let noted = noted[entry] { return noted.key == nil }
    noted[entry] = Noted(key: nil)
    return true
  }

  /// How the container at `entry` was last entered, if a decode has noted it here.
  func noted(at entry: Int) -> Noted? {
    var notes: KeyNotes? = self
    while let current = notes {
      if let noted = current.noted[entry] { return noted }
      notes = current.former
    }
    return nil
  }
}
