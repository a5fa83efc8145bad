import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Every way to take the values of a stream gives the same values, errors, and progress, wherever it is cut.
@Suite struct StreamWayTests {
  /// A stream in each framing, whose last record has no separator after it, and the separator to add.
  private static let streams: [(framing: JSONFraming, text: String, separator: String)] = [
    (.lines, "0\n{\"a\":\"x\"}\n[01]\nnull \n12", "\n"),
    (.textSequence, "\u{1E}0\n\u{1E}{\"a\":x}\n\u{1E}[1,\n2]\n\u{1E}\"b\"", "\n"),
    (.textSequence, "\u{1E}12\n\u{1E}3", "\n"),
    (.textSequence, "\u{1E}256\u{1E}{\u{1E}a\u{1E}7", "\n"),
    (.concatenated, "0 {\"a\":\"x\"}[1]\"b\"true 12", " "),
    (
      .serverSentEvents(), "id: 7\ndata: 0\n\ndata: {\"a\":\ndata: 1}\r\n\r\nretry: 9\ndata: 12",
      "\n\n"
    ),
    (.serverSentEvents(), "data: 1\n\ndata: x\n\ndata: [DONE]\n\ndata: 2", "\n\n"),
    (.arrayElements(), "[0,{\"a\":\"x\"},[01],\"b\",12]", "\n"),
    (.arrayElements(at: "/a"), "{\"b\":[1],\"a\":[0,\"b\",12],\"c\":{}}", " "),
    // Names outside of the selection that are too long to be on the way to it.
    (.arrayElements(at: "/a"), "{\"a\":[1],\"xxxxxxxxxxxxxxxxxxxx\\u12\":1}", "\n"),
    (.arrayElements(at: "/a"), "{\"xxxxxxxxxxxxxxxxxxxx\\u12\":1,\"a\":[1]}", "\n"),
    (.arrayElements(at: "/a"), "{\"xxxxxxxxxxxxxxxxxxxx\\u0041\":1,\"a\":[1]}", "\n"),
    (.objectMembers(), "{\"a\":0,\"b\":[1],\"c\":\"x\",\"d\":12}", "\n"),
    (.lines, "\n\n 1\n \n\r\n[2]\r\n\n\n3", "\n\n"),
    (.serverSentEvents(), ": a\ndata: 1\n: b\n\n:\n\ndata: 2", "\n\n:\n\n"),
    (.separated(by: 0), "1\u{0}{\"a\":\"\\n\"}\u{0}\u{0} \n\u{0}[\n2]\n\u{0}x\u{0}12", "\u{0}"),
    (.separated(by: 0x1E), "1\u{1E}[01]\u{1E}\"a\"", "\u{1E}"),
    (.lengthPrefixed(.line), "1\n7\n\n3\r\n[1]2\nx1 11 \n{\"a\": \"bc\"}0\n3\n  5", "\n\n"),
    (
      .lengthPrefixed(.headers),
      "Content-Length: 7\r\n\r\n{\"a\":1}content-LENGTH:3\nX: y\n\n[x]\r\nA:b\r\nContent-Length: 2\r\n\r\n12",
      ""
    ),
    (.lengthPrefixed(.headers), "Content-Length: 2\r\n\r\n12Content-Length: x\r\n\r\n12", ""),
    (.lengthPrefixed(.littleEndian), "\u{3}\0\0\0[1]\u{2}\0\0\0x1\0\0\0\0\u{5}\0\0\0\"abc\"", ""),
    (.lengthPrefixed(.bigEndian), "\0\0\0\u{3}[1]\0\0\0\u{2}12\0\0\0\u{4}7", ""),
    (
      .linesAmongText,
      "<13>Jan 1 app: {\"a\": 1} ok [2] {x [3, {\"b\":\"}\"}]\n12\nplain \u{7f}\n\n[2024-01-01] [01, {}] {\"c\":2}\n{\"d\": [",
      "\n"
    ),
    (
      .selections(["/a", "/c/*/d", "/e"]),
      "{\"a\":[1,[2]],\"b\":[3],\"c\":[{\"d\":[4],\"x\":0},5,{\"d\":6},{\"f\":{}},{\"d\":[]},{\"d\":[\"7\"]}],\"e\":[8]}",
      " "
    ),
    (.selections(["/*", "/c"]), "{\"a\":[1,2],\"b\":{},\"c\":[3],\"d\":4,\"a\":[5]}", "\n"),
    (.selections(["/a", "/b"], endsEarly: true), "{\"x\":[0],\"b\":[1],\"a\":[2],\"y\":}", "\n"),
    (.selections(["/*/a"], endsEarly: true), "[{\"a\":[1]},{\"a\":[2]}] x", "\n"),
    (.selections(["/a", "/b/c"]), "{\"a\":[1],\"b\":{\"d\":1}}", "\n"),
    (.selections([]), "{\"a\":[1]}", "\n"),
    (.detected(), " \n1\n{\"a\":2}", "\n"), (.detected(), "\n [1,{\"a\":2},3]", "\n"),
    (.detected(), "\u{1E}1\n\u{1E}[2]", "\n"), (.detected(), " ", "\n"),
    (.detected(at: "/a"), "{\"b\":0,\"a\":[1,2]}", "\n"),
    (.detected(at: "/a"), "\"x\"\n2", "\n"),
  ]

  private static let records = [
    "{\"a\":\"\(String(repeating: "x", count: 700))\"}", String(repeating: "7", count: 401),
    "[1]\(String(repeating: " ", count: 400))garbage", "\"\(String(repeating: "é", count: 300))\"",
    "[\(Array(repeating: "1", count: 300).joined(separator: ","))]",
  ]

  private func expectSame(
    _ stream: StreamCase,
    _ ways: [StreamWay] = StreamWay.allCases,
    cutAt cuts: [[Int]],
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let whole = try await stream.outcomes(of: JSONTree.self, taken: .pushed, cutAt: [])
    for way in ways {
      for cuts in cuts {
        let difference = try await stream.difference(
          of: JSONTree.self,
          taken: way,
          cutAt: cuts,
          from: whole
        )
        if let difference { Issue.record("\(difference)", sourceLocation: location) }
      }
    }
  }

  private func cuts(_ count: Int, every size: Int) -> [Int] {
    Array(stride(from: size, to: count, by: size))
  }

  @Test(arguments: streams.indices, [false, true])
  func `every way gives the same`(number: Int, endsWithSeparator: Bool) async throws {
    let (framing, text, separator) = Self.streams[number]
    let bytes = Array((text + (endsWithSeparator ? separator : "")).utf8)
    try await expectSame(
      StreamCase(bytes, framing, StreamJSONDecoder()),
      cutAt: [[], cuts(bytes.count, every: 1), cuts(bytes.count, every: 7)]
        + (1..<bytes.count).filter { $0.isMultiple(of: 5) }.map { [$0] }
    )
  }

  @Test(arguments: streams.indices, [false, true])
  func `every way gives the same with a limit at every byte`(
    number: Int,
    endsWithSeparator: Bool
  ) async throws {
    let (framing, text, separator) = Self.streams[number]
    let bytes = Array((text + (endsWithSeparator ? separator : "")).utf8)
    for limit in 0...bytes.count {
      for limits in [
        JSONLimits(maximumByteCount: limit), JSONLimits(maximumElementByteCount: limit),
      ] {
        let decoder = StreamJSONDecoder()
        decoder.limits = limits
        try await expectSame(
          StreamCase(bytes, framing, decoder),
          cutAt: [[], cuts(bytes.count, every: 3)]
        )
      }
    }
  }

  /// The end of a stream ends a value as a separator does, also one that is too large or malformed.
  @Test(
    arguments: [JSONFraming.lines, .concatenated],
    ["12345", "\"abcde\"", "[1, 2]", "true", "-"]
  )
  func `a separator at the end changes nothing`(framing: JSONFraming, last: String) async throws {
    let separator = framing == .concatenated ? " " : "\n"
    let text = "1\(separator)\(last)"
    for limit in 0...7 {
      let decoder = StreamJSONDecoder()
      decoder.limits.maximumElementByteCount = limit
      var counts: [[Int]] = []
      for text in [text, text + separator] {
        let results = decoder.results(of: JSONTree.self, in: text.utf8, framing: framing)
        for _ in results {}
        counts.append([Int(results.progress.valueCount), Int(results.progress.errorCount)])
      }
      #expect(counts[0] == counts[1], "limit \(limit)")
    }
  }

  @Test func `asking for a partial value loses no error`() throws {
    for limit in 0...40 {
      let texts = [
        "retry: 5\ndata: 1\n\ndata: 2\n\n", "data: [1,\ndata: 2]\n\ndata: x\n\ndata: 3\n\n",
      ]
      for text in texts {
        let outcomes = [false, true].map { asks in
          let decoder = StreamJSONDecoder()
          decoder.limits.maximumElementByteCount = limit
          let stream = decoder.makeStream(
            of: JSONServerSentEvent<JSONTree>.self,
            framing: .serverSentEvents()
          )
          var outcomes: [String] = []
          for byte in text.utf8 {
            do {
              try stream.append([byte]) { outcomes.append("\($0.data)") }
            } catch {
              outcomes.append("\((error as? DecodingError)?.jsonError?.description ?? "?")")
            }
            if asks { _ = try? stream.partialValue() }
          }
          return outcomes
        }
        #expect(outcomes[0] == outcomes[1], "limit \(limit)")
      }
    }
  }

  @Test func `asking for a partial value loses no error that ends the stream`() throws {
    let stream = StreamJSONDecoder().makeStream(of: [[Int]].self, framing: .concatenated)
    for byte in "[[1x".utf8 { try stream.append(CollectionOfOne(byte)) { _ in } }
    #expect(throws: DecodingError.self) { try stream.partialValue() }
    #expect(throws: DecodingError.self) { try stream.append([UInt8]()) { _ in } }
  }

  @Test func `progress after an unexpected line is the same however the stream is cut`() throws {
    let bytes = Array(": c\n{\"x\":22222}\ndata: 2\n\n".utf8)
    var offsets: [Int64] = []
    let decoder = StreamJSONDecoder()
    let results = decoder.results(of: Int.self, in: bytes, framing: .serverSentEvents())
    guard case .failure? = results.next() else { return #expect(Bool(false)) }
    offsets.append(results.progress.byteOffset)
    for asks in [false, true] {
      let stream = decoder.makeStream(of: Int.self, framing: .serverSentEvents())
      for byte in bytes {
        do {
          try stream.append([byte]) { _ in }
        } catch {
          offsets.append(stream.progress.byteOffset)
        }
        if asks { _ = try? stream.partialValue() }
      }
    }
    #expect(Set(offsets).count == 1 && offsets.count == 3, "\(offsets)")
  }

  /// Chunks of at most 256 bytes are collected before anything looks at them.
  @Test(arguments: records)
  func `a long last record is whole however short its chunks are`(record: String) async throws {
    let framings: [(JSONFraming, String)] = [
      (.lines, "0\n"), (.textSequence, "\u{1E}0\n\u{1E}"),
      (.serverSentEvents(), "data: 0\n\ndata: "),
      (.concatenated, "0 "),
    ]
    for (framing, start) in framings {
      for separator in ["", framing == .serverSentEvents() ? "\n\n" : "\n"] {
        let bytes = Array((start + record + separator).utf8)
        try await expectSame(
          StreamCase(bytes, framing, StreamJSONDecoder()),
          cutAt: [1, 7, 100, 200, 255, 256, 257].map { cuts(bytes.count, every: $0) }
            + [[start.utf8.count + 5]]
        )
      }
    }
  }

  @Test func `a number that a limit cuts is no value`() async throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumByteCount = 3
    var found: [Result<Int, DecodingError>] = []
    for await result in decoder.results(
      of: Int.self,
      in: ReadySource([Array("12345".utf8)]),
      framing: .lines
    ) {
      found.append(result)
    }
    #expect(found.count == 1)
    guard case .failure(let error)? = found.first else { return #expect(Bool(false)) }
    #expect(error.jsonError?.kind == .byteLimitExceeded)
  }

  @Test(arguments: streams.indices)
  func `constants that name one iterator share its place`(number: Int) async throws {
    let (framing, text, _) = Self.streams[number]
    let bytes = Array(text.utf8)
    let decoder = StreamJSONDecoder()
    for chunks in [[bytes], bytes.map { [$0] }] {
      let values = decoder.values(of: JSONTree.self, in: ReadySource(chunks), framing: framing)
      var expected: [String] = []
      for await result in decoder.results(
        of: JSONTree.self,
        in: ReadySource(chunks),
        framing: framing
      ) {
        expected.append((try? result.get()).map { "\($0)" } ?? "error")
      }
      let first = values.makeAsyncIterator()
      let second = first
      var found: [String] = []
      var isFirst = true
      while true {
        isFirst.toggle()
        do {
          guard let value = isFirst ? try await first.next() : try await second.next() else {
            break
          }
          found.append("\(value)")
        } catch {
          found.append("error")
        }
      }
      #expect(found == expected)
    }
  }
}
