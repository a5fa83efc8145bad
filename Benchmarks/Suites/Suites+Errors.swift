import Foundation

extension Suites {
  /// The time it takes to throw an error that ends the decode.
  static let errors = BenchSuite(name: "errors") { _ in
    [
      .failure(suite: "errors", .mismatchAtEnd, as: [Identifier].self),
      .failure(suite: "errors", .missingKeyAtEnd, as: [Identifier].self),
      .failure(suite: "errors", .nullAtEnd, as: [Identifier].self),
      .failure(suite: "errors", .overflowAtEnd, as: [Identifier].self),
      .failure(suite: "errors", .syntaxErrorAtEnd, as: [Identifier].self),
      .failure(suite: "errors", .truncated, as: [Identifier].self),
      .failure(suite: "errors", .smallMismatch, as: Identifier.self),
      .failure(suite: "errors", .tinyOpenObject, as: Identifier.self),
      .failure(suite: "errors", .tinyOpenArray, as: [Int].self),
      .failure(suite: "errors", .tinyWord, as: Int.self),
      .failure(suite: "errors", .tinyNull, as: Identifier.self),
      .failure(suite: "errors", .tinyEmptyObject, as: Identifier.self),
      .failure(suite: "errors", .tinyBrace, as: Identifier.self),
      .failure(suite: "errors", .tinyBracket, as: [Int].self),
      .failure(suite: "errors", .noText, as: Identifier.self),
      .failure(suite: "errors", .unknownCase, as: PaymentKind.self),
      .failure(suite: "errors", .refusedNumber, as: Refusing.self),
      .failure(suite: "errors", .badUUID, as: UUID.self),
    ]
  }
}
