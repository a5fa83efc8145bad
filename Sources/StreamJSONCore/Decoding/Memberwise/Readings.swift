/// How often reading was given up, by the ids of marked types.
///
/// A text that is given up has been read in vain, so after each of several in a row twice as many are
/// left to the ordinary way before the next try.
struct Readings {
  private struct Record {
    /// How many texts are still left to the ordinary way.
    var pause: UInt16 = 0
    /// How many will be the next time.
    var nextPause: UInt16 = 0
  }

  private var records: ContiguousArray<Record> = []

  /// How many texts were given up.
  private(set) var givenUpCount = 0

  /// Whether the next text is to be read.
  @inline(__always)
  mutating func begin(_ id: Int) -> Bool {
    guard id < records.count, records[id].pause > 0 else { return true }
    records[id].pause -= 1
    return false
  }

  /// Notes how it went.
  @inline(__always)
  mutating func end(_ id: Int, isRead: Bool) {
    if isRead, id >= records.count || records[id].nextPause == 0 { return }
    note(id, isRead)
  }

  @inline(never)
  private mutating func note(_ id: Int, _ isRead: Bool) {
    guard id < PlansByID.capacity else { return }
    while records.count <= id { records.append(Record()) }
    if isRead {
      records[id].nextPause /= 2
    } else {
      givenUpCount &+= 1
      records[id].pause = records[id].nextPause
      records[id].nextPause = min(records[id].nextPause * 2 + 1, 1023)
    }
  }
}
