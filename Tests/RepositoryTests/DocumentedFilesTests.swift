import Foundation
import Testing

/// The files and folders that documents name are there.
struct DocumentedFilesTests {
  private static let documents: [RepositoryFile] =
    Repository.files(in: "Sources/StreamJSONCore/StreamJSONCore.docc", suffix: ".md")
    + pages(of: "StreamJSON")
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

  /// What the library declares, its modules, and names in documents that others declare.
  private static let declared: Set<String> = {
    let declaration = /\b(?:func|struct|class|enum|protocol|var|let|case) ([A-Za-z]\w*)/
    var declared: Set = ["init", "superDecoder", "Int", "Data", "id", "DecodingError"]
    declared.formUnion(["Double", "Float", "StreamJSON", "StreamJSONCore"])
    for file in Repository.files(in: "Sources", suffix: ".swift") {
      for match in file.text.matches(of: declaration) { declared.insert(String(match.1)) }
    }
    return declared
  }()

  /// What a document has between backquotes and looks like the name of a function, type, or folder.
  private static func names(in document: RepositoryFile) -> [String] {
    document.text.matches(of: /`([A-Za-z]\w*)(?:\([^`]*\))?`/).map { String($0.1) }
  }

  /// Whether `name` is declared, or is that of a folder of sources.
  private static func isKnown(_ name: String) -> Bool {
    declared.contains(name) || exists("StreamJSONCore/" + name) || exists("StreamJSON/" + name)
  }

  @Test func `functions and types that the walk of a byte names exist`() {
    let article = RepositoryFile(path: "Sources/StreamJSONCore/StreamJSONCore.docc/FollowAByte.md")
    let named = Self.names(in: article)
    #expect(named.count > 20)
    #expect(named.filter { !Self.isKnown($0) } == [])
  }

  @Test func `there are at most fifteen terms to learn`() throws {
    let design = RepositoryFile(path: "Sources/StreamJSONCore/StreamJSONCore.docc/Design.md")
    let start = try #require(design.text.range(of: "## Terminology")?.upperBound)
    let end = try #require(design.text[start...].range(of: "\n## ")?.lowerBound)
    let terms = design.text[start..<end].matches(of: /\*\*([a-z ]+)\*\*/)
    #expect((10...15).contains(terms.count), "\(terms.map { $0.1 })")
  }

  /// The pages about the folders of a module.
  private static func pages(of module: String) -> [RepositoryFile] {
    Repository.files(in: "Sources/\(module)/\(module).docc/Folders", suffix: ".md")
  }

  @Test(arguments: ["StreamJSON", "StreamJSONCore"])
  func `each folder has a page that names only what exists`(module: String) {
    let folder = "Sources/\(module)"
    let files = Repository.files(in: folder).map { $0.path.dropFirst(folder.count + 1) }
    let folders = Set(files.map { $0.split(separator: "/") }.filter { $0.count == 2 }.map { $0[0] })
    #expect(folders.count > 3)
    let pages = Self.pages(of: module)
    let expected = folders.map { "\(folder)/\(module).docc/Folders/\($0)Folder.md" }
    #expect(pages.map(\.path) == expected.sorted())
    let layers = RepositoryFile(
      path: "Sources/StreamJSONCore/StreamJSONCore.docc/StreamJSONCore.md"
    )
    let topics = RepositoryFile(path: "\(folder)/\(module).docc/\(module).md")
    let way = module == "StreamJSON" ? "../../StreamJSON/StreamJSON.docc/Folders" : "Folders"
    for page in pages {
      let file = page.path.split(separator: "/").last ?? ""
      let title = "# The folder \(file.dropLast("Folder.md".count))"
      #expect(page.lines.first.map { String($0) } == title)
      #expect(layers.lines.contains { $0.hasPrefix("| [") && $0.contains("](\(way)/\(file))") })
      #expect(topics.lines.contains { $0.hasPrefix("- [") && $0.hasSuffix("](Folders/\(file))") })
      let named = Self.names(in: page)
      #expect(named.count > 2, "\(page)")
      #expect(named.filter { !Self.isKnown($0) } == [], "\(page)")
    }
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
