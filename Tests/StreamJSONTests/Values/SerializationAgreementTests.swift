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
    let theirs = try decoder.decode(JSONValue.self, withJSONObject: graph, parsingText: false)
    #expect(value.isLike(theirs), "\(text)")
    // What is written can be read again, by anyone.
    #expect(try decoder.decode(JSONValue.self, from: value.description) == value, "\(text)")
    let again = try JSONSerialization.jsonObject(
      with: Data(value.description.utf8),
      options: .fragmentsAllowed
    )
    let readAgain = try decoder.decode(JSONValue.self, withJSONObject: again, parsingText: false)
    #expect(value.isLike(readAgain), "\(text)")
    #expect(try decoder.document(from: bytes).value == value, "\(text)")
  }
}

extension JSONValue {
  /// Whether the values are equal, apart from digits that JSONSerialization drops after the 38th.
  fileprivate func isLike(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let first), .number(let second)):
      first == second || first.isClose(to: second)
    case (.array(let first), .array(let second)):
      first.count == second.count && zip(first, second).allSatisfy { $0.isLike($1) }
    case (.object(let first), .object(let second)):
      first.count == second.count
        && first.allSatisfy { member in second[member.name].map(member.value.isLike) ?? false }
    default: self == other
    }
  }
}

extension JSONNumber {
  fileprivate func isClose(to other: JSONNumber) -> Bool {
    guard let first = double, let second = other.double else { return false }
    return abs(first - second) <= abs(first) * 0x1p-52
  }
}
