import Testing

/// Figures are written by the bench, so documents have none outside its blocks.
///
/// Design has some in two sections: what each mechanism is worth, and what was tried and failed.
struct FigureTests {
  private static let documents =
    [RepositoryFile(path: "README.md"), RepositoryFile(path: "CHANGELOG.md")]
    + ["Sources", "Tests", "Corpus", ".github"].flatMap { Repository.files(in: $0, suffix: ".md") }

  private static let results = RepositoryFile(path: "Benchmarks/RESULTS.md")

  @Test(arguments: documents + [results])
  func `no figure is typed by hand`(document: RepositoryFile) {
    let found = Self.typedLines(of: document).filter(Self.hasFigure)
    // The limit for a disturbed run is a rule, not a result.
    #expect(found.filter { document.path != Self.results.path || !$0.contains(" 5%") } == [])
  }

  /// Without the comments around it, a table is one that was typed.
  @Test func `each table of the results is in a block`() {
    #expect(Self.typedLines(of: Self.results).filter { $0.hasPrefix("|") } == [])
    #expect(Self.results.lines.filter { $0.hasPrefix("|") }.count > 100)
  }

  @Test(arguments: ["8.9 times as fast", "at 3 GB/s", "15% fewer", "in 40 µs", "2.5-times"])
  func `figures are found`(text: String) {
    #expect(Self.hasFigure(text[...]))
  }

  private static let exceptions = [
    "## What each mechanism is worth", "## What was tried and failed",
  ]

  /// The lines outside the bench's blocks and those sections.
  private static func typedLines(of document: RepositoryFile) -> [Substring] {
    var isBench = false
    var isException = false
    return document.lines.filter { line in
      if line.hasPrefix("<!-- bench ") { isBench = true }
      if line == "<!-- end -->" { isBench = false }
      if line.hasPrefix("## ") { isException = exceptions.contains(String(line)) }
      return !isBench && !isException
    }
  }

  private static func hasFigure(_ line: Substring) -> Bool {
    line.contains(
      /\d[ -]?(times|×|%|[MG]B\/s|ns\b|nanoseconds|µs|microseconds|ms\b|milliseconds)/
    )
  }
}
