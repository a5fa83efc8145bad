/// What a model hands to its encoder under a key, or as an element or a single value.
enum HandedValue {
  /// A value of any type, not yet encoded.
  case value(any Encodable)
  case null
  /// What was handed to a nested container or a `superEncoder()`.
  case contents(HandedContents)
}

extension HandedValue {
  /// Whether it is null, or an optional that is nil.
  var isNull: Bool {
    switch self {
    case .value(let value): GraphWriter.unwrapped(value) == nil
    case .null: true
    case .contents: false
    }
  }

  /// The value that this stands for, if it is a `JSONNullable`; otherwise this value itself.
  var content: HandedValue {
    guard case .value(let value) = self, let member = value as? any NullableMember else {
      return self
    }
    return member.encodableValue.map { .value($0) } ?? .null
  }

  /// The members that it consists of; nil if it is replaced as a whole, like a scalar, a collection, or an enum.
  func members(
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> MemberList<HandedValue>? {
    var value = self
    // A value may consist of another one, and that one of a third. With other encoders, a value that consists of itself
    // ends the process.
    for _ in 0..<Self.maximumDepth {
      guard let contents = try value.contents(userInfo) else { return nil }
      if let members = contents.members { return members }
      guard let single = contents.single else { return nil }
      value = single
    }
    return nil
  }

  private static let maximumDepth = 512

  /// What it hands to an encoder in turn; nil if it is replaced as a whole.
  private func contents(
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> HandedContents? {
    switch self {
    case .null: return nil
    case .contents(let contents): return contents
    case .value(let value):
      return Self.isWhole(value) ? nil : try HandedContents(of: value, userInfo)
    }
  }

  /// Whether `value` is replaced as a whole: an enum or a collection.
  private static func isWhole(_ value: any Encodable) -> Bool {
    if TypeMetadata.layoutIsKnown {
      let metadata = TypeMetadata(type(of: value))
      switch metadata.kind {
      case .enumeration: return true
      // This avoids a search for conformances where it is not needed.
      // SAFETY: there is a kind, and the layout was tested.
      case .structure: return unsafe metadata.isGeneric && value is any ContainsValues
      // An optional is treated like what it contains.
      case .optional, nil: return false
      }
    }
    return switch Mirror(reflecting: value).displayStyle {
    case .enum, .dictionary, .set, .collection: true
    default: false
    }
  }

  /// The value if it is of the type `type`.
  @inline(__always)
  func value<T>(of type: T.Type) -> T? {
    func cast<Value>(_ value: Value) -> T? {
      // Most values are, and a dynamic cast takes ten times as long.
      // SAFETY: the types were compared.
      if Value.self == T.self { return unsafe unsafeBitCast(value, to: T.self) }
      return value as? T
    }
    guard case .value(let value) = self else { return nil }
    return cast(value)
  }

  /// Creates an object graph of the value.
  ///
  /// - Throws: What encoding the value throws, and `DecodingError` if it is deeper than `depth`.
  func graph(_ userInfo: [CodingUserInfoKey: any Sendable], depth: Int) throws -> Any {
    guard depth > 0 else {
      throw DecodingError.corrupted(
        "The current value is nested more deeply than limits.maximumDepth allows."
      )
    }
    let handed: HandedContents
    var depth = depth
    switch self {
    case .null: return Any?.none as Any
    case .contents(let known): handed = known
    case .value(let value):
      // Numbers, strings, dates and the like appear in a graph unchanged.
      if value is any GraphValue, !(value is any ContainsValues) { return value }
      handed = try HandedContents(of: value, userInfo)
      depth -= 1
    }
    if let single = handed.single { return try single.graph(userInfo, depth: depth) }
    if let elements = handed.elements {
      return try elements.map { try $0.graph(userInfo, depth: depth - 1) }
    }
    var graph: [String: Any] = [:]
    for member in handed.members?.members ?? [] {
      graph[member.name.string] = try member.value.graph(userInfo, depth: depth - 1)
    }
    return graph
  }
}

/// Types of object graphs whose elements may be of types that are not in graphs and have to be encoded.
private protocol ContainsValues {}

extension Array: ContainsValues {}
extension ArraySlice: ContainsValues {}
extension ContiguousArray: ContainsValues {}
extension Set: ContainsValues {}
extension Dictionary: ContainsValues {}
extension Optional: ContainsValues {}

/// An encoder, and its single-value container, that notes what a model hands to it, and encodes nothing.
final class HandedContents: Encoder, SingleValueEncodingContainer {
  let codingPath: [any CodingKey]
  private let sendableUserInfo: [CodingUserInfoKey: any Sendable]
  var userInfo: [CodingUserInfoKey: Any] { sendableUserInfo }

  /// What was last handed to keyed containers under each key; nil if no such container was asked for.
  fileprivate(set) var members: MemberList<HandedValue>?

  /// What was handed to unkeyed containers; nil if no such container was asked for.
  fileprivate(set) var elements: [HandedValue]?

  /// What was handed to a single-value container.
  private(set) var single: HandedValue?

  private init(at path: [any CodingKey], _ userInfo: [CodingUserInfoKey: any Sendable]) {
    codingPath = path
    sendableUserInfo = userInfo
  }

  /// What `value` hands over.
  convenience init(
    of value: any Encodable,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws {
    self.init(at: [], userInfo)
    try value.encode(to: self)
  }

  /// What will be handed to a container at `key`.
  fileprivate func nested(at key: any CodingKey) -> HandedContents {
    HandedContents(at: codingPath + [key], sendableUserInfo)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if members == nil { members = MemberList(capacity: 8) }
    return KeyedEncodingContainer(HandedMembers(contents: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = elements ?? []
    return HandedElements(contents: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  // MARK: - SingleValueEncodingContainer

  func encodeNil() { single = .null }

  func encode<T: Encodable>(_ value: T) { single = .value(value) }
}

/// The keyed container.
private struct HandedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let contents: HandedContents
  var codingPath: [any CodingKey] { contents.codingPath }

  private func note(_ value: HandedValue, _ key: any CodingKey) {
    let name = MemberName(key.stringValue)
    // Taken out, because anything called during an access would have all accesses checked.
    guard var members = contents.members.take() else { return }
    members.set(name, to: value)
    contents.members = members
  }

  /// What will be handed to a container for `key`, which is added to what was handed to an earlier one.
  private func nested(_ key: any CodingKey) -> HandedContents {
    if case .contents(let known)? = contents.members?.value(of: MemberName(key.stringValue)) {
      return known
    }
    return new(key)
  }

  /// What will be handed for `key`, which replaces anything that was handed before.
  private func new(_ key: any CodingKey) -> HandedContents {
    let nested = contents.nested(at: key)
    note(.contents(nested), key)
    return nested
  }

  func encodeNil(forKey key: Key) { note(.null, key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) { note(.value(value), key) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { new(JSONKey.super) }

  func superEncoder(forKey key: Key) -> any Encoder { new(key) }
}

/// The unkeyed container.
private struct HandedElements: UnkeyedEncodingContainer {
  let contents: HandedContents
  var codingPath: [any CodingKey] { contents.codingPath }
  var count: Int { contents.elements?.count ?? 0 }

  private func nested() -> HandedContents {
    let nested = contents.nested(at: JSONKey(index: count))
    contents.elements?.append(.contents(nested))
    return nested
  }

  func encodeNil() { contents.elements?.append(.null) }

  // One for all types, since a value that is handed over costs more.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  func encode<T: Encodable>(_ value: T) { contents.elements?.append(.value(value)) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

  func superEncoder() -> any Encoder { nested() }
}
