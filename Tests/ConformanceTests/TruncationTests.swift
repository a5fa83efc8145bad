import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Every prefix of every text, in memory that ends where the prefix ends.
struct TruncationTests {
  @Test(arguments: Corpus.conformance.groups)
  func `takes or refuses every prefix as JSONDecoder does`(_ texts: CorpusGroup) {
    for text in texts {
      for count in Self.prefixLengths(of: text.bytes) {
        let prefix = text.bytes[..<count]
        let theirs = outcome { try JSONDecoder().decode(JSONTree.self, from: Data(prefix)) }
        let ours = Self.decodeGuarded(JSONTree.self, prefix, with: StreamJSONDecoder())
        guard theirs.isAccepted != ours.isAccepted else { continue }
        let isKnown = KnownDifferences.isReadByOursOnly(Array(prefix))
        #expect(isKnown, "\(text): \(count) bytes: JSONDecoder \(theirs), ours \(ours)")
      }
    }
  }

  @Test(arguments: Corpus.conformance.groups)
  func `strict takes exactly the prefixes that are valid`(_ texts: CorpusGroup) {
    for text in texts {
      let decoder = StreamJSONDecoder()
      decoder.validation = .strict
      for count in Self.prefixLengths(of: text.bytes) {
        let prefix = Array(text.bytes[..<count])
        // Marks, other encodings and ranges are not part of the grammar; other tests pin those texts.
        guard text.expectation != .implementationDefined else { continue }
        let result = Self.decodeGuarded(Nothing.self, prefix[...], with: decoder)
        #expect(
          result.isAccepted == ReferenceGrammar.isValid(prefix),
          "\(text): \(count) bytes: \(result)"
        )
      }
    }
  }

  @Test(arguments: Corpus.documents.groups)
  func `reads no byte after a document`(_ texts: CorpusGroup) {
    for text in texts {
      let theirs = outcome { try JSONDecoder().decode(JSONTree.self, from: text.data) }
      let ours = Self.decodeGuarded(JSONTree.self, text.bytes[...], with: StreamJSONDecoder())
      guard case .value(let theirTree) = theirs, case .value(let ourTree) = ours else {
        Issue.record("JSONDecoder \(theirs), ours \(ours)")
        continue
      }
      // JSONDecoder rounds some of the numbers to integers.
      #expect(ourTree.withoutIntegers == theirTree.withoutIntegers, "\(text)")
    }
  }

  /// Every length below the whole; for a long text, those near its two ends.
  private static func prefixLengths(of bytes: [UInt8]) -> [Int] {
    let longest = 48 * TestScale.factor
    guard bytes.count > 2 * longest else { return Array(0..<bytes.count) }
    return Array(0..<longest) + Array((bytes.count - longest)..<bytes.count)
  }

  /// Decodes from a buffer whose last byte lies at the end of accessible memory.
  private static func decodeGuarded<T: Decodable>(
    _ type: T.Type,
    _ bytes: ArraySlice<UInt8>,
    with decoder: StreamJSONDecoder
  ) -> Outcome<T> {
    let buffer = GuardedBuffer(bytes)
    return withExtendedLifetime(buffer) {
      // SAFETY: the buffer lives until this closure has returned, and the decode is over by then.
      outcome { try unsafe decoder.decode(type, from: buffer.rawBytes) }
    }
  }
}
