extension DocumentDecoder {
  func unkeyedContainer(at entry: Int) throws -> UnkeyedContainer {
    guard document.tape[entry].kind == .array else { throw notAnArray(at: entry) }
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
    guard storage.tape[entry].kind == .object else { throw notAKeyedContainer(at: entry) }
    if usesPool, let pooled = memory.pool.takeLast(type) {
      return try pooled.container(keyedBy: type, at: entry, on: use.thread)
    }
    return try otherKeyedContainer(type, at: entry)
  }

  @inline(never)
  private func otherKeyedContainer<Key: CodingKey>(
    _ type: Key.Type,
    at entry: Int
  ) throws -> KeyedDecodingContainer<Key> {
    guard usesPool, let pooled = memory.pool.take(type, of: memory.keyType(type), for: self) else {
      return KeyedDecodingContainer(try countedContainer(type, at: entry))
    }
    return try pooled.container(keyedBy: type, at: entry, on: use.thread)
  }

  /// A container over the object at `entry` that may outlive its decode.
  func countedContainer<Key: CodingKey>(
    _ type: Key.Type,
    at entry: Int
  ) throws -> CountedContainer<Key> {
    guard storage.tape[entry].kind == .object else { throw notAKeyedContainer(at: entry) }
    let object = KeyedObject(decoder: self, keyType: memory.keyType(type))
    object.holdDecoder()
    try object.open(entry)
    return CountedContainer(object: object)
  }
}
