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

/// A decoder that learns the standard library's key type for dictionaries, which has no public name.
final class DictionaryKeys: Decoder {
  private var found: (any CodingKey.Type)?

  /// The key type.
  static let type: (any CodingKey.Type)? = {
    let decoder = DictionaryKeys()
    _ = try? [String: Int](from: decoder)
    return decoder.found
  }()

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    found = type
    throw DecodingError.withoutDetails
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.withoutDetails
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw DecodingError.withoutDetails
  }
}

/// The keys, other than cases of plain enums, by which models have entered the containers of a text.
///
/// No code of a key is called: the key is copied when it is used. Only the most recent keys are held, and those of the
/// containers around them, so that an object with millions of members does not take memory for each one. If a path
/// includes a key that has been dropped, which takes a model that keeps its containers, it has a `JSONKey` in that
/// place.
struct RequestedKeys {
  private struct Place {
    /// The container that was entered.
    let entry: Int
    let key: any CodingKey
  }

  private var places: ContiguousArray<Place> = []

  /// Where the next key is put when all places are taken.
  private var next = 0

  /// How many keys are held at most.
  static let maximumCount = 4096

  /// Holds `key`, by which the container at `entry` is entered.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - entry: The container's entry.
  ///   - isNeeded: Whether the key of the container at an entry is to stay.
  /// - Returns: What stands for the key, and the key whose place it has taken; that key must be released while nothing
  ///   refers to this table.
  mutating func note(
    _ key: any CodingKey,
    at entry: Int,
    _ isNeeded: (Int) -> Bool
  ) -> (note: KeyNote, dropped: (any CodingKey)?) {
    let place = Place(entry: entry, key: key)
    if places.count < RequestedKeys.maximumCount {
      if places.isEmpty { places.reserveCapacity(8) }
      places.append(place)
      return (KeyNote(requested: places.count - 1), nil)
    }
    // If the text is so deep that all keys are needed, one of them is dropped anyway.
    let count = RequestedKeys.maximumCount
    let passedCount = (0..<count).first { !isNeeded(places[(next + $0) % count].entry) } ?? 0
    let number = (next + passedCount) % count
    let dropped = places[number].key
    places[number] = place
    next = (number + 1) % count
    return (KeyNote(requested: number), dropped)
  }

  /// The key with the number `number`, if it is still held and is that of the container at `entry`.
  func key(_ number: Int, at entry: Int) -> (any CodingKey)? {
    guard number < places.count, places[number].entry == entry else { return nil }
    return places[number].key
  }
}
