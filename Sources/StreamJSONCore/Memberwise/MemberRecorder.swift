/// What a marked type gets as its decoder in a run.
struct MemberRecorder: Decoder {
  let survey: MemberSurvey

  /// A compiler's `init(from:)` asks for nothing but one keyed container.
  private func refuse() -> any Error {
    survey.end(.refused("init(from:) asks for more than members"))
  }

  var codingPath: [any CodingKey] {
    _ = refuse()
    return []
  }

  var userInfo: [CodingUserInfoKey: Any] {
    _ = refuse()
    return [:]
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try survey.open(type)
    return KeyedDecodingContainer(RecordingContainer<Key>(survey: survey))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refuse() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw refuse() }
}

private struct RecordingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let survey: MemberSurvey

  private func refuse() -> any Error {
    survey.end(.refused("init(from:) asks its container for more than members"))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try answer(type, key)
  }

  private func answer<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    // Not nil: only members that are optional get nil.
    guard let value = try survey.answer(type, key, isOptional: false) else { throw refuse() }
    return value
  }

  // The standard library's own throw an error of their own.

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try answer(type, key)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try answer(type, key)
  }

  private func ask<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    try survey.answer(type, key, isOptional: true)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try ask(type, key)
  }

  // Without these, the standard library's own ask whether there is such a member first.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try ask(type, key)
  }

  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try ask(type, key)
  }

  var codingPath: [any CodingKey] {
    _ = refuse()
    return []
  }

  var allKeys: [Key] {
    _ = refuse()
    return []
  }

  func contains(_ key: Key) -> Bool {
    _ = refuse()
    return true
  }

  func decodeNil(forKey key: Key) throws -> Bool { throw refuse() }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw refuse()
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw refuse()
  }

  func superDecoder() throws -> any Decoder { throw refuse() }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw refuse() }
}
