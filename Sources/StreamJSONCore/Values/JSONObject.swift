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
    add(members)
  }

  /// Adds members; of several with the same key, the first one stays.
  // Not copied for each kind of sequence, because no program spends its time here.
  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func add(_ members: some Sequence<(key: String, value: JSONValue)>) {
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

extension JSONObject {
  /// Creates an object of members whose keys all differ.
  ///
  /// - Precondition: No key occurs twice. For members that may share a key, use `init(_:)`.
  public init(uniqueKeysWithValues members: some Sequence<(String, JSONValue)>) {
    self.init()
    for (key, value) in members {
      precondition(self[key] == nil, "the key \"\(key)\" occurs twice")
      self[key] = value
    }
  }

  /// The values, in order.
  ///
  /// - Complexity: O(`count`).
  public var values: [JSONValue] { members.present.map(\.value) }

  /// Removes the member with the given key.
  ///
  /// - Returns: The value that was removed; nil if there was none.
  /// - Complexity: The same as for setting nil with the subscript.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSONValue? {
    let value: JSONValue? = self[key]
    self[key] = nil as JSONValue?
    return value
  }

  /// Adds members.
  ///
  /// If the object already has a key, `combine` returns the value for it.
  ///
  /// ```swift
  /// settings.merge(changes) { _, new in new }
  /// ```
  ///
  /// - Parameters:
  ///   - other: The members of another object, or any other members.
  ///   - combine: A closure that takes the object's value and the new one, and returns the value to keep.
  /// - Throws: The errors of `combine`. The members before the error stay merged.
  /// - Complexity: O(members in `other`) on average.
  public mutating func merge(
    _ other: some Sequence<(key: String, value: JSONValue)>,
    uniquingKeysWith combine: (JSONValue, JSONValue) throws -> JSONValue
  ) rethrows {
    for (key, value) in other {
      let known: JSONValue? = self[key]
      self[key] = try known.map { try combine($0, value) } ?? value
    }
  }

  /// Returns the object with more members.
  ///
  /// If the object already has a key, `combine` returns the value for it.
  ///
  /// See ``merge(_:uniquingKeysWith:)``.
  public func merging(
    _ other: some Sequence<(key: String, value: JSONValue)>,
    uniquingKeysWith combine: (JSONValue, JSONValue) throws -> JSONValue
  ) rethrows -> JSONObject {
    var object = self
    try object.merge(other, uniquingKeysWith: combine)
    return object
  }

  /// Returns an object with the members for which `isIncluded` returns true, in the same order.
  ///
  /// - Throws: The errors of `isIncluded`.
  /// - Complexity: O(`count`).
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> JSONObject {
    JSONObject(try lazy.map { $0 }.filter(isIncluded))
  }

  /// Returns an object with the same keys in the same order, and with the values that `transform` returns.
  ///
  /// - Throws: The errors of `transform`.
  /// - Complexity: O(`count`).
  public func mapValues(_ transform: (JSONValue) throws -> JSONValue) rethrows -> JSONObject {
    JSONObject(try map { (key: $0.key, value: try transform($0.value)) })
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
