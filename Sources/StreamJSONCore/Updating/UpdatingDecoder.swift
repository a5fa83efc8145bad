/// A decoder of an object, or of nothing, that takes missing members from a former value.
///
/// Everything else is left to the decoder of the text.
struct UpdatingDecoder: Decoder, DecoderOverText, SingleValueDecodingContainer, MirroredAsEmpty {
  /// The decoder of the text: of the object or of an enclosing value.
  let inner: ModelDecoder

  /// The path of the value, if the text has none there.
  private let missingPath: [any CodingKey]?

  /// Whether the text has a value there.
  var isInText: Bool { missingPath == nil }

  var modelDecoder: ModelDecoder? { isInText ? inner : nil }

  let former: FormerValue

  /// Makes a decoder of an object or, with a path, of what the text lacks there.
  init(_ inner: ModelDecoder, _ former: FormerValue, missingAt path: [any CodingKey]? = nil) {
    self.inner = inner
    self.former = former
    missingPath = path
  }

  var userInfo: [CodingUserInfoKey: Any] { inner.userInfo }
  var codingPath: [any CodingKey] { missingPath ?? inner.codingPath }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    former.note(type)
    let container = UpdatingContainer<Key>(
      decoder: self,
      inner: isInText ? try inner.on { try $0.countedContainer(type, at: $0.current) } : nil
    )
    return KeyedDecodingContainer(container)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard !isInText else { return try inner.unkeyedContainer() }
    return try withMissing { try $0.unkeyedContainer() }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  // MARK: - SingleValueDecodingContainer

  func decodeNil() -> Bool {
    guard !isInText else { return inner.decodeNil() }
    return former.isNull
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

  // Otherwise this method and what it calls would exist once for each scalar.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private func value<T: Decodable>(_ type: T.Type) throws -> T {
    if isInText {
      let content = FormerValue(of: former) { [former] in try former.whole().content }
      return try inner.on { try $0.decode(type, at: $0.current, over: content) }
    }
    return try withMissing { try $0.decode(type) }
  }

  /// Calls `body` with a decoder of the former value.
  func withMissing<Result>(_ body: (ModelDecoder) throws -> Result) throws -> Result {
    let path = codingPath
    let value = try DecodingError.encodingFormerValue(at: path) { try former.whole() }
    return try inner.on { try $0.withDecoder(of: value, at: path, body) }
  }
}
