import StreamJSON

extension Marked {
  /// A value kept on the heap.
  ///
  /// It asks the decoder for the value and does not call the value's initializer, so the value is decoded like any
  /// other of its type.
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
