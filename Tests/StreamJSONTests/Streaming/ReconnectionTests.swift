import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What a stream of events says to those who may have to connect again, and how it breaks off.
@Suite struct ReconnectionTests {
  private struct End: Equatable {
    var isTerminated = false
    var lastEventID: String?
    var retryMilliseconds: Int?

    init(_ progress: JSONProgress) {
      isTerminated = progress.isTerminated
      lastEventID = progress.lastEventID
      retryMilliseconds = progress.retryMilliseconds
    }

    init(isTerminated: Bool = false, id: String? = nil, retry: Int? = nil) {
      self.isTerminated = isTerminated
      lastEventID = id
      retryMilliseconds = retry
    }
  }

  /// What a stream says after `text`, wherever it is cut, with and without fields.
  private func end(of text: String, isFinal: Bool = true) throws -> End {
    func end<T: Decodable>(_ type: T.Type, _ chunking: Chunking) throws -> End {
      let stream = StreamJSONDecoder().makeStream(of: type, framing: .serverSentEvents())
      for chunk in chunking.chunks { try stream.append(chunk) { _ in } }
      if isFinal { try stream.finish { _ in } }
      return End(stream.progress)
    }
    let bytes = Array(text.utf8)
    let whole = try end(JSONTree.self, Chunks.whole(bytes))
    for chunking in Chunks.assortment(of: bytes, seed: 3, everySplit: true) {
      #expect(try end(JSONTree.self, chunking) == whole, "\(chunking)")
      #expect(try end(JSONServerSentEvent<JSONTree>.self, chunking) == whole, "\(chunking)")
    }
    return whole
  }

  @Test(arguments: [
    ("", End()),
    ("data: 1\n\n", End()),
    ("data: 1", End()),
    ("data: 1\n\ndata: [DONE]\n\n", End(isTerminated: true)),
    ("data: [DONE]", End(isTerminated: true)),
    ("data:[DONE]\n", End(isTerminated: true)),
    ("data:  [DONE]\n\n", End(isTerminated: true)),
    ("data:\t [DONE] \t\r\n\r\n", End(isTerminated: true)),
    ("id: 1\nretry: 20\ndata:\n\n", End(id: "1", retry: 20)),
    ("id: 1\n\n", End(id: "1")),
    ("retry: 20\n", End(retry: 20)),
    ("id: 1\n", End()),
    ("id: 1\n\nid: 2", End(id: "1")),
    ("id: 1\ndata: 1\n\nid: 2\ndata: 2\n", End(id: "1")),
    ("id: 1\ndata: 1\n\nid: 2\ndata: 2\n\n", End(id: "2")),
    ("id: 1\n\nid\n\n", End()),
    ("id: 1\n\nid: a\u{0}\n\n", End(id: "1")),
    ("id: 1\n\ndata: 2\n\n", End(id: "1")),
    ("event: x\nid: \u{E9}\u{1F600}\n\n: ping\n\n", End(id: "\u{E9}\u{1F600}")),
    ("id: 7\ndata: [DONE]\n\nid: 8\n\n", End(isTerminated: true, id: "7")),
    ("retry: 1\nretry: x\nretry: \(Int.max)9\n\n", End(retry: 1)),
    ("ids: 1\nretrys: 1\n\ndata: 1\n\n", End()),
  ])
  private func `the end of a stream is known`(text: String, expected: End) throws {
    for lineEnd in ["\n", "\r\n", "\r"] where !text.contains("\r") || lineEnd == "\n" {
      #expect(try end(of: text.replacing("\n", with: lineEnd)) == expected)
    }
  }

  @Test func `the last event is known when its value comes`() throws {
    let text = Array("id: 1\ndata: 1\n\nid: 2\ndata: 2\n\nid: 3\ndata: 3\n\n".utf8)
    for chunking in Chunks.everySplit(of: text) {
      let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .serverSentEvents())
      let copy = stream
      var found: [String?] = []
      for chunk in chunking.chunks {
        try stream.append(chunk) { _ in found.append(copy.progress.lastEventID) }
      }
      #expect(found == ["1", "2", "3"])
    }
  }

  @Test func `a stream that breaks says where`() async throws {
    struct Broken: Error {}
    let source = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield(Array("retry: 100\nid: 5\ndata: 1\n\nid: 6\ndata: ".utf8))
      continuation.finish(throwing: Broken())
    }
    let decoder = StreamJSONDecoder()
    let events = decoder.values(of: Int.self, in: source, framing: .serverSentEvents())
    let iterator = events.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await #expect(throws: Broken.self) { try await iterator.next() }
    #expect(End(events.progress) == End(id: "5", retry: 100))
  }

  @Test func `every kind of source says it`() async throws {
    let text = "id: 5\nretry: 9\ndata: 1\n\ndata: [DONE]\n\n"
    let expected = End(isTerminated: true, id: "5", retry: 9)
    let decoder = StreamJSONDecoder()
    let data = decoder.results(of: Int.self, in: Data(text.utf8), framing: .serverSentEvents())
    while data.next() != nil {}
    #expect(End(data.progress) == expected)

    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sse")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let file = decoder.valueIterator(of: Int.self, inFileAt: url, framing: .serverSentEvents())
    while try file.next() != nil {}
    #expect(End(file.progress) == expected)

    let batches = decoder.batches(
      of: Int.self,
      inFileAt: url,
      framing: .serverSentEvents(),
      concurrency: 2
    )
    var values: [Int] = []
    for try await batch in batches { values += batch }
    #expect(values == [1])
    #expect(End(batches.progress) == expected)

    let source = AsyncStream<[UInt8]> { continuation in
      continuation.yield(Array(text.utf8))
      continuation.finish()
    }
    let results = decoder.results(of: Int.self, in: source, framing: .serverSentEvents())
    for await _ in results {}
    #expect(End(results.progress) == expected)
  }

  // MARK: - Failures in the middle of a stream

  /// The outcomes of `text`, which must be the same wherever it is cut, and with fields.
  private func outcomes(
    of text: String,
    _ framing: JSONFraming = .serverSentEvents(),
    _ decoder: StreamJSONDecoder = StreamJSONDecoder(),
    everySplit: Bool = true
  ) -> [StreamOutcome<JSONTree>] {
    let bytes = Array(text.utf8)
    let whole = StreamJSONTests.outcomes(
      of: JSONTree.self,
      in: [bytes[...]],
      framing: framing,
      decoder: decoder
    )
    for chunking in Chunks.assortment(of: bytes, seed: 4, everySplit: everySplit) {
      let cut = StreamJSONTests.outcomes(
        of: JSONTree.self,
        in: chunking.chunks,
        framing: framing,
        decoder: decoder
      )
      #expect(cut == whole, "\(chunking)")
      #expect(cut.map { $0.jsonError?.record } == whole.map { $0.jsonError?.record })
    }
    let events = StreamJSONTests.outcomes(
      of: JSONServerSentEvent<JSONTree>.self,
      in: [bytes[...]],
      framing: framing,
      decoder: decoder
    )
    #expect(events.map { $0.jsonError } == whole.map { $0.jsonError })
    return whole
  }

  @Test(arguments: [
    #"{"error":{"message":"canceled"}}"#, #"error: {"code":500}"#, #"error:{"code":500}"#,
    #" {"error":1}"#, "[{}]", #""canceled""#, #"{"error": "#, #"Data: {"a":1}"#, #" data: [1]"#,
    #"data : {"a":1}"#, #"dat: {}"#, "error:\t[]", #"message: "canceled""#,
  ])
  private func `text that looks like JSON is an error`(line: String) throws {
    var round = 0
    for end in ["", "\n", "\n\n", "\r\n", "\ndata: 2\n\n", "\n  \"more\": {}\n}\n\ndata: 2\n\n"] {
      for start in ["data: 1\n\n", ": ping\n\ndata: 1\n\n", "data: 1\n\n\n\r\n: ping\n\n"] {
        let text = start + line + end
        let everySplit = round.isMultiple(of: TestScale.stride(inDebug: 5))
        round += 1
        let found = outcomes(of: text, everySplit: everySplit)
        let error = try #require(found.dropFirst().first?.jsonError, "\(text)")
        #expect(error.kind == .unexpectedText)
        #expect(error.record?.text == line)
        #expect(error.byteOffset == start.utf8.count)
        #expect(error.record?.byteRange.lowerBound == Int64(start.utf8.count))
        #expect(error.record?.byteRange.count == line.utf8.count)
        #expect(error.column == 1)
        #expect(error.line == start.count { $0.isNewline } + 1)
        #expect(!error.debugDescription.contains("canceled"))
        #expect(found.count == (end.contains("data") ? 3 : 2), "\(text)")
        #expect(
          outcomes(of: text, .serverSentEvents(ignoresUnknownLines: true)).allSatisfy {
            $0.value != nil
          }
        )
      }
    }
  }

  @Test(arguments: [
    "unknown: 1", "unknown: true", "unknown: \"a", "x: [worker] started", "x: {id}", "<p>",
    "upstream: error",
    ":{}", "x: 1 2", "x: nul", "x: 0x1",
    "event: {}", "id: {}", "retry: {}", "http://[::1]/", "data2: x", "x: \"a\" b", "x:", "x",
  ])
  private func `other text is ignored`(line: String) {
    let found = outcomes(of: "data: 1\n\n\(line)\ndata: 2\n\(line)\n\n\(line)\n\n\(line)")
    #expect(found.map { $0.value == nil } == [false, false])
  }

  @Test(arguments: [
    ("error: [\n  500\n]\n\n", "error: ["),
    ("error: {\"message\":\n42}\n\n", "error: {\"message\":"),
    ("error: {\"message\": \"cancel", "error: {\"message\": \"cancel"), ("error: {", "error: {"),
  ])
  private func `JSON that goes on in the next line, or is cut, is an error`(
    text: String,
    line: String
  ) throws {
    let found = outcomes(of: "data: 1\n\n" + text)
    try #require(found.count == 2)
    #expect(found[1].jsonError?.kind == .unexpectedText)
    #expect(found[1].jsonError?.record?.text == line)
  }

  @Test func `a text that is not an event has the name and identifier of its event`() throws {
    for (text, event, id) in [
      ("id: 7\ndata: 1\n\nid: 8\nevent: error\n{\"error\":1}\n\n", "error", "8"),
      ("id: 7\nevent: a\ndata: 1\n\n{\"error\":1}\n\n", nil, "7"),
    ] as [(String, String?, String?)] {
      let record = try #require(outcomes(of: text).last?.jsonError?.record)
      #expect(record.name == event)
      #expect(record.id == id)
    }
  }

  @Test func `JSON5 where it is allowed`() throws {
    let decoder = StreamJSONDecoder()
    let text = "data: 1\n\nerror: {code: 500}\n\n"
    #expect(outcomes(of: text, .serverSentEvents(), decoder).count == 1)
    decoder.allowsJSON5 = true
    #expect(outcomes(of: text, .serverSentEvents(), decoder).count == 2)
  }

  @Test func `text within an event leaves the event whole`() {
    let found = outcomes(of: "data: [1,\n{\"error\":1}\n{}\ndata: 2]\n\ndata: 3\n\n")
    #expect(found.map { $0.value == nil } == [true, false, false])
    #expect(found.first?.jsonError?.kind == .unexpectedText)
    #expect(Array(found.dropFirst()) == outcomes(of: "data: [1,\ndata: 2]\n\ndata: 3\n\n"))
  }

  @Test func `a field ends an unexpected text`() {
    let found = outcomes(of: "data: 1\n\n{\"error\":1}\ndata: 2\n{\"error\":3}\n\n")
    #expect(
      found.map { $0.jsonError?.record?.text } == [nil, #"{"error":1}"#, #"{"error":3}"#, nil]
    )
  }

  @Test func `an event in progress goes on after a text within it`() throws {
    let stream = StreamJSONDecoder().makeStream(of: [Int].self, framing: .serverSentEvents())
    var found: [[Int]] = []
    try stream.append(Array("data: [1,2,\n".utf8)) { found.append($0) }
    #expect(try stream.partialValue() == [1, 2])
    #expect(throws: DecodingError.self) {
      try stream.append(Array("{}\n".utf8)) { found.append($0) }
    }
    #expect(try stream.partialValue() == [1, 2])
    try stream.append(Array("data: 3]\n\n".utf8)) { found.append($0) }
    #expect(found == [[1, 2, 3]])
  }

  @Test func `the error of a text says what it is`() throws {
    let text = "data: 1\n\n{\"error\":\"overloaded\"}\n\n"
    let error = try #require(outcomes(of: text).last?.jsonError)
    #expect(
      error.description == """
        a line that isn't an event field; it begins with '{' \
        (record 2, line 3, column 1, byte 9, at the top level)
        """
    )
    #expect(error.debugDescription == error.description)
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = true
    let shown = try #require(outcomes(of: text, .serverSentEvents(), decoder).last?.jsonError)
    #expect(
      shown.description.hasPrefix("a line that isn't an event field; it is {\"error\":\"over")
    )
  }

  @Test func `an event that is not JSON has its name, identifier and data`() throws {
    let text = "id: 4\ndata: 1\n\nevent: error\nid: 5\ndata: Internal Server Error\n\ndata: x\n\n"
    let found = outcomes(of: text)
    let record = try #require(found[1].jsonError?.record)
    #expect(record.name == "error")
    #expect(record.id == "5")
    #expect(record.text == "Internal Server Error")
    #expect(!record.isTruncated)
    let range = Int(record.byteRange.lowerBound)..<Int(record.byteRange.upperBound)
    #expect(Array(text.utf8)[range] == Array("Internal Server Error".utf8)[...])
    #expect(found[2].jsonError?.record?.name == nil)
    #expect(found[2].jsonError?.record?.id == "5")
    #expect("\(record)" == "bytes \(range.lowerBound) to \(range.upperBound)")
  }

  @Test func `an event of another type has its name and data`() throws {
    struct Delta: Decodable, Equatable { var text: String }
    for text in [
      "event: error\nid: 1\ndata: {\"message\": 1}\n\n", "event:error\nid:1\ndata:{\"message\": 1}",
      "event: error\nid: 1\ndata: {\"text\":1,\ndata\ndata:  \"a\":\r\ndata: 2}\n\n",
    ] {
      for chunking in Chunks.everySplit(of: Array(text.utf8)) {
        let found = StreamJSONTests.outcomes(
          of: Delta.self,
          in: chunking.chunks,
          framing: .serverSentEvents()
        )
        let record = try #require(found.first?.jsonError?.record)
        #expect(record.name == "error" && record.id == "1")
        #expect(
          record.text == "{\"message\": 1}" || record.text == "{\"text\":1,\n\n \"a\":\n2}"
        )
      }
    }
  }

  @Test func `floods of empty lines are passed`() {
    let flood = String(repeating: "\n", count: 500) + String(repeating: "\r\n", count: 500)
    let text = "event: a\ndata: 1\n\n\(flood)event: b\n\(flood)data: 2\n\n\(flood)"
    let found = StreamJSONTests.outcomes(
      of: JSONServerSentEvent<Int>.self,
      in: text,
      framing: .serverSentEvents()
    )
    #expect(
      found.map(\.value) == [
        JSONServerSentEvent(data: 1, name: "a"), JSONServerSentEvent(data: 2),
      ]
    )
    #expect(outcomes(of: "data: 1\r\n\r\n\n\r\r\n\r\ndata: 2\r\n\r\n\r").count == 2)
  }

  /// They took 25 times what they take in lines.
  @Test func `floods of empty lines cost little more than in other framings`() throws {
    let flood = Array(repeating: UInt8(ascii: "\n"), count: 200_000)
    func time(_ framing: JSONFraming) throws -> Duration {
      let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: framing)
      return try ContinuousClock().measure {
        for start in stride(from: 0, to: flood.count, by: 4_000) {
          try stream.append(flood[start..<(start + 4_000)]) { _ in }
        }
      }
    }
    var (events, lines) = (Duration.seconds(9), Duration.seconds(9))
    // By turns, and the shortest of each, since other tests run at the same time.
    for _ in 0..<10 {
      events = min(events, try time(.serverSentEvents()))
      lines = min(lines, try time(.lines))
    }
    #expect(events < lines * 12, "\(events), \(lines)")
  }
}
