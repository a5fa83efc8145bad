import StreamJSON
import TestSupport

/// Something that programs do as long as they run, and that must not take more and more memory.
package struct SoakTopic: Sendable {
  /// What `--topic` calls it.
  package let name: String

  /// Makes what lasts for all rounds; what it returns does one round, told its number.
  package let begin: @Sendable () -> (Int) -> Void

  /// All topics there are.
  package static let all: [SoakTopic] = [
    absentNames, changingNames, models, texts, kept, superDecoders, errors, strategies, graphs,
    encodings, streams, files, threads, misbehaviour,
  ]

  /// A topic whose rounds use one decoder for all, or a new one for each text.
  static func decoding(
    _ name: String,
    configure: @escaping @Sendable (StreamJSONDecoder) -> Void = { _ in },
    _ round: @escaping @Sendable (StreamJSONDecoder, Int, inout SeededGenerator) -> Void
  ) -> SoakTopic {
    SoakTopic(name: name) {
      var random = SeededGenerator(seed: 1)
      let decoder = StreamJSONDecoder()
      configure(decoder)
      return { number in
        guard number % 3 == 0 else { return round(decoder, number, &random) }
        let decoder = StreamJSONDecoder()
        configure(decoder)
        round(decoder, number, &random)
      }
    }
  }
}
