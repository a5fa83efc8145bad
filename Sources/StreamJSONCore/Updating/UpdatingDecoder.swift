/// A decoder of an object, or of nothing, that takes missing members from a former value.
///
/// Everything else is left to the decoder of the text.
struct UpdatingDecoder: Decoder, DecoderOverText, SingleValueDecodingContainer, MirroredAsEmpty {
  /// The decoder of the text: of the object or of an enclosing value.
  let inner: ModelDecoder

  /// The path of the value, if the text has none there.
  private let missingPath: [any CodingKey]?

  /// Whether the text has a value there.
  var isInText: Bool { missingPath == nil }

  var modelDecoder: ModelDecoder? { isInText ? inner : nil }

  let former: FormerValue

  /// Creates a decoder of an object or, with a path, of what the text lacks there.
  init(_ inner: ModelDecoder, _ former: FormerValue, missingAt path: [any CodingKey]? = nil) {
    self.inner = inner
    self.former = former
    missingPath = path
  }

  var userInfo: [CodingUserInfoKey: Any] { inner.userInfo }
  var codingPath: [any CodingKey] { missingPath ?? inner.codingPath }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    former.note(type)
    let container = UpdatingContainer<Key>(
      decoder: self,
      inner: isInText ? try inner.on { try $0.countedContainer(type, at: $0.current) } : nil
    )
    return KeyedDecodingContainer(container)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard !isInText else { return try inner.unkeyedContainer() }
    return try withMissing { try $0.unkeyedContainer() }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  // MARK: - SingleValueDecodingContainer

  func decodeNil() -> Bool {
    guard !isInText else { return inner.decodeNil() }
    return former.isNull
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

  // Otherwise this method and what it calls would exist once for each scalar.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private func value<T: Decodable>(_ type: T.Type) throws -> T {
    if isInText {
      let content = FormerValue(of: former) { [former] in try former.whole().content }
      return try inner.on { try $0.decode(type, at: $0.current, over: content) }
    }
    return try withMissing { try $0.decode(type) }
  }

  /// Calls `body` with a decoder of the former value.
  func withMissing<Result>(_ body: (ModelDecoder) throws -> Result) throws -> Result {
    let path = codingPath
    let value = try DecodingError.encodingFormerValue(at: path) { try former.whole() }
    return try inner.on { try $0.withDecoder(of: value, at: path, body) }
  }
}

/// A keyed container over an object of the text, or over no object, that takes missing members from a former value.
struct UpdatingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol, MirroredAsEmpty {
  /// The decoder of the object; if the text has none, one with its path; for a nested container, one of the enclosing
  /// value.
  let decoder: UpdatingDecoder

  /// The object; nil if the text has none.
  let inner: CountedContainer<Key>?

  private var former: FormerValue { decoder.former }

  var codingPath: [any CodingKey] { inner?.codingPath ?? decoder.codingPath }

  // MARK: - Keys

  /// The keys of the object, then the others of the former value.
  var allKeys: [Key] {
    var keys = inner?.allKeys ?? []
    var names = Set(keys.map(\.stringValue))
    for member in (try? former.members())?.members ?? [] {
      let name = member.name.string
      if names.insert(name).inserted, let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    if (try? inText(key)) != nil { return true }
    // An error of encoding is thrown when the member is asked for.
    do { return try former.member(key.stringValue) != nil } catch { return true }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let (inner, entry) = try inText(key) else { return try formerMember(key).isNull }
    return try inner.on { $0.storage.tape[entry].kind == .null }
  }

  // MARK: - Values

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    guard let (inner, entry) = try inText(key) else {
      return try decode(type, forKey: key, from: formerMember(key))
    }
    return try decode(type, at: entry, of: inner, forKey: key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let (inner, entry) = try inText(key) else {
      guard let member = try former.member(key.stringValue, at: codingPath + [key])
      else { return nil }
      if member.value(of: type) == nil, member.isNull { return nil }
      return try decode(type, forKey: key, from: member)
    }
    if try inner.on({ $0.storage.tape[entry].kind == .null }) { return nil }
    return try decode(type, at: entry, of: inner, forKey: key)
  }

  /// The object of the text and the entry of its value of `key`; nil if there is none.
  @inline(__always)
  private func inText(_ key: Key) throws -> (CountedContainer<Key>, Int)? {
    guard let inner else { return nil }
    let entry = try inner.on { $0.find(key) }
    return entry == Tape.absent ? nil : (inner, entry)
  }

  private func decode<T: Decodable>(
    _ type: T.Type,
    at entry: Int,
    of inner: CountedContainer<Key>,
    forKey key: Key
  ) throws -> T {
    try inner.on { object in
      guard object.storage.tape[entry].kind == .object || FormerValue.mayBeInstance(type) else {
        return try object.entering(entry, by: key) { try $0.decode(type, at: entry) }
      }
      let former = FormerValue(member: key.stringValue, of: former)
      return try object.entering(entry, by: key) { try $0.decode(type, at: entry, over: former) }
    }
  }

  /// The value of `key`, which is `member` of the former value.
  private func decode<T: Decodable>(
    _ type: T.Type,
    forKey key: Key,
    from member: HandedValue
  ) throws -> T {
    if let value = member.value(of: type) { return value }
    return try decoder.inner.on { document in
      try document.withDecoder(of: member, at: codingPath + [key]) { try $0.decode(type) }
    }
  }

  /// The value of `key` in the former value.
  ///
  /// - Throws: `DecodingError.keyNotFound` if it has none.
  private func formerMember(_ key: Key) throws -> HandedValue {
    if let member = try former.member(key.stringValue, at: codingPath + [key]) { return member }
    if let inner { return try inner.on { throw $0.keyNotFound(key) } }
    let description = DecodingError.noValue(for: key, named: key.stringValue)
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: description)
    throw DecodingError.keyNotFound(key, context)
  }

  // Without this, scalars cost half as much again.
  func decode<T: Scalar>(_ type: T.Type, forKey key: Key) throws -> T {
    guard let (inner, entry) = try inText(key) else {
      return try decode(type, forKey: key, from: formerMember(key))
    }
    return try inner.on { try $0.calledScalar(type, at: entry, by: key) }
  }

  // MARK: - Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    guard let inner, inner.contains(key) else {
      _ = try formerMember(key)
      return try missingDecoder(at: key).container(keyedBy: type)
    }
    let nested = try inner.on { object in
      let entry = try object.value(key)
      return try object.entering(entry, by: key) { try $0.countedContainer(type, at: entry) }
    }
    let former = FormerValue(member: key.stringValue, of: former)
    let decoder = UpdatingDecoder(decoder.inner, former)
    return KeyedDecodingContainer(UpdatingContainer<NestedKey>(decoder: decoder, inner: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    if let inner, inner.contains(key) { return try inner.nestedUnkeyedContainer(forKey: key) }
    _ = try formerMember(key)
    return try missingDecoder(at: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(at: JSONKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(at: key) }

  /// A decoder of the value of `key`, which the text lacks.
  private func missingDecoder(at key: any CodingKey) -> UpdatingDecoder {
    let former = FormerValue(member: key.stringValue, of: former)
    return UpdatingDecoder(decoder.inner, former, missingAt: codingPath + [key])
  }

  /// A decoder of the value of `key`.
  private func superDecoder(at key: any CodingKey) throws -> any Decoder {
    let inText = try inner?.on { object -> (any Decoder)? in
      let entry = object.find(key.stringValue)
      guard entry != Tape.absent else { return nil }
      let decoder = object.superDecoder(at: entry, key)
      let isObject = object.storage.tape[entry].kind == .object
      guard isObject else { return decoder }
      return UpdatingDecoder(decoder, FormerValue(member: key.stringValue, of: former))
    }
    return inText ?? missingDecoder(at: key)
  }
}
