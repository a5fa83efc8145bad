/// What a marked type gets as its decoder when what it asks for is recorded.
///
/// It answers as the decoder of the text does, which it asks.
struct RecordingDecoder: Decoder, DecoderOverText, CustomReflectable {
  /// The decoder of the text.
  let text: ModelDecoder

  let recording: MemberRecording

  /// Empty, as that of a `ModelDecoder`.
  var customMirror: Mirror { Mirror(self, children: []) }

  /// Notes that the initializer asks for something that a compiler's does not ask for.
  func refuse() {
    if text.isInUseHere { recording.refuse("init(from:) asks for more than keys") }
  }

  var modelDecoder: ModelDecoder? {
    refuse()
    return text
  }

  var codingPath: [any CodingKey] {
    refuse()
    return text.codingPath
  }

  var userInfo: [CodingUserInfoKey: Any] {
    refuse()
    return text.userInfo
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let isHere = text.isInUseHere
    if isHere { recording.open(type) }
    do {
      let container = RecordingContainer(
        container: try text.container(keyedBy: type),
        decoder: self
      )
      return KeyedDecodingContainer(container)
    } catch {
      if isHere { recording.note(error) }
      throw error
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    refuse()
    return try text.unkeyedContainer()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    refuse()
    return text.singleValueContainer()
  }
}

/// A keyed container of which is recorded what it is asked for.
private struct RecordingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol,
  CustomReflectable
{
  let container: KeyedDecodingContainer<Key>
  let decoder: RecordingDecoder

  /// Empty, as that of a `ModelDecoder`.
  var customMirror: Mirror { Mirror(self, children: []) }

  private var recording: MemberRecording { decoder.recording }

  /// The answer of `decode` to the request for a `type` by `key`.
  private func answer<T: Decodable>(
    _ type: T.Type,
    _ key: Key,
    isOptional: Bool,
    _ decode: () throws -> T?
  ) throws -> T? {
    guard decoder.text.isInUseHere,
      let request = recording.begin(type, key, isOptional: isOptional)
    else { return try decode() }
    do {
      let value = try decode()
      request.hand(value)
      return value
    } catch {
      recording.note(error)
      throw error
    }
  }

  /// The answer to the request for a `type` by `key`.
  private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    let value = try answer(type, key, isOptional: false) {
      try container.decode(type, forKey: key)
    }
    // It is what the container has returned.
    guard let value else { throw DecodingError.lostPlan }
    return value
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(type, key) }

  // The standard library's own throw an error of their own.

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }

  private func ask<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    try answer(type, key, isOptional: true) { try container.decodeIfPresent(type, forKey: key) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try ask(type, key)
  }

  // Without these, the standard library's own ask whether there is such a member first.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try ask(type, key) }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try ask(type, key) }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try ask(type, key) }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try ask(type, key) }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try ask(type, key) }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try ask(type, key) }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try ask(type, key) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try ask(type, key) }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try ask(type, key) }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try ask(type, key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try ask(type, key)
  }

  /// Whether there is such a member, as members with defaults ask.
  func contains(_ key: Key) -> Bool {
    let isThere = container.contains(key)
    if decoder.text.isInUseHere { recording.notePresence(of: key, isThere) }
    return isThere
  }

  // What a compiler's initializer does not ask for.

  var codingPath: [any CodingKey] {
    decoder.refuse()
    return container.codingPath
  }

  var allKeys: [Key] {
    decoder.refuse()
    return container.allKeys
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    decoder.refuse()
    return try container.decodeNil(forKey: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    decoder.refuse()
    return try container.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    decoder.refuse()
    return try container.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder {
    decoder.refuse()
    return try container.superDecoder()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder.refuse()
    return try container.superDecoder(forKey: key)
  }
}
