/// What is remembered between the paths of one document, so that each of many paths, in any order,
/// takes time only for itself and not for everything before it.
struct PathNotes {
  /// Every 64th step of containers with many values, in the order of the text.
  private var waypoints: [Int: PathNote] = [:]

  /// Long names, so that paths share one String instead of copies.
  var longNames = LongNames()

  /// How many siblings a search walks over before it asks for a step near the value.
  static let stride = 64

  /// A step in the closed container at `container` that is at or before `entry`, and less than `stride`
  /// steps from it.
  mutating func step(in container: Int, before entry: Int, on tape: Tape) -> PathStep? {
    let steps: [PathStep]
    if case .steps(let known)? = waypoints[container] {
      steps = known
    } else {
      steps = Self.survey(container, tape)
      waypoints[container] = .steps(steps)
    }
    let next = steps.partitioningIndex { $0.child > entry }
    return next > 0 ? steps[next - 1] : nil
  }

  private static func survey(_ container: Int, _ tape: Tape) -> [PathStep] {
    var steps: [PathStep] = []
    var entry = container + 2
    for position in 0..<tape[container + 1].count {
      let step = PathStep(at: entry, position, of: container, on: tape)
      if position % stride == 0 { steps.append(step) }
      entry = tape.entry(after: step.child)
    }
    return steps
  }
}

/// What is remembered for an entry, as one type because each type of dictionary is kilobytes of code.
private enum PathNote {
  case steps([PathStep])
  case name(String)
}

/// The long names of a text that were made for paths, by entry.
struct LongNames {
  private var names: [Int: PathNote] = [:]

  /// The name at `entry`, if it is long and was made before.
  subscript(entry: Int) -> String? {
    get {
      guard !names.isEmpty, case .name(let name)? = names[entry] else { return nil }
      return name
    }
    set { names[entry] = newValue.map(PathNote.name) }
  }

  /// Whether a name of `byteCount` bytes is long.
  static func includes(byteCount: Int) -> Bool { byteCount > 256 }
}
