/// An ordered list of members with unique names, found by name; two names are the same if their bytes are.
struct MemberList<Value> {
  struct Member {
    let name: MemberName
    var value: Value
  }

  /// The members, including those that were removed from a wide object since the list was last compacted.
  private(set) var members: [Member] = []

  /// The positions of the members by name, if there are many members.
  private var table: MemberListTable

  /// How many of `members` were removed; 32 bits, so that a value with a list needs no more space.
  private var removedCount: UInt32 = 0

  /// Creates a list with room for `capacity` members.
  init(capacity: Int = 0) {
    members.reserveCapacity(capacity)
    table = MemberListTable(capacity: capacity)
  }

  /// Where the member named `name` is, or would be.
  @inline(__always)
  func find(_ name: MemberName) -> MemberListTable.Finding {
    guard table.isEmpty else { return table.find(name, in: members) }
    return members.firstIndex { $0.name.isSpelled(like: name) }.map { .member(position: $0) }
      ?? .free(place: 0)
  }

  /// The value of the member named `name`; nil if there is none.
  @inline(never)
  func value(of name: MemberName) -> Value? {
    if case .member(let position) = find(name) { members[position].value } else { nil }
  }

  /// Sets the value of the member named `name`, adds it at the end, or removes it.
  mutating func set(_ name: MemberName, to value: Value?) {
    set(name, at: find(name), to: value)
  }

  /// Sets, adds or removes the member named `name`, whose place `find` has returned.
  mutating func set(_ name: MemberName, at finding: MemberListTable.Finding, to value: Value?) {
    switch (finding, value) {
    case (.member(let position), let value?):
      members[position].value = value
    case (.member(let position), nil):
      remove(at: position)
    case (.free(let place), let value?):
      append(name, value, at: place)
    case (.free, nil):
      break
    }
  }

  // MARK: - Removing

  /// The number of members that have not been removed.
  var count: Int { members.count - Int(removedCount) }

  /// The members that have not been removed, in order.
  ///
  /// - Complexity: O(1), or O(members) if some were removed since the list was last compacted.
  var present: [Member] {
    guard removedCount > 0 else { return members }
    return members.indices.filter { table.gapLength(at: $0) == 0 }.map { members[$0] }
  }

  /// The position of the first member from `start` on that has not been removed; that after the last member
  /// if there is none.
  ///
  /// - Precondition: `start` is 0, or the position before it is that of a member that has not been removed.
  func present(from start: Int) -> Int {
    Swift.min(start + table.gapLength(at: start), members.count)
  }

  /// Removes the member at `position`.
  ///
  /// A list of many members is compacted when less than half of them are left, so that no more members are moved than
  /// have been removed.
  private mutating func remove(at position: Int) {
    guard !table.isEmpty else {
      members.remove(at: position)
      return
    }
    table.remove(position, named: members[position].name)
    removedCount += 1
    if Int(removedCount) > members.count / 2 { compact() }
  }

  private mutating func compact() {
    members = present
    table = MemberListTable(of: members)
    removedCount = 0
  }

  /// Adds a member whose name no other member has, and whose place `find` has returned.
  @inline(__always)
  mutating func append(_ name: MemberName, _ value: Value, at place: Int) {
    if !table.isEmpty { table.insert(members.count, at: place) }
    members.append(Member(name: name, value: value))
    let total = members.count
    if table.isEmpty ? total >= MemberListTable.minimumCount : table.isFull(at: total) {
      compact()
    }
  }

  /// Adds a member whose name no other member has to a list that stays smaller than `MemberListTable.minimumCount`.
  @inline(__always)
  mutating func append(_ name: MemberName, _ value: Value) {
    members.append(Member(name: name, value: value))
  }
}

extension MemberList: Sendable where Value: Sendable {}
extension MemberList.Member: Sendable where Value: Sendable {}

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

  /// Creates a table with room for `count` members, or none if it would not be worthwhile.
  init(capacity count: Int = 0) {
    guard count >= Self.minimumCount else { return }
    var placeCount = 32
    while count > placeCount / 4 * 3 { placeCount *= 2 }
    places = Array(repeating: 0, count: placeCount)
  }

  /// Creates the table of `members`, whose names are unique.
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

/// The members of one object by name, for objects whose names cannot be compared byte by byte.
///
/// It never changes, so that other threads can read it.
final class MemberIndex {
  /// The entries of the values.
  private let values: [MemberName: Int]

  init(_ values: [MemberName: Int]) { self.values = values }

  /// The entry of the value of the member named `name`; `Tape.absent` if there is none.
  func entry(of name: String) -> Int { values.value(for: MemberName(name)) ?? Tape.absent }

  /// The names, as converted by a key strategy, in the order of the text.
  var names: [String] {
    let members = values.map { (name: $0.key.string, value: $0.value) }
    return members.map(\.value).ascendingOrder.map { members[$0].name }
  }
}

/// Where the values of one object's members are, by the keys that they are for.
///
/// They have separate storage at an address that stays the same, so that reading a position does not count a reference.
@safe
struct MemberPositions: ~Copyable {
  private var base: UnsafeMutablePointer<UInt32>?

  /// A bound on the ordinals of the keys.
  private var count = 0

  /// The number of keys that had a slot when the positions were made.
  private var filledCount = 0

  /// What stands for the position of a key that is not mapped.
  private static var unknown: UInt32 { @_transparent get { .max } }

  init() {}

  /// The entry of the value of the key with the ordinal `ordinal`; `Tape.absent` if there is none, and nil if the key
  /// is not mapped.
  @inline(__always)
  func entry(of ordinal: Int) -> Int? {
    guard UInt(bitPattern: ordinal) < count else { return nil }
    // SAFETY: compared with the count, which is zero while there is no storage.
    let position = unsafe base.unsafelyUnwrapped[ordinal]
    return position == Self.unknown ? nil : Int(truncatingIfNeeded: position)
  }

  /// Notes the entry of a value for the key with the ordinal `ordinal`, unless the key already has one or the ordinal
  /// is negative.
  @inline(__always)
  func note(_ entry: Int, for ordinal: Int) {
    guard UInt(bitPattern: ordinal) < count else { return }
    // SAFETY: compared with the count, which is zero while there is no storage.
    let base = unsafe base.unsafelyUnwrapped
    if unsafe base[ordinal] == Tape.absent {
      unsafe base[ordinal] = UInt32(truncatingIfNeeded: entry)
    }
  }

  /// Begins with another object, read by keys of type `keyType`.
  @inline(__always)
  mutating func begin(_ keyType: KeyType) {
    guard filledCount == keyType.filledCount, let base = unsafe base else { return make(keyType) }
    for ordinal in 0..<count {
      // SAFETY: below the count. (There is no branch, so that eight are done at a time.)
      unsafe base[ordinal] = base[ordinal] == Self.unknown ? Self.unknown : UInt32(Tape.absent)
    }
  }

  @inline(never)
  private mutating func make(_ keyType: KeyType) {
    // SAFETY: an earlier call allocated the former positions, and nothing reads them after this: `isMapped` runs no
    // model's code. There is room for `count` positions.
    unsafe self.base?.deallocate()
    filledCount = keyType.filledCount
    count = keyType.ordinalBound
    let base = UnsafeMutablePointer<UInt32>.allocate(capacity: max(count, 1))
    for ordinal in 0..<count {
      let isMapped = keyType.isMapped(ordinal)
      unsafe (base + ordinal).initialize(to: isMapped ? UInt32(Tape.absent) : Self.unknown)
    }
    unsafe self.base = base
  }

  deinit {
    // SAFETY: `make` allocated it.
    unsafe base?.deallocate()
  }
}
