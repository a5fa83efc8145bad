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

  /// The ids of types; the table drops some to make room for others.
  let ids = IdentityTable<Int>()

  /// What is known about the types, by their ids.
  ///
  /// Read for each object, so overlapping access is not checked for.
  // SAFETY: never passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedTypes: ContiguousArray<MemberwiseState> = []

  var known: ContiguousArray<MemberwiseState> {
    @inline(__always) _read { yield unsafe uncheckedTypes }
    @inline(__always) _modify { yield unsafe &uncheckedTypes }
  }

  /// The plan of the type with the id `id`, which may have been given up; nil if there is none.
  @inline(__always)
  func plan(withID id: Int) -> ReadyPlan? {
    unsafe id < uncheckedTypes.count ? uncheckedTypes[id].ready : nil
  }

  /// How many texts were given up.
  private(set) var givenUpCount = 0

  /// What reading texts needs.
  // SAFETY: no part is passed `inout` to code that can reach the same part again: only a cursor gets the scratch space, and
  // only a scanner the tape, and neither can reach this object.
  @exclusivity(unchecked) var uncheckedReading = ReaderState()

  var reading: ReaderState {
    @inline(__always) _read { yield unsafe uncheckedReading }
    @inline(__always) _modify { yield unsafe &uncheckedReading }
  }

  deinit {
    // SAFETY: no text is being read, so nothing uses the leads; nothing else has the tape.
    freeStorage()
    for leads in reading.leads { unsafe leads?.deallocate() }
    unsafe reading.tape.deallocate()
  }

  /// Frees the storage that no text is using.
  override func freeStorage() {
    // SAFETY: nothing is in the buffers between two texts.
    for buffer in reading.buffers { unsafe buffer.base.deallocate() }
    reading.buffers = []
    reading.bufferByteCount = 0
    reading.scratch = ByteArena()
  }

  /// By which plan, and in which form, the last text with deferred members was read.
  var deferring: (plan: ReadyPlan, form: WholeForm)?

  /// If the deferred members cannot be decoded, reading counts as given up.
  override func decodeDeferred(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws {
    guard let (ready, form) = deferring else { throw DecodingError.lostPlan }
    do {
      // SAFETY: a value of the form was read to the target.
      switch form {
      case .value: try unsafe decoder.decodeDeferred(ready, at: Tape.root, of: target)
      case .elements: try unsafe decoder.decodeDeferred(ready, ofElementsAt: Tape.root, of: target)
      case .membersByName: break
      }
    } catch {
      noteReading(ready.plan.id, isRead: false)
      throw error
    }
  }

  // MARK: - Giving up

  /// Notes whether a text of the type with the id `id` was read.
  func noteReading(_ id: Int, isRead: Bool) {
    let debt = known[id].debt
    if isRead {
      if debt > 0 { known[id].debt = debt - min(debt, max(2, debt / 16)) }
      return
    }
    givenUpCount &+= 1
    known[id].skippedCount = debt / 4
    known[id].debt = min(debt * 2 + 4, 4 * 1023)
    // Where the plan could not make a value, the initializer shows whether it was right.
    known[id].objectCount = 0
  }

  /// Forgets for which types reading was given up.
  func forgetReadingAttempts() {
    for id in known.indices {
      known[id].debt = 0
      known[id].skippedCount = 0
    }
  }
}

/// What a decoder knows about one memberwise type.
struct MemberwiseState {
  /// Its plan; nil if there is none, or none yet.
  var ready: ReadyPlan?

  /// Whether its own `init(from:)` decodes it from now on.
  var isRefused = false

  /// The ids of the plans with members of the type.
  var users: ContiguousArray<Int> = []

  /// How many objects its own initializer has decoded since the last text that is checked began: the first, the second,
  /// the fourth and so on are recorded.
  var objectCount = 0

  /// How many texts of the type were to be read so far, beginning with the one from which this decoder made the plan.
  var textCount = 0

  /// How many of the next texts are not read because others were given up.
  var skippedCount = 0

  /// Four times the number of texts that will not be read after the next one that is given up.
  ///
  /// It doubles with each of them, because reading one text gains less than giving one up costs.
  var debt = 0
}

/// What a decoder knows about a memberwise type that has a plan.
struct ReadyPlan {
  let plan: MemberwisePlan

  /// The note that a value is entered by the first case of the type's keys.
  let firstCase: KeyNote

  /// Whether values are read from texts: the plan must not have been given up.
  var isRead: Bool

  /// Whether the type has members that are decoded after all others, whatever their values.
  var alwaysDefers = false

  /// Whether a value that is read from a text, or one inside it, may have members that are decoded after all others.
  ///
  /// Members for which that depends on their values are first expected to be nil or empty, as models have many that
  /// always are: those made from a sample of a text, for example.
  var defers = false

  /// Whether such a member, in a value of the type or in one around it, was neither nil nor empty.
  var hasMetValue = false

  /// Whether reading a text of such values takes less time than decoding it from the tape.
  var paysToRead = true
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
  /// The id of `type`.
  @inline(__always)
  func memberwiseID<Value: MemberwiseDecodable>(of type: Value.Type) -> Int {
    memberwise.ids[ObjectIdentifier(type)] ?? findID(of: type)
  }

  /// The id of a type that is not in the table.
  ///
  /// As long as a type has no plan, it is not there, and the process is asked each time.
  @inline(never)
  private func findID<Value: MemberwiseDecodable>(of type: Value.Type) -> Int {
    let memberwiseType = environment.memberwiseType(type)
    let id = memberwiseType.id
    adopt(memberwiseType)
    if memberwise.known[id].ready != nil || memberwise.known[id].isRefused {
      memberwise.ids[ObjectIdentifier(type)] = id
    }
    return id
  }

  /// Makes known to this decoder the plans of `memberwiseType`, of the types inside it, and of the types inside those.
  ///
  /// Each plan is looked at once, however the types refer to each other, because a plan that is known stays known. The
  /// plan of a part that has none yet becomes known when such a part is decoded.
  private func adopt(_ memberwiseType: MemberwiseType) {
    var rest = [memberwiseType]
    while let memberwiseType = rest.popLast() {
      let id = memberwiseType.id
      makeRoom(for: id)
      guard memberwise.known[id].ready == nil, !memberwise.known[id].isRefused else { continue }
      switch environment.verdict(on: memberwiseType) {
      case .ready(let plan):
        let firstCase = plan.keyType.map { KeyNote(firstCaseOf: keyType($0).id) }
        // There may be more key types than notes can tell apart.
        guard firstCase != KeyNote.none else {
          refuse(memberwiseType)
          continue
        }
        var ready = ReadyPlan(
          plan: plan,
          firstCase: firstCase ?? .none,
          isRead: plan.isReadFromText
        )
        ready.hasMetValue = memberwise.known[id].users.contains { user in
          memberwise.plan(withID: user)?.hasMetValue == true
        }
        memberwise.known[id].ready = ready
        memberwise.known[id].textCount = min(1, memberwise.known[id].objectCount)
        for part in plan.parts {
          makeRoom(for: part.id)
          memberwise.known[part.id].users.append(id)
          rest.append(part)
        }
        completePlan(id)
      case .refused: refuse(memberwiseType)
      case .waiting: break
      }
    }
  }

  private func makeRoom(for id: Int) {
    while memberwise.known.count <= id { memberwise.known.append(MemberwiseState()) }
  }

  /// Adopts what was found out about `memberwiseType`.
  func adopt(_ found: MemberwiseVerdict, on memberwiseType: MemberwiseType) {
    if case .refused = environment.note(found, on: memberwiseType) { refuse(memberwiseType) }
  }

  /// Leaves the type to its own `init(from:)`.
  ///
  /// A plan that was given up is kept, because members of values may still have to be decoded by it.
  private func refuse(_ memberwiseType: MemberwiseType) {
    let id = memberwiseType.id
    memberwise.known[id].isRefused = true
    memberwise.known[id].ready?.isRead = false
    note(TypePlan(direct: nil), of: ObjectIdentifier(memberwiseType.type))
  }

  /// Whether the next text of the type with the id `id` is read, and not decoded by its initializer.
  @inline(__always)
  func readsNextText(_ ready: ReadyPlan) -> Bool {
    let id = ready.plan.id
    guard memberwise.known[id].skippedCount == 0 else {
      memberwise.known[id].skippedCount &-= 1
      return false
    }
    let count = memberwise.known[id].textCount &+ 1
    memberwise.known[id].textCount = count
    let isPowerOfTwo = count & (count &- 1) == 0
    // Another decoder may have given up the plan.
    return isPowerOfTwo || count & 127 == 0 ? mayRead(ready.plan, count, isPowerOfTwo) : true
  }

  /// Whether the text with the number `count` is read.
  ///
  /// The second, the eighth, the 32nd and so on are checked instead: initializers decode them and are recorded.
  @inline(never)
  private func mayRead(_ plan: MemberwisePlan, _ count: Int, _ isPowerOfTwo: Bool) -> Bool {
    if case .refused = environment.verdict(on: plan.type) {
      refuse(plan.type)
      return false
    }
    guard isPowerOfTwo, !count.trailingZeroBitCount.isMultiple(of: 2) else { return true }
    memberwise.known[plan.id].objectCount = 0
    return false
  }

  /// Whether the next object of the type with the id `id`, which its own initializer decodes, is recorded.
  @inline(__always)
  func recordsNextObject(_ id: Int) -> Bool {
    memberwise.known[id].objectCount &+= 1
    let count = memberwise.known[id].objectCount
    return count & (count &- 1) == 0 && !memberwise.known[id].isRefused
  }

  /// Has the next object of `memberwiseType` recorded that its own initializer decodes.
  func beginRecording(of memberwiseType: MemberwiseType) {
    makeRoom(for: memberwiseType.id)
    memberwise.known[memberwiseType.id].objectCount = 0
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
      memberwise.known[id].ready = ready
      if ready.defers != former.defers || ready.paysToRead != former.paysToRead {
        rest += memberwise.known[id].users
      }
      guard ready.hasMetValue else { continue }
      rest += ready.plan.parts.map(\.id).filter(noteValue)
    }
  }

  /// Notes that the plan with the id `id` has met a value, and returns whether it had not.
  private func noteValue(in id: Int) -> Bool {
    guard memberwise.plan(withID: id)?.hasMetValue == false else { return false }
    memberwise.known[id].ready?.hasMetValue = true
    return true
  }

  /// Updates `ready` from the plans of the types inside.
  ///
  /// It takes another member to make up for the cost of a deferred one: with 1 of 2 members deferred, an object took 4,125
  /// instructions instead of 4,614, and with 3 of 3, 9,230 instead of 7,706.
  private func complete(_ ready: inout ReadyPlan) {
    var (deferredCount, otherCount) = (0, 0)
    for (index, member) in ready.plan.members.enumerated() {
      let field = ready.plan[index]
      let part = member.memberwiseType.flatMap { memberwise.plan(withID: $0.id) }
      if let part, part.defers { ready.defers = true }
      if field.kind == .byType, !field.isOptional { ready.alwaysDefers = true }
      let isDeferred = field.kind.isByType && (ready.hasMetValue || !field.mayBeEmpty)
      if isDeferred, ready.isRead { ready.defers = true }
      if isDeferred || part?.paysToRead == false {
        // Elements are likely to make up most of a text.
        deferredCount += field.kind == .objects ? MemberwisePlan.maximumFieldCount : 1
      } else if !field.kind.isByType {
        otherCount += 1
      }
    }
    ready.paysToRead = otherCount >= deferredCount
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
