/// Which objects of memberwise types are decoded by their own `init(from:)` and recorded, by the ids of the types.
///
/// These are the second, the fourth, the eighth and so on that the process meets, and one of each type inside a
/// recorded object: of several properties and of several elements of an array, any of them.
///
/// The process counts objects under a lock. It grants each decoder as many objects as come before the next one that is
/// due, but at most `MemberwiseType.maximumGrant`, and is not asked again until after those, so nothing is shared in
/// the meantime.
struct RecordingSchedule {
  private struct TypeState {
    /// How many objects were granted.
    var granted = 0

    /// How many of these are left; negative if a text had more.
    var remaining = 0

    /// Why the next object is recorded, whatever the count; nil if it need not be.
    var reason: RecordingReason?

    /// Whether the recording may still be put off to a later element of an array.
    var mayBePutOff = false

    /// Whether an object is being recorded.
    var isRecording = false
  }

  private var states: ContiguousArray<TypeState> = []

  private mutating func makeRoom(for id: Int) {
    while states.count <= id { states.append(TypeState()) }
  }

  /// Whether the next object is decoded by the plan, without asking the process.
  func isGranted(_ id: Int) -> Bool { id < states.count && states[id].remaining > 0 }

  /// Takes as many of the next `count` objects as are granted, and returns how many.
  @inline(__always)
  mutating func take(_ id: Int, atMost count: Int) -> Int {
    guard isGranted(id) else { return 0 }
    let taken = min(count, states[id].remaining)
    states[id].remaining &-= taken
    return taken
  }

  /// Notes that a text, which was begun while an object was granted, had `count` objects.
  mutating func note(_ id: Int, count: Int) {
    if id < states.count { states[id].remaining &-= count }
  }

  /// Whether the next object is recorded, or a later element of the same array, which `putOff` says.
  func mayBePutOff(_ id: Int) -> Bool { id < states.count && states[id].mayBePutOff }

  /// Has the object recorded that comes after `count` others, even if fewer were granted: it is in the same array, and
  /// the process is asked when it comes.
  mutating func putOff(_ id: Int, by count: Int) {
    states[id].granted += count
    states[id].remaining = count
    states[id].mayBePutOff = false
  }

  /// Ends a grant, and returns how many objects there have been since it was made, and why the next one is recorded, if
  /// it must be.
  mutating func end(_ id: Int) -> (count: Int, reason: RecordingReason?) {
    makeRoom(for: id)
    defer { grant(0, id) }
    return (states[id].granted - states[id].remaining, states[id].reason)
  }

  /// Grants `count` objects, which may follow the next one before the process is asked again.
  mutating func grant(_ count: Int, _ id: Int) {
    states[id].granted = count
    states[id].remaining = count
    (states[id].reason, states[id].mayBePutOff) = (nil, false)
  }

  /// Has the next object recorded for `reason`, unless it may be inside one that is being recorded.
  mutating func force(_ id: Int, _ reason: RecordingReason) {
    makeRoom(for: id)
    guard !states[id].isRecording else { return }
    (states[id].reason, states[id].mayBePutOff) = (reason, true)
    // An object that is due has already been counted.
    states[id].granted -= states[id].remaining + (reason == .due ? 1 : 0)
    states[id].remaining = 0
  }

  /// Notes whether an object is being recorded, and returns whether one was.
  mutating func setRecording(_ id: Int, _ isRecording: Bool) -> Bool {
    makeRoom(for: id)
    defer { states[id].isRecording = isRecording }
    return states[id].isRecording
  }
}

/// Why an object is recorded.
enum RecordingReason {
  /// It is the one whose turn it is, or it is in the same text.
  case due

  /// It is inside a recorded object of another type.
  case part
}
