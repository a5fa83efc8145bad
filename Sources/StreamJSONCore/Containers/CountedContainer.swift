/// A keyed container that counts its object, and with it the decoder, so that it may outlive its
/// decode.
///
/// Used for key types whose containers models have kept before, for what a `superDecoder()` opens,
/// and for models nested more deeply than a pool is large. Otherwise it is like `KeyedContainer`;
/// for optional values, the standard library's defaults call these methods.
struct CountedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol, CustomReflectable {
  private let object: KeyedObject

  init(object: KeyedObject) {
    self.object = object
  }

  /// Empty, because its children could be used to make weak references to the object.
  var customMirror: Mirror { Mirror(self, children: []) }

  func on<Result>(_ body: (KeyedObject) throws -> Result) throws -> Result {
    guard !object.decoder.use.isHere else { return try body(object) }
    let later = try object.beginEscaped(Key.self)
    defer { later.decoder.endEscaped() }
    return try body(later)
  }

  // MARK: - Keys

  var codingPath: [any CodingKey] { (try? on { $0.decoder.path(to: $0.header) }) ?? [] }

  var allKeys: [Key] { (try? on { $0.keys(Key.self) }) ?? [] }

  func contains(_ key: Key) -> Bool { (try? on { $0.hasMember(key) }) ?? false }

  func decodeNil(forKey key: Key) throws -> Bool {
    try on { $0.storage.tape[try $0.value(key)].kind == .null }
  }

  // MARK: - Values

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try on { try $0.bool(of: key) }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try on { try $0.string(of: key) }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try on { try $0.double(of: key) }
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try on { try $0.float(of: key) }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try on { try $0.decode(type, by: key) }
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
