/// A group of cases that is reported together.
struct BenchSuite: Sendable {
  /// What `--suite` calls it.
  let name: String

  /// The cases, given the directory with the three well-known files if there is one.
  let cases: @Sendable (_ corpus: String?) -> [BenchCase]

  /// What else the suite measures when all of it is run: it prints its lines itself.
  var notes: (@Sendable (_ print: (String) -> Void) throws -> Void)?
}

/// The suites, each with a file of its own in this folder.
enum Suites {
  /// In the order in which they are run.
  static let all = [
    decode, setup, stream, tokenize, numbers, strings, keys, errors, objects, objectsAndTexts,
  ]
}
