/// Members in their order, each name once, found by their names.
struct MemberList<Value> {
  struct Member {
    let name: MemberName
    var value: Value
  }

  private(set) var members: [Member] = []

  /// Where the members are by their names, if there are many.
  private var index: NameIndex

  /// Makes a list with room for `capacity` members.
  init(capacity: Int = 0) {
    members.reserveCapacity(capacity)
    index = NameIndex(capacity: capacity)
  }

  /// Where the member named `name` is, or would be.
  @inline(__always)
  func find(_ name: MemberName) -> NameIndex.Finding {
    guard index.isEmpty else { return index.find(name, in: members) }
    return members.firstIndex { $0.name == name }.map { .member(position: $0) } ?? .free(place: 0)
  }

  /// The value of the member named `name`, nil if there is none.
  func value(of name: MemberName) -> Value? {
    if case .member(let position) = find(name) { members[position].value } else { nil }
  }

  /// Sets the value of the member named `name`, adds it at the end, or removes it.
  mutating func set(_ name: MemberName, to value: Value?) {
    switch (find(name), value) {
    case (.member(let position), let value?):
      members[position].value = value
    case (.member(let position), nil):
      members.remove(at: position)
      index = NameIndex(of: members)
    case (.free(let place), let value?):
      append(name, value, at: place)
    case (.free, nil):
      break
    }
  }

  /// Replaces the value of the member at `position`.
  mutating func replaceValue(at position: Int, with value: Value) {
    members[position].value = value
  }

  /// Adds a member whose name no other has, and whose place `find` has returned.
  @inline(__always)
  mutating func append(_ name: MemberName, _ value: Value, at place: Int) {
    if !index.isEmpty { index.insert(members.count, at: place) }
    members.append(Member(name: name, value: value))
    if index.isEmpty ? members.count >= NameIndex.minimumCount : index.isFull(at: members.count) {
      index = NameIndex(of: members)
    }
  }

  /// Adds a member whose name no other has, to a list that stays smaller than
  /// `NameIndex.minimumCount`.
  @inline(__always)
  mutating func append(_ name: MemberName, _ value: Value) {
    members.append(Member(name: name, value: value))
  }
}

extension MemberList: Sendable where Value: Sendable {}
extension MemberList.Member: Sendable where Value: Sendable {}
