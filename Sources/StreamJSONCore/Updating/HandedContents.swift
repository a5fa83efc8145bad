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
