/// A member that was null wherever it was seen: the class that model generators declare for it.
final class JSONNull: Codable, Equatable {
  static func == (first: JSONNull, second: JSONNull) -> Bool { true }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard container.decodeNil() else {
      throw DecodingError.typeMismatch(
        JSONNull.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "It is not null.")
      )
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
