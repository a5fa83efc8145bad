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
