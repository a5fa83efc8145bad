extension KeyedContainer: KeyedDecodingContainerProtocol {
  // MARK: - Keys

  var codingPath: [any CodingKey] { (try? on { $0.decoder.path(to: $0.header) }) ?? [] }

  var allKeys: [Key] {
    (try? on { $0.keys(Key.self) }) ?? []
  }

  @inline(__always)
  func contains(_ key: Key) -> Bool {
    (try? on { $0.hasMember(key) }) ?? false
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
