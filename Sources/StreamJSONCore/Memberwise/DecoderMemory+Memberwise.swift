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
    let identifier = ObjectIdentifier(type)
    if let position = position(ofMarked: identifier) {
      // The table may have dropped it for other types.
      if let ready = allPlans[position].marked.ready {
        readyPlans[identifier] = ready
        return ready
      }
      guard allPlans[position].marked.noteUnplanned() > 0 else { return nil }
    }
    let marked = markedType(type)
    switch environment.decide(marked, type, example: nil, in: self) {
    case .ready(let plan):
      guard let ready = plansByID[marked.id] ?? add(plan) else {
        leave(identifier)
        return nil
      }
      readyPlans[identifier] = ready
      if let position = position(ofMarked: identifier) { allPlans[position].marked.ready = ready }
      addParts(of: plan)
      return ready
    case .refused:
      leave(identifier)
      return nil
    case .waiting:
      return nil
    }
  }

  /// Where what is known of the type is among all plans.
  private func position(ofMarked type: ObjectIdentifier) -> Int? {
    let position = position(ofPlanFor: type)
    return position < allPlans.count && allPlans[position].type == type ? position : nil
  }

  /// Leaves a marked type to its own `init(from:)` from now on.
  private func leave(_ type: ObjectIdentifier) {
    if let position = position(ofMarked: type) { allPlans[position].marked.isRefused = true }
    replacePlan(of: type, by: TypePlan(direct: nil))
  }

  /// Makes `plan` known to this decoder.
  private func add(_ plan: MemberwisePlan) -> ReadyPlan? {
    let firstCase = KeyNote(firstCaseOf: keyTypeID(plan.keyType))
    // There are more key types than notes can tell apart.
    guard firstCase != .none else { return nil }
    let ready = ReadyPlan(plan: plan, firstCase: firstCase, defers: plan.hasDeferredMembers)
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

  /// What `ready` is now: whether it defers may depend on plans that became known after it.
  @inline(__always)
  func settled(_ ready: ReadyPlan) -> ReadyPlan {
    if !plansByID.isSettled { settlePlans() }
    return plansByID[ready.plan.marked.id] ?? ready
  }

  @inline(never)
  private func settlePlans() {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for id in 0..<plansByID.end {
        // What does not pay defers, and neither changes again.
        guard let ready = plansByID[id], ready.paysToRead else { continue }
        var settled = ready
        settle(&settled)
        guard settled.defers != ready.defers || !settled.paysToRead else { continue }
        plansByID.set(settled, withID: id)
        hasChanged = true
      }
    }
    plansByID.isSettled = true
  }

  /// Brings `ready` up to what is known of the plans inside.
  ///
  /// What a deferred member takes is made up for by three others, or by one that has many values: with 1 of
  /// 2 to 4 members deferred, or 2 of 5, arrays took 1.05 to 1.2 times as long as from the tape alone.
  private func settle(_ ready: inout ReadyPlan) {
    var (deferredWeight, otherWeight) = (0, 0)
    for index in 0..<ready.plan.count {
      let field = ready.plan[index]
      let part = field.handler.markedType.flatMap { plansByID[$0.id] }
      if part?.defers == true { ready.defers = true }
      let weight = field.code.weight
      if field.code != .other { otherWeight += weight }
      if field.code == .other || part?.paysToRead == false { deferredWeight += weight }
    }
    ready.paysToRead = otherWeight >= 3 * deferredWeight
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
    if let position = surveys.types.firstIndex(of: identifier) { return surveys.found[position] }
    guard !surveys.areDeep else { return nil }
    beginPlan()
    defer { endPlan() }
    let position = surveys.types.count
    surveys.types.append(identifier)
    surveys.found.append(nil)
    let survey = MemberSurvey(memory: self, found: [])
    guard (try? survey.learn(type)) != nil else { return nil }
    surveys.found[position] = survey
    return survey
  }

  /// For how many values of `type` the next one stands as an example for its plan; 0 if it is not to be
  /// one.
  func exampleWeight<Value: MemberwiseDecodable>(_ type: Value.Type) -> Int {
    position(ofMarked: ObjectIdentifier(type)).map { allPlans[$0].marked.weight } ?? 1
  }

  /// Makes the plan for `type`, given a value that stands for `weight` values, if that is possible.
  func decide<Value: MemberwiseDecodable>(_ type: Value.Type, example: Value, weight: Int) {
    let marked = markedType(type)
    let verdict = environment.decide(marked, type, example: example, weight: weight, in: self)
    switch verdict {
    case .ready:
      // It is to be asked for with the next value.
      guard let position = position(ofMarked: ObjectIdentifier(type)) else { return }
      allPlans[position].marked = KnownMark()
    case .refused: leave(ObjectIdentifier(type))
    case .waiting: break
    }
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

  /// The key type that `note`, of one of its cases, was made for here, and the ordinal of the case.
  ///
  /// - Throws: `DecodingError.lostPlan` if it is a note of something else, as those of plans never are.
  func keyType(of note: KeyNote) throws -> (type: KeyType, ordinal: Int) {
    guard case .plain(let id, let ordinal) = note.meaning, id <= keyTypes.count else {
      throw DecodingError.lostPlan
    }
    return (keyTypes[id - 1], ordinal)
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

  /// An empty value of `type`, which `direct` stands for, if it is a collection.
  func empty<Value: Decodable, Direct: DirectlyDecodable>(
    _ direct: Direct.Type,
    as type: Value.Type
  ) -> Value? {
    // SAFETY: as below.
    direct.empty.map { unsafe unsafeBitCast($0, to: Value.self) }
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

/// What a decoder knows of a marked type, without asking the process, which takes a lock.
struct KnownMark {
  /// Its plan, if the decoder knows one.
  var ready: ReadyPlan?

  /// Whether there is none and will be none.
  var isRefused = false

  /// How many of its values were met while there was none.
  private var unplannedCount = 0

  /// Notes that one is met, and returns the weight.
  mutating func noteUnplanned() -> Int {
    unplannedCount += 1
    return weight
  }

  /// Each of how many values is looked at, and how many may show too little for a plan.
  ///
  /// To try takes some ten microseconds for each member, which the values before have to make up for.
  static let (firstCount, lastCount) = (8, 4096)

  /// For how many values the last one stands: each of the first for itself, then fewer and fewer for
  /// all since the one before; 0 if it is none of these, and the process is not to be asked.
  var weight: Int {
    if isRefused { return 0 }
    if unplannedCount <= Self.firstCount { return 1 }
    return unplannedCount & (unplannedCount - 1) == 0 ? unplannedCount / 2 : 0
  }
}

/// The plans that a decoder knows, by the ids of their types.
///
/// The storage has a fixed size, so that one is found by a load: a type beyond it is decoded by its own
/// `init(from:)` inside others.
@safe
struct PlansByID: ~Copyable {
  private var base: UnsafeMutablePointer<ReadyPlan?>?

  /// An id that is larger than those of all plans here.
  private(set) var end = 0

  /// Whether it is known of each plan if it defers; see `DecoderMemory.settled(_:)`.
  var isSettled = true

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
    end = max(end, id + 1)
    isSettled = false
  }

  deinit {
    unsafe base?.deallocate()
  }
}

/// What makes values of marked types while a plan for a type around them is being made.
struct SampleSurveys {
  /// The types, of which there are few, and for each what makes its values; nil for one that is being
  /// learnt or cannot be.
  fileprivate(set) var types: ContiguousArray<ObjectIdentifier> = []
  fileprivate(set) var found: ContiguousArray<MemberSurvey?> = []

  /// How many plans are being made, or types learnt, one for the sake of another.
  fileprivate(set) var openCount = 0

  /// Whether there are so many that no further one is to be begun, each of which takes some stack.
  ///
  /// Then a type inside has no plan until a value of it is decoded.
  var areDeep: Bool { openCount > 32 }
}
