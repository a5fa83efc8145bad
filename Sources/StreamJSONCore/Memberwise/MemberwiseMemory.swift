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
