/// The keyed container over an object: turns keys into entries and leaves everything else to
/// `KeyedObject` and `DocumentDecoder`, which do not depend on the type of the keys.
///
/// The standard library calls these methods through a witness table, with `Key` unknown at compile
/// time, so each is kept as small as possible.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol, CustomReflectable {
  private let reference: PooledReference

  init(_ reference: PooledReference) {
    self.reference = reference
  }

  /// Empty, because a copy taken out of it would refer to an object that it does not count.
  var customMirror: Mirror { Mirror(self, children: []) }

  /// Calls `body` with the object.
  ///
  /// - Throws: What `body` throws; `DecodingError.dataCorrupted` when the container is stale, or
  ///   another thread is decoding the object.
  @inline(__always)
  func on<Result>(_ body: (KeyedObject) throws -> Result) throws -> Result {
    try on(body, elsewhere: body)
  }

  /// Calls `body`, or `other` for an object that is not certain to be in decoding here.
  ///
  /// They do the same, one with the code for all that is usual inlined, and one by a call.
  @inline(__always)
  func on<Result>(
    _ body: (KeyedObject) throws -> Result,
    elsewhere other: (KeyedObject) throws -> Result
  ) throws -> Result {
    guard reference.isOpenHere else {
      let (object, isLater) = try reference.object(Key.self)
      defer { if isLater { object.decoder.endLater() } }
      return try other(object)
    }
    // SAFETY: compared above.
    return try unsafe reference.withObject(body)
  }

  // MARK: - Keys

  var codingPath: [any CodingKey] { (try? on { $0.decoder.path(to: $0.header) }) ?? [] }

  var allKeys: [Key] {
    (try? on { $0.keys(Key.self) }) ?? []
  }

  @inline(__always)
  func contains(_ key: Key) -> Bool {
    (try? on { $0.contains(key) }) ?? false
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try on { $0.storage.tape[try $0.value(key)].kind == .null }
  }

  // MARK: - Scalars

  @inline(__always)
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try on {
      try $0.bool(at: $0.value(key), by: key)
    } elsewhere: {
      try $0.bool(of: key)
    }
  }

  @inline(__always)
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try on {
      try $0.string(at: $0.value(key), by: key)
    } elsewhere: {
      try $0.string(of: key)
    }
  }

  @inline(__always)
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try on {
      try $0.double(at: $0.value(key), by: key)
    } elsewhere: {
      try $0.double(of: key)
    }
  }

  @inline(__always)
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try on {
      try $0.float(at: $0.value(key), by: key)
    } elsewhere: {
      try $0.float(of: key)
    }
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try on { try $0.decode(type, by: key) }
  }

  // MARK: - Scalars that may be absent

  @inline(__always)
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try on { object in
      try object.ifPresent(key) { try object.bool(at: $0, by: key) }
    } elsewhere: {
      $0.hasValue(key) ? try $0.bool(of: key) : nil
    }
  }

  @inline(__always)
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try on { object in
      try object.ifPresent(key) { try object.string(at: $0, by: key) }
    } elsewhere: {
      $0.hasValue(key) ? try $0.string(of: key) : nil
    }
  }

  @inline(__always)
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try on { object in
      try object.ifPresent(key) { try object.double(at: $0, by: key) }
    } elsewhere: {
      $0.hasValue(key) ? try $0.double(of: key) : nil
    }
  }

  @inline(__always)
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try on { object in
      try object.ifPresent(key) { try object.float(at: $0, by: key) }
    } elsewhere: {
      $0.hasValue(key) ? try $0.float(of: key) : nil
    }
  }

  @inline(__always)
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try on { try $0.decodeIfPresent(type, by: key) }
  }

  // MARK: - Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try on { try $0.keyedContainer(type, by: key) }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try on { try $0.unkeyedContainer(by: key) }
  }

  func superDecoder() throws -> any Decoder {
    try on { $0.superDecoder() }
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try on { $0.superDecoder(at: $0.find(key), key) }
  }
}
