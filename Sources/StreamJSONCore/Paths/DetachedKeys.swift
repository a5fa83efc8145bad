/// The keys by which models have entered the containers of a text whose decode is over.
///
/// What the tape's notes stand for is copied here, because the decoder's memory moves on to other
/// texts. A later decode of such a text notes here what it enters. It sees the notes of the decode
/// that it got its decoder or container from, of the one before that, and so on, but not what others
/// note at the same time. The notes of a finished decode do not change, so any thread may read them.
final class DetachedKeys {
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
  private let former: DetachedKeys?
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
  init(after other: DetachedKeys) {
    types = other.types
    requestedKeys = other.requestedKeys
    if other.formerCount < DetachedKeys.maximumFormerCount {
      former = other.noted.isEmpty ? other.former : other
      formerCount = other.noted.isEmpty ? other.formerCount : other.formerCount + 1
    } else {
      for notes in other.chain { noted.merge(notes.noted) { newer, _ in newer } }
      former = nil
      formerCount = 0
    }
  }

  /// Notes that the container at `entry` is entered by `key` or, if that is nil, as a member of a dictionary.
  ///
  /// - Returns: False if this decode has entered it in another way before, which stays noted.
  func enter(_ entry: Int, by key: (any CodingKey)?) -> Bool {
    guard let former = noted[entry] else {
      noted[entry] = Noted(key: key)
      return true
    }
    guard let known = former.key, let key else { return former.key == nil && key == nil }
    return key.isIdentical(to: known)
  }

  /// How the container at `entry` was last entered, if a decode has noted it here.
  func noted(at entry: Int) -> Noted? {
    for notes in chain {
      if let noted = notes.noted[entry] { return noted }
    }
    return nil
  }

  /// These notes and those before them, the newest first.
  private var chain: some Sequence<DetachedKeys> { sequence(first: self, next: \.former) }
}
