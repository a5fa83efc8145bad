/// Texts of the corpus whose names begin alike, which a test reads as one case.
///
/// With a case for each of the hundreds of texts, nobody could read the output of a test run. Each expectation
/// therefore names its text.
package struct CorpusGroup: Sendable, CustomStringConvertible {
  /// The first two words of the names.
  package let name: Substring

  package let texts: [CorpusText]

  package var description: String { "\(name), \(texts.count) texts" }
}

extension CorpusGroup: Sequence {
  package func makeIterator() -> IndexingIterator<[CorpusText]> { texts.makeIterator() }
}

extension [CorpusText] {
  /// The texts in groups, in the order of their first ones.
  package var groups: [CorpusGroup] {
    var names: [Substring] = []
    var texts: [Substring: [CorpusText]] = [:]
    for text in self {
      let words = text.name.split(separator: "_", maxSplits: 2).prefix(2)
      let name = words.last.map { text.name[..<$0.endIndex] } ?? text.name[...]
      if texts[name] == nil { names.append(name) }
      texts[name, default: []].append(text)
    }
    return names.map { CorpusGroup(name: $0, texts: texts[$0] ?? []) }
  }
}
