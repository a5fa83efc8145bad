import Foundation
import Testing

/// Documents and sources are in American English, and avoid what reads like a translation.
struct LanguageTests {
  /// Where this file is, which has all that it forbids.
  private static let own = "Tests/RepositoryTests/LanguageTests.swift"

  private static let folders = [".github", "Sources", "Tests", "Benchmarks", "Corpus"]

  private static let documents: [RepositoryFile] =
    [RepositoryFile(path: "README.md"), RepositoryFile(path: "CHANGELOG.md")]
    + folders.flatMap { Repository.files(in: $0, suffix: ".md") }

  private static let sources: [RepositoryFile] =
    ["Package.swift", ".ci/run", ".ci/sanitize"].map { RepositoryFile(path: $0) }
    + Repository.swiftFiles.filter { $0.path != own }

  // MARK: - Spelling

  /// What verbs begin with that Americans spell with a z.
  private static let verbs = [
    "capital", "categor", "custom", "emphas", "external", "final", "general", "initial",
    "internal", "local", "maxim", "memor", "minim", "normal", "optim", "organ", "parallel", "penal",
    "priorit", "random", "real", "recogn", "serial", "special", "standard", "summar", "synthes",
    "token", "util", "vector", "visual",
  ]

  /// Parts of words that have fewer letters in American English.
  private static let parts = [
    "armour", "behaviour", "colour", "favour", "flavour", "harbour", "honour", "humour", "labelled",
    "labelling", "labour", "licence", "modelled", "modelling", "neighbour", "rumour", "signalled",
    "signalling", "travelled", "travelling",
  ]

  /// Words that are other ones in American English, or none.
  private static let wholeWords: Set<String> = [
    "analyse", "analysed", "analysing", "artefact", "artefacts", "centre", "centred", "centres",
    "defence", "grey", "judgement", "offence", "programme", "programmes", "sceptical", "whilst",
  ]

  /// A member of twitter.json.
  private static let exceptions: Set<String> = ["favourites"]

  @Test func `spelling is American`() {
    var places: [String: Set<String>] = [:]
    for file in Self.documents + Self.sources {
      for word in Self.words(of: file.text) { places[word, default: []].insert(file.path) }
    }
    #expect(places.count > 1000)
    let wrong = places.keys.filter(Self.isBritish).sorted().map { word in
      "\(word) in \(places[word, default: []].sorted())"
    }
    #expect(wrong == [])
  }

  @Test(arguments: [
    "initialised", "Optimises", "uninitialised", "isMisbehaviour", "specialisation", "colours",
    "recognising", "synthesised", "licence", "grey",
  ])
  func `British words are found`(word: String) {
    #expect(Self.words(of: "a \(word), b").contains(where: Self.isBritish))
  }

  @Test(arguments: [
    "initializer", "specialist", "optimistic", "realistic", "normalIsEmpty", "finalIsSet",
    "promised", "organism", "synthesis", "emphasis", "programmer", "misbehavior", "memberwise",
    "favourites",
  ])
  func `other words are not`(word: String) {
    #expect(!Self.words(of: "a \(word), b").contains(where: Self.isBritish))
  }

  private static func isBritish(_ word: String) -> Bool {
    guard !exceptions.contains(word) else { return false }
    if wholeWords.contains(word) || parts.contains(where: { word.contains($0) }) { return true }
    // Most words have none of these, so most are looked at no further.
    guard let ending = ["ise", "isa", "isi"].compactMap({ word.range(of: $0) }).first else {
      return false
    }
    return verbs.contains { word[..<ending.lowerBound].hasSuffix($0) }
  }

  /// The words of `text` in lowercase; those of an identifier one by one.
  private static func words(of text: String) -> Set<String> {
    var words: Set<String> = []
    var word: [UInt8] = []
    var endsInLowercase = false
    for byte in text.utf8 {
      let isUppercase = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      let isLowercase = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      // An uppercase letter after a lowercase one begins the next word of an identifier.
      if !isUppercase && !isLowercase || isUppercase && endsInLowercase {
        words.insert(String(decoding: word, as: UTF8.self))
        word = []
      }
      if isUppercase || isLowercase { word.append(byte | 0x20) }
      endsInLowercase = isLowercase
    }
    words.insert(String(decoding: word, as: UTF8.self))
    words.remove("")
    return words
  }

  // MARK: - Phrases

  /// Phrases for which there are plainer ones.
  private static let phrases = [
    " is told by ", " such as there is", " whoever ", " in vain", " for none", " nevertheless",
    " so with ", " which it does not", " which they do not", ", as by ",
  ]

  /// Phrases that are right often enough in a comment, but have crowded the documents.
  private static let phrasesOfDocuments = [
    " of its own", " of their own", " is read where it stands", " the text at hand",
  ]

  @Test(arguments: documents)
  func `documents use plain phrases`(document: RepositoryFile) {
    var isCode = false
    let prose = document.lines.filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode
    }
    let text = Self.joined(prose.map(String.init))
    let found = (Self.phrases + Self.phrasesOfDocuments).filter { text.contains($0) }
    #expect(found == [], "\(document)")
  }

  @Test func `comments and messages use plain phrases`() {
    for file in Self.sources {
      // The lines of one comment are joined, since a phrase may begin on one and end on the next.
      let lines = file.lines.map { line in
        let trimmed = line.drop { $0 == " " }
        return trimmed.hasPrefix("//") ? String(trimmed.drop { $0 == "/" }) : ". \(line) ."
      }
      let text = Self.joined(lines)
      let found = Self.phrases.filter { text.contains($0) }
      #expect(found == [], "\(file)")
    }
  }

  /// The lines as one in lowercase, with one space between two words.
  private static func joined(_ lines: [String]) -> String {
    lines.joined(separator: " ").lowercased().split(separator: " ").joined(separator: " ")
  }

  // MARK: - Links

  /// DocC's own links lead nowhere on a repository's page.
  ///
  /// `.ci/run` makes them from links to files.
  @Test(arguments: documents)
  func `documents link to files`(document: RepositoryFile) {
    #expect(!document.text.contains("<doc:"), "\(document)")
    #expect(!document.text.contains("](doc:"), "\(document)")
  }
}
