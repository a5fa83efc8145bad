/// The integers of an array, and the errors of all other elements, as importers report them.
struct NumbersAndErrors: Decodable, Equatable {
  private(set) var numbers: [Int] = []
  private(set) var errors: [any Error] = []

  private struct Anything: Decodable {}

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      do {
        numbers.append(try container.decode(Int.self))
      } catch {
        errors.append(error)
        _ = try container.decode(Anything.self)
      }
    }
  }

  static func == (first: NumbersAndErrors, second: NumbersAndErrors) -> Bool {
    first.numbers == second.numbers && first.errors.count == second.errors.count
  }
}
