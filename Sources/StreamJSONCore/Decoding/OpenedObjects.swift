/// The objects that containers stand on, by entry, under a custom key strategy.
///
/// The strategy's closure runs once for each name of an object that is opened; the results are in
/// the container's index for as long as the container stands on the object. Paths and the list of
/// all keys find them here. So nothing is stored for objects that no container reads any more.
struct OpenedObjects {
  private struct Entry {
    // Weak, so that a container that nothing else holds is freed.
    weak var object: KeyedObject?
  }

  private var entries: [Int: Entry] = [:]
  private var bound = 16

  /// Notes that `object` stands on the object at `header`.
  mutating func add(_ object: KeyedObject, at header: Int) {
    entries[header] = Entry(object: object)
    guard entries.count > bound else { return }
    entries = entries.filter { header, entry in entry.object?.header == header }
    bound = max(16, entries.count * 2)
  }

  /// The members of the object at `header`, if a container stands on it.
  func members(at header: Int) -> MemberIndex? {
    guard let object = entries[header]?.object, object.header == header else { return nil }
    return object.index
  }
}
