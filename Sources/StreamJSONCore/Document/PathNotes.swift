/// What is remembered between the paths of one document, so that asking for many of them in any
/// order takes time for each, not for all that lies before it.
struct PathNotes {
  /// Of containers with many values, every 64th step, in the order of the text.
  private var waypoints: [Int: [PathStep]] = [:]

  /// Long names as Strings, by entry: a path has the same String as the last one, not a copy.
  private var longNames: [Int: String] = [:]

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
    guard byteCount > 256 else { return make() }
    if let known = longNames[entry] { return known }
    let name = make()
    longNames[entry] = name
    return name
  }
}
