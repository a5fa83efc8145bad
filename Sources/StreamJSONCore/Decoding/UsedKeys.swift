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
  }

  private var places: ContiguousArray<(identity: Identity, key: any CodingKey)> = []
  private var numbers: [Identity: Int] = [:]

  /// The number of keys that there have been.
  private var count = 0

  /// How many are held.
  private static let maximumCount = 4096

  /// Names that are longer are not worth their memory.
  private static let maximumByteCount = 256

  var isEmpty: Bool { count == 0 }

  /// The note that stands for `key`.
  ///
  /// The key's code is called before the table is touched, and its last reference is released
  /// after that, because both may lead back here.
  static func note(
    _ key: some CodingKey,
    in keys: (_ change: (inout UsedKeys) -> Void) -> Void
  )
    -> KeyNote
  {
    let identity = Identity(key)
    guard identity.name.utf8.count <= maximumByteCount else { return .none }
    var note = KeyNote.none
    var dropped: (any CodingKey)?
    keys { keys in (note, dropped) = keys.note(identity, key) }
    return withExtendedLifetime(dropped) { note }
  }

  private mutating func note(
    _ identity: Identity,
    _ key: any CodingKey
  ) -> (KeyNote, dropped: (any CodingKey)?) {
    if let known = numbers[identity] { return (KeyNote(used: known), nil) }
    let note = KeyNote(used: count)
    guard note != .none else { return (.none, nil) }
    numbers[identity] = count
    let position = count % UsedKeys.maximumCount
    count += 1
    guard position < places.count else {
      places.append((identity, key))
      return (note, nil)
    }
    let former = places[position]
    places[position] = (identity, key)
    numbers[former.identity] = nil
    return (note, former.key)
  }

  /// The key with the number `number`, if it is still held.
  func key(_ number: Int) -> (any CodingKey)? {
    guard number < count, count - number <= places.count else { return nil }
    return places[number % UsedKeys.maximumCount].key
  }
}
