import Testing

/// The folders of the core are layers: each uses only types of those before it.
struct LayerTests {
  /// From the bytes up.
  static let layers = [
    "Bytes", "Tape", "Errors", "Encodings", "Numbers", "Strings", "Syntax", "ObjectGraph",
    "Document", "Decoding", "Streaming",
  ]

  private static let files = Repository.files(in: Repository.core)

  /// The folder that a file of the core is in.
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

  /// The members that an extension adds to a type of another layer, with the extension's layer; for
  /// a name declared in several places, the lowest layer.
  ///
  /// Members declared with the type itself need no entry: the layers below cannot name the type.
  private static let extensionMembers: [Substring: Int] = {
    let keywords: Set<Substring> = ["func", "var", "let", "case", "subscript"]
    var lowest: [Substring: Int] = [:]
    var ofExtensions: Set<Substring> = []
    for file in files {
      guard let layer = layers.firstIndex(of: layer(of: file)) else { continue }
      var isOtherType = false
      for line in file.codeLines {
        let words = line.words
        if line.first?.isWhitespace == false {
          isOtherType =
            words.first == "extension" && words.count > 1
            && homes[words[1]].map { $0 != layers[layer] } ?? false
        }
        guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count
        else { continue }
        let name = words[keyword + 1]
        lowest[name] = min(lowest[name] ?? layer, layer)
        if isOtherType { ofExtensions.insert(name) }
      }
    }
    return lowest.filter { ofExtensions.contains($0.key) }
  }()

  /// The words of the line that may name a member of another value.
  private static func memberNames(in line: String) -> [Substring] {
    line.words.filter { word in
      word.startIndex != line.startIndex && line[line.index(before: word.startIndex)] == "."
    }
  }

  @Test(arguments: files)
  func `a layer calls no extension of those above it`(file: RepositoryFile) throws {
    let own = try #require(Self.layers.firstIndex(of: Self.layer(of: file)))
    let used = Set(file.codeLines.flatMap { line in Self.memberNames(in: line) })
    #expect(used.filter { (Self.extensionMembers[$0] ?? own) > own } == [])
  }

  @Test func `extensions of types of other layers are seen`() {
    #expect(Self.extensionMembers["parseInteger"] == Self.layers.firstIndex(of: "Numbers"))
  }

  /// A reader opening a folder sees its first file first.
  @Test func `the first file of each folder says what the folder is for, uses, and is used by`() {
    let folders = Dictionary(grouping: Repository.files(in: "Sources")) { file in
      String(file.path.prefix(upTo: file.path.lastIndex(of: "/") ?? file.path.startIndex))
    }
    for (folder, files) in folders where folder.split(separator: "/").count > 2 {
      let first = files.min { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      let name = folder.split(separator: "/").last ?? ""
      let lines = first?.lines.prefix(3) ?? []
      #expect(lines.first?.hasPrefix("// \(name): ") == true, "\(folder)")
      #expect(lines.dropFirst().first?.hasPrefix("// Uses ") == true, "\(folder)")
      #expect(lines.count == 3 && lines.last?.hasPrefix("// ") == true, "\(folder)")
    }
  }

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

  /// The words of the line that may name a type that is not nested in another one.
  private static func typeNames(in line: String) -> [Substring] {
    line.words.filter { word in
      word.first?.isUppercase == true
        && (word.startIndex == line.startIndex || line[line.index(before: word.startIndex)] != ".")
    }
  }
}
