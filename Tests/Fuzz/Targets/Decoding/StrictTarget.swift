import StreamJSON
import StreamJSONTestSupport

/// `.strict` accepts the texts of RFC 8259 and no others, and reads them as the default does.
struct StrictTarget: FuzzTarget {
  static let name = "strict"
  static let summary = "strict validation against the grammar, and against the default"

  private let pair: DecoderPair
  private let strict: DecoderPair

  init() {
    pair = DecoderPair()
    strict = DecoderPair()
    strict.ours.validation = .strict
  }

  func input(from source: inout InputSource) -> [UInt8] {
    source.anyText()
  }

  func disagreement(on input: [UInt8]) -> String? {
    let seed = hash(of: input)
    let unread = strict.decodeWithOurs(Nothing.self, input)
    let shape = ShapeReader.shape(of: input)
    strict.run.begin(shape, seed: seed)
    let strictly = strict.decodeWithOurs(ShapedModel.self, input)
    if let wrong = wrongVerdict(unread, on: input) { return wrong }
    guard unread.isAccepted else {
      return strictly.isAccepted ? "refused unread, accepted when read" : nil
    }
    pair.run.begin(shape, seed: seed)
    let leniently = pair.decodeWithOurs(ShapedModel.self, input)
    let isSame =
      strictly.failure?.withoutKeyTypes == leniently.failure?.withoutKeyTypes
      && strictly.isAccepted == leniently.isAccepted
      && strict.run.log == pair.run.log
    guard !isSame else { return nil }
    return """
      shape \(shape)
      strict: \(strictly) \(strict.run.log)
      default: \(leniently) \(pair.run.log)
      """
  }

  /// Says what's wrong with accepting or refusing the whole text.
  private func wrongVerdict(_ verdict: Outcome<Nothing>, on input: [UInt8]) -> String? {
    // Other encodings are outside the grammar.
    if input.prefix(4).contains(where: { $0 == 0 || $0 >= 0x80 }) { return nil }
    let isValid = ReferenceGrammar.isValid(input)
    switch verdict {
    case .value: return isValid ? nil : "strict accepts what the grammar does not"
    case .failure(let failure):
      guard failure.kind == .dataCorrupted else { return "strict: \(failure)" }
      // Lone surrogates are grammatical but refused.
      return isValid && !Self.mentionsSurrogates(input) ? "strict refuses: \(failure)" : nil
    }
  }

  private static func mentionsSurrogates(_ input: [UInt8]) -> Bool {
    // Bytes are compared: in a String, the backslash may form one Character with the one before it.
    input.indices.dropLast(3).contains { index in
      input[index] == UInt8(ascii: "\\") && input[index + 1] == UInt8(ascii: "u")
        && input[index + 2] | 0x20 == UInt8(ascii: "d") && input[index + 3] >= UInt8(ascii: "8")
    }
  }
}
