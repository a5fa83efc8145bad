import Testing

/// The folders of the core are layers: each uses only types of those before it.
struct LayerTests {
  /// From the bytes up.
  static let layers = [
    "Bytes", "Tape", "Errors", "Encodings", "Numbers", "Strings", "Syntax", "ObjectGraph",
    "Document", "Decoding", "Values", "Streaming",
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

  /// The members that an extension adds to a type of another layer or of the standard library, with
  /// all layers that declare one of that name, the lowest first.
  ///
  /// Members declared with the type itself need no entry: the layers below cannot name the type.
  private static let extensionMembers: [Substring: [Int]] = {
    let keywords: Set<Substring> = ["func", "var", "let", "case", "subscript"]
    var declaring: [Substring: Set<Int>] = [:]
    var ofExtensions: Set<Substring> = []
    for file in files {
      guard let layer = layers.firstIndex(of: layer(of: file)) else { continue }
      var isOtherType = false
      for line in file.codeLines {
        let words = line.words
        if line.first?.isWhitespace == false {
          isOtherType =
            words.first == "extension" && words.count > 1
            && homes[words[1]] != layers[layer]
        }
        guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count
        else { continue }
        let name = words[keyword + 1]
        declaring[name, default: []].insert(layer)
        // Deeper inside are local variables.
        let isMember = line.hasPrefix("  ") && !line.hasPrefix("   ")
        if isOtherType, isMember { ofExtensions.insert(name) }
      }
    }
    return declaring.filter { ofExtensions.contains($0.key) }.mapValues { $0.sorted() }
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
    #expect(used.filter { (Self.extensionMembers[$0]?.first ?? own) > own } == [])
  }

  @Test func `extensions of types of other layers are seen`() {
    for (name, layer) in [("parseInteger", "Numbers"), ("continuesUTF8Sequence", "Bytes")] {
      #expect(Self.extensionMembers[name[...]]?.map { Self.layers[$0] } == [layer])
    }
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

  /// For each folder, the others whose types it names or whose extensions it calls.
  ///
  /// A call counts only if no other folder declares a member of that name.
  private static let uses: [String: Set<String>] = {
    var uses: [String: Set<String>] = [:]
    for file in files {
      let own = layer(of: file)
      for line in file.codeLines {
        let types = typeNames(in: line).compactMap { homes[$0] }
        let members = memberNames(in: line).compactMap { name in
          extensionMembers[name].flatMap { $0.count == 1 ? layers[$0[0]] : nil }
        }
        uses[own, default: []].formUnion((types + members).filter { $0 != own })
      }
    }
    return uses
  }()

  /// The folders that a sentence at the beginning of a folder names; `all` but those that it names
  /// if it says "all folders" or "every folder".
  private static func folders(in sentence: Substring, of all: ArraySlice<String>) -> Set<String> {
    let named = Set(String(sentence).words.map(String.init)).intersection(layers)
    return sentence.lowercased().contains(/all folders|every folder/)
      ? Set(all).subtracting(named) : named
  }

  @Test(arguments: layers)
  func `the first file of a folder says truly what it uses and what uses it`(layer: String) throws {
    let own = try #require(Self.layers.firstIndex(of: layer))
    let first = Self.files.filter { Self.layer(of: $0) == layer }
      .min { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let lines = try #require(first).lines
    #expect(Self.folders(in: lines[1], of: Self.layers[..<own]) == Self.uses[layer] ?? [])
    let users = Self.layers.filter { Self.uses[$0]?.contains(layer) == true }
    #expect(Self.folders(in: lines[2], of: Self.layers[(own + 1)...]) == Set(users))
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
