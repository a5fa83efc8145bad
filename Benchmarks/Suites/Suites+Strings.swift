extension Suites {
  /// Arrays of strings, one kind at a time.
  static let strings = BenchSuite(name: "strings") { _ in
    [
      Document.shortASCII, .longASCII, .accents, .eastAsian, .escapes, .escapedText, .surrogates,
      .french, .russian, .emoji,
    ].map { .decode(suite: "strings", $0, as: [String].self) }
  }
}
