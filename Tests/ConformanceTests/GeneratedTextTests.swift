import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Random texts, whole and damaged, read by JSONDecoder and by StreamJSONDecoder.
struct GeneratedTextTests {
  private static let seeds = (0..<UInt64(20 * TestScale.factor)).map { $0 }

  @Test(arguments: seeds)
  func `reads generated texts as JSONDecoder does`(seed: UInt64) {
    var generator = JSONGenerator(seed: seed)
    for text in generator.texts(15) {
      let theirs = outcome { try JSONDecoder().decode(JSONTree.self, from: Data(text)) }
      let ours = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: Data(text)) }
      #expect(theirs.isAccepted, "\(Self.show(text))")
      #expect(Self.agree(ours, theirs, on: text), "\(Self.show(text))")
    }
  }

  @Test(arguments: seeds)
  func `reads damaged texts as JSONDecoder does`(seed: UInt64) {
    for text in Self.damagedTexts(seed: seed) {
      let theirs = outcome { try JSONDecoder().decode(JSONTree.self, from: Data(text)) }
      let ours = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: Data(text)) }
      let isSame = Self.agree(ours, theirs, on: text)
      #expect(isSame, "\(Self.show(text)): JSONDecoder \(theirs), ours \(ours)")
    }
  }

  @Test(arguments: seeds)
  func `takes or refuses unread damaged texts as JSONDecoder does`(seed: UInt64) {
    for text in Self.damagedTexts(seed: seed) {
      let theirs = outcome { try JSONDecoder().decode(Nothing.self, from: Data(text)) }
      let ours = outcome { try StreamJSONDecoder().decode(Nothing.self, from: Data(text)) }
      #expect(ours.agrees(with: theirs), "\(Self.show(text)): JSONDecoder \(theirs), ours \(ours)")
    }
  }

  @Test(arguments: seeds)
  func `strict accepts the damaged texts that are valid`(seed: UInt64) {
    let strict = StreamJSONDecoder()
    strict.validation = .strict
    for text in Self.damagedTexts(seed: seed) where !text.starts(with: [0xEF, 0xBB, 0xBF]) {
      let result = outcome { try strict.decode(JSONTree.self, from: Data(text)) }
      guard ReferenceGrammar.isValid(text) else {
        #expect(result.failure?.kind == .dataCorrupted, "\(Self.show(text)): \(result)")
        continue
      }
      // Grammatical texts with numbers out of range or lone surrogates are still refused.
      let lenient = outcome { try StreamJSONDecoder().decode(JSONTree.self, from: Data(text)) }
      // Strict validation comes before the model, so it knows none of its keys.
      switch (result, lenient) {
      case (.failure(let strict), .failure(let lenient)):
        #expect(strict.withoutKeyTypes == lenient.withoutKeyTypes, "\(Self.show(text))")
      default:
        #expect(result == lenient, "\(Self.show(text))")
      }
    }
  }

  private static func damagedTexts(seed: UInt64) -> [[UInt8]] {
    var options = JSONGenerator.Options()
    options.extremeNumberRate = 0.02
    var generator = JSONGenerator(seed: seed, options: options)
    var mutator = Mutator(seed: ~seed)
    let texts = generator.texts(12)
    return texts.indices.flatMap { number in
      let donor = texts[(number + 1) % texts.count]
      return (0..<4).map { _ in mutator.mutate(texts[number], donor: donor) }
    }
  }

  /// Equal, except for the two allowed differences that random numbers run into.
  private static func agree(
    _ ours: Outcome<JSONTree>,
    _ theirs: Outcome<JSONTree>,
    on text: [UInt8]
  ) -> Bool {
    if ours.agrees(with: theirs) { return true }
    switch (ours, theirs) {
    case (.value(let our), .value(let their)):
      // A fraction dropped on the way to Int.
      return our.withoutIntegers == their.withoutIntegers
    case (.value, .failure):
      return KnownDifferences.isReadByOursOnly(text)
    case (.failure, _):
      return false
    }
  }

  private static func show(_ text: [UInt8]) -> String {
    String(decoding: text, as: UTF8.self).debugDescription
  }
}
