/// One step from a container to a value inside it.
struct PathStep {
  /// The entry of the container.
  var container: Int
  /// The entry of the member's name, nil in an array.
  var name: Int?
  /// The 0-based position among the members or elements.
  var position: Int
  /// The entry of the value.
  var child: Int
}

/// Paths cost nothing while decoding succeeds: a value's entry tells where it is, and the way to
/// it is walked from the root when somebody asks.
extension Document {
  /// The steps from the value at `base` to the one at `entry`, outermost first.
  ///
  /// - Complexity: O(depth) for a value at or behind the one asked for last, as in a loop over an
  ///   array. Else O(depth * log(siblings)), after one pass over the siblings on each level.
  func steps(from base: Int = Tape.root, to entry: Int) -> [PathStep] {
    guard entry != Tape.absent, entry > base, base != Tape.absent else { return [] }
    // The last path becomes this one in place: they often differ in the last step alone.
    var steps = notes.lastPath
    notes.lastPath = []
    defer { notes.lastPath = steps }
    var depth = 0
    var container = base
    descent: while container != entry {
      let header = tape[container]
      guard header.kind == .object || header.kind == .array else { break }
      // Closed before the entry: an error behind the outermost value.
      let end = tape[container + 1].end
      guard end <= container || end > entry else { break }
      let isObject = header.kind == .object
      // The value asked for last is often a little before this one.
      var step: PathStep
      if depth < steps.count, steps[depth].container == container, steps[depth].child <= entry {
        step = steps[depth]
      } else {
        steps.removeSubrange(depth...)
        step = PathStep(container: container, name: nil, position: 0, child: container + 2)
        if isObject {
          // An error before the first name is one of the object itself.
          guard container + 2 < tape.count else { break descent }
          step.name = container + 2
          step.child = tape.entry(after: container + 2)
        }
      }
      // Many siblings are not walked over one by one, once the container is closed.
      var walkCount = end > container ? 0 : Int.min
      // An open container (an error in the middle of a text) goes on behind the tape.
      var next = tape.entryWithinTape(after: step.child)
      while next <= entry, step.child < tape.count {
        // So is one behind the last member.
        guard !isObject || next < tape.count else { break descent }
        walkCount &+= 1
        if walkCount == PathNotes.stride, let waypoint = waypoint(in: container, before: entry) {
          step = waypoint
          next = tape.entryWithinTape(after: step.child)
          continue
        }
        step.position += 1
        if isObject {
          step.name = next
          step.child = tape.entry(after: next)
        } else {
          step.child = next
        }
        next = tape.entryWithinTape(after: step.child)
      }
      if depth < steps.count { steps[depth] = step } else { steps.append(step) }
      depth += 1
      // A name is asked for: the step to its value is the way to it.
      guard step.child <= entry, step.child < tape.count else { break }
      container = step.child
    }
    steps.removeSubrange(depth...)
    return steps
  }

  /// The JSON Pointer of the value that `steps` lead to.
  func pointer(_ steps: [PathStep]) -> JSONPointer {
    guard !steps.isEmpty else { return JSONPointer(tokens: rootTokens) }
    return JSONPointer(
      tokens: rootTokens
        + steps.map { step in
          step.name.map { pathName(at: $0) } ?? String(step.position)
        }
    )
  }

  /// The name at `entry` for a path.
  func pathName(at entry: Int) -> String {
    let (start, end) = tape.byteRange(of: entry)
    var paths = takePathNotes()
    defer { notes.paths = paths }
    return paths.name(at: entry, byteCount: end - start) { repairedString(at: entry) }
  }

  /// What `convert` makes of `name`, that at `entry`, for a path.
  func convertedPathName(_ name: String, at entry: Int, _ convert: (String) -> String) -> String {
    let (start, end) = tape.byteRange(of: entry)
    var paths = takePathNotes()
    defer { notes.paths = paths }
    return paths.convertedName(at: entry, byteCount: end - start) { convert(name) }
  }

  private func waypoint(in container: Int, before entry: Int) -> PathStep? {
    var paths = takePathNotes()
    defer { notes.paths = paths }
    return paths.waypoint(in: container, before: entry, on: tape)
  }

  /// The notes, taken out while they are written to, so that they are not copied.
  private func takePathNotes() -> PathNotes {
    defer { notes.paths = nil }
    return notes.paths ?? PathNotes()
  }
}

extension Tape {
  /// The entry behind the value at `entry`: the tape's end if there is no such value yet, and
  /// beyond it for a container that the scan left open.
  fileprivate func entryWithinTape(after entry: Int) -> Int {
    guard entry < count else { return count }
    guard self[entry].hasSecondWord else { return entry + 1 }
    let end = self[entry + 1].end
    return end > entry ? end : .max
  }
}
