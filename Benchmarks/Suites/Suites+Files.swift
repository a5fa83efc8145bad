extension Suites {
  /// A large file, each sample in a process of its own; it has no other cases.
  static let files = BenchSuite(
    name: "files",
    cases: { _ in [] },
    notes: FileNotes.lines
  )
}
