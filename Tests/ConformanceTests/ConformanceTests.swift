import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The RFC 8259 texts, read by JSONDecoder and by StreamJSONDecoder.
struct ConformanceTests {
  @Test func `the corpus is there`() {
    #expect(Corpus.conformance.count >= 700)
    #expect(Corpus.conformance.allSatisfy { $0.expectation != .none })
    let names = Set(Corpus.conformance.map(\.name))
    #expect(KnownDifferences.namesOfTexts.filter { !names.contains($0) } == [])
  }

  @Test(arguments: Corpus.conformance.groups)
  func `the names agree with the grammar`(_ texts: CorpusGroup) {
    for text in texts {
      switch text.expectation {
      case .valid: #expect(ReferenceGrammar.isValid(text.bytes), "\(text)")
      case .invalid: #expect(!ReferenceGrammar.isValid(text.bytes), "\(text)")
      case .implementationDefined, .none: break
      }
    }
  }

  @Test(arguments: Corpus.conformance.groups)
  func `reads every text as JSONDecoder does`(_ texts: CorpusGroup) {
    for text in texts {
      let theirs = outcome { try JSONDecoder().decode(JSONTree.self, from: text.data) }
      let ours = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: text.data) }
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

  @Test(arguments: Corpus.conformance.groups)
  func `refuses unread values only where JSONDecoder does`(_ texts: CorpusGroup) {
    for text in texts {
      let theirs = outcome { try JSONDecoder().decode(Nothing.self, from: text.data) }
      let ours = outcome { try StreamJSONDecoder().decode(Nothing.self, from: text.data) }
      if case .reads = KnownDifferences.onText(named: text.name) {
        #expect(ours.isAccepted, "\(text)")
      } else {
        #expect(ours.agrees(with: theirs), "\(text): JSONDecoder \(theirs), ours \(ours)")
      }
    }
  }

  @Test(arguments: Corpus.conformance.groups)
  func `strict accepts the valid and refuses the invalid`(_ texts: CorpusGroup) {
    for text in texts {
      let decoder = StreamJSONDecoder()
      decoder.validation = .strict
      // Reading nothing must not make a difference: strict checks the whole text at once.
      let whole = outcome { try decoder.decode(JSONTree.self, from: text.data) }
      let unread = outcome { try decoder.decode(Nothing.self, from: text.data) }
      switch text.expectation {
      case .valid:
        #expect(whole.isAccepted, "\(text): \(whole)")
        #expect(unread.isAccepted, "\(text): \(unread)")
      case .invalid:
        #expect(whole.failure?.kind == .dataCorrupted, "\(text): \(whole)")
        #expect(unread.failure?.kind == .dataCorrupted, "\(text): \(unread)")
      case .implementationDefined, .none:
        let lenient = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: text.data) }
        #expect(
          lenient.isAccepted || !whole.isAccepted,
          "\(text): strict accepts more than the default"
        )
      }
    }
  }

  @Test(arguments: Corpus.conformance.groups)
  func `strict and default agree on the value`(_ texts: CorpusGroup) {
    for text in texts {
      let decoder = StreamJSONDecoder()
      let lenient = outcome { try decoder.decode(JSONTree.self, from: text.data) }
      decoder.validation = .strict
      let strict = outcome { try decoder.decode(JSONTree.self, from: text.data) }
      guard case .value = strict else { continue }
      #expect(strict == lenient, "\(text)")
    }
  }
}
