/// Objects of memberwise types that are decoded by their own `init(from:)`: objects without a plan, and some that are
/// recorded to make and check plans.
extension DocumentDecoder {
  /// Decodes the value at `entry` by its own `init(from:)`, recorded if the type may have a plan or
  /// `known` is its plan.
  @inline(never)
  func decodeByInitializer<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    at entry: Int,
    _ known: ReadyPlan?
  ) throws -> Value {
    guard isMemberwise, !types.isRefused(type) else {
      return try initialize(type, at: entry, by: place.note(at: entry))
    }
    let memberwiseType = environment.memberwiseType(type)
    let recording = MemberRecording(types: types, checking: known?.plan)
    let wasRecording = types.memberwise.state.schedule.setRecording(memberwiseType.id, true)
    defer {
      _ = types.memberwise.state.schedule.setRecording(memberwiseType.id, wasRecording)
      recording.forget()
    }
    return try standing(at: entry) { decoder in
      let result = Result {
        guard let text = ModelDecoder(behind: decoder) else { return try type.init(from: decoder) }
        return try type.init(from: RecordingDecoder(inner: text, recording: recording))
      }
      let found = recording.verdict(on: result, of: memberwiseType)
      if let found { types.adopt(found, on: memberwiseType) }
      if known != nil, case .refused(let reason) = found {
        // This object has shown the plan to be wrong.
        assert(
          !types.memberwise.stopsAtFalsePromises,
          "\(type) is marked MemberwiseDecodable, but its init(from:) isn't the compiler's: "
            + "\(reason)."
        )
      }
      return try result.get()
    }
  }

  /// Asks the schedule about the object at `entry`, decodes it, and initializes the value at `target` with it.
  @inline(never)
  func decodeUngrantedObject(
    _ ready: ReadyPlan,
    at entry: Int,
    to target: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: the target has room for a value of the plan's type, as the caller says.
    guard types.usesPlan(ready) else {
      return try unsafe ready.plan.type.type.initialize(target, by: self, at: entry, ready)
    }
    try unsafe decodeObject(ready, at: entry, to: target)
  }

  /// Whether the type's own `init(from:)` has made a value at `target` from the object at `entry`, after the plan could
  /// not make one; false if that is not tried.
  ///
  /// It is tried for the first such objects, although code of other types may run a second time.
  ///
  /// - Throws: What `init(from:)` throws, in place of what the plan threw: an initializer that catches the error of one
  ///   key may throw the error of another.
  @inline(never)
  func isMadeByInitializer(
    _ ready: ReadyPlan,
    at entry: Int,
    to target: UnsafeMutableRawPointer
  ) throws -> Bool {
    let memberwiseType = ready.plan.type
    guard !types.memberwise.state.isRetrying,
      types.memberwise.state.schedule.takeRetry(memberwiseType.id),
      environment.withLock({ memberwiseType.takeRetry() })
    else { return false }
    let (absenceCount, areDropped) = (notes.absenceCount, notes.errors.areDropped)
    let reportedCount = notes.errors.reportedCount
    let failure = notes.errors.failedInitializer
    // An overload in the model may look at the path of an error.
    (types.memberwise.state.isRetrying, notes.errors.areDropped) = (true, false)
    defer {
      types.memberwise.state.isRetrying = false
      (notes.absenceCount, notes.errors.areDropped) = (absenceCount, areDropped)
      notes.errors.reportedCount = reportedCount
    }
    // SAFETY: the target has room for a value of the plan's type, as the caller says.
    try unsafe memberwiseType.type.initialize(target, by: self, at: entry, ready)
    let own = notes.errors.failedInitializer
    notes.errors.failedInitializer = failure
    releaseModelValue(own)
    return true
  }
}

extension MemberwiseDecodable {
  /// Initializes the value at `target` with one that `init(from:)` makes from the object at `entry`, and records it.
  fileprivate static func initialize(
    _ target: UnsafeMutableRawPointer,
    by decoder: DocumentDecoder,
    at entry: Int,
    _ ready: ReadyPlan
  ) throws {
    // SAFETY: the target has room for one, as the caller says.
    unsafe target.initializeMemory(
      as: Self.self,
      to: try decoder.decodeByInitializer(Self.self, at: entry, ready)
    )
  }
}
