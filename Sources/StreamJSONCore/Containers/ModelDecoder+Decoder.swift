extension ModelDecoder: Decoder {
  var userInfo: [CodingUserInfoKey: Any] { decoder.options.userInfo }

  var codingPath: [any CodingKey] { (try? on { $0.path(to: $0.current) }) ?? [] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    // Without `on`, for whose result the runtime would look up metadata each time.
    if isCurrentHere {
      return try decoder.keyedContainer(type, at: decoder.current)
    }
    return try escapedContainer(keyedBy: type)
  }

  @inline(never)
  private func escapedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try on { try $0.keyedContainer(type, at: $0.current) }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try on { try $0.unkeyedContainer(at: $0.current) }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ModelDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    (try? on { $0.storage.tape[$0.current].kind == .null }) ?? false
  }

  func decode(_ type: Bool.Type) throws -> Bool { try on { try $0.bool(at: $0.current) } }

  func decode(_ type: String.Type) throws -> String { try on { try $0.string(at: $0.current) } }

  func decode(_ type: Double.Type) throws -> Double { try on { try $0.double(at: $0.current) } }

  func decode(_ type: Float.Type) throws -> Float { try on { try $0.float(at: $0.current) } }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try on {
      // What the model makes of it is no `String`.
      try $0.requireWhole($0.current)
      return try $0.decode(type, at: $0.current)
    }
  }
}
