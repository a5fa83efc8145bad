/// The keys, other than cases of plain enums, by which models have reached the containers of a text.
///
/// Keys that show the same type, name and number count as one key. Only the last ones are held, so
/// that an object with millions of members does not take memory for each; a path with one that has
/// been dropped, which takes a model that keeps its containers, has a `JSONKey` there.
struct UsedKeys {
  private struct Identity: Hashable {
    let type: ObjectIdentifier
    let name: String
    let number: Int?

    init(_ key: some CodingKey) {
      type = ObjectIdentifier(Swift.type(of: key))
      name = key.stringValue
      number = key.intValue
    }

    /// Names are compared byte by byte: a path shows the spelling.
    static func == (first: Identity, second: Identity) -> Bool {
      first.type == second.type && first.number == second.number
        && first.name.utf8.elementsEqual(second.name.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(type)
      // Names of the same bytes have the same hash there, and long ones are hashed in linear time.
      hasher.combine(MemberName(name))
    }
  }

  private typealias Place = (identity: Identity, key: any CodingKey)

  /// The keys that are held, each at its number modulo `maximumCount`.
  private var places: ContiguousArray<Place?> = []
  private var numbers: [Identity: Int] = [:]

  /// The numbers of the first key that is held and of the next one.
  private var (first, next) = (0, 0)

  /// The byte count of the names that are held.
  private var byteCount = 0

  /// How many are held, and how many bytes of names unless a single name is longer.
  static let maximumCount = 4096
  private static let maximumByteCount = 1 << 20

  var isEmpty: Bool { next == 0 }

  /// The note that stands for `key`.
  ///
  /// The key's code is called before `change` gives access to the table, and keys are released after
  /// that, because both may lead back here.
  static func note(
    of key: some CodingKey,
    _ change: ((inout UsedKeys) -> Void) -> Void
  ) -> KeyNote {
    let identity = Identity(key)
    var note = KeyNote.none
    var dropped: [any CodingKey] = []
    change { keys in note = keys.note(identity, key, &dropped) }
    return withExtendedLifetime(dropped) { note }
  }

  private mutating func note(
    _ identity: Identity,
    _ key: any CodingKey,
    _ dropped: inout [any CodingKey]
  ) -> KeyNote {
    if let known = numbers[identity] { return KeyNote(used: known) }
    let note = KeyNote(used: next)
    guard note != .none else { return .none }
    byteCount += identity.name.utf8.count
    while next - first == UsedKeys.maximumCount
      || byteCount > UsedKeys.maximumByteCount && first < next
    {
      dropFirst(&dropped)
    }
    let position = next % UsedKeys.maximumCount
    if position == places.count { places.append(nil) }
    places[position] = (identity, key)
    numbers[identity] = next
    next += 1
    return note
  }

  private mutating func dropFirst(_ dropped: inout [any CodingKey]) {
    let position = first % UsedKeys.maximumCount
    first += 1
    guard let place = places[position] else { return }
    places[position] = nil
    numbers[place.identity] = nil
    byteCount -= place.identity.name.utf8.count
    dropped.append(place.key)
  }

  /// The key with the number `number`, if it is still held.
  func key(_ number: Int) -> (any CodingKey)? {
    guard number >= first, number < next else { return nil }
    return places[number % UsedKeys.maximumCount]?.key
  }
}
