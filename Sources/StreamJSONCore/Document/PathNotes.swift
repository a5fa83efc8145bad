/// Notes kept between the paths of one document, so that each of many paths, in any order,
/// takes time only for itself and not for everything before it.
struct PathNotes {
  /// The note on an entry, as one type because each type of dictionary is kilobytes of code.
  private enum Note {
    /// Every 64th step of a container with many values, in the order of the text.
    case steps([PathStep])
    /// A long name, so that paths share one String instead of copies.
    case name(String)
  }

  private var notes = [Int: Note]()

  /// How many siblings a search walks over before it asks for a step near the value.
  static let stride = 64

  /// A step in the closed container at `container` that is at or before `entry`, and less than `stride`
  /// steps from it.
  mutating func step(in container: Int, before entry: Int, on tape: Tape) -> PathStep? {
    let steps: [PathStep]
    if case .steps(let known)? = notes[container] {
      steps = known
    } else {
      steps = Self.survey(container, tape)
      notes[container] = .steps(steps)
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

  /// The name at `entry`, if it is long and was made before.
  subscript(entry: Int) -> String? {
    get {
      guard !notes.isEmpty, case .name(let name)? = notes[entry] else { return nil }
      return name
    }
    set { notes[entry] = newValue.map(Note.name) }
  }

  /// Whether a name of `byteCount` bytes is long, and remembered.
  static func includes(byteCount: Int) -> Bool { byteCount > 256 }
}

extension RandomAccessCollection {
  /// The first index whose element satisfies `isInSecondPart`, or `endIndex`.
  ///
  /// - Precondition: all elements that satisfy it come after all that do not.
  /// - Complexity: O(log `count`).
  func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
