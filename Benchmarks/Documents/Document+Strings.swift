/// Arrays of strings, each of one kind.
extension Document {
  /// 60 strings of 1 to 100 KB, most of them ASCII, with an escape here and there.
  static let longStrings = Document(name: "long strings") { writer, random in
    writer.array {
      for _ in 0..<60 {
        let words = random.pick([150, 500, 1500, 5000, 15000])
        let isASCII = random.chance(70)
        let text = isASCII ? random.words(words) : random.eastAsianWords(words)
        $0.element(text + "\n" + (random.chance(50) ? "\"quoted\"" : "plain"))
      }
    }
  }

  static let shortASCII = strings("short ASCII", 40_000) { String($0.words(2).prefix(15)) }
  static let longASCII = strings("long ASCII", 1000) { $0.words($0.number(20..<300)) }
  static let eastAsian = strings("CJK", 4000) { $0.eastAsianWords($0.number(5..<40)) }
  static let accents = strings("accents", 10_000) { $0.name() + ", " + $0.name() }

  static let escapes = strings("escapes", 5000) { random in
    (0..<8).map { _ in "\"\(random.pick(Vocabulary.english))\"\t\\" }.joined(separator: "\n")
  }

  static let escapedText = strings("escaped CJK", 3000, .escapedNonASCII) {
    $0.eastAsianWords($0.number(5..<20))
  }

  static let surrogates = strings("emoji as surrogates", 5000, .escapedNonASCII) { random in
    (0..<6).map { _ in random.pick(Vocabulary.emoji) }.joined(separator: " ")
  }

  static let french = strings("long French", 500) { $0.text(of: Vocabulary.french, 200) }
  static let russian = strings("long Russian", 500) { $0.text(of: Vocabulary.russian, 200) }
  static let emoji = strings("long with emoji", 500) {
    $0.text(of: Vocabulary.english.prefix(12) + Vocabulary.emoji, 200)
  }

  private static func strings(
    _ name: String,
    _ count: Int,
    _ spelling: JSONWriter.Spelling = .raw,
    _ make: @escaping @Sendable (inout SplitMix64) -> String
  ) -> Document {
    Document(name: name) { writer, random in
      writer.array {
        for _ in 0..<count { $0.element(make(&random), spelling) }
      }
    }
  }
}
