import Foundation
import Testing

/// The public interface is the one that is recorded in `.github/PublicInterface.txt`, so that each change of it is a
/// decision.
struct PublicInterfaceTests {
  private static let recorded = ".github/PublicInterface.txt"

  /// To record what there is now: `STREAMJSON_RECORD=1 swift test --filter PublicInterface`.
  @Test func `the public interface is the recorded one`() throws {
    let found = Set(Self.declarations)
    if ProcessInfo.processInfo.environment["STREAMJSON_RECORD"] == "1" {
      try (found.sorted().joined(separator: "\n") + "\n")
        .write(
          to: Repository.root.appending(path: Self.recorded),
          atomically: true,
          encoding: .utf8
        )
    }
    let known = Set(
      RepositoryFile(path: Self.recorded).lines.filter { !$0.isEmpty }.map(String.init)
    )
    #expect(found.subtracting(known) == [], "not recorded")
    #expect(known.subtracting(found) == [], "recorded, but gone")
    #expect(found.count > 300)
  }

  /// All public declarations, cases of public enumerations and requirements of public protocols, each with the type or extension around it.
  private static var declarations: [String] {
    Repository.files(in: "Sources").filter { !$0.path.contains(".docc/") }.flatMap(declarations)
  }

  private static func declarations(in file: RepositoryFile) -> [String] {
    let lines = file.codeLines
    var found: [String] = []
    var scopes: [Scope] = []
    for (number, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      guard !text.isEmpty else { continue }
      let indentation = line.count - text.count
      scopes.removeAll { $0.indentation >= indentation }
      let words = text.split(separator: " ")
      let isPublic = words.contains { $0 == "public" || $0 == "open" } && !words.contains("import")
      let isMember = scopes.last.map { $0.hasPublicMember(String(words[0]), indentation) } ?? false
      if isPublic || isMember {
        let scope = scopes.map { $0.name + ": " }.joined()
        found.append(scope + declaration(from: number, in: lines))
      }
      if let keyword = words.firstIndex(where: { scopeKeywords.contains(String($0)) }) {
        scopes.append(
          Scope(
            indentation: indentation,
            name: words[keyword...].prefix(2).joined(separator: " "),
            isPublic: isPublic
          )
        )
      }
    }
    return found
  }

  /// A type or an extension that is open.
  private struct Scope {
    let indentation: Int
    let name: String
    let isPublic: Bool

    /// Whether a line in it that begins with `word` declares what is as public as the scope is.
    func hasPublicMember(_ word: String, _ indentation: Int) -> Bool {
      guard isPublic, indentation == self.indentation + 2 else { return false }
      if name.hasPrefix("enum ") { return word == "case" || word == "indirect" }
      return name.hasPrefix("protocol ") && PublicInterfaceTests.requirementKeywords.contains(word)
    }
  }

  private static let requirementKeywords = [
    "associatedtype", "func", "init", "mutating", "static", "var",
  ]

  private static let scopeKeywords = ["struct", "class", "enum", "protocol", "extension"]

  /// The declaration up to its body or value, in one line.
  private static func declaration(from start: Int, in lines: [String]) -> String {
    var text = ""
    var depth = 0
    for line in lines[start...] {
      for character in line {
        if "([".contains(character) { depth += 1 }
        if ")]".contains(character) { depth -= 1 }
        if character == "{" || character == "=" && depth == 0 && !text.hasSuffix("=") {
          // What is compared is part of a constraint.
          let isName = text.contains("typealias ") && character == "="
          if character == "{" || !text.contains(" where ") && !isName { return normalized(text) }
        }
        text.append(character)
      }
      text.append(" ")
      let isOpen = depth > 0 || line.hasSuffix(",") || line.hasSuffix("where")
      let words = text.split(separator: " ")
      let isShort = words.count < 3 && !["case", "associatedtype"].contains(words.first)
      guard isOpen || isShort || continues(after: start, line, lines) else { break }
    }
    return normalized(text)
  }

  /// Whether the next line belongs to the declaration, too.
  private static func continues(after start: Int, _ line: String, _ lines: [String]) -> Bool {
    guard let number = lines[start...].firstIndex(of: line), number + 1 < lines.count else {
      return false
    }
    let next = lines[number + 1].drop { $0 == " " }
    return ["->", "throws", "async", "where", ")"].contains { next.hasPrefix($0) }
  }

  private static func normalized(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ")
  }
}
