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

  /// Stands for a note about a key in a frame, which only the key itself distinguishes from others.
  static let frameNote: UInt64 = 1

  /// The entry that the path leads to.
  private var entry = Tape.absent
  private(set) var keys: [any CodingKey] = []
  private var steps: [Step] = []

  /// The array into which the last step of the path leads, and the position there; absent for an object.
  private var array = Tape.absent
  private var position = 0

  /// Finds out how many of the first steps, up to a limit, are by the keys that are noted now, including the keys in
  /// frames if the last argument is true.
  typealias UnchangedCount = (_ steps: [Step], _ limit: Int, _ isByFrames: Bool) -> Int

  /// Whether this is still the path to `entry`, except for a key in a frame.
  @inline(__always)
  func leads(to entry: Int, _ unchangedCount: UnchangedCount) -> Bool {
    self.entry == entry && entry != Tape.absent
      && unchangedCount(steps, steps.count, true) == steps.count
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
    guard child == entry, last == 0 || unchangedCount(steps, last, false) == last
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
  @inline(__always)
  mutating func move(
    to entry: Int,
    along newSteps: [PathStep],
    _ note: (Int) -> UInt64,
    _ unchangedCount: UnchangedCount,
    makeKey: (PathStep, () -> [any CodingKey]) -> any CodingKey
  ) {
    self.entry = entry
    if let step = newSteps.last, step.name == nil, step.child == entry {
      (array, position) = (step.container, step.position)
    } else {
      array = Tape.absent
    }
    let different = steps.indices.first {
      $0 >= newSteps.count || steps[$0].child != newSteps[$0].child
    }
    let shared = unchangedCount(steps, different ?? steps.count, false)
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
