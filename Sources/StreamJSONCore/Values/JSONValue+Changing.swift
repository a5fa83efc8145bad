/// You can change a value in place: `json["user"]?["name"] = "Ann"`, or `json[at: "/user/name"] = "Ann"`.
///
/// As in any optional chain, nothing happens if a value before a `?` is absent. A pointer adds the objects
/// that are missing on the way. Otherwise, a value that you set is there afterward, unless its position is
/// beyond the end of an array. Setting a member of a value that is not an object therefore turns that value
/// into an object, and setting an element of a value that is not an array turns it into an array. Setting
/// nil does not convert a value.
extension JSONValue {
  /// The value for `key`; nil if there is none, or if this is not an object.
  ///
  /// Setting a value replaces the member's value, or adds a member at the end. Setting nil removes the
  /// member. A value that is not an object becomes one with this member, unless you set nil.
  ///
  /// - Complexity: O(1) on average; O(members) to set one while a copy of the object exists.
  public subscript(key: String) -> JSONValue? {
    get { if case .object(let object) = self { object[key] } else { nil } }
    @inline(never) _modify {
      var object = JSONObject()
      var other: JSONValue?
      if case .object(let known) = self { object = known } else { other = self }
      // This leaves only one reference to the object.
      self = .null
      defer {
        if let other, object.isEmpty { self = other } else { self = .object(object) }
      }
      yield &object[key]
    }
  }

  /// The element at `position`, from 0; nil if there is none, or if this is not an array.
  ///
  /// Setting a value replaces the element, or appends one if `position` is the number of elements. Setting
  /// nil removes the element, and the ones after it move up. Setting any other position changes nothing. A
  /// value that is not an array becomes one if you set a value at 0.
  ///
  /// - Complexity: O(1); O(elements) to remove one, or to set one while a copy of the array exists.
  public subscript(position: Int) -> JSONValue? {
    get {
      guard case .array(let elements) = self, elements.indices.contains(position) else {
        return nil
      }
      return elements[position]
    }
    @inline(never) _modify {
      var elements: [JSONValue] = []
      var other: JSONValue?
      if case .array(let known) = self { elements = known } else { other = self }
      self = .null
      var value: JSONValue?
      let isThere = elements.indices.contains(position)
      if isThere {
        value = elements[position]
        elements[position] = .null
      }
      defer {
        if let value {
          if isThere { elements[position] = value }
          if position == elements.count { elements.append(value) }
        } else if isThere {
          elements.remove(at: position)
        }
        if let other, elements.isEmpty { self = other } else { self = .array(elements) }
      }
      yield &value
    }
  }

  /// The value that `pointer` leads to; nil if there is none.
  ///
  /// Setting a value adds any missing objects on the way. `-` stands for the position after the last
  /// element (RFC 6901 section 4). Setting nil removes a member or element. Nothing changes if the pointer
  /// names an element that can be neither replaced nor added.
  ///
  /// - Complexity: O(length of the pointer), in addition to the subscripts for keys and positions.
  public subscript(at pointer: JSONPointer) -> JSONValue? {
    get {
      pointer.tokens.reduce(self) { value, token in
        value?[token] ?? JSONPointer.position(token).flatMap { value?[$0] }
      }
    }
    set { set(newValue, along: pointer.tokens[...]) }
  }

  private mutating func set(_ value: JSONValue?, along tokens: ArraySlice<String>) {
    guard let token = tokens.first else {
      self = value ?? .null
      return
    }
    let rest = tokens.dropFirst()
    func change(_ part: inout JSONValue?) {
      guard !rest.isEmpty else { return part = value }
      // There is nothing to remove from an absent value, however long the path is.
      if part == nil, value != nil { part = .null }
      part?.set(value, along: rest)
    }
    guard let length = array?.count else { return change(&self[token]) }
    guard let position = token == "-" ? length : JSONPointer.position(token), position <= length
    else { return }
    change(&self[position])
  }

  /// Adds `element` at the end of the array.
  ///
  /// A value that is not an array becomes one with this element.
  ///
  /// - Complexity: O(1) on average; O(elements) while a copy of the array exists.
  public mutating func append(_ element: JSONValue) {
    var elements = array ?? []
    self = .null
    elements.append(element)
    self = .array(elements)
  }
}
