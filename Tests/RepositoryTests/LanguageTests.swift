import Foundation
import Testing

/// Documents and sources are in American English.
struct LanguageTests {
  /// The path of this file, which contains everything that it forbids.
  private static let own = "Tests/RepositoryTests/LanguageTests.swift"

  private static let folders = [".github", "Sources", "Tests", "Benchmarks", "Corpus"]

  private static let documents: [RepositoryFile] =
    [RepositoryFile(path: "README.md"), RepositoryFile(path: "CHANGELOG.md")]
    + folders.flatMap { Repository.files(in: $0, suffix: ".md") }

  /// Scripts have no extension, and the settings with comments are in YAML.
  private static let scripts: [RepositoryFile] =
    [RepositoryFile(path: ".spi.yml")]
    + ([".ci"] + folders).flatMap { Repository.files(in: $0, suffix: "") }.filter { file in
      let name = file.path.split(separator: "/").last ?? ""
      return name.hasSuffix(".yml") || !name.contains(".")
    }

  private static let sources: [RepositoryFile] =
    [RepositoryFile(path: "Package.swift")] + scripts
    + Repository.swiftFiles.filter { $0.path != own }

  @Test func `scripts and settings are found`() {
    let paths = Set(Self.scripts.filter { !$0.text.isEmpty }.map(\.path))
    #expect(
      paths.isSuperset(of: [
        ".ci/run", ".ci/sanitize", ".github/workflows/ci.yml", ".spi.yml", "Benchmarks/debug",
        "Benchmarks/sizes", "Benchmarks/Models/generate", "Tests/Dependent/run",
        "Tests/Portability/check", "Tests/Removal/run",
      ])
    )
  }

  // MARK: - Spelling

  /// The beginnings of verbs that Americans spell with a z.
  private static let verbs = [
    "apolog", "atom", "author", "canonical", "capital", "categor", "central", "character",
    "civil", "critic", "custom", "digit", "econom", "emphas", "equal", "external", "factor",
    "familiar", "final", "formal", "general", "global", "harmon", "hypothes", "ideal", "initial",
    "internal", "item", "legal", "linear", "local", "maxim", "memor", "minim", "mobil", "modern",
    "modular", "neutral", "normal", "optim", "organ", "parallel", "parameter", "penal", "popular",
    "priorit", "public", "quant", "random", "rational", "real", "recogn", "regular", "sanit",
    "scrutin", "serial", "special", "stabil", "standard", "summar", "symbol", "synthes", "theor",
    "token", "util", "vector", "virtual", "visual",
  ]

  /// Verbs whose last letter Americans don't double.
  private static let undoubled = [
    "cancel", "channel", "chisel", "counsel", "dial", "duel", "enamel", "equal", "fuel", "funnel",
    "initial", "jewel", "label", "level", "libel", "marshal", "marvel", "medal", "metal", "model",
    "panel", "parcel", "pedal", "pencil", "quarrel", "revel", "rival", "shovel", "shrivel",
    "signal", "spiral", "stencil", "swivel", "symbol", "total", "trial", "travel", "tunnel",
    "unravel",
  ]

  /// Parts of words that Americans spell differently.
  private static let parts = [
    "acknowledgement", "aluminium", "analogue", "ardour", "armour", "artefact", "behaviour",
    "calibre", "candour", "catalogue", "centre", "cheque", "clamour", "colour", "defence",
    "demeanour", "enamour", "endeavour", "enrolment", "favour", "fervour", "fibre", "flavour",
    "fulfilment", "harbour", "honour", "humour", "instalment", "jewellery", "judgement", "labour",
    "licence", "litre", "lustre", "manoeuv", "marvellous", "meagre", "metre", "misspelt", "mould",
    "neighbour", "odour", "offence", "orientated", "parlour", "plough", "practis", "pretence",
    "pyjama", "rigour", "rumour", "saviour", "savour", "sceptic", "skilful", "sombre", "spectre",
    "splendour", "storey", "sulphur", "theatre", "tumour", "vapour", "vigour", "wilful", "woollen",
  ]

  /// Words that Americans spell differently, or do not use.
  private static let wholeWords: Set<String> = [
    "aeroplane", "afterwards", "ageing", "amongst", "analyse", "analysed", "analyser",
    "analysing", "backwards", "benefitted", "benefitting", "burnt", "catalyse", "catalysed",
    "cosier", "cosy", "downwards", "draught", "dreamt", "enquire", "enquiries", "enquiry", "enrol",
    "enrols", "focussed", "focusses", "focussing", "fulfil", "fulfils", "grey", "greyed", "greys",
    "inwards", "kerb", "leant", "leapt", "learnt", "maths", "onwards", "outwards", "paralyse",
    "paralysed", "programme", "programmes", "smelt", "speciality", "spelt", "spilt", "spoilt",
    "towards", "tyre", "tyres", "upwards", "whilst",
  ]

  /// Apple's names with two l's.
  private static let foreignNames = ["isCancelled", "userCancelled"]

  /// A member of twitter.json.
  private static let exceptions: Set<String> = ["favourites"]

  @Test func `spelling is American`() {
    var places: [String: Set<String>] = [:]
    for file in Self.documents + Self.sources {
      for word in Self.words(of: file.text) { places[word, default: []].insert(file.path) }
    }
    for file in Self.folders.flatMap({ Repository.files(in: $0, suffix: "") }) {
      for word in Self.words(of: file.path) { places[word, default: []].insert("a file's name") }
    }
    #expect(places.count > 1000)
    let wrong = places.keys.filter(Self.isBritish).sorted().map { word in
      "\(word) in \(places[word, default: []].sorted())"
    }
    #expect(wrong == [])
  }

  @Test(arguments: [
    "initialised", "Optimises", "uninitialised", "isMisbehaviour", "specialisation", "colours",
    "recognising", "synthesised", "licence", "grey", "Authorisation", "cancelled", "wasCancelled",
    "Cancelling", "remodelled", "travellers", "counsellor", "catalogue", "Catalogues", "analogue",
    "cheque", "learnt", "spelt", "burnt", "dreamt", "towards", "afterwards", "backwards", "amongst",
    "maths", "fulfil", "enrol", "skilful", "ageing", "acknowledgement", "practised", "storey",
    "tyre", "cosy", "kerb", "plough", "kilometre", "defenceless",
  ])
  func `British words are found`(word: String) {
    #expect(Self.words(of: "a \(word), b").contains(where: Self.isBritish))
  }

  @Test(arguments: [
    "initializer", "specialist", "optimistic", "realistic", "normalIsEmpty", "finalIsSet",
    "promised", "organism", "synthesis", "emphasis", "programmer", "misbehavior", "memberwise",
    "favourites", "cancellation", "Task.isCancelled", "canceled", "controlled", "installer",
    "excellent", "concentrated", "parameter", "analyses", "fulfill", "forwards", "practice",
  ])
  func `other words are not`(word: String) {
    #expect(!Self.words(of: "a \(word), b").contains(where: Self.isBritish))
  }

  private static func isBritish(_ word: String) -> Bool {
    guard !exceptions.contains(word) else { return false }
    if wholeWords.contains(word) || parts.contains(where: { word.contains($0) }) { return true }
    // Most words have none of these, so most are looked at no further.
    if let ending = ["ise", "isa", "isi"].compactMap({ word.range(of: $0) }).first {
      return verbs.contains { word[..<ending.lowerBound].hasSuffix($0) }
    }
    if let ending = ["lled", "lling", "ller", "llor"].compactMap({ word.range(of: $0) }).first {
      return undoubled.contains { (word[..<ending.lowerBound] + "l").hasSuffix($0) }
    }
    return false
  }

  /// The words of `text` in lowercase; those of an identifier one by one.
  private static func words(of text: String) -> Set<String> {
    let text = foreignNames.reduce(text) { text, name in
      text.contains(name) ? text.replacingOccurrences(of: name, with: " ") : text
    }
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
