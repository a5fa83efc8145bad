// Memberwise: types whose properties are written where they live, without containers.
// Uses Document, Lifetimes and Decoding.
// Decoding uses it, for marked types; start at MemberwiseDecodable.swift.

extension DecoderMemory {
  /// What is known about `type` in this process.
  func markedType<Value: MemberwiseDecodable>(_ type: Value.Type) -> MarkedType {
    environment.markedType(type)
  }

  /// The plan for `type`, nil if there is none or none yet.
  @inline(__always)
  func readyPlan<Value: MemberwiseDecodable>(_ type: Value.Type) -> ReadyPlan? {
    readyPlans[ObjectIdentifier(type)] ?? prepare(type)
  }

  @inline(never)
  private func prepare<Value: MemberwiseDecodable>(_ type: Value.Type) -> ReadyPlan? {
    let marked = markedType(type)
    // The table may have dropped it for other types.
    if let known = plansByID[marked.id] {
      readyPlans[ObjectIdentifier(type)] = known
      return known
    }
    switch environment.decide(marked, type, example: nil, in: self) {
    case .ready(let plan):
      guard let ready = add(plan) else { return nil }
      readyPlans[ObjectIdentifier(type)] = ready
      addParts(of: plan)
      return ready
    case .refused:
      forgetDirect(type)
      return nil
    case .waiting:
      return nil
    }
  }

  /// Makes `plan` known to this decoder.
  private func add(_ plan: MemberwisePlan) -> ReadyPlan? {
    let firstCase = KeyNote(firstCaseOf: keyTypeID(plan.keyType))
    // There are more key types than notes can tell apart.
    guard firstCase != .none else { return nil }
    let ready = ReadyPlan(plan: plan, firstCase: firstCase)
    plansByID.set(ready, withID: plan.marked.id)
    return ready
  }

  /// Makes the plans of the types inside `plan`, and inside those, known to this decoder.
  ///
  /// Each is looked at once, however they lead to each other: what is known by its id stays known. The
  /// plan of a part that has none yet becomes known when such a part is decoded.
  private func addParts(of plan: MemberwisePlan) {
    var rest = [plan]
    while let plan = rest.popLast() {
      for index in 0..<plan.count {
        guard let part = plan[index].handler.markedType, part.id < PlansByID.capacity,
          plansByID[part.id] == nil, case .ready(let plan) = environment.verdict(on: part),
          add(plan) != nil
        else { continue }
        rest.append(plan)
      }
    }
  }

  /// The plan for the marked type with the id `id`, nil if this decoder does not know it.
  @inline(__always)
  func readyPlan(withID id: Int) -> ReadyPlan? {
    plansByID[id]
  }

  /// Notes that a plan is being made.
  func beginPlan() { surveys.openCount += 1 }

  /// Notes that a plan was made or could not be.
  func endPlan() {
    surveys.openCount -= 1
    guard surveys.openCount == 0 else { return }
    // Releasing samples may run code of the model's.
    var former = SampleSurveys()
    swap(&former, &surveys)
  }

  /// What makes values of `type` for the plan that is being made; nil if that is impossible, or if such
  /// a value is needed to make one.
  ///
  /// Each type is learnt once for a plan, however many others contain it.
  func survey<Value: Decodable>(forSamplesOf type: Value.Type) -> MemberSurvey? {
    let identifier = ObjectIdentifier(type)
    if let known = surveys.byType[identifier] { return known }
    surveys.byType.updateValue(nil, forKey: identifier)
    let survey = MemberSurvey(memory: self, found: [])
    guard (try? survey.learn(type)) != nil else { return nil }
    if surveys.openCount > 0 { surveys.byType[identifier] = survey }
    return survey
  }

  /// Whether a value of `type` may help to make the plan.
  func waitsForPlan<Value: MemberwiseDecodable>(_ type: Value.Type) -> Bool {
    if case .waiting = environment.verdict(on: markedType(type)) { return true }
    return false
  }

  /// Makes the plan for `type`, given a value, if that is possible.
  func decide<Value: MemberwiseDecodable>(_ type: Value.Type, example: Value) {
    _ = environment.decide(markedType(type), type, example: example, in: self)
  }

  /// The plan of the marked type that `kind` is, nil if it has none yet.
  func plan(of kind: MemberKind) -> MemberwisePlan? {
    guard case .object(let marked) = kind, case .ready(let plan) = environment.verdict(on: marked)
    else { return nil }
    return plan
  }

  private func keyTypeID(_ type: any CodingKey.Type) -> Int {
    func id<Key: CodingKey>(_ type: Key.Type) -> Int { keyType(type).id }
    return id(type)
  }

  /// The key type that `note`, of one of its cases, was made for.
  func keyType(of note: KeyNote) -> KeyType {
    guard case .plain(let id, _) = note.meaning else {
      preconditionFailure("notes of plans are of plain enums")
    }
    return keyTypes[id - 1]
  }

  /// A made-up value of `type`, nil if the library knows none.
  ///
  /// Values whose numbers, from 0 to 11, differ in the last bit are different, unless the type has only
  /// one.
  func sample<Value: Decodable>(of type: Value.Type, _ number: Int) -> Value? {
    if let direct = settledPlan(for: type).direct {
      return sample(direct, number, as: type)
    }
    guard let count = PlainEnum.caseCount(type), count > 0 else { return nil }
    let pairCount = max(1, count / 2)
    let ordinal = count == 1 ? 0 : 2 * ((number >> 1) % pairCount) + number & 1
    // SAFETY: a plain enum is nothing but its ordinal, which is less than the number of its cases.
    return unsafe withUnsafePointer(to: UInt8(truncatingIfNeeded: ordinal)) { byte in
      unsafe UnsafeRawPointer(byte).assumingMemoryBound(to: Value.self).pointee
    }
  }

  private func sample<Value: Decodable, Direct: DirectlyDecodable>(
    _ direct: Direct.Type,
    _ number: Int,
    as type: Value.Type
  ) -> Value? {
    // SAFETY: the plan of a type holds the type itself, as another protocol's metatype, or a struct
    // that has nothing but a value of it.
    direct.sample(number, in: self).map { unsafe unsafeBitCast($0, to: Value.self) }
  }
}

/// The plans that a decoder knows, by the ids of their types.
///
/// The storage has a fixed size, so that one is found by a load: a type beyond it is decoded by its own
/// `init(from:)` inside others.
@safe
struct PlansByID: ~Copyable {
  private var base: UnsafeMutablePointer<ReadyPlan?>?

  static var capacity: Int { 1024 }

  init() {
    // SAFETY: nil is never followed.
    unsafe base = nil
  }

  /// The plan with the id `id`.
  @inline(__always)
  subscript(id: Int) -> ReadyPlan? {
    // SAFETY: the storage is this struct's own, which cannot be copied, and is freed with it.
    guard let base = unsafe base, id < Self.capacity else { return nil }
    // SAFETY: compared on the line above; ids are not negative.
    return unsafe base[id]
  }

  mutating func set(_ ready: ReadyPlan, withID id: Int) {
    guard id < Self.capacity else { return }
    // SAFETY: as many are allocated as are initialised.
    if unsafe base == nil {
      let made = UnsafeMutablePointer<ReadyPlan?>.allocate(capacity: Self.capacity)
      unsafe made.initialize(repeating: nil, count: Self.capacity)
      unsafe base = made
    }
    // SAFETY: compared above.
    unsafe base?[id] = ready
  }

  deinit {
    unsafe base?.deallocate()
  }
}

/// What makes values of marked types while a plan for a type around them is being made.
struct SampleSurveys {
  /// By type; nil for one that is being learnt or cannot be.
  fileprivate(set) var byType: [ObjectIdentifier: MemberSurvey?] = [:]

  /// How many plans are being made, one for the sake of another.
  fileprivate(set) var openCount = 0
}
