extension Suites {
  /// A large file, each sample in its own process, and no other cases.
  static let files = BenchSuite(
    name: "files",
    cases: { _ in [] },
    notes: FileNotes.lines
  )
}
