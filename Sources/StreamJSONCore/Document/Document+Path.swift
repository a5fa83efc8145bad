/// One step from a container to a value inside it.
struct PathStep {
  /// The entry of the container.
  var container: Int
  /// The entry of the member's name; nil in an array.
  var name: Int?
  /// The 0-based position among the members or elements.
  var position: Int
  /// The entry of the value.
  var child: Int

  /// Makes the step from the container at `container` to the member whose name is at `entry`, or to the element there.
  init(at entry: Int, _ position: Int, of container: Int, on tape: Tape) {
    self.container = container
    self.position = position
    name = tape[container].kind == .object ? entry : nil
    child = name == nil ? entry : tape.entry(after: entry)
  }
}

/// Paths cost nothing while decoding succeeds: a value's entry says where it is, and the path to
/// it is walked from the root only on demand.
extension Document {
  /// The steps from the value at `base` to the one at `entry`, outermost first.
  ///
  /// - Complexity: O(steps that differ from those to the last value asked for), if the value is at or after that one, as
  ///   in a loop over an array. Otherwise O(depth * log(siblings)), after one pass over the siblings on each level.
  func steps(from base: Int = Tape.root, to entry: Int) -> [PathStep] {
    let base = base == Tape.root && entry >= storage.outermost ? max(base, storage.outermost) : base
    guard entry != Tape.absent, entry > base, base != Tape.absent else { return [] }
    // The last path is turned into this one in place: often only their last steps differ.
    var steps = notes.lastPath
    notes.lastPath = []
    defer { notes.lastPath = steps }
    var depth = steps.first?.container == base ? steps.count : 0
    while depth > 0, !isValue(at: steps[depth - 1].child, around: entry) { depth -= 1 }
    var container = depth > 0 ? steps[depth - 1].child : base
    descent: while container != entry {
      // Otherwise, this is an error after the outermost value.
      guard isValue(at: container, around: entry) else { break }
      let end = tape[container + 1].end
      let isObject = tape[container].kind == .object
      // Once the container is closed, many siblings are not walked over one by one.
      var walkCount = end > container ? 0 : Int.min
      // The last value asked for is often slightly before this one.
      var step: PathStep
      if depth < steps.count, steps[depth].container == container, steps[depth].child <= entry {
        step = steps[depth]
      } else {
        if depth < steps.count { steps.removeSubrange(depth...) }
        // An error before the first name belongs to the object itself.
        guard !isObject || container + 2 < tape.count else { break descent }
        step = PathStep(at: container + 2, 0, of: container, on: tape)
      }
      // An open container (an error in the middle of a text) extends past the end of the tape.
      var next = tape.entryWithinTape(after: step.child)
      while next <= entry, step.child < tape.count {
        // An error after the last member belongs to the object, too.
        guard !isObject || next < tape.count else { break descent }
        walkCount &+= 1
        if walkCount == PathNotes.stride,
          let known = sibling(in: container, before: entry)
        {
          step = known
          next = tape.entryWithinTape(after: step.child)
          continue
        }
        step = PathStep(at: next, step.position + 1, of: container, on: tape)
        next = tape.entryWithinTape(after: step.child)
      }
      if depth < steps.count { steps[depth] = step } else { steps.append(step) }
      depth += 1
      // The entry is a name: the step to its value is the last one.
      guard step.child <= entry, step.child < tape.count else { break }
      container = step.child
    }
    if depth < steps.count { steps.removeSubrange(depth...) }
    return steps
  }

  /// Whether the value at `outer` is the one at `entry`, or a container that was not closed before that.
  private func isValue(at outer: Int, around entry: Int) -> Bool {
    guard outer < entry, outer < tape.count else { return outer == entry }
    let kind = tape[outer].kind
    guard kind == .object || kind == .array else { return false }
    let end = tape[outer + 1].end
    return end <= outer || end > entry
  }

  /// The JSON Pointer to the value that `steps` lead to.
  func pointer(_ steps: [PathStep]) -> JSONPointer {
    let tokens = steps.map { step in
      step.name.map { pathName(at: $0) } ?? String(step.position)
    }
    let rootTokens = storage.record.rootTokens
    return JSONPointer(tokens: rootTokens.isEmpty ? tokens : rootTokens + tokens)
  }

  /// The name at `entry`, for use in a path.
  @inline(never)
  func pathName(at entry: Int) -> String {
    let (start, end) = tape.byteRange(of: entry)
    guard PathNotes.includes(byteCount: end - start) else { return repairedString(at: entry) }
    var paths = notes.paths.take() ?? PathNotes()
    defer { notes.paths = paths }
    if let known = paths[entry] { return known }
    let name = repairedString(at: entry)
    paths[entry] = name
    return name
  }

  /// A step in the closed container at `container` to a value shortly before `entry`, or to `entry` itself.
  private func sibling(in container: Int, before entry: Int) -> PathStep? {
    var paths = notes.paths.take() ?? PathNotes()
    defer { notes.paths = paths }
    return paths.step(in: container, before: entry, on: tape)
  }
}

extension Tape {
  /// The entry after the value at `entry`: the tape's end if there is no such value yet, and
  /// past that for a container that the scan left open.
  fileprivate func entryWithinTape(after entry: Int) -> Int {
    guard entry < count else { return count }
    guard self[entry].hasSecondWord else { return entry + 1 }
    let end = self[entry + 1].end
    return end > entry ? end : .max
  }
}
