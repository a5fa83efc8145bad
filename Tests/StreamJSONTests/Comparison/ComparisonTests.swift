import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Random models and random texts, under random strategies: both decoders must show the same.
///
/// The seeds are fixed; `STREAMJSON_TEST_SCALE` multiplies the number of combinations. With the
/// optimizer there are three times as many.
struct ComparisonTests {
  /// Combinations per seed: programs, texts for each, strategies.
  private static let programCount = 250
  private static let textCount = 13

  @Test(arguments: (0..<UInt64(Growth.scaled(32, debug: 2) * TestScale.factor)).map { $0 })
  func `models see the same with both decoders`(seed: UInt64) {
    var generator = ProgramGenerator(seed: seed)
    var mutator = Mutator(seed: ~seed)
    var failures = 0
    let theirs = JSONDecoder()
    let ours = StreamJSONDecoder()
    for number in 0..<Self.programCount {
      let program = generator.program()
      let strategy = Strategy.allCases[number % Strategy.allCases.count]
      strategy.configure(theirs)
      strategy.configure(ours)
      for variant in 0..<Self.textCount {
        var text = Array(generator.text(for: program).utf8)
        if variant % 4 == 3 { text = mutator.mutate(text, donor: text) }
        if variant % 12 == 11 { text.removeLast(text.count / 3) }
        guard !Self.hasKnownDifference(text) else { continue }
        // Programs enter values by several keys.
        let (their, our) = Failure.Step.$haveNamesOnly.withValue(true) {
          (Self.run(program, text, with: theirs), Self.run(program, text, with: ours))
        }
        guard let difference = our.firstDifference(from: their) else { continue }
        failures += 1
        // One report per seed says enough.
        guard failures == 1 else { continue }
        Issue.record(
          """
          program \(number), text \(variant), \(strategy): \(String(decoding: text, as: UTF8.self))
          \("\(program)".replacing(#/StreamJSONTests\.|DecoderStep|KeyedStep\.Action|UnkeyedStep\.Action/#, with: ""))
          at observation \(difference)
          JSONDecoder: …\(their.excerpt(at: difference))
          ours: …\(our.excerpt(at: difference))
          """
        )
      }
    }
    #expect(failures == 0)
  }

  private static func run(
    _ program: Program,
    _ text: [UInt8],
    with decoder: JSONDecoder
  ) -> Observations {
    let run = ProgramRun(program)
    decoder.userInfo[.run] = run
    do {
      _ = try decoder.decode(GeneratedModel.self, from: Data(text))
    } catch {
      run.observations.entries.append(.failure(Failure(error), isUnordered: false))
    }
    return run.observations
  }

  /// Whether a text has a number on which the decoders differ on purpose, or begins like another encoding.
  private static func hasKnownDifference(_ text: [UInt8]) -> Bool {
    text.prefix(4).contains { $0 == 0 || $0 >= 0x80 } || KnownDifferences.explain(text)
      // The Foundation of Swift 6.2 decodes all duplicates in a dictionary, even without a strategy.
      || OlderFoundation.isHere && String(decoding: text, as: UTF8.self).contains(#""a":"x""#)
  }

  enum Strategy: String, CaseIterable {
    case none, snake, custom, floats, noneAgain

    func configure(_ decoder: JSONDecoder) {
      decoder.keyDecodingStrategy = .useDefaultKeys
      decoder.nonConformingFloatDecodingStrategy = .throw
      switch self {
      case .none, .noneAgain: break
      case .snake: decoder.keyDecodingStrategy = .convertFromSnakeCase
      case .custom:
        decoder.keyDecodingStrategy = .custom { path in
          // Depends on the name and on the depth, and makes some names collide.
          let name = path.last?.stringValue ?? ""
          return AnyKey(stringValue: path.count > 2 && name == "b" ? "a" : name)
        }
      case .floats:
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "x",
          negativeInfinity: "",
          nan: "nan"
        )
      }
    }
  }
}
