import StreamJSON
import StreamJSONTestSupport

/// A stream in one chunk, and the same stream cut anywhere.
///
/// The first byte of an input chooses the framing and the settings, the rest is the stream.
struct ChunkedTarget: FuzzTarget {
  static let name = "chunked"
  static let summary = "streams in every framing: in one chunk, and cut anywhere"

  private let decoders: [StreamJSONDecoder]

  init() {
    decoders = (0..<4).map { number in
      let decoder = StreamJSONDecoder()
      if number == 1 { decoder.validation = .strict }
      if number == 2 { decoder.allowsJSON5 = true }
      if number == 3 { decoder.limits.maximumElementByteCount = 40 }
      return decoder
    }
  }

  func disagreement(on input: [UInt8]) -> String? {
    let choice = input.first ?? 0
    let stream = Array(input.dropFirst())
    let decoder = decoders[Int(choice >> 5) & 3]
    var random = SeededGenerator(seed: hash(of: input))
    // Members have their own type.
    if choice & 7 >= 6 {
      let framing = JSONFraming.objectMembers(at: choice & 1 == 0 ? .root : "/a")
      return Self.disagreement(on: stream, JSONMember<JSONTree>.self, framing, decoder, &random)
    }
    let framing: JSONFraming =
      switch choice & 7 {
      case 0: .arrayElements()
      case 1: .lines
      case 2: .textSequence
      case 3: .concatenated
      case 4: .serverSentEvents()
      default: .arrayElements(at: choice & 8 == 0 ? "/a" : "/0")
      }
    return Self.disagreement(on: stream, JSONTree.self, framing, decoder, &random)
  }

  private static func disagreement<T: Decodable>(
    on stream: [UInt8],
    _ type: T.Type,
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder,
    _ random: inout SeededGenerator
  ) -> String? {
    let whole = outcomes(of: type, in: [stream[...]], framing, decoder, peeksAt: 0)
    var cuts: [Int] = []
    let largest = UInt64(random.pick([1, 2, 5, 16, 100]))
    var cut = 0
    while cut < stream.count {
      cut += Int(random.next() % (largest + 1))
      if cut < stream.count { cuts.append(cut) }
    }
    let chunks = Chunking(stream, cutAt: cuts, name: "").chunks
    let peeks = random.next() % 4 == 0 ? random.next() : 0
    let chunked = outcomes(of: type, in: chunks, framing, decoder, peeksAt: peeks)
    guard whole != chunked else { return nil }
    return "\(framing), cut at \(cuts)\nwhole: \(whole)\ncut: \(chunked)"
  }

  /// All values and errors, for as long as the stream goes on.
  ///
  /// - Parameters:
  ///   - type: The type to decode the values as.
  ///   - chunks: The stream.
  ///   - framing: How the values follow each other.
  ///   - decoder: The settings.
  ///   - peeks: After which chunks to ask for the unfinished value, one bit for each.
  /// - Returns: A description of each.
  private static func outcomes<T: Decodable>(
    of type: T.Type,
    in chunks: [ArraySlice<UInt8>],
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder,
    peeksAt peeks: UInt64
  ) -> [String] {
    let stream = decoder.makeStream(of: type, framing: framing)
    var outcomes: [String] = []
    func push(_ body: ((T) -> Void) throws -> Void) -> Bool {
      do {
        try body { outcomes.append("\($0)") }
        return true
      } catch {
        let place = (error as? DecodingError)?.jsonError.map { "\($0)" } ?? ""
        let outcome = "\(Failure(error)) \(place)"
        // The error that has ended a stream is thrown again for every further chunk.
        if outcomes.last != outcome { outcomes.append(outcome) }
        return outcomes.count > 1000
      }
    }
    for (number, chunk) in chunks.enumerated() {
      var rest = chunk
      while !push({ try stream.append(rest, forEach: $0) }) { rest = [] }
      if peeks >> UInt64(number % 64) & 1 == 1 { _ = try? stream.partialValue() }
    }
    while !push({ try stream.finish(forEach: $0) }) {}
    return outcomes
  }

  // MARK: - Inputs

  func input(from source: inout InputSource) -> [UInt8] {
    let choice = UInt8(truncatingIfNeeded: source.random.next())
    var stream: [UInt8] = []
    switch choice & 7 {
    case 0, 3, 6: stream = source.smallText()
    case 1: separated(&stream, &source, by: ["\n", "\n", "\r\n", "\n\n", " \n"])
    case 2: separated(&stream, &source, by: ["\n\u{1E}", "\u{1E}", "\n"])
    case 4: events(&stream, &source)
    default: stream = Array("{\"b\":1,\"a\":".utf8) + source.smallText() + Array("}".utf8)
    }
    if choice & 7 == 3 { stream += source.smallText() }
    switch source.random.next() % 8 {
    case 0: stream = source.variant(of: stream)
    case 1: stream = source.variant(of: source.corpusText(Corpus.streams))
    default: break
    }
    return [choice] + stream
  }

  private func separated(
    _ stream: inout [UInt8],
    _ source: inout InputSource,
    by separators: [String]
  ) {
    for _ in 0...(source.random.next() % 4) {
      stream += source.random.pick(separators).utf8
      stream += source.smallText().filter { $0 != 0x0A || source.random.next() % 8 == 0 }
    }
    if source.random.next() % 2 == 0 { stream += source.random.pick(separators).utf8 }
  }

  private func events(_ stream: inout [UInt8], _ source: inout InputSource) {
    for _ in 0...(source.random.next() % 6) {
      stream +=
        source.random.pick([
          "data: ", "data:", "data", "data: [DONE]", ": comment", "event: a", "id: 1", "", "",
        ]).utf8
      if source.random.next() % 2 == 0 { stream += source.smallText() }
      stream += source.random.pick(["\n", "\n\n", "\n\n", "\r\n\r\n", "\r", "\r\n"]).utf8
    }
  }
}
