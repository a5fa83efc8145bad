/// Which objects of marked types are decoded by their own `init(from:)` and recorded, by the ids of the types: the
/// second, the fourth, the eighth and so on that the process meets, and the first of its type in a recorded object of
/// another type.
///
/// The process counts objects under a lock. It grants each decoder as many objects as come before the next one that is
/// due, but at most `MarkedType.maximumGrant`, and is not asked again until after those, so nothing is shared in the
/// meantime.
struct RecordingSchedule {
  private struct Record {
    /// How many objects were granted.
    var granted = 0

    /// How many of these are left; negative if a text had more.
    var remaining = 0

    /// Whether the next object is recorded, whatever the count.
    var isForced = false

    /// Whether an object is being recorded.
    var isRecording = false

    /// How many objects that cannot be decoded may still be tried in another way.
    var retryCount = MarkedType.maximumRetryCount
  }

  private var records: ContiguousArray<Record> = []

  private mutating func makeRoom(for id: Int) {
    while records.count <= id { records.append(Record()) }
  }

  /// Whether the next object is decoded by the plan, without asking the process.
  @inline(__always)
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
  @inline(__always)
  mutating func note(_ id: Int, count: Int) {
    if id < records.count { records[id].remaining &-= count }
  }

  /// Ends a grant, and returns how many objects there have been since it was made, and whether the next one is recorded
  /// in any case.
  mutating func end(_ id: Int) -> (count: Int, isForced: Bool) {
    makeRoom(for: id)
    defer { grant(0, id) }
    return (records[id].granted - records[id].remaining, records[id].isForced)
  }

  /// Grants `count` objects, which may follow the next one before the process is asked again.
  mutating func grant(_ count: Int, _ id: Int) {
    records[id].granted = count
    records[id].remaining = count
    records[id].isForced = false
  }

  /// Has the next object recorded, unless it may be inside one that is being recorded; if `isCounted` is true, it has
  /// already been counted.
  mutating func force(_ id: Int, isCounted: Bool = false) {
    makeRoom(for: id)
    guard !records[id].isRecording else { return }
    records[id].isForced = true
    records[id].granted -= records[id].remaining + (isCounted ? 1 : 0)
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
