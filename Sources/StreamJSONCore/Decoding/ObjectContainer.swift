// Rules for containers:
// - Each method goes through `on`, which checks that the decode is still running on this thread. If not, `on` throws or
//   begins a decode of the kept text. Never reach the object in another way. (For speed, the scalars of `ModelDecoder`
//   and `ModelDecoder.container(keyedBy:)` check that themselves, and go through `on` otherwise.)
// - Containers are copied for every call and have no state, except for the position of an `UnkeyedContainer`.
// - One generic method satisfies the requirements for all scalars. It says so (`@_implements`), because the standard
//   library's defaults, which behave differently, would otherwise take precedence.
// - A key is only borrowed. `entering` notes it for paths, so decode every value that a model asks for by a key through
//   it, or with a `KeyNote`.
// - A function whose name begins with *called* does the same as the one without it, in a call. Change both.

/// A keyed container over an object of the text.
protocol ObjectContainer: KeyedDecodingContainerProtocol {
  /// Calls `body` with the object, or `other` if it isn't certain that the current thread is decoding it.
  ///
  /// Both do the same: `body` has the code for the usual cases inlined, and `other` makes a call.
  func on<Result>(
    _ body: (KeyedObject) throws -> Result,
    elsewhere other: (KeyedObject) throws -> Result
  ) throws -> Result
}

extension ObjectContainer {
  // MARK: - Keys

  @inline(__always)
  var codingPath: [any CodingKey] { (try? on { $0.decoder.path(to: $0.header) }) ?? [] }

  @inline(__always)
  var allKeys: [Key] { (try? on { $0.keys(Key.self) }) ?? [] }

  @inline(__always)
  func contains(_ key: Key) -> Bool { (try? on { $0.hasMember(key) }) ?? false }

  @inline(__always)
  func decodeNil(forKey key: Key) throws -> Bool {
    try on { $0.storage.tape[try $0.value(key)].kind == .null }
  }

  // MARK: - Containers

  @inline(__always)
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try on { try $0.keyedContainer(type, by: key) }
  }

  @inline(__always)
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try on { try $0.unkeyedContainer(by: key) }
  }

  func superDecoder() throws -> any Decoder {
    try on { $0.superDecoder(at: $0.find(JSONKey.super.stringValue), JSONKey.super) }
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try on { $0.superDecoder(at: $0.calledFind(key), key) }
  }
}

// MARK: - Values

// One generic method satisfies the requirements for all sixteen scalars. Without `@_implements`, the standard library's
// own implementations would take precedence: they first ask whether there is such a member, and those for integers of
// 128 bits throw a different error.
extension ObjectContainer {
  @inline(__always)
  func on<Result>(_ body: (KeyedObject) throws -> Result) throws -> Result {
    try on(body, elsewhere: body)
  }

  @inline(__always)
  @_implements(KeyedDecodingContainerProtocol,decode(_:forKey:))
  func scalar<T: Scalar>(_ type: T.Type, forKey key: Key) throws -> T {
    guard T.isCommon else { return try on { try $0.calledScalar(type, of: key) } }
    return try on {
      try $0.scalar(type, at: $0.value(key), by: key)
    } elsewhere: {
      try $0.calledScalar(type, of: key)
    }
  }

  @inline(__always)
  @_implements(KeyedDecodingContainerProtocol,decodeIfPresent(_:forKey:))
  func scalarIfPresent<T: Scalar>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard T.isCommon else {
      return try on { $0.hasValue(key) ? try $0.calledScalar(type, of: key) : nil }
    }
    return try on { object in
      try object.ifPresent(at: object.find(key)) { try object.scalar(type, at: $0, by: key) }
    } elsewhere: {
      $0.hasValue(key) ? try $0.calledScalar(type, of: key) : nil
    }
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try on {
      try $0.decode(type, by: key)
    } elsewhere: {
      try $0.calledDecode(type, by: key)
    }
  }

  @inline(__always)
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try on {
      try $0.decodeIfPresent(type, by: key)
    } elsewhere: {
      try $0.calledDecodeIfPresent(type, by: key)
    }
  }
}

// MARK: - The containers

extension KeyedContainer: ObjectContainer {}

/// A keyed container that counts its object, and with it the decoder, so that it may outlive its
/// decode.
///
/// Used for key types whose containers models have kept before, for what a `superDecoder()` opens, and for
/// models that are nested too deeply for the pool. Otherwise it is like `KeyedContainer`.
struct CountedContainer<Key: CodingKey>: ObjectContainer, MirroredAsEmpty {
  let object: KeyedObject

  /// Calls `other` in any case.
  @inline(__always)
  func on<Result>(
    _ body: (KeyedObject) throws -> Result,
    elsewhere other: (KeyedObject) throws -> Result
  ) throws -> Result {
    guard !object.decoder.use.isHere else { return try other(object) }
    let detached = try object.beginDetached(Key.self)
    defer { detached.decoder.endDetached() }
    return try other(detached)
  }
}

// MARK: - The object

/// What a keyed container asks of its object: to turn keys into entries, and entries into values.
extension KeyedObject {
  /// The entry of the value of `key`, `Tape.absent` if the object has no such member.
  @inline(__always)
  func find<Key: CodingKey>(_ key: Key) -> Int {
    if hasSlots { return find(PlainEnum.ordinal(of: key), key.stringValue) }
    return find(key.stringValue)
  }

  @inline(never)
  func calledFind(_ key: some CodingKey) -> Int { find(key) }

  /// The entry of the value of `key`.
  @inline(__always)
  func value<Key: CodingKey>(_ key: Key) throws -> Int {
    let entry = find(key)
    guard entry != Tape.absent else { throw keyNotFound(key) }
    return entry
  }

  /// The error for `key`, which the object does not have.
  @inline(never)
  func keyNotFound(_ key: some CodingKey) -> DecodingError {
    noteAbsence()
    return decoder.keyNotFound(key, in: header) {
      if hasSlots { return keyType.missingKeyText(key, ordinal: PlainEnum.ordinal(of: key)) }
      let name = key.stringValue
      return (name, DecodingError.noValue(for: key, named: name))
    }
  }

  /// Whether the object has a member for `key`.
  @inline(__always)
  func hasMember<Key: CodingKey>(_ key: Key) -> Bool {
    let isThere = find(key) != Tape.absent
    if !isThere { noteAbsence() }
    return isThere
  }

  /// The result of `decode` for the value at `entry`; nil if that value is absent or null.
  @inline(__always)
  func ifPresent<Value>(at entry: Int, _ decode: (Int) throws -> Value) rethrows -> Value? {
    // An absent value's entry reads as null, too.
    guard storage.tape[entry].kind != .null else {
      if entry == Tape.absent { noteAbsence() }
      return nil
    }
    return try decode(entry)
  }

  // MARK: - Values

  // Decoding a value that is not decoded at once may fail, and the path of the error needs the key.

  @inline(__always)
  func scalar<T: Scalar>(_ type: T.Type, at entry: Int, by key: some CodingKey) throws -> T {
    if let value = T.plain(in: storage, at: entry) { return value }
    return try calledScalar(type, at: entry, by: key)
  }

  /// The scalar at `entry`, for all containers for which one function is fast enough.
  @inline(never)
  func calledScalar<T: Scalar>(
    _ type: T.Type,
    at entry: Int,
    by key: some CodingKey
  ) throws -> T {
    try enteringScalar(at: entry, by: key) { try T.decode(with: $0, at: entry) }
  }

  @inline(never)
  func calledScalar<T: Scalar>(_ type: T.Type, of key: some CodingKey) throws -> T {
    try calledScalar(type, at: value(key), by: key)
  }

  /// Whether the object has a member for `key` that is not null.
  @inline(never)
  func hasValue(_ key: some CodingKey) -> Bool { ifPresent(at: find(key)) { _ in true } ?? false }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, by key: some CodingKey) throws -> T {
    guard firstCase != .none else {
      let entry = calledFind(key)
      guard entry != Tape.absent else { throw keyNotFound(key) }
      return try calledDecode(type, at: entry, by: key)
    }
    // The ordinal is found out only once.
    let ordinal = PlainEnum.ordinal(of: key)
    let entry = find(ordinal, key.stringValue)
    guard entry != Tape.absent else { throw keyNotFound(key) }
    return try decode(type, at: entry, by: key, ordinal)
  }

  @inline(__always)
  func decodeIfPresent<T: Decodable>(_ type: T.Type, by key: some CodingKey) throws -> T? {
    guard firstCase != .none else {
      return try ifPresent(at: calledFind(key)) { try calledDecode(type, at: $0, by: key) }
    }
    let ordinal = PlainEnum.ordinal(of: key)
    return try ifPresent(at: find(ordinal, key.stringValue)) {
      try decode(type, at: $0, by: key, ordinal)
    }
  }

  @inline(never)
  func calledDecode<T: Decodable>(_ type: T.Type, by key: some CodingKey) throws -> T {
    try decode(type, by: key)
  }

  @inline(never)
  func calledDecodeIfPresent<T: Decodable>(_ type: T.Type, by key: some CodingKey) throws -> T? {
    // A second search is short, and the code for one search is long.
    hasValue(key) ? try calledDecode(type, by: key) : nil
  }

  /// Decodes the value at `entry` by the case `key`, which has the number `ordinal`.
  @inline(__always)
  private func decode<T: Decodable>(
    _ type: T.Type,
    at entry: Int,
    by key: some CodingKey,
    _ ordinal: Int
  ) throws -> T {
    try withDecoder { decoder in
      let note = firstCase.adding(ordinal)
      decoder.enter(entry, by: note)
      return try decoder.decode(type, at: entry, by: note)
    }
  }

  /// Decodes the value at `entry` by `key`, which has no note.
  @inline(never)
  private func calledDecode<T: Decodable>(
    _ type: T.Type,
    at entry: Int,
    by key: some CodingKey
  ) throws -> T {
    try entering(entry, by: key) {
      try $0.decode(type, at: entry, by: $0.containerPlace.note(at: entry))
    }
  }

  /// What paths have in place of `key`.
  private func pathKey(_ key: some CodingKey) -> any CodingKey {
    hasSlots ? key : JSONKey(stringValue: key.stringValue, intValue: key.intValue)
  }

  /// Calls `body`, which decodes the scalar at `entry`, or what is asked for as one, by `key`.
  @inline(__always)
  private func enteringScalar<Result>(
    at entry: Int,
    by key: some CodingKey,
    _ body: (DocumentDecoder) throws -> Result
  ) rethrows -> Result {
    try withDecoder { decoder in
      if firstCase != .none {
        return try decoder.entering(entry, by: firstCase.adding(PlainEnum.ordinal(of: key)), body)
      }
      guard !hasSlots, !decoder.isCopied(key) else {
        return try decoder.entering(entry, by: pathKey(key), body)
      }
      return try decoder.entering(entry, by: .named, body)
    }
  }

  /// Calls `body`, which decodes the value at `entry` by `key`.
  @inline(__always)
  func entering<Result>(
    _ entry: Int,
    by key: some CodingKey,
    _ body: (DocumentDecoder) throws -> Result
  ) rethrows -> Result {
    try withDecoder { decoder in
      guard storage.tape[entry].isContainer else {
        return try enteringScalar(at: entry, by: key, body)
      }
      if firstCase != .none {
        decoder.enter(entry, by: firstCase.adding(PlainEnum.ordinal(of: key)))
      } else {
        decoder.enter(entry, by: pathKey(key))
      }
      return try decoder.entering(entry, by: .none, body)
    }
  }

  // MARK: - Containers

  func keyedContainer<NestedKey: CodingKey>(
    _ type: NestedKey.Type,
    by key: some CodingKey
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let entry = try value(key)
    return try entering(entry, by: key) { try $0.keyedContainer(type, at: entry) }
  }

  func unkeyedContainer(by key: some CodingKey) throws -> UnkeyedContainer {
    let entry = try value(key)
    return try entering(entry, by: key) { try $0.unkeyedContainer(at: entry) }
  }
}
