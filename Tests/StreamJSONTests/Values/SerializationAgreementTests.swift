import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Values against what JSONSerialization makes of the same text.
struct SerializationAgreementTests {
  @Test(arguments: Corpus.documents)
  func `documents`(text: CorpusText) throws {
    try check(text.bytes)
  }

  @Test func `generated texts`() throws {
    var generator = JSONGenerator(seed: 11)
    for text in generator.texts(200 * TestScale.factor) { try check(text) }
  }

  private func check(_ bytes: [UInt8]) throws {
    let decoder = StreamJSONDecoder()
    // As JSONSerialization.
    decoder.duplicateKeyPolicy = .useLast
    guard let value = try? decoder.decode(JSONValue.self, from: bytes),
      let graph = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    else { return }
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    let theirs = try decoder.decode(JSONValue.self, withJSONObject: graph)
    #expect(value.isLike(theirs), "\(text)")
    // Anyone can read the output again.
    #expect(try decoder.decode(JSONValue.self, from: value.description) == value, "\(text)")
    let again = try JSONSerialization.jsonObject(
      with: Data(value.description.utf8),
      options: .fragmentsAllowed
    )
    let readAgain = try decoder.decode(JSONValue.self, withJSONObject: again)
    #expect(value.isLike(readAgain), "\(text)")
    #expect(try decoder.document(from: bytes).value == value, "\(text)")
  }
}
