/// A decoder that a collection of the standard library asks for its first element, and that thus learns the
/// element type and how it is decoded.
///
/// No element is ever decoded, so this calls no model's code.
final class ElementProbe {
  /// The type of the elements.
  private(set) var element: (any Decodable.Type)?

  /// The type of the keys of a dictionary.
  private(set) var keyType: (any CodingKey.Type)?

  /// Lets `type`, which is an array, an optional or a dictionary with strings as keys, begin to
  /// decode.
  init(_ type: any Decodable.Type) {
    _ = try? type.init(from: self)
  }

  /// The collection that `collection` makes of the element type of `type`, if it is `type` itself.
  static func direct(
    _ type: any Decodable.Type,
    _ collection: (any Decodable.Type) -> any DirectlyDecodable.Type
  ) -> (any DirectlyDecodable.Type)? {
    let direct = ElementProbe(type).element.map(collection)
    assert(direct == type)
    return direct == type ? direct : DirectTypes.cast(type)
  }

  private struct Finished: Error {}

  private func finish<T: Decodable>(with type: T.Type) -> Finished {
    element = type
    return Finished()
  }
}

extension ElementProbe: Decoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    keyType = type
    return KeyedDecodingContainer(Members(probe: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { self }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension ElementProbe: UnkeyedDecodingContainer, SingleValueDecodingContainer {
  var count: Int? { 1 }
  var isAtEnd: Bool { false }
  var currentIndex: Int { 0 }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { throw finish(with: type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw Finished()
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Finished() }

  func superDecoder() throws -> any Decoder { throw Finished() }
}

extension ElementProbe {
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: ElementProbe

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { Key(stringValue: "").map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      throw probe.finish(with: type)
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      throw Finished()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw Finished()
    }

    func superDecoder() throws -> any Decoder { throw Finished() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw Finished() }
  }
}
