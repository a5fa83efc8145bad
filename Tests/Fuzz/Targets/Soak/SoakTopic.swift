import StreamJSON
import StreamJSONTestSupport

/// Something that programs do for as long as they run, and that must not take ever more memory.
package struct SoakTopic: Sendable {
  /// What `--topic` calls it.
  package let name: String

  /// Makes everything that rounds share; the result does one round, given its number.
  package let begin: @Sendable () -> (Int) -> Void

  /// The list of all topics.
  package static let all: [SoakTopic] = [
    absentNames, changingNames, models, texts, kept, superDecoders, errors, strategies, graphs,
    encodings, streams, files, threads, misbehavior,
  ]

  /// A topic whose rounds all use one decoder, or a new one for each text.
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
