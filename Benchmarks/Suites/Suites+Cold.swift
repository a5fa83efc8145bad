extension Suites {
  /// The first decode of models, each sample in its own process, and no other cases.
  static let cold = BenchSuite(name: "cold", cases: { _ in [] }, notes: ColdNotes.lines)
}
