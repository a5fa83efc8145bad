import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The JSON5 texts, read by JSONDecoder and by StreamJSONDecoder, both with `allowsJSON5`.
struct JSON5Tests {
  @Test func `the corpus is there`() {
    #expect(Corpus.json5.count >= 100)
  }

  private static let unfit =
    JSONDecoderTraps.inJSON5Mode.union(JSONDecoderTraps.overReadInJSON5Mode)

  /// The texts on which JSONDecoder does not crash in JSON5 mode.
  private static func comparable(_ texts: [CorpusText]) -> [CorpusText] {
    texts.filter { !unfit.contains($0.name) }
  }

  @Test(arguments: (Corpus.json5 + Corpus.conformance).filter { unfit.contains($0.name) })
  func `refuses what makes JSONDecoder trap or over-read`(_ text: CorpusText) {
    let ours = outcome {
      try Self.json5(StreamJSONDecoder()).decode(JSONTree.self, from: text.data)
    }
    #expect(ours.failure?.kind == .dataCorrupted, "\(ours)")
  }

  @Test(arguments: comparable(Corpus.json5))
  func `reads every JSON5 text as JSONDecoder does`(_ text: CorpusText) {
    let theirs = outcome { try Self.json5(JSONDecoder()).decode(JSONTree.self, from: text.data) }
    let ours = outcome {
      try Self.json5(StreamJSONDecoder()).decode(JSONTree.self, from: text.data)
    }
    #expect(ours.agrees(with: theirs), "JSONDecoder \(theirs), ours \(ours)")
    #expect(ours.isAccepted == (text.expectation == .valid), "\(ours)")
  }

  @Test(arguments: comparable(Corpus.json5))
  func `leaves unread JSON5 values as unchecked as JSONDecoder does`(_ text: CorpusText) {
    let theirs = outcome { try Self.json5(JSONDecoder()).decode(Nothing.self, from: text.data) }
    let ours = outcome { try Self.json5(StreamJSONDecoder()).decode(Nothing.self, from: text.data) }
    #expect(ours.agrees(with: theirs), "JSONDecoder \(theirs), ours \(ours)")
  }

  @Test(arguments: comparable(Corpus.conformance))
  func `reads every plain text in JSON5 mode as JSONDecoder does`(_ text: CorpusText) {
    let theirs = outcome { try Self.json5(JSONDecoder()).decode(JSONTree.self, from: text.data) }
    let ours = outcome {
      try Self.json5(StreamJSONDecoder()).decode(JSONTree.self, from: text.data)
    }
    switch KnownDifference.on(text.name) {
    case .reads(let tree, _):
      #expect(ours == .value(tree))
    case .anyInteger:
      guard case .value(let theirTree) = theirs, case .value(let ourTree) = ours else {
        #expect(ours.agrees(with: theirs), "JSONDecoder \(theirs), ours \(ours)")
        return
      }
      #expect(ourTree.withoutIntegers == theirTree.withoutIntegers)
    case nil:
      #expect(ours.agrees(with: theirs), "JSONDecoder \(theirs), ours \(ours)")
    }
  }

  private static func json5(_ decoder: JSONDecoder) -> JSONDecoder {
    decoder.allowsJSON5 = true
    return decoder
  }
}
