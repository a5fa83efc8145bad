/// A keyed container over an object of the text.
protocol ObjectContainer: KeyedDecodingContainerProtocol {
  /// Calls `body` with the object.
  func on<Result>(_ body: (KeyedObject) throws -> Result) throws -> Result

  /// The scalar for `key`.
  func decode<T: Scalar>(_ type: T.Type, forKey key: Key) throws -> T

  /// The scalar for `key`; nil if there is none or it is null.
  func scalarIfPresent<T: Scalar>(_ type: T.Type, _ key: Key) throws -> T?
}

extension ObjectContainer {
  // MARK: - Keys

  var codingPath: [any CodingKey] {
    @inline(__always) get { (try? on { $0.decoder.path(to: $0.header) }) ?? [] }
  }

  var allKeys: [Key] {
    @inline(__always) get { (try? on { $0.keys(Key.self) }) ?? [] }
  }

  @inline(__always)
  func contains(_ key: Key) -> Bool {
    (try? on { $0.hasMember(key) }) ?? false
  }

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

  @inline(__always)
  func superDecoder() throws -> any Decoder {
    try on { $0.superDecoder() }
  }

  @inline(__always)
  func superDecoder(forKey key: Key) throws -> any Decoder {
    try on { $0.superDecoder(at: $0.find(key), key) }
  }
}
