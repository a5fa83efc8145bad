/// What is remembered between the paths of one document, so that asking for many of them in any
/// order takes time for each, not for all that lies before it.
struct PathNotes {
  /// Of containers with many values, every 64th step, in the order of the text.
  private var waypoints: [Int: [PathStep]] = [:]

  /// Long names as Strings, by entry: a path has the same String as the last one, not a copy.
  private var longNames: [Int: String] = [:]

  /// What a key strategy has made of long names, by entry: it is not asked again at every path.
  private var longConvertedNames: [Int: String] = [:]

  /// Siblings that a search walks over before it asks for a waypoint.
  static let stride = 64

  /// The last waypoint in the closed container at `container` that is not behind `entry`.
  mutating func waypoint(in container: Int, before entry: Int, on tape: Tape) -> PathStep? {
    if waypoints[container] == nil { waypoints[container] = Self.survey(container, tape) }
    guard let steps = waypoints[container] else { return nil }
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].child <= entry { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? steps[low - 1] : nil
  }

  private static func survey(_ container: Int, _ tape: Tape) -> [PathStep] {
    let isObject = tape[container].kind == .object
    var steps: [PathStep] = []
    var child = container + 2
    for position in 0..<tape[container + 1].count {
      let name = isObject ? child : nil
      if isObject { child = tape.value(ofName: child) }
      if position % stride == 0 {
        steps.append(PathStep(container: container, name: name, position: position, child: child))
      }
      child = tape.entry(after: child)
    }
    return steps
  }

  /// The name at `entry`, made by `make` if it is short or was not asked for before.
  mutating func name(at entry: Int, byteCount: Int, make: () -> String) -> String {
    Self.name(in: &longNames, at: entry, byteCount, make)
  }

  /// What a key strategy makes of the name at `entry`, in the same way.
  mutating func convertedName(at entry: Int, byteCount: Int, make: () -> String) -> String {
    Self.name(in: &longConvertedNames, at: entry, byteCount, make)
  }

  private static func name(
    in known: inout [Int: String],
    at entry: Int,
    _ byteCount: Int,
    _ make: () -> String
  ) -> String {
    guard byteCount > 256 else { return make() }
    if let known = known[entry] { return known }
    let name = make()
    known[entry] = name
    return name
  }
}
