/// A value kept on the heap, so that a structure can contain another of its type.
final class Indirect<Value: Codable & Equatable>: Codable, Equatable {
  let value: Value

  init(from decoder: any Decoder) throws {
    value = try Value(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }

  static func == (first: Indirect, second: Indirect) -> Bool {
    first.value == second.value
  }
}
