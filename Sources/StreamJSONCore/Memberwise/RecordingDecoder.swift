/// The decoder that a memberwise type gets when what it asks for is recorded.
///
/// It asks the decoder of the text and gives the same answers.
struct RecordingDecoder: Decoder, DecoderOverText, MirroredAsEmpty {
  /// The decoder of the text.
  let inner: ModelDecoder

  let recording: MemberRecording

  /// Notes that the initializer asks for something that a compiler-written one does not ask for.
  ///
  /// - Returns: The decoder that gives the answer.
  @discardableResult
  func refuse() -> ModelDecoder {
    if inner.isInUseHere { recording.refuse("init(from:) asks for more than the values of keys") }
    return inner
  }

  var modelDecoder: ModelDecoder? { refuse() }
  var codingPath: [any CodingKey] { refuse().codingPath }
  var userInfo: [CodingUserInfoKey: Any] { refuse().userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let isHere = inner.isInUseHere
    if isHere { recording.open(type) }
    do {
      let container = try inner.on { try $0.countedContainer(type, at: $0.current) }
      return KeyedDecodingContainer(RecordingContainer(container: container, decoder: self))
    } catch {
      if isHere { recording.note(error) }
      throw error
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try refuse().unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    refuse().singleValueContainer()
  }
}

/// A keyed container that records what it is asked for.
private struct RecordingContainer<Key: CodingKey>: ObjectContainer, MirroredAsEmpty {
  /// The container that gives the answers.
  let container: CountedContainer<Key>

  let decoder: RecordingDecoder

  private var recording: MemberRecording { decoder.recording }

  /// The answer of `decode` to the request for a `type` by `key`.
  private func answer<T: Decodable>(
    _ type: T.Type,
    _ key: Key,
    isOptional: Bool,
    _ decode: (KeyedObject) throws -> T?
  ) throws -> T? {
    guard decoder.inner.isInUseHere,
      let request = recording.begin(type, key, isOptional: isOptional)
    else { return try container.on(decode) }
    do {
      let value = try recording.decoded(for: request) ?? container.on(decode)
      request.hand(value)
      return value
    } catch {
      recording.note(error)
      throw error
    }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let value = try answer(type, key, isOptional: false) { try $0.calledDecode(type, by: key) }
    // This is what the container has returned, which is not nil.
    guard let value else { throw DecodingError.lostPlan }
    return value
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try answer(type, key, isOptional: true) { try $0.calledDecodeIfPresent(type, by: key) }
  }

  func scalarIfPresent<T: Scalar>(_ type: T.Type, _ key: Key) throws -> T? {
    try decodeIfPresent(type, forKey: key)
  }

  /// Whether there is such a member, which members with defaults ask first.
  func contains(_ key: Key) -> Bool {
    let isThere = container.contains(key)
    if decoder.inner.isInUseHere { recording.notePresence(of: key, isThere) }
    return isThere
  }

  /// Calls `body` for everything else, which a compiler-written initializer does not ask for.
  func on<Result>(_ body: (KeyedObject) throws -> Result) throws -> Result {
    decoder.refuse()
    return try container.on(body)
  }
}
