/// Which key types have opened the objects of a text whose decode is over.
///
/// A later decode of such a text notes here what it opens. It sees the notes of the decode that it
/// got its decoder or container from, of the one before that, and so on, but not what others note
/// at the same time. The notes of a finished decode do not change, so any thread may read them.
final class KeyTypeNotes {
  /// What the ids on the tape stand for, from 1 on.
  private let types: [any CodingKey.Type]

  /// The notes of the decode before this one, and the number of notes in that chain.
  private let former: KeyTypeNotes?
  private let formerCount: Int

  /// How long the chain of notes may get before it is merged.
  private static let maximumFormerCount = 32

  /// The key types that this decode has opened objects with, by entry; nil for a dictionary.
  private var noted: [Int: (any CodingKey.Type)?] = [:]

  init(types: [any CodingKey.Type]) {
    self.types = types
    former = nil
    formerCount = 0
  }

  /// Makes notes for another decode of the same text.
  init(after other: KeyTypeNotes) {
    types = other.types
    if other.formerCount < KeyTypeNotes.maximumFormerCount {
      former = other.noted.isEmpty ? other.former : other
      formerCount = other.noted.isEmpty ? other.formerCount : other.formerCount + 1
    } else {
      var all: [KeyTypeNotes] = []
      var notes: KeyTypeNotes? = other
      while let current = notes {
        all.append(current)
        notes = current.former
      }
      for notes in all.reversed() { noted.merge(notes.noted) { $1 } }
      former = nil
      formerCount = 0
    }
  }

  /// Notes that the object at `entry` was opened with keys of `type`, nil for a dictionary.
  func note(_ type: (any CodingKey.Type)?, at entry: Int) {
    noted[entry] = .some(type)
  }

  /// How the object at `entry`, which has the id `id` on the tape, was opened.
  func opening(at entry: Int, id: Int) -> ObjectOpening {
    var notes: KeyTypeNotes? = self
    while let current = notes {
      if let type = current.noted[entry] { return type.map(ObjectOpening.keys) ?? .dictionary }
      notes = current.former
    }
    return ObjectOpening(id: id, types: types)
  }
}
