// Values deeper in an object or array, in a handwritten `init(from:)`. All of it uses the standard library's interface of
// decoders, so it works with any of them.
extension Decoder {
  /// Decodes the value that `pointer` leads to, starting from this decoder's value.
  ///
  /// ```swift
  /// init(from decoder: any Decoder) throws {
  ///   city = try decoder.decode(String.self, at: "/address/city")
  ///   firstTag = try decoder.decodeIfPresent(String.self, at: "/tags/0")
  /// }
  /// ```
  ///
  /// This works with `StreamJSONDecoder`, JSONDecoder, and other decoders. Keys are compared like coding keys, so write
  /// them as a key strategy converts them. For several values of one object, nested structs are faster.
  ///
  /// - Throws: `DecodingError.keyNotFound` or `.valueNotFound` if a step is missing, `.typeMismatch` if a value on the
  ///   way is neither an object nor an array, and the errors of decoding the value.
  /// - Complexity: O(tokens), in addition to finding each key or element.
  public func decode<T: Decodable>(_ type: T.Type, at pointer: JSONPointer) throws -> T {
    try decode(type, along: pointer.tokens[...])
  }

  /// Decodes the value that `pointer` leads to; nil if a step is missing or null.
  ///
  /// In all other respects, this method behaves like `decode(_:at:)`.
  public func decodeIfPresent<T: Decodable>(
    _ type: T.Type,
    at pointer: JSONPointer
  ) throws -> T? {
    try decodeIfPresent(type, along: pointer.tokens[...])
  }

  private func decode<T: Decodable>(
    _ type: T.Type,
    along tokens: ArraySlice<String>
  ) throws -> T {
    guard let token = tokens.first else { return try singleValueContainer().decode(type) }
    let rest = tokens.dropFirst()
    if var elements = elements(from: token) {
      // At the end of the array, this throws the error for an element that is missing.
      guard !rest.isEmpty, !elements.isAtEnd else { return try elements.decode(type) }
      return try elements.superDecoder().decode(type, along: rest)
    }
    let members = try container(keyedBy: JSONKey.self)
    let key = JSONKey(stringValue: token)
    guard !rest.isEmpty, members.contains(key) else { return try members.decode(type, forKey: key) }
    return try members.superDecoder(forKey: key).decode(type, along: rest)
  }

  private func decodeIfPresent<T: Decodable>(
    _ type: T.Type,
    along tokens: ArraySlice<String>
  ) throws -> T? {
    let value = try singleValueContainer()
    if value.decodeNil() { return nil }
    guard let token = tokens.first else { return try value.decode(type) }
    let rest = tokens.dropFirst()
    if var elements = elements(from: token) {
      guard !elements.isAtEnd else { return nil }
      return try elements.superDecoder().decodeIfPresent(type, along: rest)
    }
    let members = try container(keyedBy: JSONKey.self)
    let key = JSONKey(stringValue: token)
    guard !rest.isEmpty else { return try members.decodeIfPresent(type, forKey: key) }
    guard members.contains(key) else { return nil }
    return try members.superDecoder(forKey: key).decodeIfPresent(type, along: rest)
  }

  /// The elements from the position that `token` stands for; nil if it stands for none, or if this is not an array.
  private func elements(from token: String) -> (any UnkeyedDecodingContainer)? {
    guard let position = JSONPointer.position(token), var elements = try? unkeyedContainer()
    else { return nil }
    while elements.currentIndex < position, !elements.isAtEnd {
      guard (try? elements.superDecoder()) != nil else { return nil }
    }
    return elements
  }
}

extension JSONPointer: Codable {
  /// Decodes a pointer from its string form.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the string isn't a JSON Pointer (RFC 6901 section 3).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let string = try container.decode(String.self)
    guard let pointer = JSONPointer(string) else {
      let message = Self.malformation(of: string)
      throw DecodingError.dataCorruptedError(in: container, debugDescription: message)
    }
    self = pointer
  }

  /// Encodes the string form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
