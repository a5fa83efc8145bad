import Foundation
import Testing

/// Checks that what the README and the articles promise is covered by tests.
struct ReadmeTests {
  private static let readme = RepositoryFile(path: "README.md")

  private static let articles = Repository.files(in: "Sources", suffix: ".md")

  private static let others: [RepositoryFile] = [
    "Benchmarks/RESULTS.md", "CHANGELOG.md", "Corpus/README.md", "Corpus/fuzz/README.md",
    "Tests/README.md", "Tests/Fuzz/README.md",
  ].map { RepositoryFile(path: $0) }

  private static let documents: [RepositoryFile] =
    [readme] + others + articles + Repository.files(in: ".github", suffix: ".md")

  @Test func `each difference from JSONDecoder names tests that exist`() throws {
    let article = RepositoryFile(path: "Sources/StreamJSON/StreamJSON.docc/Differences.md")
    let rows = article.lines.filter { $0.hasPrefix("| ") }.dropFirst(2)
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

  @Test func `the README fits on a few screens`() {
    #expect(Self.readme.lines.count <= 190)
  }

  @Test func `the README has the number of differences`() throws {
    let article = RepositoryFile(path: "Sources/StreamJSON/StreamJSON.docc/Differences.md")
    let count = article.lines.filter { $0.hasPrefix("| ") }.dropFirst(2).count
    let text = Self.readme.text
    #expect(text.contains("with \(count)\n[documented differences]"))
    #expect(text.contains("| Documented differences | \(count), each with a test |"))
  }

  /// The code before it is in the article on errors; here is only what it prints.
  @Test func `the error in the README is one that a test expects`() {
    let error = Self.readme.lines.drop { !$0.hasPrefix("found ") }.prefix { $0 != "```" }
    #expect(error.count == 3)
    let tests = RepositoryFile(path: "Tests/StreamJSONTests/Examples/ReadmeExampleTests.swift")
    #expect(
      Self.withoutIndentation(tests.lines).contains(Self.withoutIndentation(Array(error)))
    )
  }

  /// A reader who begins at the README finds everything.
  @Test func `the README links to every article`() {
    for article in Self.articles where !Self.describesModule(article) {
      #expect(Self.readme.text.contains("](\(article.path))"), "\(article)")
    }
  }

  /// Without groups, a page lists its members by kind, in the order of the alphabet.
  @Test(arguments: ["StreamJSON", "StreamJSONCore"])
  func `the members of each public type are in groups`(module: String) {
    var types: [String] = []
    var namespace = ""
    for line in Repository.files(in: "Sources/\(module)").flatMap(\.codeLines) {
      if line == "extension JSONTransform {" { namespace = "JSONTransform." }
      if line == "}" { namespace = "" }
      let declaration = namespace.isEmpty ? line[...] : line.drop { $0 == " " }
      guard ["public ", "open "].contains(where: declaration.hasPrefix) else { continue }
      let match = declaration.prefixMatch(
        of: /(?:public|open) (?:final )?(?:struct|enum|class|protocol) ([A-Z]\w+)/
      )
      if let name = match?.1, namespace.isEmpty || !name.hasPrefix("JSON") {
        types.append(namespace + name)
      }
    }
    #expect(types.count > 4)
    // Names with an underscore are not documented.
    for type in types {
      let page = RepositoryFile(path: "Sources/\(module)/\(module).docc/Symbols/\(type).md")
      #expect(page.text.contains("## Topics"), "\(type)")
    }
  }

  /// Whether the file is the first page of a module's documentation and not an article.
  private static func describesModule(_ file: RepositoryFile) -> Bool {
    file.lines.first?.hasPrefix("# ``") == true
  }

  @Test(arguments: documents)
  func `links lead to files and to headings`(document: RepositoryFile) {
    let folder = document.path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    for part in document.text.components(separatedBy: "](").dropFirst() {
      let link = part.prefix { $0 != ")" }
      guard !link.contains("://") else { continue }
      let target = link.prefix { $0 != "#" }
      let file = target.isEmpty ? document : RepositoryFile(path: folder + target)
      let path = Repository.root.appending(path: file.path).path
      #expect(FileManager.default.fileExists(atPath: path), "\(document): \(link)")
      guard target != link else { continue }
      let anchor = String(link.dropFirst(target.count + 1))
      #expect(Self.anchors(of: file.lines).contains(anchor), "\(document): \(link)")
    }
  }

  @Test(arguments: [
    ("# Platforms", "platforms"), ("### What older systems lack", "what-older-systems-lack"),
    ("## Names, identifiers, and retry times", "names-identifiers-and-retry-times"),
    ("## A file that's still being written", "a-file-thats-still-being-written"),
    ("# ``StreamJSON``", "streamjson"), ("## 0.2.0 (unreleased)", "020-unreleased"),
    ("## Language-model `a_b` streams", "language-model-a_b-streams"), ("## A — b", "a--b"),
  ])
  func `a heading has the anchor that GitHub gives it`(heading: String, anchor: String) {
    #expect(Self.anchors(of: [heading[...]]) == [anchor])
  }

  /// What may follow `#` in a link to a document: lowercase headings with hyphens for spaces and no punctuation.
  private static func anchors(of lines: [Substring]) -> Set<String> {
    var isCode = false
    var anchors: Set<String> = []
    for line in lines {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, let heading = line.wholeMatch(of: /#{1,6} +(.+)/)?.1 else { continue }
      let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
      let name = kept.replacing(" ", with: "-")
      var anchor = name
      var count = 0
      // Headings with the same text are numbered.
      while !anchors.insert(anchor).inserted {
        count += 1
        anchor = "\(name)-\(count)"
      }
    }
    return anchors
  }

  /// The documentation step makes DocC's links, which lead nowhere on a repository's page, from links to files, line by
  /// line.
  @Test(arguments: documents)
  func `a link from one article to another is to a file, on one line`(document: RepositoryFile) {
    #expect(!document.text.contains("<doc:") && !document.text.contains("](doc:"))
    guard document.path.contains(".docc/") else { return }
    let parts = document.text.components(separatedBy: "](")
    for (before, after) in zip(parts, parts.dropFirst()) {
      let label = before.split(separator: "[", omittingEmptySubsequences: false).last ?? ""
      let target = after.prefix { $0 != ")" }
      #expect(!target.contains(".md") || !label.contains("\n"), "\(document): \(target)")
    }
  }

  /// A block of Swift code is part of a test that runs, apart from indentation and imports.
  @Test(arguments: documents)
  func `each example is compiled and run`(article: RepositoryFile) {
    let examples = Repository.files(in: "Tests/StreamJSONTests/Examples")
    let others = ["Streaming/OtherFramingTests", "Syntax/DialectTests"].map {
      RepositoryFile(path: "Tests/StreamJSONCoreTests/\($0).swift")
    }
    let tests = (examples + others).map { Self.withoutIndentation($0.lines) }
      .joined(separator: "\n")
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
