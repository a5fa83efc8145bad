import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The JSON5 texts, read by JSONDecoder and by StreamJSONDecoder, both with `allowsJSON5`.
struct JSON5Tests {
  @Test func `the corpus is there`() {
    #expect(Corpus.json5.count >= 100)
  }

  private static let unfit = KnownDifferences.textsUnfitForJSON5

  /// The texts on which JSONDecoder does not crash in JSON5 mode.
  private static func comparable(_ texts: [CorpusText]) -> [CorpusText] {
    texts.filter { !unfit.contains($0.name) }
  }

  @Test(arguments: ((Corpus.json5 + Corpus.conformance).filter { unfit.contains($0.name) }).groups)
  func `refuses what makes JSONDecoder trap or over-read`(_ texts: CorpusGroup) {
    for text in texts {
      let ours = outcome {
        try Self.json5(StreamJSONDecoder()).decode(JSONTree.self, from: text.data)
      }
      #expect(ours.failure?.kind == .dataCorrupted, "\(text): \(ours)")
    }
  }

  @Test(arguments: comparable(Corpus.json5).groups)
  func `reads every JSON5 text as JSONDecoder does`(_ texts: CorpusGroup) {
    for text in texts {
      let theirs = outcome { try self.theirs(JSONTree.self, text) }
      let ours = outcome {
        try Self.json5(StreamJSONDecoder()).decode(JSONTree.self, from: text.data)
      }
      #expect(ours.agrees(with: theirs), "\(text): JSONDecoder \(theirs), ours \(ours)")
      #expect(ours.isAccepted == (text.expectation == .valid), "\(text): \(ours)")
    }
  }

  @Test(arguments: comparable(Corpus.json5).groups)
  func `leaves unread JSON5 values as unchecked as JSONDecoder does`(_ texts: CorpusGroup) {
    for text in texts {
      let theirs = outcome { try self.theirs(Nothing.self, text) }
      let ours = outcome {
        try Self.json5(StreamJSONDecoder()).decode(Nothing.self, from: text.data)
      }
      #expect(ours.agrees(with: theirs), "\(text): JSONDecoder \(theirs), ours \(ours)")
    }
  }

  @Test(arguments: comparable(Corpus.conformance).groups)
  func `reads every plain text in JSON5 mode as JSONDecoder does`(_ texts: CorpusGroup) {
    for text in texts {
      let theirs = outcome { try self.theirs(JSONTree.self, text) }
      let ours = outcome {
        try Self.json5(StreamJSONDecoder()).decode(JSONTree.self, from: text.data)
      }
      switch KnownDifferences.onText(named: text.name) {
      case .reads(let tree, _):
        #expect(ours == .value(tree), "\(text)")
      case .anyInteger:
        guard case .value(let theirTree) = theirs, case .value(let ourTree) = ours else {
          #expect(ours.agrees(with: theirs), "\(text): JSONDecoder \(theirs), ours \(ours)")
          continue
        }
        #expect(ourTree.withoutIntegers == theirTree.withoutIntegers, "\(text)")
      case nil:
        #expect(ours.agrees(with: theirs), "\(text): JSONDecoder \(theirs), ours \(ours)")
      }
    }
  }

  /// What JSONDecoder makes of `text` with a space after it.
  ///
  /// In JSON5 mode it reads the byte after a number at the end of a text, whatever is there in memory.
  private func theirs<T: Decodable>(_ type: T.Type, _ text: CorpusText) throws -> T {
    // A space is more than a byte in UTF-16 and UTF-32, which JSONDecoder makes UTF-8 of first.
    let end = text.bytes.contains(0) ? [] : [UInt8(ascii: " ")]
    return try Self.json5(JSONDecoder()).decode(type, from: text.data + end)
  }

  private static func json5(_ decoder: JSONDecoder) -> JSONDecoder {
    decoder.allowsJSON5 = true
    return decoder
  }
}
