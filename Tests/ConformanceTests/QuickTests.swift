import Foundation
import StreamJSON
import StreamJSONFuzzTargets
import StreamJSONTestSupport
import Testing

/// A little of everything, for the time between two edits: `swift test --filter Quick`.
///
/// The targets of the fuzzer have all parts of the library decode what nobody has thought of, next to
/// JSONDecoder: models, keys, numbers, strings, dates, graphs, streams, updates, marked types, models that
/// misbehave.
struct QuickTests {
  @Test(arguments: FuzzTargets.all.map { $0.name })
  func `a target finds nothing in some inputs`(_ name: String) throws {
    let target = try #require(FuzzTargets.named(name)).init()
    var source = InputSource(seed: 2)
    for number in 0..<UInt64(100 * TestScale.factor) {
      source.begin(case: number)
      let input = target.input(from: &source)
      let disagreement = target.disagreement(on: input)
      #expect(disagreement == nil, "case \(number): \(FuzzTargets.show(input))")
      guard disagreement == nil else { return }
    }
  }

  @Test(arguments: [Corpus.conformance, Corpus.documents].flatMap(\.groups))
  func `the corpus is read as JSONDecoder reads it`(_ texts: CorpusGroup) {
    for text in texts where KnownDifferences.onText(named: text.name) == nil {
      let theirs = outcome { try JSONDecoder().decode(JSONTree.self, from: text.data) }
      let ours = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: text.data) }
      let isSame = ours.agrees(with: theirs) || KnownDifferences.explain(text.bytes)
      #expect(isSame, "\(text): JSONDecoder \(theirs), ours \(ours)")
    }
  }
}
