/// Objects of memberwise types that are decoded by their own `init(from:)`: objects without a plan, those that a plan
/// cannot decode, and some that are recorded to make and check plans.
extension DocumentDecoder {
  /// Decodes the value at `entry` by its own `init(from:)`, recorded if the type may have a plan or
  /// `known` is its plan, which has decoded `part` of it.
  @inline(never)
  func decodeByInitializer<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    at entry: Int,
    _ known: ReadyPlan?,
    after part: DecodedPart? = nil
  ) throws -> Value {
    // What was decoded by a plan that was given up since is not decoded again either.
    guard part != nil || isMemberwise && !types.isRefused(type) else {
      return try initialize(type, at: entry, by: place.note(at: entry))
    }
    let memberwiseType = known?.plan.type ?? environment.memberwiseType(type)
    let recording = MemberRecording(types: types, checking: known?.plan, after: part)
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

  /// Initializes the value at `target` with what the type's own `init(from:)` makes of the object at `entry`, which the
  /// plan could not decode.
  ///
  /// What the plan has decoded is not decoded again: the initializer gets the members of `found` before `position` and,
  /// for the one there, `error`. However deeply values are nested, an error therefore costs each of them little more than
  /// a call.
  ///
  /// - Throws: What `init(from:)` throws, in place of what the plan threw: an initializer that catches the error of one
  ///   key may throw the error of another.
  @inline(never)
  func leaveToInitializer(
    _ ready: ReadyPlan,
    at entry: Int,
    _ found: UInt64 = 0,
    upTo position: Int = 0,
    throwing error: (any Error)? = nil,
    to target: UnsafeMutableRawPointer
  ) throws {
    // SAFETY: the target has room for a value of the plan's type, of which the properties in `made` are initialized, as
    // the caller says. They are destroyed when the initializer has returned.
    let made = found & MemberwisePlan.bits(below: position)
    let part = unsafe DecodedPart(base: target, made: made, end: position, error: error)
    try unsafe ready.plan.type.type.initialize(target, by: self, at: entry, ready, after: part)
  }
}

extension MemberwiseDecodable {
  /// Initializes the value at `target` with one that `init(from:)` makes from the object at `entry`, and records it.
  ///
  /// Whatever the outcome, nothing is left of the `part` that was at the target.
  fileprivate static func initialize(
    _ target: UnsafeMutableRawPointer,
    by decoder: DocumentDecoder,
    at entry: Int,
    _ ready: ReadyPlan,
    after part: DecodedPart? = nil
  ) throws {
    // SAFETY: the target has room for one, and the properties of the part are initialized, as the caller says.
    let result = Result {
      try decoder.decodeByInitializer(Self.self, at: entry, ready, after: part)
    }
    if let part { unsafe ready.plan.destroy(part.made, of: target) }
    unsafe target.initializeMemory(as: Self.self, to: try result.get())
  }
}
