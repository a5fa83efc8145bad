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

  /// Makes a list with room for `capacity` members.
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
