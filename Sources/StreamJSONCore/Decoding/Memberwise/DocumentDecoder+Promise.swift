/// In builds with assertions, what the marker promises is checked: some objects are decoded by their
/// own `init(from:)` as well, and it must make the same value.
///
/// Only where no code of other types would run a second time: where all members are of types that the
/// plan decodes itself.
extension DocumentDecoder {
  /// Whether the type's own `init(from:)` makes the value at `target` of the object at `entry`; true if
  /// that is not looked at.
  @unsafe
  func isAsPromised(
    _ ready: ReadyPlan,
    at entry: Int,
    _ target: UnsafeMutableRawPointer
  ) -> Bool {
    guard memory.promises.beginObject(ready.plan.marked.id) else { return true }
    defer { memory.promises.end() }
    guard ready.plan.hasKnownTypesOnly(environment) else { return true }
    let absenceCount = memory.absenceCount
    defer { memory.absenceCount = absenceCount }
    // SAFETY: the caller has initialised a value of the plan's type at the target.
    return unsafe ready.plan.marked.type.isMade(by: self, at: entry, as: target, ready.plan)
  }

  /// Whether the ordinary way decodes `text`, which was read in one pass; true if that is not looked at.
  func isDecodedAsRead<T: Decodable>(_ type: T.Type, from text: JSONText) -> Bool {
    guard memory.promises.beginText() else { return true }
    do {
      try scan(text)
      current = Tape.root
      _ = try decodeRoot(type)
      return true
    } catch {
      return false
    }
  }

  /// What a developer is told about an initialiser that is not the compiler's.
  func brokenPromise(_ ready: ReadyPlan) -> String {
    "\(ready.plan.marked.type) is MemberwiseDecodable, which promises that its init(from:) is the "
      + "compiler's, and init(from:) makes another value of an object than the compiler's would."
  }
}

extension MemberwiseDecodable {
  /// Whether `init(from:)` makes the value at `target` of the object at `entry`.
  @unsafe
  fileprivate static func isMade(
    by decoder: DocumentDecoder,
    at entry: Int,
    as target: UnsafeMutableRawPointer,
    _ plan: MemberwisePlan
  ) -> Bool {
    guard let value = try? decoder.initialize(Self.self, at: entry) else { return false }
    // SAFETY: both are values of the plan's type.
    return unsafe withUnsafePointer(to: value) { unsafe plan.areEqual($0, target) }
  }
}

/// Which objects and texts are decoded a second time: of each type, those with the numbers 1, 2, 4, 8
/// and so on.
struct Promises {
  private var counts: ContiguousArray<Int> = []
  private var textCount = 0

  /// Whether that is going on: what is inside is not looked at then.
  private var isChecking = false

  mutating func beginObject(_ id: Int) -> Bool {
    guard !isChecking, id < PlansByID.capacity else { return false }
    while counts.count <= id { counts.append(0) }
    counts[id] += 1
    guard counts[id] & (counts[id] - 1) == 0 else { return false }
    isChecking = true
    return true
  }

  mutating func end() { isChecking = false }

  mutating func beginText() -> Bool {
    textCount += 1
    return textCount & (textCount - 1) == 0
  }
}

extension MemberwisePlan {
  /// Whether the plan decodes all members itself, and those of the marked types inside.
  fileprivate func hasKnownTypesOnly(_ environment: DecodingEnvironment) -> Bool {
    var known: Set<Int> = []
    var rest = [self]
    while let plan = rest.popLast() {
      guard known.insert(plan.marked.id).inserted else { continue }
      for index in 0..<plan.count {
        guard plan[index].code != .other else { return false }
        guard let part = plan[index].handler.markedType else { continue }
        guard case .ready(let plan) = environment.verdict(on: part) else { return false }
        rest.append(plan)
      }
    }
    return true
  }

  /// Whether the values at the two addresses are equal, of a type that has known types only.
  ///
  /// Of arrays and dictionaries of marked types only the counts are compared: their elements are looked
  /// at on their own.
  @unsafe
  func areEqual(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    (0..<count).allSatisfy { index in
      let field = self[index]
      // SAFETY: both are values of the type, as the caller says, in which the plan has found the
      // properties.
      return unsafe field.handler.areEqual(first + field.offset, second + field.offset)
    }
  }
}
