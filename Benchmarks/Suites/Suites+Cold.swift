extension Suites {
  /// The first decode of models, each sample in a process of its own; it has no other cases.
  static let cold = BenchSuite(name: "cold", cases: { _ in [] }, notes: ColdNotes.lines)
}
