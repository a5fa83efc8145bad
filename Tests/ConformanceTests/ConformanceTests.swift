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
    #expect(KnownDifference.names.filter { !names.contains($0) } == [])
  }

  @Test(arguments: Corpus.conformance)
  func `the names agree with the grammar`(_ text: CorpusText) {
    switch text.expectation {
    case .valid: #expect(ReferenceGrammar.isValid(text.bytes))
    case .invalid: #expect(!ReferenceGrammar.isValid(text.bytes))
    case .implementationDefined, .none: break
    }
  }

  @Test(arguments: Corpus.conformance)
  func `reads every text as JSONDecoder does`(_ text: CorpusText) {
    let theirs = outcome { try JSONDecoder().decode(JSONTree.self, from: text.data) }
    let ours = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: text.data) }
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

  @Test(arguments: Corpus.conformance)
  func `refuses unread values only where JSONDecoder does`(_ text: CorpusText) {
    let theirs = outcome { try JSONDecoder().decode(Nothing.self, from: text.data) }
    let ours = outcome { try StreamJSONDecoder().decode(Nothing.self, from: text.data) }
    if case .reads = KnownDifference.on(text.name) {
      #expect(ours.isAccepted)
    } else {
      #expect(ours.agrees(with: theirs), "JSONDecoder \(theirs), ours \(ours)")
    }
  }

  @Test(arguments: Corpus.conformance)
  func `strict accepts the valid and refuses the invalid`(_ text: CorpusText) {
    let decoder = StreamJSONDecoder()
    decoder.validation = .strict
    // Reading nothing must not make a difference: strict checks the whole text at once.
    let whole = outcome { try decoder.decode(JSONTree.self, from: text.data) }
    let unread = outcome { try decoder.decode(Nothing.self, from: text.data) }
    switch text.expectation {
    case .valid:
      #expect(whole.isAccepted, "\(whole)")
      #expect(unread.isAccepted, "\(unread)")
    case .invalid:
      #expect(whole.failure?.kind == .dataCorrupted, "\(whole)")
      #expect(unread.failure?.kind == .dataCorrupted, "\(unread)")
    case .implementationDefined, .none:
      let lenient = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: text.data) }
      #expect(lenient.isAccepted || !whole.isAccepted, "strict accepts more than the default")
    }
  }

  @Test(arguments: Corpus.conformance)
  func `strict and default agree on the value`(_ text: CorpusText) {
    let decoder = StreamJSONDecoder()
    let lenient = outcome { try decoder.decode(JSONTree.self, from: text.data) }
    decoder.validation = .strict
    let strict = outcome { try decoder.decode(JSONTree.self, from: text.data) }
    guard case .value = strict else { return }
    #expect(strict == lenient)
  }
}
