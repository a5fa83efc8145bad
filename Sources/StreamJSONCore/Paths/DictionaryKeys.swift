/// A decoder that learns the standard library's key type for dictionaries, which has no public name.
final class DictionaryKeys: Decoder {
  private var found: (any CodingKey.Type)?

  /// The key type.
  static let type: (any CodingKey.Type)? = {
    let decoder = DictionaryKeys()
    _ = try? [String: Int](from: decoder)
    return decoder.found
  }()

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    found = type
    throw DecodingError.withoutDetails
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.withoutDetails
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw DecodingError.withoutDetails
  }
}
