/// The members of a JSON object in their order, each name once.
///
/// ```swift
/// var object: JSONObject = ["id": 7, "tags": ["new"]]
/// object["name"] = "Ann"            // after the others
/// object["id"] = nil                // removes it
/// object["tags"].append("old")
/// for (name, value) in object { print(name, value) }
/// ```
///
/// Two names are the same if their characters are, as RFC 8259 section 8.3 compares them: an é that is one
/// character and one of two are two names, though they are equal as Strings. Of several members with one name in a text, the decoder's `duplicateKeyPolicy` picks
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
  public var count: Int { members.count }

  /// True if there are no members.
  public var isEmpty: Bool { members.count == 0 }

  /// The names in their order.
  ///
  /// - Complexity: O(`count`).
  public var names: [String] { members.present.map(\.name.string) }

  /// The value of the member named `name`, nil if there is none.
  ///
  /// Setting a value replaces that of the member with this name, or adds a member at the end;
  /// setting nil removes it.
  ///
  /// - Complexity: O(1) on average, whatever the names, unless a copy has the same storage: then O(`count`).
  ///   Removing a member is O(1) on average over many removals.
  public subscript(name: String) -> JSONValue? {
    get { members.value(of: MemberName(name)) }
    _modify {
      let name = MemberName(name)
      let finding = members.find(name)
      var value: JSONValue?
      if case .member(let position) = finding {
        // Moved out, so that it is changed where it is.
        value = members.members[position].value
        members.replaceValue(at: position, with: .null)
      }
      defer { members.set(name, at: finding, to: value) }
      yield &value
    }
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
      members = object.members.present.makeIterator()
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
      && first.members.present.allSatisfy { member in
        second.members.value(of: member.name) == member.value
      }
  }

  /// Hashes the members, in the same way for any order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members.present {
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
