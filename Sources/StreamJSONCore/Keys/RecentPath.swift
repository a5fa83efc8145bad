/// The last coding path of a text, with which the next one usually shares everything but the end.
///
/// A model that tries several types asks for the same path each time. A model that tries the elements of an array asks
/// for paths that differ in the last key.
struct RecentPath {
  struct Step {
    /// The entry of the value, which identifies the step.
    let child: Int
    /// What was noted about the key by which the model reached the value.
    let note: UInt64
  }

  /// The note on a scalar whose key was copied: the next time, another key may have been.
  static let unknownNote = UInt64.max

  /// The entry that the path leads to.
  private var entry = Tape.absent
  private(set) var keys: [any CodingKey] = []
  private var steps: [Step] = []

  /// The array into which the last step of the path leads, and the position there; absent for an object.
  private var array = Tape.absent
  private var position = 0

  /// How many of the first steps stay as they are for as long as their values are on the path: those to elements and to
  /// containers that were entered by a key.
  ///
  /// The last step is never one of them: its value may be asked for as a scalar, by another key. Looking at all steps
  /// for each of the errors on the way to a deep value would take quadratic time.
  private var settledCount = 0

  /// Finds out how many of the first steps are by the keys that are noted now; only those at `positions` are looked at.
  typealias UnchangedCount = (_ steps: [Step], _ positions: Range<Int>) -> Int

  /// Whether this is still the path to `entry`.
  @inline(__always)
  func leads(to entry: Int, _ unchangedCount: UnchangedCount) -> Bool {
    self.entry == entry && entry != Tape.absent
      && unchangedCount(steps, settledCount..<steps.count) == steps.count
  }

  /// Turns this into the path to `entry` if that is one of the next elements of the same array.
  ///
  /// No key is made or released that may run a model's code. If `isKept` is true, an error keeps the path, and writing
  /// to it would copy it first.
  ///
  /// - Returns: False if `entry` is not such an element.
  @inline(__always)
  mutating func advance(
    to entry: Int,
    on tape: Tape,
    isKept: @autoclosure () -> Bool,
    _ note: (Int) -> UInt64,
    _ unchangedCount: UnchangedCount
  ) -> Bool {
    // An array that the scan left open has no end.
    guard array != Tape.absent, entry > self.entry, entry < tape.count,
      entry < tape[array &+ 1].end
    else { return false }
    var (child, position) = (self.entry, position)
    let bound = position &+ 16
    repeat {
      child = tape.entry(after: child)
      position &+= 1
    } while child < entry && position < bound
    let last = steps.count - 1
    guard child == entry,
      last == settledCount
        || unchangedCount(steps, settledCount..<last) == last
    else { return false }
    self.entry = entry
    self.position = position
    if last == 0, isKept() {
      keys = [JSONKey(index: position)]
    } else {
      keys[last] = JSONKey(index: position)
    }
    steps[last] = Step(child: entry, note: note(entry))
    return true
  }

  /// Turns this into the path to `entry` along `newSteps`; `makeKey` makes the keys that are not shared.
  ///
  /// `isSettled` finds out whether a step is to a container that was entered by the noted key.
  ///
  /// - Complexity: O(steps that differ) unless a container on the way was not entered.
  @inline(__always)
  mutating func move(
    to entry: Int,
    along newSteps: [PathStep],
    _ note: (Int) -> UInt64,
    _ unchangedCount: UnchangedCount,
    _ isSettled: (Step) -> Bool,
    makeKey: (PathStep, () -> [any CodingKey]) -> any CodingKey
  ) {
    self.entry = entry
    if let step = newSteps.last, step.name == nil, step.child == entry {
      (array, position) = (step.container, step.position)
    } else {
      array = Tape.absent
    }
    // Whatever leads to the same value is the same, so the last one that is shared is looked for.
    var commonCount = min(steps.count, newSteps.count)
    while commonCount > 0, steps[commonCount - 1].child != newSteps[commonCount - 1].child {
      commonCount -= 1
    }
    settledCount = max(0, min(settledCount, commonCount, newSteps.count - 1))
    let shared = unchangedCount(steps, settledCount..<commonCount)
    while settledCount < min(shared, newSteps.count - 1),
      newSteps[settledCount].name == nil || isSettled(steps[settledCount])
    {
      settledCount += 1
    }
    // Usually the last path was that of a neighbor, and only its last key is replaced.
    var count = shared
    for step in newSteps[shared...] {
      let key = makeKey(step) { Array(keys[..<count]) }
      let step = Step(child: step.child, note: note(step.child))
      if count < steps.count {
        keys[count] = consume key
        steps[count] = step
      } else {
        keys.append(consume key)
        steps.append(step)
      }
      count += 1
    }
    guard count < steps.count else { return }
    keys.removeLast(keys.count - count)
    steps.removeLast(steps.count - count)
  }
}
