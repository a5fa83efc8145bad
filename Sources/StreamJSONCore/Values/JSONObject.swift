/// The members of a JSON object, in order, each key once.
///
/// ```swift
/// var object: JSONObject = ["id": 7, "tags": ["new"]]
/// object["name"] = "Ann"            // after the others
/// object["id"] = nil                // removes it
/// object["tags"]?.append("old")
/// for (key, value) in object { print(key, value) }
/// ```
///
/// Keys are compared by their Unicode scalars (RFC 8259 section 8.3). An é that is one scalar and an é that
/// is two are different keys, although they are equal as Strings. If JSON has several members with
/// the same key, the decoder's `duplicateKeyPolicy` picks one, by default the first. With `.useLast`, the
/// last value takes the place of the first.
///
/// Objects are equal if they have the same members, in any order.
public struct JSONObject: Sendable {
  var members: MemberList<JSONValue>

  /// Creates an object without members.
  public init() { members = MemberList() }

  /// Creates an object of members whose names all differ.
  init(_ members: MemberList<JSONValue>) { self.members = members }

  /// Creates an object with the given members; if several have the same key, the first one is used.
  public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
    self.init()
    for (key, value) in members {
      let name = MemberName(key)
      if case .free(let place) = self.members.find(name) {
        self.members.append(name, value, at: place)
      }
    }
  }

  /// The number of members.
  public var count: Int { members.count }

  /// Whether the object has no members.
  public var isEmpty: Bool { members.count == 0 }

  /// The keys, in order.
  ///
  /// - Complexity: O(`count`).
  public var keys: [String] { members.present.map(\.name.string) }

  /// The value for `key`; nil if there is none.
  ///
  /// Setting a value replaces the value of the member with this key, or adds a member at the end. Setting nil
  /// removes the member.
  ///
  /// - Complexity: O(1) on average, whatever the keys, or O(`count`) if a copy shares the storage. Removing
  ///   a member is O(1) on average over many removals.
  public subscript(key: String) -> JSONValue? {
    get { members.value(of: MemberName(key)) }
    @inline(never) _modify {
      let name = MemberName(key)
      let finding = members.find(name)
      var value: JSONValue?
      if case .member(let position) = finding {
        // The value is moved out, so that it is changed in place.
        value = members.members[position].value
        members.set(name, at: finding, to: .null)
      }
      defer { members.set(name, at: finding, to: value) }
      yield &value
    }
  }
}

extension JSONObject: Collection {
  /// A position in an object, valid until members are added or removed.
  public struct Index: Comparable, Hashable, Sendable {
    fileprivate let position: Int

    /// Returns whether `first` is the position of an earlier member.
    public static func < (first: Index, second: Index) -> Bool { first.position < second.position }
  }

  /// The position of the first member.
  public var startIndex: Index { Index(position: members.present(from: 0)) }

  /// The position after the last member.
  public var endIndex: Index { Index(position: members.members.count) }

  /// Returns the position of the member after the one at `index`.
  ///
  /// - Complexity: O(1).
  public func index(after index: Index) -> Index {
    Index(position: members.present(from: index.position + 1))
  }

  /// The member at `index`.
  ///
  /// - Precondition: There is a member at `index`.
  public subscript(index: Index) -> (key: String, value: JSONValue) {
    let member = members.members[index.position]
    return (member.name.string, member.value)
  }
}

extension JSONObject: Hashable {
  /// Returns whether both have the same members, in any order.
  ///
  /// - Complexity: O(`count`) on average, apart from comparing the values.
  public static func == (first: JSONObject, second: JSONObject) -> Bool {
    first.count == second.count
      && first.members.present.allSatisfy { member in
        second.members.value(of: member.name) == member.value
      }
  }

  /// Hashes the members, independent of their order.
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
  /// Creates an object from a literal; if several members have the same key, the first one is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.lazy.map { (key: $0, value: $1) })
  }
}
