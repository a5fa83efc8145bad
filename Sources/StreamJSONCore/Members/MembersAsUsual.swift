// The wrappers of this folder have overloads that the compiler prefers in the code that it makes for a model. These
// methods bypass them.

extension KeyedDecodingContainer {
  /// Decodes a value as if the wrappers had no such overloads.
  func decodeAsUsual<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decode(type, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a value as if the wrappers had no such overloads.
  mutating func encodeAsUsual<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encode(value, forKey: key)
  }
}
