/// What a decoder knows of marked types, and what it reads their texts with.
final class MemberwiseMemory: FeatureMemory {
  /// The plans by type; the table drops some for others.
  let readyPlans = IdentityTable<ReadyPlan>()

  /// What changes while texts are decoded.
  struct State: ~Copyable {
    /// The plans by the ids of their types.
    var plansByID: ContiguousArray<ReadyPlan?> = []

    /// Whether it is known of each plan if it defers; see `DecoderMemory.settled(_:)`.
    var plansAreSettled = true

    /// How reading texts went.
    var readings = Readings()

    /// Which objects are recorded.
    var schedule = RecordingSchedule()

    /// What is known of each type, in the order of the identifiers.
    var types: ContiguousArray<MarkCache> = []

    /// Plans that were given up, with which members of values may still have to be decoded.
    var formerPlans: ContiguousArray<ReadyPlan> = []

    /// Whether an object that a plan could not decode is being tried in another way.
    var isRetrying = false

    /// Reads texts without a tape.
    var textReader: TextReader?
  }

  /// Read for each object, so overlapping access is not checked for.
  // SAFETY: never passed `inout` to code that can reach this object again.
  @exclusivity(unchecked) private var uncheckedState = State()

  var state: State {
    @inline(__always) _read { yield unsafe uncheckedState }
    @inline(__always) _modify { yield unsafe &uncheckedState }
  }

  /// The plan of the marked type with the id `id`, nil if this decoder does not know it.
  ///
  /// (By way of `state`, which is lent by a coroutine, it took two allocations where it was not inlined.)
  @inline(__always)
  func plan(withID id: Int) -> ReadyPlan? {
    unsafe id < uncheckedState.plansByID.count ? uncheckedState.plansByID[id] : nil
  }

  /// Makes `ready` the plan of the marked type with the id `id`.
  func setPlan(_ ready: ReadyPlan, withID id: Int) {
    while state.plansByID.count <= id { state.plansByID.append(nil) }
    state.plansByID[id] = ready
    state.plansAreSettled = false
  }

  /// Reads texts without a tape.
  var textReader: TextReader {
    if let known = state.textReader { return known }
    let made = TextReader(memory: self)
    state.textReader = made
    return made
  }

  override func freeStorage() {
    unsafe uncheckedState.textReader?.freeStorage()
  }

  /// What is known of the marked type `type`; nothing at first.
  subscript(type: ObjectIdentifier) -> MarkCache {
    get { position(of: type).known ?? MarkCache(type: type) }
    set {
      let (index, known) = position(of: type)
      if known == nil {
        state.types.insert(newValue, at: index)
      } else {
        state.types[index] = newValue
      }
    }
  }

  /// Where the marked type `type` is in the table, or belongs, and what is known of it.
  private func position(of type: ObjectIdentifier) -> (index: Int, known: MarkCache?) {
    let types = state.types
    let index = types.partitioningIndex { $0.type >= type }
    return (index, index < types.count && types[index].type == type ? types[index] : nil)
  }
}

/// What a decoder knows of a marked type, without asking the process, which takes a lock.
struct MarkCache {
  let type: ObjectIdentifier

  /// Its plan, if the decoder knows one.
  var ready: ReadyPlan?

  /// Whether there is none and will be none.
  var isRefused = false
}

extension DecoderMemory {
  /// What this decoder knows of marked types.
  var memberwise: MemberwiseMemory {
    // SAFETY: all environments with marked types have this feature, whose memory is of this class.
    @inline(__always) get { unsafe unsafeDowncast(features, to: MemberwiseMemory.self) }
  }
}

extension DecodingEnvironment {
  /// What the process knows of marked types; under the lock.
  var markedTypes: MarkedTypes {
    // SAFETY: all environments with marked types have this feature, whose knowledge is of this class.
    unsafe unsafeDowncast(knowledge, to: MarkedTypes.self)
  }
}
