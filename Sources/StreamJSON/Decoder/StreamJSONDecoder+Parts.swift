public import StreamJSONCore

// Parts of a text.
extension StreamJSONDecoder {
  /// Decodes a value of the given type from a part of the JSON in `bytes` (a `Data`, a `[UInt8]`, or any
  /// other collection).
  ///
  /// ```swift
  /// let first = try decoder.decode(Item.self, from: data, at: "/data/items/0")
  /// ```
  ///
  /// The whole document must be well-formed. The pointer uses the keys as the document has them, whatever the
  /// key strategy. In errors, coding paths, offsets, and pointers are those in the whole document. The coding
  /// keys on the path to the part are spelled as in the document.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - bytes: A JSON document in UTF-8, UTF-16, or UTF-32, with or without a byte order mark.
  ///   - pointer: Where the value is.
  /// - Returns: The decoded value.
  /// - Throws: The same errors as `decode(_:from:)`. `DecodingError.keyNotFound` if there is no value at
  ///   `pointer`; its `jsonError` says which key or element is missing. `typeMismatch` or `valueNotFound` if
  ///   a value on the way there is neither an array nor an object.
  /// - Complexity: O(`bytes.count`), apart from the work of the type itself.
  public func decode<T: Decodable>(
    _ type: T.Type,
    from bytes: some Collection<UInt8>,
    at pointer: JSONPointer
  ) throws -> T {
    try withDecoder(reading: bytes) { try $0.decode(type, at: pointer) }
  }

  /// Decodes a value of the given type from a part of the JSON in `span`.
  ///
  /// Behaves like `decode(_:from:at:)` for a collection.
  public func decode<T: Decodable>(
    _ type: T.Type,
    from span: RawSpan,
    at pointer: JSONPointer
  ) throws -> T {
    try withDecoder(reading: span) { try $0.decode(type, at: pointer) }
  }

  /// Decodes a value of the given type from a part of the JSON in `string`.
  ///
  /// Behaves like `decode(_:from:at:)` for a collection. Error offsets count UTF-8 bytes.
  public func decode<T: Decodable>(
    _ type: T.Type,
    from string: some StringProtocol,
    at pointer: JSONPointer
  ) throws -> T {
    try decode(type, from: string.utf8, at: pointer)
  }

  /// Decodes a value of the given type from a part of an object graph.
  ///
  /// Follows the rules of `decode(_:from:at:)` and `decode(_:withJSONObject:)`.
  public func decode<T: Decodable>(
    _ type: T.Type,
    withJSONObject object: Any,
    at pointer: JSONPointer
  ) throws -> T {
    try withDecoder(forGraph: object) { try $0.decode(type, at: pointer) }
  }
}
