/// The objects that containers stand on, by entry, under a custom key strategy.
///
/// The strategy's closure runs once for each name of an object that is opened; the results are in the
/// container's index for as long as the container stands on the object. Paths and the list of all keys find
/// them here. Nothing is therefore stored for objects that no container reads anymore.
struct OpenedObjects {
  private struct Place {
    // Weak, so that a container that nothing else holds is freed.
    weak var object: KeyedObject?
  }

  private var places = [Int: Place]()
  private var bound = 16

  /// Notes that `object` stands on the object at `header`.
  mutating func add(_ object: KeyedObject, at header: Int) {
    places[header] = Place(object: object)
    guard places.count > bound else { return }
    places = places.filter { header, place in place.object?.header == header }
    bound = max(16, places.count * 2)
  }

  /// The members of the object at `header`, if a container stands on it.
  func members(at header: Int) -> MemberIndex? {
    guard let object = places[header]?.object, object.header == header else { return nil }
    return object.index
  }
}
