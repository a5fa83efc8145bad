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
