/// In builds with assertions, what the marker promises is checked: some objects are decoded by their
/// own `init(from:)` as well, and it must make the same value, or throw an error as well.
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
    guard memory.promises.beginObject(ready.plan.marked.id, at: entry) else { return true }
    defer { memory.promises.end() }
    guard ready.plan.hasKnownTypesOnly(environment) else { return true }
    let absenceCount = memory.notes.absenceCount
    defer { memory.notes.absenceCount = absenceCount }
    // SAFETY: the caller has initialised a value of the plan's type at the target.
    return unsafe ready.plan.marked.type.isMade(by: self, at: entry, as: target, ready.plan)
  }

  /// Whether the type's own `init(from:)` makes no value of the object at `entry`, of which the plan has
  /// made none; true if that is not looked at.
  func failsAsPromised(_ ready: ReadyPlan, at entry: Int) -> Bool {
    guard memory.promises.beginFailure(ready.plan.marked.id) else { return true }
    defer { memory.promises.end() }
    guard ready.plan.hasKnownTypesOnly(environment) else { return true }
    let (absenceCount, dropsErrors) = (memory.notes.absenceCount, memory.notes.dropsErrors)
    defer { (memory.notes.absenceCount, memory.notes.dropsErrors) = (absenceCount, dropsErrors) }
    // What is known of the plan's error stays known.
    memory.notes.dropsErrors = true
    return !ready.plan.marked.type.isMade(by: self, at: entry)
  }

  /// Whether the ordinary way makes `value` of `text`, of which it was read in one pass; true if that is
  /// not looked at.
  func isDecodedAsRead<T: Decodable>(_ value: T, from text: JSONText) -> Bool {
    guard memory.promises.beginText(ObjectIdentifier(T.self)) else { return true }
    defer { memory.promises.outermost = Tape.absent }
    do {
      try scan(text)
      current = Tape.root
      let isArray = storage.tape[Tape.root].kind == .array
      memory.promises.outermost = isArray ? Tape.root + 2 : Tape.root
      let other = try decodeRoot(T.self)
      let kind = memory.plan(for: T.self).direct?.memberKind(in: memory) ?? .other
      return environment.areEqual(value, other, kind)
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
    return unsafe withUnsafePointer(to: value) { value in
      unsafe plan.areEqual(value, target, decoder.environment)
    }
  }

  /// Whether `init(from:)` makes a value of the object at `entry`.
  fileprivate static func isMade(by decoder: DocumentDecoder, at entry: Int) -> Bool {
    (try? decoder.initialize(Self.self, at: entry)) != nil
  }
}

/// Which objects and texts are decoded a second time: of each type, those with the numbers 1, 2, 4, 8
/// and so on, of the objects that could not be decoded, those in particular, and the first object of each
/// such text.
struct Promises {
  private var counts: ContiguousArray<Int> = []
  private var failureCounts: ContiguousArray<Int> = []
  private var textCounts: [ObjectIdentifier: Int] = [:]

  /// Where the first object of a text that is decoded a second time is on the tape.
  var outermost = Tape.absent

  /// Whether that is going on: what is inside is not looked at then.
  private var isChecking = false

  mutating func beginObject(_ id: Int, at entry: Int) -> Bool {
    guard !isChecking, id < PlansByID.capacity else { return false }
    isChecking = Self.isDue(&counts, id) || entry == outermost
    return isChecking
  }

  mutating func beginFailure(_ id: Int) -> Bool {
    guard !isChecking, id < PlansByID.capacity else { return false }
    isChecking = Self.isDue(&failureCounts, id)
    return isChecking
  }

  private static func isDue(_ counts: inout ContiguousArray<Int>, _ id: Int) -> Bool {
    while counts.count <= id { counts.append(0) }
    counts[id] += 1
    return counts[id] & (counts[id] - 1) == 0
  }

  mutating func end() { isChecking = false }

  mutating func beginText(_ type: ObjectIdentifier) -> Bool {
    let count = textCounts[type, default: 0] + 1
    textCounts[type] = count
    return count & (count - 1) == 0
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
  @unsafe
  func areEqual(
    _ first: UnsafeRawPointer,
    _ second: UnsafeRawPointer,
    _ environment: DecodingEnvironment
  ) -> Bool {
    (0..<count).allSatisfy { index in
      let field = self[index]
      // SAFETY: both are values of the type, as the caller says, in which the plan has found the
      // properties.
      let (first, second) = unsafe (first + field.offset, second + field.offset)
      return unsafe field.handler.areEqual(first, second, environment)
    }
  }
}

extension DecodingEnvironment {
  /// Whether two values are equal that are decoded as `kind`.
  func areEqual<Value>(_ first: Value, _ second: Value, _ kind: MemberKind) -> Bool {
    switch kind {
    case .object(let marked):
      guard case .ready(let plan) = verdict(on: marked) else { return true }
      guard Value.self == marked.type else { return false }
      // SAFETY: compared on the line above.
      return unsafe withUnsafePointer(to: first) { first in
        unsafe withUnsafePointer(to: second) { unsafe plan.areEqual(first, $0, self) }
      }
    case .objects(let marked):
      let elements = (first as? [Any] ?? [], second as? [Any] ?? [])
      return elements.0.count == elements.1.count
        && zip(elements.0, elements.1).allSatisfy { areEqual($0, $1, elementsOf: marked) }
    case .objectsByName(let marked):
      let elements = (first as? [String: Any] ?? [:], second as? [String: Any] ?? [:])
      return elements.0.count == elements.1.count
        && elements.0.allSatisfy { name, element in
          elements.1[name].map { areEqual(element, $0, elementsOf: marked) } == true
        }
    default:
      func isEqual<T: Equatable>(_ first: T) -> Bool { first == second as? T }
      // Not a number is not equal to itself.
      return (first as? any Equatable).map { isEqual($0) } == true || "\(first)" == "\(second)"
    }
  }

  private func areEqual(_ first: Any, _ second: Any, elementsOf marked: MarkedType) -> Bool {
    func areEqual<Value>(_ first: Value) -> Bool {
      (second as? Value).map { self.areEqual(first, $0, .object(marked)) } == true
    }
    return areEqual(first)
  }
}
