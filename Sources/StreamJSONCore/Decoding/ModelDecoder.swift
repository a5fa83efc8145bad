/// What models get as their decoder: the `Decoder` of a `DocumentDecoder`, and its single-value
/// container.
///
/// It is a struct, because weak references to it cannot be made: everything that refers to the
/// decoder is counted, so that the end of a decode knows whether any part of it was kept.
struct ModelDecoder: Decoder, SingleValueDecodingContainer, CustomReflectable {
  let decoder: DocumentDecoder
  private let stack: StackPlace

  @inline(__always)
  init(_ decoder: DocumentDecoder) {
    self.decoder = decoder
    stack = .here
  }

  /// The decoder of a text that `decoder` is or hands out, nil if it is another library's.
  init?(behind decoder: any Decoder) {
    if let decoder = decoder as? ModelDecoder {
      self = decoder
    } else if let decoder = decoder as? UpdatingDecoder, decoder.isInText {
      self = decoder.text
    } else {
      return nil
    }
  }

  /// Empty, because its children could be used to make a weak reference to the decoder.
  var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether the decode is running, on this thread.
  private var isInUseHere: Bool {
    @inline(__always) get {
      stack.isOfThisThread ? !decoder.use.isOver : decoder.use.isHere
    }
  }

  /// Whether the decode is running, on this thread, and no decoder stands in for this one.
  var isCurrentHere: Bool {
    @inline(__always) get { stack.isOfThisThread && decoder.use.isPlain }
  }

  @inline(__always)
  func on<Result>(_ body: (DocumentDecoder) throws -> Result) throws -> Result {
    guard isCurrentHere else { return try onOther(body) }
    return try body(decoder)
  }

  @inline(never)
  private func onOther<Result>(_ body: (DocumentDecoder) throws -> Result) throws -> Result {
    try decoder.hereOrLater(isHere: isInUseHere) { try body($0.currentDecoder) }
  }

  // MARK: - Decoder

  var userInfo: [CodingUserInfoKey: Any] { decoder.options.userInfo }

  var codingPath: [any CodingKey] { (try? on { $0.path(to: $0.current) }) ?? [] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    // Without `on`, for whose result the runtime would look up metadata each time.
    if isCurrentHere {
      return try decoder.keyedContainer(type, at: decoder.current)
    }
    return try laterContainer(keyedBy: type)
  }

  @inline(never)
  private func laterContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try on { try $0.keyedContainer(type, at: $0.current) }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try on { try $0.unkeyedContainer(at: $0.current) }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  // MARK: - SingleValueDecodingContainer

  func decodeNil() -> Bool {
    (try? on { $0.storage.tape[$0.current].kind == .null }) ?? false
  }

  func decode(_ type: Bool.Type) throws -> Bool { try on { try $0.bool(at: $0.current) } }

  func decode(_ type: String.Type) throws -> String { try on { try $0.string(at: $0.current) } }

  func decode(_ type: Double.Type) throws -> Double { try on { try $0.double(at: $0.current) } }

  func decode(_ type: Float.Type) throws -> Float { try on { try $0.float(at: $0.current) } }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try on { try $0.decode(type, at: $0.current) }
  }
}
