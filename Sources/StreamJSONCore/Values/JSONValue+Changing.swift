/// You can change a value in place: `json["user"]["name"] = "Ann"`.
///
/// A value that you set is there afterward, unless its position is beyond the end of an array. Setting a
/// member of a value that is not an object therefore turns that value into an object, and setting an element
/// of a value that is not an array turns it into an array. Setting nil does not convert a value.
extension JSONValue {
  /// The value for `key`; nil if there is none, or if this is not an object.
  ///
  /// Setting a value replaces the member's value, or adds a member at the end. Setting nil removes the
  /// member. A value that is not an object becomes one with this member, unless you set nil.
  ///
  /// - Complexity: O(1) on average; O(members) to set one while a copy of the object exists.
  public subscript(key: String) -> JSONValue? {
    get { if case .object(let object) = self { object[key] } else { nil } }
    _modify {
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
    _modify {
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
    get { value(at: pointer) }
    set { set(newValue, along: pointer.tokens[...]) }
  }

  private mutating func set(_ value: JSONValue?, along tokens: ArraySlice<String>) {
    guard let token = tokens.first else {
      self = value ?? .null
      return
    }
    var length: Int?
    if case .array(let elements) = self { length = elements.count }
    guard let length else {
      return Self.set(value, along: tokens.dropFirst(), in: &self[token])
    }
    guard let position = token == "-" ? length : JSONPointer.position(token), position <= length
    else { return }
    Self.set(value, along: tokens.dropFirst(), in: &self[position])
  }

  private static func set(
    _ value: JSONValue?,
    along tokens: ArraySlice<String>,
    in place: inout JSONValue?
  ) {
    guard !tokens.isEmpty else {
      place = value
      return
    }
    var next = JSONValue.null
    if let known = place {
      next = known
      place = .some(.null)
    } else if value.isAbsent {
      return
    }
    next.set(value, along: tokens)
    place = next
  }

  /// Adds `element` at the end of the array.
  ///
  /// A value that is not an array becomes one with this element.
  ///
  /// - Complexity: O(1) on average; O(elements) while a copy of the array exists.
  public mutating func append(_ element: JSONValue) {
    var elements: [JSONValue] = []
    if case .array(let known) = self { elements = known }
    self = .null
    elements.append(element)
    self = .array(elements)
  }
}

/// You can also change values that may be absent, as subscripts return them.
extension JSONValue? {
  /// The value for `key`; nil if there is none; see ``JSONValue``.
  ///
  /// An absent value becomes an object with this member, unless you set nil.
  ///
  /// - Complexity: See ``JSONValue``.
  public subscript(key: String) -> JSONValue? {
    get { self?[key] }
    _modify {
      var value = take(orMake: .null)
      defer { self = value.wrapped }
      yield &value.value[key]
    }
  }

  /// The element at `position`, from 0; nil if there is none; see ``JSONValue``.
  ///
  /// An absent value becomes an array if you set a value at 0.
  ///
  /// - Complexity: See ``JSONValue``.
  public subscript(position: Int) -> JSONValue? {
    get { self?[position] }
    _modify {
      var value = take(orMake: .null)
      defer { self = value.wrapped }
      yield &value.value[position]
    }
  }

  /// The value that `pointer` leads to; nil if there is none; see ``JSONValue``.
  ///
  /// - Complexity: See ``JSONValue``.
  public subscript(at pointer: JSONPointer) -> JSONValue? {
    get { self?[at: pointer] }
    set {
      var value = take(orMake: .null)
      value.value[at: pointer] = newValue
      self = value.wrapped
    }
  }

  /// Adds `element` at the end of the array; an absent value becomes an array with this element.
  ///
  /// - Complexity: See ``JSONValue``.
  public mutating func append(_ element: JSONValue) {
    var value = take(orMake: .null)
    value.value.append(element)
    self = value.wrapped
  }

  /// True for a value that is not there, unlike the literal `null`.
  fileprivate var isAbsent: Bool { if case .none = self { true } else { false } }

  /// A value that is being changed.
  private struct Changing {
    var value: JSONValue
    let wasAbsent: Bool

    /// The changed value; absent if it was absent and nothing was set.
    var wrapped: JSONValue? { wasAbsent && value.isNull ? nil : .some(value) }
  }

  /// Moves the value out, so that it is changed in place.
  private mutating func take(orMake value: JSONValue) -> Changing {
    guard case .some(let known) = self else { return Changing(value: value, wasAbsent: true) }
    self = nil
    return Changing(value: known, wasAbsent: false)
  }
}
