extension JSONValue: Codable {
  /// Decodes a value with any decoder.
  ///
  /// With a decoder other than `StreamJSONDecoder`, this tries one type after another. Such decoders lose
  /// the order of members, so an object's members are sorted by key. A number has the digits of a 128-bit
  /// integer or of a `Double`.
  public init(from decoder: any Decoder) throws {
    if let value = try Self.readFromTape(of: decoder) {
      self = value
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let string = try container.decodeUnlessMismatch(String.self) {
      self = .string(string)
    } else if let bool = try container.decodeUnlessMismatch(Bool.self) {
      self = .bool(bool)
    } else if let number = try container.decodeUnlessMismatch(JSONNumber.self) {
      self = .number(number)
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try container.decode([JSONValue].self))
    } else {
      self = .object(try container.decode(JSONObject.self))
    }
  }

  /// Encodes the value with any encoder.
  ///
  /// Keys are left unchanged whatever the encoder's key strategy, as in a dictionary. As with a dictionary,
  /// most encoders do not keep their order; ``description`` does. For numbers, see
  /// ``JSONNumber/encode(to:)``.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .string(let string): try string.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .object(let object): try object.encode(to: encoder)
    }
  }
}

extension JSONObject: Codable {
  /// Decodes an object with any decoder; see ``JSONValue``.
  ///
  /// - Throws: `DecodingError` if the value is not an object.
  public init(from decoder: any Decoder) throws {
    if let object = try Self.readFromTape(of: decoder) {
      self = object
      return
    }
    // This uses a dictionary, whose keys no key strategy converts.
    let members = Array(try decoder.singleValueContainer().decode([String: JSONValue].self))
    let order = [Int].order(members.count) { members[$0].key < members[$1].key }
    self.init(order.lazy.map { members[$0] })
  }

  /// Encodes the object with any encoder; see ``JSONValue``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    // This uses a dictionary, whose keys no key strategy converts. An encoder has only one of several keys that are
    // canonically equivalent.
    try container.encode(Dictionary(self.map { ($0.key, $0.value) }) { $1 })
  }
}

extension SingleValueDecodingContainer {
  /// The value; nil if it is of another type.
  ///
  /// A malformed value is an error, and does not count as one of another type.
  fileprivate func decodeUnlessMismatch<T: Decodable>(_ type: T.Type) throws -> T? {
    do {
      return try decode(type)
    } catch DecodingError.typeMismatch {
      return nil
    }
  }
}
