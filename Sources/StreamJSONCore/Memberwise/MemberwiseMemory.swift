/// What a decoder knows about memberwise types, and what it uses to read their texts.
final class MemberwiseMemory: FeatureMemory {
  /// Whether values of memberwise types are read from a text wherever that is possible, as tests need it, and not only
  /// where it takes less time than the tape.
  let readsAllItCan: Bool

  /// Whether a build with assertions stops when the marker of a type turns out to be a false promise.
  let stopsAtFalsePromises: Bool

  init(_ readsAllItCan: Bool, _ stopsAtFalsePromises: Bool) {
    self.readsAllItCan = readsAllItCan
    self.stopsAtFalsePromises = stopsAtFalsePromises
  }

  /// The plans by type; the table drops some to make room for others.
  let readyPlanCache = IdentityTable<ReadyPlan>()

  /// What changes while texts are decoded.
  struct State: ~Copyable {
    // MARK: All texts: to `deinit`

    /// The plans by the ids of their types.
    var plansByID: ContiguousArray<ReadyPlan?> = []

    /// For each of these ids, those of the plans with members of the type.
    var users: ContiguousArray<ContiguousArray<Int>> = []

    /// The outcomes of reading texts.
    var attempts = ReadingAttempts()

    /// Which objects are recorded.
    var schedule = RecordingSchedule()

    /// Plans that were given up, but by which members of values may still have to be decoded.
    var formerPlans: ContiguousArray<ReadyPlan> = []

    // MARK: All texts, from the first one that is read: to `deinit`

    /// Reads texts without a tape.
    var textReader: TextReader?

    // MARK: A text with deferred members: until the next one

    /// By which plan, and in which form, the last text with deferred members was read.
    var deferring: (plan: ReadyPlan, form: WholeForm)?
  }

  /// Read for each object, so overlapping access is not checked for.
  // SAFETY: never passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedState = State()

  var state: State {
    @inline(__always) _read { yield unsafe uncheckedState }
    @inline(__always) _modify { yield unsafe &uncheckedState }
  }

  /// The plan of the memberwise type with the id `id`; nil if this decoder does not know it.
  ///
  /// (Reading it through `state`, which a coroutine lends, took two allocations where it was not inlined.)
  func plan(withID id: Int) -> ReadyPlan? {
    unsafe id < uncheckedState.plansByID.count ? uncheckedState.plansByID[id] : nil
  }

  /// Makes `ready` the plan of its type.
  func setPlan(_ ready: ReadyPlan) {
    let (id, type) = (ready.plan.id, ObjectIdentifier(ready.plan.type.type))
    while state.plansByID.count <= id { state.plansByID.append(nil) }
    state.plansByID[id] = ready
    if readyPlanCache[type] != nil { readyPlanCache[type] = ready }
  }

  /// The ids of the plans with members of the type with the id `id`.
  func users(of id: Int) -> ContiguousArray<Int> { id < state.users.count ? state.users[id] : [] }

  /// Notes that the plan with the id `user` has a member of the type with the id `id`.
  func note(_ user: Int, asUserOf id: Int) {
    while state.users.count <= id { state.users.append([]) }
    state.users[id].append(user)
  }

  /// Reads texts without a tape.
  var textReader: TextReader {
    if let known = state.textReader { return known }
    let made = TextReader(memory: self)
    state.textReader = made
    hasStorage = true
    return made
  }

  override func freeStorage() { unsafe uncheckedState.textReader?.freeStorage() }

  /// If the deferred members cannot be decoded, reading counts as given up.
  override func decodeDeferred(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws {
    guard let (ready, form) = state.deferring else { throw DecodingError.lostPlan }
    do {
      // SAFETY: a value of the form was read to the target.
      switch form {
      case .value: try unsafe decoder.decodeDeferred(ready, at: Tape.root, of: target)
      case .elements: try unsafe decoder.decodeDeferred(ready, ofElementsAt: Tape.root, of: target)
      case .membersByName: break
      }
    } catch {
      state.attempts.end(ready.plan.id, isRead: false)
      throw error
    }
  }
}

extension TypeMemory {
  /// What this decoder knows about memberwise types.
  @inline(__always)
  var memberwise: MemberwiseMemory {
    // SAFETY: all environments with memberwise types have this feature, whose memory is of this class.
    unsafe unsafeDowncast(features, to: MemberwiseMemory.self)
  }
}

extension DecodingEnvironment {
  /// What the process knows about memberwise types; used under the lock.
  var memberwiseTypes: MemberwiseTypes {
    // SAFETY: all environments with memberwise types have this feature, whose knowledge is of this class.
    unsafe unsafeDowncast(knowledge, to: MemberwiseTypes.self)
  }
}

extension TypeMemory {
  /// The plan for `type`, which is not in the table of plans; nil if there is none, or none yet.
  @inline(never)
  func prepare<Value: MemberwiseDecodable>(_ type: Value.Type) -> ReadyPlan? {
    guard !isRefused(type) else { return nil }
    let memberwiseType = environment.memberwiseType(type)
    // The table may have dropped it for other types.
    let ready = memberwise.plan(withID: memberwiseType.id) ?? adopt(memberwiseType)
    memberwise.readyPlanCache[ObjectIdentifier(type)] = ready
    return ready
  }

  /// Makes known to this decoder the plans of `memberwiseType`, of the types inside it, and of the types inside those.
  ///
  /// Each plan is looked at once, however the types refer to each other, because a plan whose id is known stays known.
  /// The plan of a part that has none yet becomes known when such a part is decoded.
  ///
  /// - Returns: The plan of `memberwiseType`; nil if there is none, or none yet.
  private func adopt(_ memberwiseType: MemberwiseType) -> ReadyPlan? {
    var rest = [memberwiseType]
    while let memberwiseType = rest.popLast() {
      guard memberwise.plan(withID: memberwiseType.id) == nil, !isRefused(memberwiseType.type)
      else { continue }
      switch environment.verdict(on: memberwiseType) {
      case .ready(let plan):
        let firstCase = KeyNote(firstCaseOf: keyType(plan.keyType).id)
        // There may be more key types than notes can tell apart.
        guard firstCase != .none else {
          leave(memberwiseType.type)
          continue
        }
        let parts = (0..<plan.count).compactMap { plan[$0].handler.memberwiseType }
        for part in parts { memberwise.note(plan.id, asUserOf: part.id) }
        var ready = ReadyPlan(plan: plan, firstCase: firstCase)
        ready.hasMetValue = memberwise.users(of: plan.id).contains { user in
          memberwise.plan(withID: user)?.hasMetValue == true
        }
        memberwise.setPlan(ready)
        completePlan(plan.id)
        rest += parts
      case .refused: leave(memberwiseType.type)
      case .waiting: break
      }
    }
    return memberwise.plan(withID: memberwiseType.id)
  }

  /// Whether it is known here that `type` is decoded by its own `init(from:)`.
  func isRefused(_ type: any MemberwiseDecodable.Type) -> Bool {
    guard let plan = allPlans[ObjectIdentifier(type)]?.plan else { return false }
    return plan.direct == nil && !plan.mayBeMarked
  }

  /// Adopts what was found out about `memberwiseType`.
  func adopt(_ found: MemberwiseVerdict, on memberwiseType: MemberwiseType) {
    guard case .refused = environment.note(found, on: memberwiseType) else { return }
    drop(memberwiseType)
  }

  /// Leaves the type to its own `init(from:)`, and forgets its plan if there is one.
  func drop(_ memberwiseType: MemberwiseType) {
    if let former = memberwise.plan(withID: memberwiseType.id) {
      memberwise.state.plansByID[memberwiseType.id] = nil
      memberwise.state.formerPlans.append(former)
    }
    memberwise.readyPlanCache[ObjectIdentifier(memberwiseType.type)] = nil
    leave(memberwiseType.type)
  }

  /// Whether the next object of the type of `ready` is decoded by its plan, and not by its own
  /// `init(from:)`.
  @inline(__always)
  func usesPlan(_ ready: ReadyPlan) -> Bool {
    memberwise.state.schedule.take(ready.plan.id, atMost: 1) == 1 || isGranted(ready)
  }

  /// Whether a text of the type of `ready` may be read without any of its objects being recorded.
  @inline(__always)
  func mayRead(_ ready: ReadyPlan) -> Bool {
    memberwise.state.schedule.isGranted(ready.plan.id) || isGrantedToRead(ready)
  }

  @inline(never)
  private func isGrantedToRead(_ ready: ReadyPlan) -> Bool {
    if isGranted(ready) { return true }
    // The answer is about the first object of the text.
    memberwise.state.schedule.force(ready.plan.id, .due)
    return false
  }

  /// How many of the next `count` objects, which are elements of an array that has `rest` more, are decoded by the plan
  /// without asking the process again.
  @inline(__always)
  func take(_ ready: ReadyPlan, atMost count: Int, of rest: Int) -> Int {
    let taken = memberwise.state.schedule.take(ready.plan.id, atMost: count)
    return taken > 0 ? taken : putOff(ready, atMost: count, of: rest)
  }

  /// Chooses one of the `rest` more elements of an array, if one of them is to be recorded.
  ///
  /// - Returns: How many of the next `count` come before it.
  @inline(never)
  private func putOff(_ ready: ReadyPlan, atMost count: Int, of rest: Int) -> Int {
    let (id, memberwiseType) = (ready.plan.id, ready.plan.type)
    guard memberwise.state.schedule.mayBePutOff(id) else { return 0 }
    let position = environment.withLock { memberwiseType.nextPosition(among: rest) }
    memberwise.state.schedule.putOff(id, by: position)
    return memberwise.state.schedule.take(id, atMost: count)
  }

  @inline(never)
  private func isGranted(_ ready: ReadyPlan) -> Bool {
    let memberwiseType = ready.plan.type
    let (count, reason) = memberwise.state.schedule.end(memberwiseType.id)
    let turn = environment.withLock { memberwiseType.turn(after: count, reason) }
    guard let turn else {
      drop(memberwiseType)
      return false
    }
    memberwise.state.schedule.grant(turn.granted, memberwiseType.id)
    return !turn.isDue
  }

  /// Leaves a memberwise type to its own `init(from:)` from now on.
  private func leave(_ type: any MemberwiseDecodable.Type) {
    note(TypePlan(direct: nil), of: ObjectIdentifier(type))
  }

  /// Updates the plan with the id `id`, which is new or has met a value, and those that this changes.
  ///
  /// Each changes at most three times, and never back, so that the total takes linear time.
  private func completePlan(_ id: Int) {
    var rest = [id]
    while let id = rest.popLast() {
      guard let former = memberwise.plan(withID: id) else { continue }
      var ready = former
      complete(&ready)
      memberwise.setPlan(ready)
      if ready.defers != former.defers || ready.paysToRead != former.paysToRead {
        rest += memberwise.users(of: id)
      }
      guard ready.hasMetValue else { continue }
      for index in 0..<ready.plan.count {
        let part = ready.plan[index].handler.memberwiseType
        if let part, noteValue(in: part.id) { rest.append(part.id) }
      }
    }
  }

  /// Notes that the plan with the id `id` has met a value, and returns whether it had not.
  private func noteValue(in id: Int) -> Bool {
    guard var ready = memberwise.plan(withID: id), !ready.hasMetValue else { return false }
    ready.hasMetValue = true
    memberwise.setPlan(ready)
    return true
  }

  /// Updates `ready` from the plans of the types inside.
  ///
  /// It takes three other members, or one that has many values, to make up for the cost of a deferred member: with 1 of
  /// 2 to 4 members deferred, or 2 of 5, arrays took 1.05 to 1.2 times as long as from the tape alone.
  private func complete(_ ready: inout ReadyPlan) {
    var (deferredWeight, otherWeight) = (0, 0)
    for index in 0..<ready.plan.count {
      let field = ready.plan[index]
      let part = field.handler.memberwiseType.flatMap { memberwise.plan(withID: $0.id) }
      if let part, part.defers { ready.defers = true }
      let weight = field.kind.weight
      if !field.kind.isByHandler { otherWeight += weight }
      let isDeferred = field.kind.isByHandler && (ready.hasMetValue || !field.mayBeEmpty)
      if isDeferred, ready.plan.isReadFromText { ready.defers = true }
      if isDeferred || part?.paysToRead == false { deferredWeight += weight }
    }
    ready.paysToRead = otherWeight >= 3 * deferredWeight
  }

  /// Notes that a value of the type of `ready`, or one around or inside it, had a member that was expected to be nil or
  /// empty, and was not.
  ///
  /// No such member is expected to be so from then on, because each wrong guess costs reading a part of a text. Nor is
  /// one of a type inside.
  func expectValues(in ready: ReadyPlan) {
    if noteValue(in: ready.plan.id) { completePlan(ready.plan.id) }
  }
}

/// How often reading was given up, by the ids of memberwise types.
///
/// After each failure, twice as many texts are decoded in the ordinary way before the next try, because reading one
/// text gains less than giving one up costs.
struct ReadingAttempts {
  private struct TypeState {
    /// How many texts are still to be decoded in the ordinary way.
    var pause: UInt16 = 0
    /// Four times the number of such texts the next time.
    var debt: UInt16 = 0
  }

  private var states: ContiguousArray<TypeState> = []

  /// How many texts were given up.
  private(set) var givenUpCount = 0

  /// Forgets everything except how many texts were given up.
  mutating func forget() {
    for id in states.indices { states[id] = TypeState() }
  }

  /// Whether the next text is to be read.
  @inline(__always)
  mutating func begin(_ id: Int) -> Bool {
    guard id < states.count, states[id].pause > 0 else { return true }
    states[id].pause -= 1
    return false
  }

  /// Notes the outcome.
  @inline(__always)
  mutating func end(_ id: Int, isRead: Bool) {
    if isRead, id >= states.count || states[id].debt == 0 { return }
    note(id, isRead)
  }

  @inline(never)
  private mutating func note(_ id: Int, _ isRead: Bool) {
    while states.count <= id { states.append(TypeState()) }
    let debt = states[id].debt
    if isRead {
      states[id].debt = debt - min(debt, max(2, debt / 16))
    } else {
      givenUpCount &+= 1
      states[id].pause = debt / 4
      states[id].debt = min(debt * 2 + 4, 4 * 1023)
    }
  }
}
