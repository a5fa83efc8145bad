import Foundation
import Testing

/// The files and folders that documents name are there.
struct DocumentedFilesTests {
  private static let documents =
    Repository.files(in: "Sources/StreamJSONCore/StreamJSONCore.docc", suffix: ".md")
    + [".github/CONTRIBUTING.md", "Tests/README.md", "Tests/Fuzz/README.md"]
    .map(RepositoryFile.init(path:))

  /// All paths of files in the checkout's folders, and of the folders themselves.
  private static let paths: Set<String> = {
    var paths: Set<String> = []
    for folder in ["Sources", "Tests", "Benchmarks"] {
      let root = Repository.root.appending(path: folder).path
      for path in FileManager.default.subpaths(atPath: root) ?? [] {
        paths.insert("\(folder)/\(path)")
      }
    }
    return paths
  }()

  /// Whether `path` is one from the root, from a module, or from anywhere if it is only a name.
  private static func exists(_ path: String) -> Bool {
    let starts = ["", "Sources/", "Sources/StreamJSONCore/", "Sources/StreamJSON/", "Tests/Fuzz/"]
    return starts.contains { paths.contains($0 + path) }
      || !path.contains("/") && paths.contains { $0.hasSuffix("/" + path) }
  }

  @Test(arguments: documents)
  func `Swift files that a document names exist`(document: RepositoryFile) {
    let named = document.text.matches(of: /[A-Za-z][A-Za-z0-9+\/]*\.swift/).map {
      String($0.output)
    }
    #expect(named.filter { !Self.exists($0) && $0 != "Package.swift" } == [])
  }

  @Test func `functions and types that the walk of a byte names exist`() {
    let article = RepositoryFile(path: "Sources/StreamJSONCore/StreamJSONCore.docc/FollowAByte.md")
    let declaration = /\b(?:func|struct|class|enum|protocol|var|let|case) ([A-Za-z]\w*)/
    // Not declared by us, or a module.
    var declared: Set = ["init", "superDecoder", "Int", "Data", "id", "DecodingError"]
    declared.insert("StreamJSONCore")
    for file in Repository.files(in: "Sources", suffix: ".swift") {
      for match in file.text.matches(of: declaration) { declared.insert(String(match.1)) }
    }
    let named = article.text.matches(of: /`([A-Za-z]\w*)(?:\([^`]*\))?`/).map { String($0.1) }
    #expect(named.count > 20)
    #expect(named.filter { !declared.contains($0) && !Self.exists("StreamJSONCore/" + $0) } == [])
  }

  @Test func `the walk of a byte names a file for each step`() {
    let article = RepositoryFile(path: "Sources/StreamJSONCore/StreamJSONCore.docc/FollowAByte.md")
    let steps = article.text.split(separator: "### ").dropFirst()
    #expect(steps.count == 6)
    for step in steps { #expect(step.contains(".swift"), "\(step.prefix(40))") }
  }

  /// The fewer files a byte passes, the sooner you find where a change belongs.
  @Test func `the walk of a byte passes at most twenty files`() {
    let article = RepositoryFile(path: "Sources/StreamJSONCore/StreamJSONCore.docc/FollowAByte.md")
    let walk = article.text.split(separator: "\n## ").dropFirst().first ?? ""
    let named = walk.matches(of: /[A-Za-z0-9+]+\.swift/).map { String($0.output) }
    #expect(Set(named).count <= 20)
    #expect(named.contains("DigitBlocks.swift"))
  }
}
