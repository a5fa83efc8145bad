/// Which objects of memberwise types are decoded by their own `init(from:)` and recorded, by the ids of the types.
///
/// These are the second, the fourth, the eighth and so on that the process meets, and one of each type inside a
/// recorded object: of several properties and of several elements of an array, any of them.
///
/// The process counts objects under a lock. It grants each decoder as many objects as come before the next one that is
/// due, but at most `MemberwiseType.maximumGrant`, and is not asked again until after those, so nothing is shared in
/// the meantime.
struct RecordingSchedule {
  private struct Record {
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

    /// How many objects that cannot be decoded may still be tried in another way.
    var retryCount = MemberwiseType.maximumRetryCount
  }

  private var records: ContiguousArray<Record> = []

  private mutating func makeRoom(for id: Int) {
    while records.count <= id { records.append(Record()) }
  }

  /// Whether the next object is decoded by the plan, without asking the process.
  func isGranted(_ id: Int) -> Bool { id < records.count && records[id].remaining > 0 }

  /// Takes as many of the next `count` objects as are granted, and returns how many.
  @inline(__always)
  mutating func take(_ id: Int, atMost count: Int) -> Int {
    guard isGranted(id) else { return 0 }
    let taken = min(count, records[id].remaining)
    records[id].remaining &-= taken
    return taken
  }

  /// Notes that a text, which was begun while an object was granted, had `count` objects.
  mutating func note(_ id: Int, count: Int) {
    if id < records.count { records[id].remaining &-= count }
  }

  /// Whether the next object is recorded, or a later element of the same array, which `putOff` says.
  func mayBePutOff(_ id: Int) -> Bool { id < records.count && records[id].mayBePutOff }

  /// Has the object recorded that comes after `count` others, even if fewer were granted: it is in the same array, and
  /// the process is asked when it comes.
  mutating func putOff(_ id: Int, by count: Int) {
    records[id].granted += count
    records[id].remaining = count
    records[id].mayBePutOff = false
  }

  /// Ends a grant, and returns how many objects there have been since it was made, and why the next one is recorded, if
  /// it must be.
  mutating func end(_ id: Int) -> (count: Int, reason: RecordingReason?) {
    makeRoom(for: id)
    defer { grant(0, id) }
    return (records[id].granted - records[id].remaining, records[id].reason)
  }

  /// Grants `count` objects, which may follow the next one before the process is asked again.
  mutating func grant(_ count: Int, _ id: Int) {
    records[id].granted = count
    records[id].remaining = count
    (records[id].reason, records[id].mayBePutOff) = (nil, false)
  }

  /// Has the next object recorded for `reason`, unless it may be inside one that is being recorded.
  mutating func force(_ id: Int, _ reason: RecordingReason) {
    makeRoom(for: id)
    guard !records[id].isRecording else { return }
    (records[id].reason, records[id].mayBePutOff) = (reason, true)
    // An object that is due has already been counted.
    records[id].granted -= records[id].remaining + (reason == .due ? 1 : 0)
    records[id].remaining = 0
  }

  /// Notes whether an object is being recorded, and returns whether one was.
  mutating func setRecording(_ id: Int, _ isRecording: Bool) -> Bool {
    makeRoom(for: id)
    defer { records[id].isRecording = isRecording }
    return records[id].isRecording
  }

  /// Whether an object that cannot be decoded may be tried in another way, which is allowed only a few times.
  mutating func takeRetry(_ id: Int) -> Bool {
    makeRoom(for: id)
    guard records[id].retryCount > 0 else { return false }
    records[id].retryCount -= 1
    return true
  }
}

/// Why an object is recorded.
enum RecordingReason {
  /// It is the one whose turn it is, or it is in the same text.
  case due

  /// It is inside a recorded object of another type.
  case part
}
