/// The members of a JSON object in their order, each name once.
///
/// ```swift
/// var object: JSONObject = ["id": 7, "tags": ["new"]]
/// object["name"] = "Ann"            // after the others
/// object["id"] = nil                // removes it
/// for (name, value) in object { print(name, value) }
/// ```
///
/// Two names are the same if they are equal as Strings (names of 256 bytes and more: if their bytes
/// are equal). Of several members with one name in a text, the decoder's `duplicateKeyPolicy` picks
/// one, by default the first. With `.useLast`, the last value takes the place of the first.
///
/// Objects are equal if they have the same members, in whatever order.
public struct JSONObject: Sendable {
  struct Member: Sendable {
    let name: MemberName
    var value: JSONValue
  }

  private(set) var members: [Member] = []

  /// Where the members are by their names, for an object with many.
  private var index = NameIndex()

  /// Makes an object without members.
  public init() {}

  /// Makes an object with room for `capacity` members.
  init(capacity: Int) {
    members.reserveCapacity(capacity)
    index = NameIndex(capacity: capacity)
  }

  /// Makes an object of the given members; of several with the same name, the first counts.
  public init(_ members: some Sequence<(name: String, value: JSONValue)>) {
    for (name, value) in members { insert(value, for: name) }
  }

  /// The number of members.
  public var count: Int { members.count }

  /// True if there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The names in their order.
  public var names: [String] { members.map(\.name.string) }

  /// The value of the member named `name`, nil if there is none.
  ///
  /// Setting a value replaces that of the member with this name, or adds a member at the end;
  /// setting nil removes it.
  ///
  /// - Complexity: O(1) on average, whatever the names, and O(`count`) to remove a member.
  public subscript(name: String) -> JSONValue? {
    get {
      if case .member(let position) = find(MemberName(name)) { members[position].value } else { nil }
    }
    set {
      let name = MemberName(name)
      switch (find(name), newValue) {
      case (.member(let position), let newValue?):
        members[position].value = newValue
      case (.member(let position), nil):
        members.remove(at: position)
        index = NameIndex(of: members)
      case (.free(let place), let newValue?):
        append(name, newValue, at: place)
      case (.free, nil):
        break
      }
    }
  }

  /// Adds a member, unless there is one with this name.
  mutating func insert(_ value: JSONValue, for name: String) {
    let name = MemberName(name)
    if case .free(let place) = find(name) { append(name, value, at: place) }
  }

  /// Adds a member whose name no other has; `find` has returned its place.
  @inline(__always)
  mutating func append(_ name: MemberName, _ value: JSONValue, at place: Int) {
    if !index.isEmpty, !index.isFull(at: members.count) { index.insert(members.count, at: place) }
    members.append(Member(name: name, value: value))
    if index.isEmpty ? members.count >= NameIndex.minimumCount : index.isFull(at: members.count) {
      index = NameIndex(of: members)
    }
  }

  /// Adds a member whose name no other has, to an object that has no index.
  @inline(__always)
  mutating func append(_ name: MemberName, _ value: JSONValue) {
    members.append(Member(name: name, value: value))
  }

  /// Replaces the value of the member at `position`.
  mutating func replaceValue(at position: Int, with value: JSONValue) {
    members[position].value = value
  }

  /// Where the member named `name` is, or would be.
  @inline(__always)
  func find(_ name: MemberName) -> NameIndex.Finding {
    guard index.isEmpty else { return index.find(name, in: members) }
    return members.firstIndex { $0.name == name }.map { .member(position: $0) } ?? .free(place: 0)
  }
}

extension JSONObject: Sequence {
  /// The members in their order.
  public struct Iterator: IteratorProtocol, Sendable {
    private var members: IndexingIterator<[Member]>

    fileprivate init(_ members: [Member]) {
      self.members = members.makeIterator()
    }

    /// The next member, nil at the end.
    public mutating func next() -> (name: String, value: JSONValue)? {
      members.next().map { ($0.name.string, $0.value) }
    }
  }

  /// Begins with the first member.
  public func makeIterator() -> Iterator { Iterator(members) }

  /// The number of members.
  public var underestimatedCount: Int { count }
}

extension JSONObject: Hashable {
  /// True if both have the same members, in whatever order.
  ///
  /// - Complexity: O(`count`) on average, apart from comparing the values.
  public static func == (first: JSONObject, second: JSONObject) -> Bool {
    first.count == second.count
      && first.members.allSatisfy { member in
        guard case .member(let position) = second.find(member.name) else { return false }
        return second.members[position].value == member.value
      }
  }

  /// Hashes the members, in the same way for any order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var own = Hasher()
      own.combine(member.name)
      own.combine(member.value)
      sum &+= own.finalize()
    }
    hasher.combine(count)
    hasher.combine(sum)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object from a literal; of several members with the same name, the first counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (name, value) in elements { insert(value, for: name) }
  }
}
