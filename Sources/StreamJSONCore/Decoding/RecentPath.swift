/// The last coding path of a text, which the next one usually shares all of but the end with.
///
/// A model that tries several types asks for the same path each time; one that tries the elements
/// of an array, for paths that differ in the last key.
struct RecentPath {
  private struct Step {
    /// The entry of the value, which identifies the step.
    let child: Int
    /// What was noted about the key by which the model reached the value.
    let note: UInt64
  }

  /// What stands for a note about the key in a frame, which only the key itself tells from others.
  static let frameNote: UInt64 = 1

  /// The entry that it leads to.
  private var entry = Tape.absent
  private(set) var keys: [any CodingKey] = []
  private var steps: [Step] = []

  var isEmpty: Bool { entry == Tape.absent }

  /// Whether it is still the path to `entry`, but for a key in a frame; `note` returns what is noted
  /// about a value's key.
  @inline(__always)
  func leads(to entry: Int, _ note: (Int) -> UInt64) -> Bool {
    self.entry == entry && entry != Tape.absent
      && steps.allSatisfy { note($0.child) == $0.note }
  }

  /// Turns it into the path to `entry` along `newSteps`, whose other keys are made by `makeKey`.
  @inline(__always)
  mutating func move(
    to entry: Int,
    along newSteps: [PathStep],
    _ note: (Int) -> UInt64,
    makeKey: (PathStep, () -> [any CodingKey]) -> any CodingKey
  ) {
    self.entry = entry
    var shared = 0
    while shared < steps.count, shared < newSteps.count,
      steps[shared].child == newSteps[shared].child,
      steps[shared].note == note(steps[shared].child),
      steps[shared].note != RecentPath.frameNote
    {
      shared += 1
    }
    let last = steps.count - 1
    if shared == last, last == newSteps.count - 1 {
      // Most often the last path was that of a neighbour. If a model keeps the error of each, the keys
      // are copied once, and not once more to grow again.
      keys[last] = makeKey(newSteps[last]) { Array(keys[..<last]) }
      steps[last] = Step(child: newSteps[last].child, note: note(newSteps[last].child))
      return
    }
    keys.removeLast(keys.count - shared)
    steps.removeLast(steps.count - shared)
    for step in newSteps[shared...] {
      keys.append(makeKey(step) { keys })
      steps.append(Step(child: step.child, note: note(step.child)))
    }
  }
}
