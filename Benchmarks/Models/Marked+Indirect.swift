import StreamJSON

extension Marked {
  /// A value kept on the heap, which asks the decoder for it and does not call its initializer: so it
  /// is decoded as what it is.
  final class Indirect<Value: Codable & Equatable>: Codable, Equatable {
    let value: Value

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
      try value.encode(to: encoder)
    }

    static func == (first: Indirect, second: Indirect) -> Bool {
      first.value == second.value
    }
  }
}
