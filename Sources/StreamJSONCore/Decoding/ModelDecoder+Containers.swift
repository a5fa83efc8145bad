extension ModelDecoder: Decoder {
  var userInfo: [CodingUserInfoKey: Any] { decoder.options.userInfo }

  var codingPath: [any CodingKey] { (try? on { $0.path(to: $0.current) }) ?? [] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    // Without `on`, for whose result the runtime would look up metadata each time.
    if isCurrentHere {
      return try decoder.keyedContainer(type, at: decoder.current)
    }
    return try otherContainer(keyedBy: type)
  }

  @inline(never)
  private func otherContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try on { try $0.keyedContainer(type, at: $0.current) }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try on { try $0.unkeyedContainer(at: $0.current) }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ModelDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { (try? on { $0.storage.tape[$0.current].kind == .null }) ?? false }

  // Without `@_implements`, the standard library's implementations for integers of 128 bits would take precedence.
  @inline(__always)
  @_implements(SingleValueDecodingContainer,decode(_:))
  func scalar<T: Scalar>(_ type: T.Type) throws -> T {
    guard isCurrentHere else { return try otherScalar(type) }
    return try decoder.scalar(type, at: decoder.current)
  }

  /// The string, unless it is unfinished: what a model makes from it, such as an enum with raw values, cannot
  /// be unfinished.
  @_implements(SingleValueDecodingContainer,decode(_:))
  func string(_ type: String.Type) throws -> String { try on { try $0.string(at: $0.current) } }

  // One for all types, since it is rarely called.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private func otherScalar<T: Scalar>(_ type: T.Type) throws -> T {
    try on { try T.decode(with: $0, at: $0.current) }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try on {
      // What the model makes from it is not a `String`.
      try $0.requireWhole($0.current)
      return try $0.decode(type, at: $0.current)
    }
  }
}

// MARK: - Making containers

extension DocumentDecoder {
  func unkeyedContainer(at entry: Int) throws -> UnkeyedContainer {
    guard document.tape[entry].kind == .array else { throw notAContainer(.array, at: entry) }
    return UnkeyedContainer(decoder: self, header: entry)
  }

  /// A keyed container over the object at `entry`.
  ///
  /// Making one costs an allocation for the container's box, one for its state and two lookups of generic
  /// metadata, so containers that nothing refers to anymore are reused.
  @inline(__always)
  func keyedContainer<Key: CodingKey>(
    _ type: Key.Type,
    at entry: Int
  ) throws -> KeyedDecodingContainer<Key> {
    guard storage.tape[entry].kind == .object else { throw notAContainer(.object, at: entry) }
    if usesPool, let pooled = types.pool.takeLast(type) {
      return try pooled.container(keyedBy: type, at: entry, for: self)
    }
    return try otherKeyedContainer(type, at: entry)
  }

  @inline(never)
  private func otherKeyedContainer<Key: CodingKey>(
    _ type: Key.Type,
    at entry: Int
  ) throws -> KeyedDecodingContainer<Key> {
    guard usesPool, let pooled = types.pool.take(type, of: types.keyType(type), for: self) else {
      return KeyedDecodingContainer(try countedContainer(type, at: entry))
    }
    return try pooled.container(keyedBy: type, at: entry, for: self)
  }

  /// A container over the object at `entry` that may outlive its decode.
  func countedContainer<Key: CodingKey>(
    _ type: Key.Type,
    at entry: Int
  ) throws -> CountedContainer<Key> {
    guard storage.tape[entry].kind == .object else { throw notAContainer(.object, at: entry) }
    let object = KeyedObject(decoder: self, keyType: types.keyType(type))
    object.holdDecoder()
    try object.open(entry)
    return CountedContainer(object: object)
  }
}
