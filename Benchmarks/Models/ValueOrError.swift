/// A value, or the error of one that cannot be decoded, as importers keep them to report them later.
struct ValueOrError<Value: Decodable & Equatable>: Decodable, Equatable {
  private let result: Result<Value, any Error>

  init(from decoder: any Decoder) throws {
    result = Result { try Value(from: decoder) }
  }

  static func == (first: ValueOrError, second: ValueOrError) -> Bool {
    (try? first.result.get()) == (try? second.result.get())
  }
}

/// The values of an array and the errors of all others, each decoded by a `superDecoder()`.
struct ValuesAndErrors<Value: Decodable & Equatable>: Decodable, Equatable {
  private var values: [Value] = []
  private var errors: [any Error] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      do {
        values.append(try Value(from: container.superDecoder()))
      } catch {
        errors.append(error)
      }
    }
  }

  static func == (first: ValuesAndErrors, second: ValuesAndErrors) -> Bool {
    first.values == second.values && first.errors.count == second.errors.count
  }
}
