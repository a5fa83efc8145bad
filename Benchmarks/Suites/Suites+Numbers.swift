import Foundation

extension Suites {
  /// Arrays of numbers, one kind at a time.
  static let numbers = BenchSuite(name: "numbers") { _ in
    [
      .decode(suite: "numbers", .shortDoubles, as: [Double].self),
      .decode(suite: "numbers", .longDoubles, as: [Double].self),
      .decode(suite: "numbers", .exponents, as: [Double].self),
      .decode(suite: "numbers", .smallIntegers, as: [Int].self),
      .decode(suite: "numbers", .wideIntegers, as: [Int].self),
      .decode(suite: "numbers", .unsignedIntegers, as: [UInt64].self),
      .decode(suite: "numbers", .decimals, as: [Decimal].self),
    ]
  }
}
