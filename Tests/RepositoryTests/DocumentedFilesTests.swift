import Foundation
import Testing

/// The files, folders, and declarations that documents for maintainers name are there.
struct DocumentedFilesTests {
  private static let catalog = "Sources/StreamJSONCore/StreamJSONCore.docc"

  private static let documents: [RepositoryFile] =
    Repository.files(in: catalog, suffix: ".md")
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

  /// What the library declares, its modules, and names in articles that others declare.
  private static let declared: Set<String> = {
    let declaration = /\b(?:func|struct|class|enum|protocol|var|let|case) ([A-Za-z]\w*)/
    var declared: Set = [
      "Array", "CodingKey", "Data", "Date", "Decimal", "DecodingError", "Double", "Float", "Int",
      "JSONDecoder", "KeyedDecodingContainer", "RawSpan", "SAFETY", "StreamJSON", "StreamJSONCore",
      "URL", "deinit", "id", "init", "mutating", "superDecoder",
    ]
    for file in Repository.files(in: "Sources", suffix: ".swift") {
      for match in file.text.matches(of: declaration) { declared.insert(String(match.1)) }
    }
    return declared
  }()

  /// What stands between backquotes and looks like the name of a function, type, or folder.
  @Test(arguments: ["Contributing", "Design", "FollowAByte"])
  func `functions and types that an article names exist`(article: String) {
    let text = RepositoryFile(path: "\(Self.catalog)/\(article).md").text
    let named = text.matches(of: /`([A-Za-z]\w*)(?:\([^`]*\))?`/).map { String($0.1) }
    #expect(named.count > 3)
    let unknown = named.filter { name in
      !Self.declared.contains(name) && !Self.exists("StreamJSONCore/" + name)
        && !Self.exists("StreamJSON/" + name)
    }
    #expect(unknown == [])
  }

  /// Its comment says what holds in the whole folder.
  @Test func `the table of layers names a file to begin with in each folder`() {
    let layers = RepositoryFile(path: "\(Self.catalog)/StreamJSONCore.md")
    var module = ""
    var count = 0
    for line in layers.lines where line.hasPrefix("| ") {
      let names = line.split(separator: "`").map(String.init)
      if line.hasPrefix("| Folder of") { module = names[1] }
      guard line.hasPrefix("| `"), names.count > 3 else { continue }
      let file = RepositoryFile(path: "Sources/\(module)/\(names[1])/\(names[names.count - 2])")
      #expect(file.text.hasPrefix("//"), "\(file)")
      count += 1
    }
    #expect(count == LayerTests.modules.map(\.layers.count).reduce(0, +))
  }
}
