import Testing

/// The folders of the core are layers: each uses only types of those before it.
struct LayerTests {
  /// From the bytes up.
  static let layers = [
    "Bytes", "Tape", "Errors", "Numbers", "Strings", "Syntax", "ObjectGraph", "Document",
    "Decoding", "Streaming",
  ]

  private static let files = Repository.files(in: Repository.core)

  /// The folder of a file of the core.
  private static func layer(of file: RepositoryFile) -> String {
    String(file.path.dropFirst(Repository.core.count + 1).prefix { $0 != "/" })
  }

  /// The types that the core declares outside of other types, with their folders.
  private static let homes: [Substring: String] = {
    let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias"]
    var homes: [Substring: String] = [:]
    for file in files {
      for line in file.codeLines where line.first?.isWhitespace == false {
        let words = line.words
        guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count
        else { continue }
        homes[words[keyword + 1]] = layer(of: file)
      }
    }
    return homes
  }()

  @Test func `every folder is a layer`() {
    #expect(Set(Self.files.map(Self.layer)) == Set(Self.layers))
    #expect(Self.homes["Scanner"] == "Syntax")
    #expect(Self.homes["DocumentDecoder"] == "Decoding")
  }

  @Test(arguments: files)
  func `a layer uses only those below it`(file: RepositoryFile) throws {
    let own = try #require(Self.layers.firstIndex(of: Self.layer(of: file)))
    let above = Set(Self.layers[(own + 1)...])
    let used = Set(file.codeLines.flatMap { line in Self.typeNames(in: line) })
    let wrong = used.filter { above.contains(Self.homes[$0] ?? "") }
    #expect(wrong == [])
  }

  /// The words of the line that may name a type which is not inside of another one.
  private static func typeNames(in line: String) -> [Substring] {
    line.words.filter { word in
      word.first?.isUppercase == true
        && (word.startIndex == line.startIndex || line[line.index(before: word.startIndex)] != ".")
    }
  }
}
