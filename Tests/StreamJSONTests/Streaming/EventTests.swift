import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The fields that server-sent events have besides their data, and streams that have no events.
@Suite struct EventTests {
  private typealias Event = JSONServerSentEvent<Int>

  /// The outcomes of `text`, which must be the same wherever it is cut.
  private func found<T: Decodable & Equatable>(
    _ type: T.Type,
    _ text: String,
    _ framing: JSONFraming = .serverSentEvents(),
    decoder: StreamJSONDecoder = StreamJSONDecoder()
  ) -> [StreamOutcome<T>] {
    let whole = outcomes(of: type, in: text, framing: framing, decoder: decoder)
    for chunking in Chunks.assortment(of: Array(text.utf8), seed: 1, everySplit: true) {
      let cut = outcomes(of: type, in: chunking.chunks, framing: framing, decoder: decoder)
      #expect(cut == whole, "\(chunking)")
    }
    return whole
  }

  // MARK: - Bodies that are not a stream of events

  @Test(arguments: [
    #"{"error": {"message": "bad key"}}"#,
    "{\n  \"error\": {\n    \"data\": \"id\"\n  }\n}\n",
    "\n\r\n  {}",
    "[]", "null", "\"data\"", "<!DOCTYPE html>\r\n<title>502</title>\r\n\r\n", "Bad Gateway",
    "upstream: error\n\n\n", "database\n", "dat", "datas: 1\n\n", "ids: 1\n\n", " data: 1\n\n",
  ])
  private func `a body without a field of an event is an error`(body: String) {
    let found = found(JSONTree.self, body)
    #expect(found.count == 1)
    #expect(found.first?.jsonError?.kind == .noEvents)
    #expect(found.first?.jsonError?.byteOffset == body.utf8.count)
  }

  @Test(arguments: [
    "", "\n", "\r\n\r\n", " \t\n\n", ":\n", ": ping\n\n: ping\n\n", ":", "retry: 100", "retry\n\n",
    "id: 1\n\n", "id", "event: ping\n\n", "event", "data", "data:\n\n", "data: [DONE]\n\n",
    "data: [DONE]", "{}\n: comment\n", "unknown: 1\nid: 1\n\n", "\u{FEFF}: ping\n\n",
  ])
  private func `a stream with fields or comments but no data is empty`(text: String) {
    #expect(found(JSONTree.self, text) == [])
  }

  @Test func `lines of other fields before an event are ignored`() {
    #expect(found(Int.self, "unknown: 1\n{}\n\n<p>\ndata: 1\n\n<p>\n\n") == [.value(1)])
  }

  @Test func `the error for a body without events shows its first line only on request`() throws {
    let body = "\n" + #"{"error": {"message": "bad key"}}"# + "\n"
    #expect(
      found(Int.self, body).first?.jsonError?.description == """
        no line is an event field; the first line begins with '{' \
        (line 3, column 1, byte 35, at the top level)
        """
    )
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = true
    #expect(
      found(Int.self, body, decoder: decoder).first?.jsonError?.debugDescription == #"""
        no line is an event field; the first line is {"error": {"message": "bad key"}} \#
        (line 3, column 1, byte 35, at the top level)
        """#
    )
    let long = found(Int.self, String(repeating: "é\u{1B}", count: 1000), decoder: decoder)
    let description = try #require(long.first?.jsonError?.description)
    #expect(description.hasPrefix("no line is an event field; the first line is é é é"))
    #expect(description.utf8.count < 250)
    #expect(description.contains("… ("))
    #expect(!description.contains("\u{FFFD}"))
  }

  @Test func `every kind of source says that there are no events`() async throws {
    let body = #"{"error": 1}"#
    let decoder = StreamJSONDecoder()
    let source = AsyncStream<[UInt8]> { continuation in
      continuation.yield(Array(body.utf8))
      continuation.finish()
    }
    let values = decoder.values(of: Int.self, in: source, framing: .serverSentEvents())
      .makeAsyncIterator()
    await #expect(throws: DecodingError.self) { try await values.next() }
    #expect(try await values.next() == nil)

    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(body.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let results = decoder.results(of: Int.self, inFileAt: url, framing: .serverSentEvents())
    let kinds = results.map { result -> JSONError.Kind? in
      guard case .failure(let error) = result else { return nil }
      return error.jsonError?.kind
    }
    #expect(kinds == [.noEvents])
  }

  // MARK: - Fields

  @Test func `an event has its fields`() {
    let text = """
      : comment
      retry: 250
      data: 1

      event: delta
      id: a1
      data: 2

      data: 3
      id
      event:end

      id: z
      unknown: 1

      event: lost

      data: 4
      retry: x


      """
    let expected = [
      Event(data: 1, retryMilliseconds: 250),
      Event(data: 2, name: "delta", id: "a1", retryMilliseconds: 250),
      Event(data: 3, name: "end", retryMilliseconds: 250),
      Event(data: 4, id: "z", retryMilliseconds: 250),
    ]
    for lineEnd in ["\n", "\r", "\r\n"] {
      let text = text.replacing("\n", with: lineEnd)
      #expect(found(Event.self, text) == expected.map { .value($0) })
    }
  }

  @Test(arguments: [
    ("event:  two spaces", Event(data: 1, name: " two spaces")),
    ("event:a:b", Event(data: 1, name: "a:b")),
    ("event: a\nevent: b", Event(data: 1, name: "b")),
    ("event: a\nevent", Event(data: 1)),
    ("event: é\u{1F600}", Event(data: 1, name: "é\u{1F600}")),
    ("events: a", Event(data: 1)),
    ("id: a\u{0}b", Event(data: 1)),
    ("id: a\nid: b\u{0}", Event(data: 1, id: "a")),
    ("id: a\nid:", Event(data: 1)),
    ("retry: 0", Event(data: 1, retryMilliseconds: 0)),
    ("retry: 007", Event(data: 1, retryMilliseconds: 7)),
    ("retry: 5\nretry: -1", Event(data: 1, retryMilliseconds: 5)),
    ("retry: 1.5", Event(data: 1)),
    ("retry:", Event(data: 1)),
    ("retry: 99999999999999999999", Event(data: 1)),
    ("retry: \(Int.max)", Event(data: 1, retryMilliseconds: .max)),
  ])
  private func `fields are read as the specification says`(line: String, expected: Event) {
    #expect(found(Event.self, "\(line)\ndata: 1\n\n") == [.value(expected)])
    #expect(found(Event.self, "data: 1\n\(line)\n\n") == [.value(expected)])
    #expect(found(Event.self, "data: 1\n\(line)") == [.value(expected)])
  }

  @Test func `an event after an empty one has its own fields`() {
    for start in [
      ": ping\n\n", "event: lost\n\n", "data:\n\n", "event: lost\ndata\n\n\n",
      "event: lost\ndata: x\n\n",
    ] {
      let found = found(Event.self, "\(start)event: delta\nid: 1\ndata: 1\n\ndata: 2\n\n")
      #expect(
        found.compactMap(\.value) == [
          Event(data: 1, name: "delta", id: "1"), Event(data: 2, id: "1"),
        ]
      )
    }
  }

  @Test func `bytes that are not UTF-8 are replaced in a field`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Event.self, framing: .serverSentEvents())
    var events: [Event] = []
    try stream.append(Array("event: a".utf8) + [0xFF, 0x0A] + Array("data: 1\n\n".utf8)) {
      events.append($0)
    }
    #expect(events == [Event(data: 1, name: "a\u{FFFD}")])
  }

  @Test func `an event with malformed data keeps its fields to itself but for the id`() {
    let found = found(Event.self, "event: a\nid: 1\ndata: x\n\ndata: 2\n\n")
    #expect(found.map(\.value) == [nil, Event(data: 2, id: "1")])
  }

  @Test func `fields count as bytes of the event and are bounded`() {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumElementByteCount = 8
    let found = found(
      Event.self,
      "id: 123\ndata: 1\n\nevent: long\ndata: 2\n\nid: 4\ndata: 4\n\ndata: [1,2,3,4]\nid: 5\n\ndata:6\n\n",
      decoder: decoder
    )
    #expect(
      found.map(\.value) == [
        Event(data: 1, id: "123"), nil, Event(data: 4, id: "4"), nil, Event(data: 6, id: "5"),
      ]
    )
    #expect(found[1].jsonError?.kind == .byteLimitExceeded)
    #expect(found[1].jsonError?.byteOffset == 25)
    // Without anyone who reads them, they need not be kept.
    #expect(
      outcomes(
        of: Int.self,
        in: "event: a long one\ndata: 2\n\n",
        framing: .serverSentEvents(),
        decoder: decoder
      ) == [.value(2)]
    )
  }

  @Test func `the event in progress has the fields that have arrived`() throws {
    struct Answer: Decodable, Equatable { var text: String? }
    let stream = StreamJSONDecoder().makeStream(
      of: JSONServerSentEvent<Answer>.self,
      framing: .serverSentEvents()
    )
    try stream.append(Array("id: 7\nevent: delta\ndata: {\"text\": \"Hel".utf8)) { _ in }
    let partial = try stream.partialValue()
    #expect(partial == JSONServerSentEvent(data: Answer(text: "Hel"), name: "delta", id: "7"))
  }

  @Test func `an event that is kept keeps its fields`() throws {
    struct Kept: Decodable {
      var decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    let stream = StreamJSONDecoder().makeStream(
      of: JSONServerSentEvent<Kept>.self,
      framing: .serverSentEvents()
    )
    var kept: [Kept] = []
    try stream.append(Array("event: a\ndata: 1\n\nevent: b\ndata: 2\n\n".utf8)) {
      kept.append($0.data)
    }
    #expect(
      try kept.map { try Event(from: $0.decoder) } == [
        Event(data: 1, name: "a"), Event(data: 2, name: "b"),
      ]
    )
  }

  @Test func `an event cannot be decoded anywhere else`() {
    #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode(Event.self, from: "1")
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Event.self, from: Data("1".utf8))
    }
    #expect(found(Event.self, "1\n", .lines).map { $0.value == nil } == [true])
    #expect(found([Event].self, "data: [1]\n\n").map { $0.value == nil } == [true])
  }

  /// An id lasts until the next one, so any number of events may have one that is long.
  @Test func `events without an id share the last one`() throws {
    let id = String(repeating: "i", count: 100_000)
    let text = "id: \(id)\n\n" + String(repeating: "data: 1\n\n", count: 3)
    let stream = StreamJSONDecoder().makeStream(of: Event.self, framing: .serverSentEvents())
    var events: [Event] = []
    try stream.append(Data(text.utf8)) { events.append($0) }
    #expect(events.map(\.id) == [id, id, id])
    // The addresses are only compared.
    let addresses = events.map { event in
      unsafe event.id?.utf8.withContiguousStorageIfAvailable {
        UInt(bitPattern: $0.baseAddress)
      }
    }
    #expect(Set(addresses).count == 1)
  }
}
