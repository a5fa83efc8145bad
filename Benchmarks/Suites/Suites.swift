/// A group of cases that are reported together.
struct BenchSuite: Sendable {
  /// The name that `--suite` selects it by.
  let name: String

  /// The cases, given the directory with the three well-known files if there is one.
  let cases: @Sendable (_ corpus: String?) -> [BenchCase]

  /// Measures anything else when the whole suite is run, and prints its own lines.
  var notes: (@Sendable (_ options: Options, _ print: (String) -> Void) throws -> Void)?
}

/// The suites, each in its own file in this folder.
enum Suites {
  /// In the order in which they run.
  static let all =
    [
      decode, memberwise, inferred, inferredMemberwise, setup, cold, stream, sources, files,
      tokenize, numbers, strings, keys, errors, tries, values, debug,
    ]
    + ofObjectGraphs

  /// Those that a newcomer sees: they take half a minute.
  static let short = [decode, setup]

  /// Those that use JSONSerialization, which returns Foundation's classes.
  private static var ofObjectGraphs: [BenchSuite] {
    #if Foundation || !canImport(FoundationEssentials)
    [objects, objectsAndTexts, update]
    #else
    []
    #endif
  }
}
