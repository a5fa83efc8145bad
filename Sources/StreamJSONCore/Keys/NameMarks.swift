/// A set of marks that equal names have in common, for the names of one small object.
struct NameMarks {
  /// How many marks it has room for.
  static let maximumCount = 64

  /// There are twice as many places as marks; a free place holds 0.
  private var places = ContiguousArray<UInt64>(repeating: 0, count: 2 * maximumCount)

  mutating func removeAll() {
    for place in places.indices { places[place] = 0 }
  }

  /// - Precondition: fewer than `maximumCount` marks were inserted before.
  /// - Returns: False if an equal mark was inserted before, or if that cannot be ruled out.
  mutating func insert(_ mark: UInt64) -> Bool {
    guard mark != 0 else { return false }
    // The hash of a name has its well-mixed bits at the top.
    var place = Int(truncatingIfNeeded: mark &>> 57)
    while places[place] != 0 {
      if places[place] == mark { return false }
      place = (place + 1) & (2 * Self.maximumCount - 1)
    }
    places[place] = mark
    return true
  }
}
