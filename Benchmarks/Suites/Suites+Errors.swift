extension Suites {
  /// The time it takes to throw, and to catch the failed attempts of a model.
  static let errors = BenchSuite(name: "errors") { _ in
    [
      .failure(suite: "errors", .mismatchAtEnd, as: [Identifier].self),
      .failure(suite: "errors", .missingKeyAtEnd, as: [Identifier].self),
      .failure(suite: "errors", .nullAtEnd, as: [Identifier].self),
      .failure(suite: "errors", .overflowAtEnd, as: [Identifier].self),
      .failure(suite: "errors", .syntaxErrorAtEnd, as: [Identifier].self),
      .failure(suite: "errors", .truncated, as: [Identifier].self),
      .failure(suite: "errors", .smallMismatch, as: Identifier.self),
      .decode(suite: "errors", .mixedScalars, as: [NumberOrText].self),
    ]
  }
}
