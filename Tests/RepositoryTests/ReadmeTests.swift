import Foundation
import Testing

/// Checks that what the README and the articles promise is covered by tests.
struct ReadmeTests {
  private static let readme = RepositoryFile(path: "README.md")

  private static let articles =
    [readme, RepositoryFile(path: "Benchmarks/RESULTS.md")]
    + Repository.files(in: "Sources", suffix: ".md")

  @Test func `each difference from JSONDecoder names tests that exist`() throws {
    let lines = Self.readme.lines
    let heading = try #require(lines.firstIndex(of: "## Differences from JSONDecoder"))
    let section = lines[(heading + 1)...].prefix { !$0.hasPrefix("## ") }
    let rows = section.filter { $0.hasPrefix("| ") }.dropFirst(2)
    #expect(rows.count > 10)
    let tests = Repository.files(in: "Tests").map(\.text).joined()
    for row in rows {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      #expect(cells.count == 7, "\(row)")
      let names = Self.codeSpans(String(cells.dropLast().last ?? ""))
      #expect(!names.isEmpty, "\(row)")
      for name in names {
        #expect(tests.contains("func `\(name)`("), "\(name)")
      }
    }
  }

  /// A block of Swift code is part of a test that runs, apart from indentation and imports.
  @Test(arguments: articles)
  func `each example is compiled and run`(article: RepositoryFile) {
    let tests = [
      "StreamJSONTests/ReadmeExamplesTests", "StreamJSONTests/Streaming/StreamExampleTests",
      "StreamJSONCoreTests/Streaming/OtherFramingTests", "StreamJSONCoreTests/Syntax/DialectTests",
    ].map {
      Self.withoutIndentation(RepositoryFile(path: "Tests/\($0).swift").lines)
    }.joined(separator: "\n")
    for block in Self.swiftBlocks(of: article) where block.first != "// Package.swift" {
      let code = Self.withoutIndentation(block.filter { !$0.hasPrefix("import ") })
      #expect(tests.contains(code), "\(code)")
    }
  }

  private static func swiftBlocks(of article: RepositoryFile) -> [[Substring]] {
    var blocks: [[Substring]] = []
    var block: [Substring]?
    for line in article.lines {
      if line == "```swift" {
        block = []
      } else if line == "```", let finished = block {
        blocks.append(finished)
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  private static func withoutIndentation(_ lines: [Substring]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  /// The pieces of text between backquotes.
  private static func codeSpans(_ text: String) -> [String] {
    let parts = text.components(separatedBy: "`")
    return parts.indices.filter { !$0.isMultiple(of: 2) }.map { parts[$0] }
  }
}
