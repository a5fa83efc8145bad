/// Where the members of a wide object are: a table of positions, found by the hash of the name.
///
/// The hashes are made from the bytes and seeded at random in each process, so names cannot be chosen so that they
/// collide.
struct MemberListTable: Sendable {
  /// The smallest number of members that makes a table worthwhile; fewer members are compared one by one.
  static let minimumCount = 12

  /// The position of a member plus 1; 0 in free places.
  ///
  /// Empty if there is no table. Otherwise the table comes first: its size is a power of two, and at least a quarter of
  /// its places are free.
  ///
  /// Once a member has been removed, gaps follow in the same array, so that a value with an index needs no more space.
  /// For each position, there is 0 if its member is left. The first and the last position of a gap have its length, and
  /// those in between have any other number, so that any number of removed members is passed over at once.
  private var places: [UInt32] = []

  /// The number of places in a table, which is the greatest power of two up to the count of the array, because there
  /// are fewer members than places.
  private var placeCount: Int { 1 &<< (Int.bitWidth &- 1 &- places.count.leadingZeroBitCount) }

  /// Makes a table with room for `count` members, or none if it would not be worthwhile.
  init(capacity count: Int = 0) {
    guard count >= Self.minimumCount else { return }
    var placeCount = 32
    while count > placeCount / 4 * 3 { placeCount *= 2 }
    places = Array(repeating: 0, count: placeCount)
  }

  /// Makes the table of `members`, whose names are unique.
  init<Value>(of members: [MemberList<Value>.Member]) {
    self.init(capacity: members.count)
    guard !places.isEmpty else { return }
    for (position, member) in members.enumerated() {
      if case .free(let place) = find(member.name, in: members) { insert(position, at: place) }
    }
  }

  /// True if there is no table.
  var isEmpty: Bool { places.isEmpty }

  /// Where a name is, or where it would be.
  enum Finding {
    case member(position: Int)
    case free(place: Int)
  }

  /// Finds `name` among `members`, whose table this is.
  func find<Value>(_ name: MemberName, in members: [MemberList<Value>.Member]) -> Finding {
    let mask = placeCount &- 1
    var place = name.spellingHash & mask
    while places[place] != 0 {
      // The mark of a removed member is more than an Int of 32 bits can count.
      let position = Int(truncatingIfNeeded: places[place]) &- 1
      if places[place] != Self.removed, members[position].name.isSpelled(like: name) {
        return .member(position: position)
      }
      place = (place &+ 1) & mask
    }
    return .free(place: place)
  }

  /// Notes the member at `position` in a free place.
  mutating func insert(_ position: Int, at place: Int) {
    // More than 2^32 members would take more than 100 GB.
    places[place] = UInt32(truncatingIfNeeded: position &+ 1)
  }

  /// Marks the place of a member that was removed.
  private static let removed = UInt32.max

  /// Notes that the member at `position`, which is named `name`, was removed.
  mutating func remove(_ position: Int, named name: MemberName) {
    let mask = placeCount &- 1
    var place = name.spellingHash & mask
    while places[place] != UInt32(truncatingIfNeeded: position &+ 1) {
      place = (place &+ 1) & mask
    }
    places[place] = Self.removed
    let gap = placeCount + position
    let before = position > 0 ? gapLength(at: position - 1) : 0
    let after = gapLength(at: position + 1)
    if places.count <= gap {
      places += Array(repeating: 0, count: gap + 1 - places.count)
    }
    for place in [gap, gap - before, gap + after] {
      places[place] = UInt32(truncatingIfNeeded: before + 1 + after)
    }
  }

  /// The length of the gap that begins or ends at `position`; 0 if the member there is left, or if there is none.
  func gapLength(at position: Int) -> Int {
    guard !isEmpty, placeCount + position < places.count else { return 0 }
    return Int(places[placeCount + position])
  }

  /// True if one more than `count` members would leave too few places free.
  func isFull(at count: Int) -> Bool { count >= placeCount / 4 * 3 }
}
