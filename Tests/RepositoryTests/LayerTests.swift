import Testing

/// The folders of each module are layers: each uses only types and extensions of those before it.
///
/// The tables in the article `StreamJSONCore.md` are the list of layers.
struct LayerTests {
  static let modules = ["StreamJSONCore", "StreamJSON"].map(Module.init)

  @Test(arguments: modules)
  func `each folder is in the table of layers`(module: Module) {
    #expect(Set(module.files.map(module.folder)).subtracting([""]) == Set(module.layers))
    #expect(module.layers.count > 3)
  }

  @Test(arguments: modules)
  func `a layer names no type of those after it`(module: Module) {
    for file in module.files {
      let own = module.position(of: file)
      for line in file.codeLines {
        let wrong = Module.typeNames(in: line).filter { name in (module.homes[name] ?? own) > own
        }
        #expect(wrong == [], "\(file): \(line)")
      }
    }
  }

  @Test(arguments: modules)
  func `a layer calls no extension of those after it`(module: Module) {
    for file in module.files {
      let own = module.position(of: file)
      let used = Set(file.codeLines.flatMap { line in Module.memberNames(in: line) })
      let wrong = used.filter { member in
        (module.extensionMembers[member] ?? own) > own
      }
      #expect(wrong == [], "\(file)")
    }
  }

  @Test func `types and extensions are found in their folders`() {
    let core = Self.modules[0]
    let folder = { (position: Int?) in position.map { core.layers[$0] } }
    #expect(folder(core.homes["Scanner"]) == "Scanner")
    #expect(folder(core.homes["DocumentDecoder"]) == "Decoding")
    #expect(folder(core.homes["RecordFraming"]) == "Streams")
    #expect(folder(core.extensionMembers["parseInteger"]) == "Numbers")
    #expect(folder(core.extensionMembers["continuesUTF8Sequence"]) == "Text")
  }
}

/// The files of a module, and what they declare.
struct Module: Sendable, CustomTestStringConvertible {
  let name: String
  let files: [RepositoryFile]

  /// The folders, each of which uses only those before it.
  let layers: [String]

  /// The types that are declared outside of other types, with the positions of their folders.
  private(set) var homes: [Substring: Int] = [:]

  /// The members that an extension adds to a type of another folder or module, with the position of the
  /// first folder that declares one of that name.
  ///
  /// Members declared with the type itself need no entry: the layers before it cannot name the type.
  private(set) var extensionMembers: [Substring: Int] = [:]

  init(_ name: String) {
    self.name = name
    files = Repository.files(in: "Sources/\(name)")
    let article = RepositoryFile(
      path: "Sources/StreamJSONCore/StreamJSONCore.docc/StreamJSONCore.md"
    )
    let table = article.lines.drop { !$0.hasPrefix("| Folder of `\(name)`") }
    layers = table.dropFirst(2).prefix { $0.hasPrefix("| `") }.map { row in
      String(row.split(separator: "`")[1])
    }
    findTypes()
    findExtensionMembers()
  }

  var testDescription: String { name }

  /// The folder that a file is in, with those around it.
  func folder(of file: RepositoryFile) -> String {
    let path = file.path.dropFirst("Sources/\(name)/".count)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The position of the folder of a file; one after all for the module's own folder.
  func position(of file: RepositoryFile) -> Int {
    layers.firstIndex(of: folder(of: file)) ?? layers.count
  }

  private mutating func findTypes() {
    let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias"]
    for file in files {
      for line in file.codeLines where line.first?.isWhitespace == false {
        let words = line.words
        guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count
        else { continue }
        homes[words[keyword + 1]] = position(of: file)
      }
    }
  }

  private mutating func findExtensionMembers() {
    let keywords: Set<Substring> = ["func", "var", "let", "case", "subscript"]
    var declaring: [Substring: Int] = [:]
    var ofExtensions: Set<Substring> = []
    for file in files {
      let own = position(of: file)
      var isOtherType = false
      for line in file.codeLines {
        let words = line.words
        if line.first?.isWhitespace == false {
          isOtherType = words.first == "extension" && words.count > 1 && homes[words[1]] != own
        }
        guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count
        else { continue }
        let member = words[keyword + 1]
        declaring[member] = min(declaring[member] ?? own, own)
        // Deeper inside are local variables.
        let isMember = line.hasPrefix("  ") && !line.hasPrefix("   ")
        if isOtherType, isMember { ofExtensions.insert(member) }
      }
    }
    // Types of the standard library have the one, too, and the C library the other.
    ofExtensions.subtract(["contains", "write"])
    extensionMembers = declaring.filter { ofExtensions.contains($0.key) }
  }

  /// The words of the line that may name a member of another value or, if they are called, of `self`.
  static func memberNames(in line: String) -> [Substring] {
    line.words.filter { word in
      word.endIndex != line.endIndex && line[word.endIndex] == "("
        || word.startIndex != line.startIndex && line[line.index(before: word.startIndex)] == "."
    }
  }

  /// The words of the line that may name a type that is not nested in another one.
  static func typeNames(in line: String) -> [Substring] {
    line.words.filter { word in
      word.first?.isUppercase == true
        && (word.startIndex == line.startIndex || line[line.index(before: word.startIndex)] != ".")
    }
  }
}
