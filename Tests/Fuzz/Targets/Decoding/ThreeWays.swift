import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport

/// The two forms of a model, and the three ways in which texts are decoded as one: the plain form by its
/// own `init(from:)`, the marked one from the tape, and the marked one in one pass over the text.
///
/// The decoders are kept from text to text, as those of programs are.
final class ThreeWays<Marked: TwinMember, Plain: TwinMember>: ComparedWays {
  private var plain = Way()
  private var tape = Way()
  private var reading = Way()

  init() {
    for way in [tape, reading] { way.learn(Marked.outermost) }
  }

  func disagreement(
    on text: JSONText,
    _ options: DecodingOptions,
    comparingTexts: Bool
  ) -> String? {
    guard isDifferent(text, options, comparingTexts) else { return nil }
    let descriptions = [
      "plain: " + plain.description(options) { try Self.decodePlain(text, $0) },
      "read: " + reading.description(options) { try Self.read(text, $0) },
      "from the tape: " + tape.description(options) { try Self.decodeFromTape(text, $0) },
    ]
    return descriptions.joined(separator: "\n")
  }

  private func isDifferent(
    _ text: JSONText,
    _ options: DecodingOptions,
    _ comparesTexts: Bool
  ) -> Bool {
    let expected = plain.outcome(options) { try Self.decodePlain(text, $0) }
    defer { plain.end() }
    let read = reading.outcome(options) { try Self.read(text, $0) }
    defer { reading.end() }
    guard expected.agrees(with: read), plain.paths == reading.paths,
      !comparesTexts || expected.saysTheSame(as: read)
    else { return true }
    // Otherwise the two are the same.
    guard options.allowsReading else { return false }
    let planned = tape.outcome(options) { try Self.decodeFromTape(text, $0) }
    defer { tape.end() }
    return !expected.agrees(with: planned) || plain.paths != tape.paths
      || comparesTexts && !expected.saysTheSame(as: planned)
  }

  func decodeMarked(_ text: JSONText, _ options: DecodingOptions) {
    _ = reading.outcome(options) { try Self.read(text, $0) }
    reading.end()
    _ = tape.outcome(options) { try Self.decodeFromTape(text, $0) }
    tape.end()
  }

  func isRead(_ text: JSONText) -> Bool {
    // A value may have to be decoded before there is a plan.
    if reading.givesUp(on: text, { try Self.read($1, $0) }) { return false }
    return reading.givesUp(on: text.part(from: 0, to: 1)) { try Self.read($1, $0) }
  }

  private static func decodePlain(_ text: JSONText, _ decoder: DocumentDecoder) throws -> Plain {
    try decoder.decode(Plain.self, from: text)
  }

  /// In one pass, if that is possible.
  private static func read(_ text: JSONText, _ decoder: DocumentDecoder) throws -> Marked {
    decoder.forgetReadingAttempts()
    return try decoder.decode(Marked.self, from: text)
  }

  private static func decodeFromTape(
    _ text: JSONText,
    _ decoder: DocumentDecoder
  ) throws -> Marked {
    try decoder.scan(text)
    decoder.current = Tape.root
    return try decoder.decodeRoot(Marked.self)
  }
}

/// A model for which the three ways are compared, whatever its types.
protocol ComparedWays: AnyObject {
  /// The difference when `text` is decoded in the three ways; nil if there is none.
  ///
  /// Where errors agree in all that is cheap to compare, the rest of what they say is compared only with
  /// `comparingTexts`.
  func disagreement(
    on text: JSONText,
    _ options: DecodingOptions,
    comparingTexts: Bool
  ) -> String?

  /// Whether the marked form is decoded from `text`, which is an array or an object, in one pass.
  func isRead(_ text: JSONText) -> Bool

  /// Decodes the marked form in both ways.
  func decodeMarked(_ text: JSONText, _ options: DecodingOptions)
}

/// A decoder that is used for one text after the other in one way.
private final class Way {
  private var decoder = DocumentDecoder(
    document: Document(),
    options: DecodingOptions(),
    environment: Way.environment
  )

  /// Where initializers ran in the last decode, if the settings say that they note it.
  private(set) var paths: [String] = []

  /// Knows the types of all models.
  private static let environment = DecodingEnvironment.makeLocked(
    directTypes: [Date.self],
    readsAllItCan: true
  )

  /// Makes it known whether `type` is marked, and its plan if that can be.
  func learn(_ type: any Decodable.Type) {
    guard let type = type as? any MemberwiseDecodable.Type else { return }
    _ = decoder.memberwiseReport(for: type)
  }

  /// What `body` makes of a text; `end` is to be called when that has been looked at.
  func outcome<Value: TwinMember>(
    _ options: DecodingOptions,
    _ body: (DocumentDecoder) throws -> Value
  ) -> TwinOutcome {
    decoder.adopt(options)
    decoder.begin()
    defer { takePaths(options) }
    do {
      return .value(TwinDigest(try body(decoder)))
    } catch {
      return .failure(decoder.located(leaving: error))
    }
  }

  private func takePaths(_ options: DecodingOptions) {
    guard let log = options.userInfo[TwinLife.log] as? TwinLife.Log else {
      paths = []
      return
    }
    paths = log.takePaths()
  }

  /// What `body` makes of a text, in words.
  func description<Value: TwinMember>(
    _ options: DecodingOptions,
    _ body: (DocumentDecoder) throws -> Value
  ) -> String {
    defer { end() }
    decoder.adopt(options)
    decoder.begin()
    var result: String
    do {
      result = TwinOutcome.withoutForm("\(try body(decoder))")
    } catch {
      result = TwinOutcome.failure(decoder.located(leaving: error)).description
    }
    takePaths(options)
    if !paths.isEmpty { result += ", after initializers at \(paths)" }
    return result
  }

  /// Whether reading `text` in one pass is begun and given up by `body`.
  func givesUp<Value: TwinMember>(
    on text: JSONText,
    _ body: (DocumentDecoder, JSONText) throws -> Value
  ) -> Bool {
    let count = decoder.forgetReadingAttempts()
    _ = outcome(DecodingOptions()) { try body($0, text) }
    defer { end() }
    return decoder.forgetReadingAttempts() > count
  }

  func end() {
    if DocumentDecoder.end(&decoder) {
      decoder.reset()
    } else {
      decoder = decoder.successor(with: Document())
    }
  }
}
