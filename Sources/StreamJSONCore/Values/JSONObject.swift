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
  var members: MemberList<JSONValue>

  /// Makes an object without members.
  public init() {
    members = MemberList()
  }

  /// Makes an object of members whose names all differ.
  init(_ members: MemberList<JSONValue>) {
    self.members = members
  }

  /// Makes an object of the given members; of several with the same name, the first counts.
  public init(_ members: some Sequence<(name: String, value: JSONValue)>) {
    self.init()
    for (name, value) in members { insert(value, for: name) }
  }

  /// The number of members.
  public var count: Int { members.members.count }

  /// True if there are no members.
  public var isEmpty: Bool { members.members.isEmpty }

  /// The names in their order.
  public var names: [String] { members.members.map(\.name.string) }

  /// The value of the member named `name`, nil if there is none.
  ///
  /// Setting a value replaces that of the member with this name, or adds a member at the end;
  /// setting nil removes it.
  ///
  /// - Complexity: O(1) on average, whatever the names, and O(`count`) to remove a member.
  public subscript(name: String) -> JSONValue? {
    get { members.value(of: MemberName(name)) }
    set { members.set(MemberName(name), to: newValue) }
  }

  /// Adds a member, unless there is one with this name.
  private mutating func insert(_ value: JSONValue, for name: String) {
    let name = MemberName(name)
    if case .free(let place) = members.find(name) { members.append(name, value, at: place) }
  }
}

extension JSONObject: Sequence {
  /// The members in their order.
  public struct Iterator: IteratorProtocol, Sendable {
    private var members: IndexingIterator<[MemberList<JSONValue>.Member]>

    fileprivate init(_ object: JSONObject) {
      members = object.members.members.makeIterator()
    }

    /// The next member, nil at the end.
    public mutating func next() -> (name: String, value: JSONValue)? {
      members.next().map { ($0.name.string, $0.value) }
    }
  }

  /// Begins with the first member.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// The number of members.
  public var underestimatedCount: Int { count }
}

extension JSONObject: Hashable {
  /// True if both have the same members, in whatever order.
  ///
  /// - Complexity: O(`count`) on average, apart from comparing the values.
  public static func == (first: JSONObject, second: JSONObject) -> Bool {
    first.count == second.count
      && first.members.members.allSatisfy { member in
        second.members.value(of: member.name) == member.value
      }
  }

  /// Hashes the members, in the same way for any order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members.members {
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
    self.init()
    for (name, value) in elements { insert(value, for: name) }
  }
}
