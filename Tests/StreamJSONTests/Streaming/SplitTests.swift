import StreamJSON
import StreamJSONTestSupport
import Testing

/// A stream gives the same values, and the same errors at the same places, wherever it is cut.
@Suite struct SplitTests {
  /// Every framing, whether or not it fits the text: most combinations are errors, which must not
  /// depend on the cuts either.
  static let framings: [JSONFraming] = [
    .arrayElements(), .arrayElements(at: "/items"), .arrayElements(at: "/0/tags"),
    .objectMembers(), .objectMembers(at: "/feed"), .lines, .textSequence, .concatenated,
    .serverSentEvents(), .serverSentEvents(terminator: nil), .linesAmongText,
    .separated(by: 0x2C), .lengthPrefixed(.headers), .lengthPrefixed(.line),
    .lengthPrefixed(.bigEndian), .selections(["/*", "/feed/items", "/*/*/tags"]),
    .selections(["/items", "/feed/*"], endsEarly: true), .detected(), .detected(at: "/items"),
  ]

  private func requireSame(
    _ bytes: [UInt8],
    _ framing: JSONFraming,
    _ chunkings: [Chunking],
    decoder: StreamJSONDecoder = StreamJSONDecoder()
  ) {
    let whole = outcomes(
      of: JSONTree.self,
      in: [bytes[...]],
      framing: framing,
      decoder: decoder
    )
    for chunking in chunkings {
      let actual = outcomes(
        of: JSONTree.self,
        in: chunking.chunks,
        framing: framing,
        decoder: decoder
      )
      guard actual != whole else { continue }
      let position = zip(actual, whole).prefix { $0 == $1 }.count
      let first = actual.dropFirst(position).first.map { "\($0)" } ?? "nothing"
      let second = whole.dropFirst(position).first.map { "\($0)" } ?? "nothing"
      Issue.record("\(framing), \(chunking): outcome \(position) is \(first), whole \(second)")
    }
  }

  @Test(arguments: Corpus.streams)
  func `a stream cut at every byte gives what it gives whole`(stream: CorpusText) {
    // Long streams repeat themselves, and the cost of the splits is quadratic in the length.
    let bytes = Array(stream.bytes.prefix(160 * TestScale.factor))
    requireSame(bytes, stream.framing, Chunks.assortment(of: bytes, seed: 1, everySplit: true))
  }

  @Test(arguments: Corpus.streams, framings)
  func `a stream read in any framing does not depend on the cuts`(
    stream: CorpusText,
    framing: JSONFraming
  ) {
    let bytes = Array(stream.bytes.prefix(300))
    requireSame(bytes, framing, Chunks.assortment(of: bytes, seed: 2))
  }

  /// Without the optimizer only the beginnings, which take a minute as it is.
  @Test(arguments: Corpus.documents)
  func `a document read in any framing does not depend on the cuts`(document: CorpusText) {
    let bytes = Array(document.bytes.prefix(Growth.scaled(.max, debug: 2_000)))
    for framing in Self.framings {
      requireSame(
        bytes,
        framing,
        [
          Chunks.singleBytes(of: bytes),
          Chunks.random(bytes, seed: 3, largest: 40, emptyRate: 0.2),
          Chunks.random(bytes, seed: 4, largest: 4000),
        ]
      )
    }
  }

  /// Without the optimizer in every third framing, beginning with another one for each text.
  @Test func `the conformance texts do not depend on the cuts in any framing`() {
    let step = Growth.scaled(1, debug: 3)
    for (number, text) in Corpus.conformance.enumerated() where text.bytes.count < 60 {
      for position in stride(from: number % step, to: Self.framings.count, by: step) {
        requireSame(text.bytes, Self.framings[position], Chunks.everySplit(of: text.bytes))
      }
    }
  }

  @Test func `mutated streams do not depend on the cuts`() {
    var generator = SeededGenerator(seed: 5)
    for stream in Corpus.streams {
      for round in 0..<UInt64(6 * TestScale.factor) {
        var bytes = Array(stream.bytes.prefix(400))
        for _ in 0..<3 {
          let offset = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes.remove(at: offset)
          case 1: bytes[offset] = UInt8.random(in: 0...255, using: &generator)
          default: bytes.insert(generator.pick(Array("{}[],:\"\\\n\r\u{1E}01 d".utf8)), at: offset)
          }
        }
        requireSame(
          bytes,
          stream.framing,
          [
            Chunks.singleBytes(of: bytes),
            Chunks.random(bytes, seed: round, largest: 30, emptyRate: 0.2),
          ]
        )
      }
    }
  }

  @Test func `small limits do not depend on the cuts`() {
    for stream in Corpus.streams {
      let bytes = Array(stream.bytes.prefix(300))
      for limit in [0, 1, 3, 40, 190] {
        let decoder = StreamJSONDecoder()
        decoder.limits.maximumElementByteCount = limit
        requireSame(
          bytes,
          stream.framing,
          Chunks.assortment(of: bytes, seed: 6),
          decoder: decoder
        )
        decoder.limits = JSONLimits(maximumDepth: 2, maximumByteCount: limit)
        requireSame(
          bytes,
          stream.framing,
          Chunks.assortment(of: bytes, seed: 7),
          decoder: decoder
        )
      }
    }
  }

  @Test func `strict validation does not depend on the cuts`() {
    let decoder = StreamJSONDecoder()
    decoder.validation = .strict
    for text in Corpus.conformance where text.bytes.count < 60 {
      for framing in [JSONFraming.arrayElements(), .lines, .concatenated] {
        requireSame(text.bytes, framing, Chunks.everySplit(of: text.bytes), decoder: decoder)
      }
    }
  }

  @Test func `JSON5 does not depend on the cuts`() {
    let decoder = StreamJSONDecoder()
    decoder.allowsJSON5 = true
    for text in Corpus.json5 where text.bytes.count < 100 {
      let array = Array("/* [ */ {'a': [".utf8) + text.bytes + Array(" // ]\n ], b: 1}".utf8)
      requireSame(
        array,
        .arrayElements(at: "/a"),
        Chunks.assortment(of: array, seed: 8),
        decoder: decoder
      )
      requireSame(
        text.bytes,
        .concatenated,
        Chunks.everySplit(of: text.bytes),
        decoder: decoder
      )
      requireSame(text.bytes, .objectMembers(), Chunks.everySplit(of: text.bytes), decoder: decoder)
    }
  }

  @Test func `objects without braces do not depend on the cuts`() {
    let decoder = StreamJSONDecoder()
    decoder.assumesTopLevelDictionary = true
    let bytes = Array("\"a\":1,\"b\":[2]\n{\"c\":3}\n\n  \"d\":\n\"e\":4}\n".utf8)
    requireSame(bytes, .lines, Chunks.everySplit(of: bytes), decoder: decoder)
    let found = outcomes(
      of: [String: JSONTree].self,
      in: [bytes[...]],
      framing: .lines,
      decoder: decoder
    )
    #expect(found.map { $0.value?.count } == [2, 1, nil, nil])
  }

  @Test func `a comment before the brace does not take it away`() throws {
    let decoder = StreamJSONDecoder()
    decoder.assumesTopLevelDictionary = true
    decoder.allowsJSON5 = true
    let bytes = Array("/*c*/{\"a\":1}\n/* { */ a:1\n\u{B}{a:1} // }\n{/**/}\n".utf8)
    requireSame(bytes, .lines, Chunks.everySplit(of: bytes), decoder: decoder)
    let found = outcomes(
      of: [String: Int].self,
      in: [bytes[...]],
      framing: .lines,
      decoder: decoder
    )
    #expect(found.map(\.value) == [["a": 1], ["a": 1], ["a": 1], [:]])
    #expect(try decoder.decode([String: Int].self, from: "/*c*/{\"a\":1}") == ["a": 1])
  }
}
