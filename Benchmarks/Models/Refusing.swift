/// A model that refuses every number with its own error.
struct Refusing: Decodable, Equatable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(Int.self)
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(number) is no use.")
  }
}
