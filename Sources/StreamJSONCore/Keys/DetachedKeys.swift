/// The keys by which models have entered the containers of a text whose decode is over.
///
/// What the tape's notes stand for is copied here, because the decoder's memory moves on to other
/// texts. A later decode of such a text notes here what it enters. It sees the notes of the decode
/// that it got its decoder or container from, of the one before that, and so on, but not what others
/// note at the same time. The notes of a finished decode do not change, so any thread may read them.
final class DetachedKeys {
  /// The key types that ids on the tape stand for, from 1 on.
  let types: ContiguousArray<KeyType>

  /// The keys of containers with the note `copied` on the tape.
  let copiedKeys: CopiedKeys

  /// The notes of the decode before this one, and the number of notes in that chain.
  private let former: DetachedKeys?
  private let formerCount: Int

  /// How long the chain of notes may get before it is merged.
  private static let maximumFormerCount = 32

  /// The keys by which this decode has entered containers, by entry.
  private var keys: [Int: any CodingKey] = [:]

  init(types: ContiguousArray<KeyType>, copiedKeys: CopiedKeys) {
    self.types = types
    self.copiedKeys = copiedKeys
    former = nil
    formerCount = 0
  }

  /// Makes notes for another decode of the same text.
  init(after other: DetachedKeys) {
    types = other.types
    copiedKeys = other.copiedKeys
    if other.formerCount < DetachedKeys.maximumFormerCount {
      former = other.keys.isEmpty ? other.former : other
      formerCount = other.keys.isEmpty ? other.formerCount : other.formerCount + 1
    } else {
      for notes in other.chain { keys.merge(notes.keys) { newer, _ in newer } }
      former = nil
      formerCount = 0
    }
  }

  /// Notes that the container at `entry` is entered by `key`.
  func enter(_ entry: Int, by key: any CodingKey) { keys[entry] = key }

  /// The key by which the container at `entry` was last entered, if a decode has noted it here.
  func key(at entry: Int) -> (any CodingKey)? {
    for notes in chain {
      if let key = notes.keys[entry] { return key }
    }
    return nil
  }

  /// These notes and those before them, the newest first.
  private var chain: some Sequence<DetachedKeys> { sequence(first: self, next: \.former) }
}

/// Copies of the keys, other than cases of plain enums, by which models have entered the containers of a text, as far
/// as the names of members aren't enough: of keys with numbers, and under a custom strategy.
///
/// Of many, only those of the containers around the last one are held, so that an object with millions of members does
/// not take memory for each one. If a path includes any other, which takes a model that keeps its containers, the key
/// there has the name only.
struct CopiedKeys {
  private var keys: [Int: any CodingKey] = [:]
  private var bound = 4096

  subscript(entry: Int) -> (any CodingKey)? { keys[entry] }

  /// Notes that the container at `entry` is entered by `key`.
  mutating func note(_ key: any CodingKey, at entry: Int, on tape: Tape) {
    keys[entry] = key
    guard keys.count > bound else { return }
    keys = keys.filter { outer, _ in outer <= entry && entry < tape[outer + 1].end }
    bound = max(4096, keys.count * 2)
  }
}
