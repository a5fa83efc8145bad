import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The bytes of records that cannot be decoded, and where they are.
@Suite struct FailedRecordTests {
  private struct Item: Decodable, Equatable { var a: Int }

  private struct Place: Equatable {
    var text: String
    var start: Int

    init(_ text: String, at start: Int) {
      self.text = text
      self.start = start
    }

    init?(_ record: JSONFailedRecord?) {
      guard let record else { return nil }
      text = record.text
      start = Int(record.byteRange.lowerBound)
    }
  }

  private static let texts: [(framing: JSONFraming, text: String, expected: [Place])] = [
    (
      .lines, "{\"a\":1}\nx y\n{\"a\":\"s\"} \r\n{\"a\":2}",
      [Place("x y", at: 8), Place("{\"a\":\"s\"} ", at: 12)]
    ),
    (
      .lines, "{\"a\":1} {\"a\":2}\r\n[1,}",
      [Place("{\"a\":1} {\"a\":2}", at: 0), Place("[1,}", at: 17)]
    ),
    (
      .textSequence, "\u{1E}{\"a\":1}\n\u{1E}{\"a\":}\n\u{1E}{\"a\":true}\n",
      [Place("{\"a\":}", at: 10), Place("{\"a\":true}", at: 18)]
    ),
    (
      .concatenated, "{\"a\":1} {\"b\":2}[]{\"a\":x,",
      [Place("{\"b\":2}", at: 8), Place("[]", at: 15), Place("{\"a\":x", at: 17)]
    ),
    (
      .arrayElements(), "[{\"a\":1}, {\"a\":[]} ,{\"a\":2} x",
      [Place("{\"a\":[]}", at: 10), Place("x", at: 28)]
    ),
    (
      .objectMembers(), "{\"k\":{\"a\":1},\"l\":{\"a\":null},\"m\":{\"a\":1 x",
      [Place("{\"a\":null}", at: 17), Place("{\"a\":1 x", at: 32)]
    ),
    (
      .serverSentEvents(), "id: 1\ndata: no\n\ndata: {\"a\":\ndata: []}\n\n",
      [Place("no", at: 12), Place("{\"a\":\n[]}", at: 22)]
    ),
  ]

  @Test(arguments: texts.indices)
  func `an error has the bytes of its record`(index: Int) throws {
    let (framing, text, expected) = Self.texts[index]
    let bytes = Array(text.utf8)
    for chunking in Chunks.assortment(of: bytes, seed: 7, everySplit: true) {
      let found = outcomes(of: Item.self, in: chunking.chunks, framing: framing)
      #expect(found.compactMap { Place($0.jsonError?.record) } == expected, "\(chunking)")
    }
  }

  @Test(arguments: texts.indices)
  func `every source has the bytes of the last bad record`(index: Int) async throws {
    let (framing, text, expected) = Self.texts[index]
    let decoder = StreamJSONDecoder()
    var found: [Place?] = []
    let data = decoder.results(of: Item.self, in: Data(text.utf8), framing: framing)
    while let result = data.next() {
      if case .failure = result { found.append(Place(data.failedRecord)) }
    }
    #expect(found == expected)

    found = []
    let source = AsyncStream<[UInt8]> { continuation in
      for byte in text.utf8 { continuation.yield([byte]) }
      continuation.finish()
    }
    let values = decoder.values(of: Item.self, in: source, framing: framing)
    let iterator = values.makeAsyncIterator()
    var isAtEnd = false
    while !isAtEnd {
      do {
        isAtEnd = try await iterator.next() == nil
      } catch {
        found.append(Place(values.failedRecord))
      }
    }
    #expect(found == expected)

    found = []
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    for await batch in decoder.resultBatches(
      of: Item.self,
      inFileAt: url,
      framing: framing,
      concurrency: 2
    ) {
      for case .failure(let error) in batch { found.append(Place(error.jsonError?.record)) }
    }
    #expect(found == expected)
  }

  @Test func `a model's own errors have their record in the stream`() throws {
    struct Refusal: Error {}
    struct Refusing: Decodable {
      init(from decoder: any Decoder) throws { throw Refusal() }
    }
    let stream = StreamJSONDecoder().makeStream(of: Refusing.self, framing: .lines)
    #expect(stream.failedRecord == nil)
    #expect(throws: Refusal.self) { try stream.append(Array("1\n[2]\n".utf8)) { _ in } }
    #expect(stream.failedRecord?.text == "1")
    #expect(throws: Refusal.self) { try stream.append([]) { _ in } }
    #expect(stream.failedRecord?.text == "[2]")
    #expect(stream.failedRecord?.byteRange == 2..<5)
  }

  @Test(arguments: [JSONFraming.lines, .concatenated, .arrayElements()])
  func `a record that is too large has its beginning`(framing: JSONFraming) throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumElementByteCount = 8
    let open = framing == .arrayElements() ? "[" : ""
    let separator = framing == .arrayElements() ? "," : "\n"
    let text = "\(open)1\(separator)\"0123456789\"\(separator)2"
    for chunking in Chunks.everySplit(of: Array(text.utf8)) {
      let found = outcomes(
        of: JSONTree.self,
        in: chunking.chunks,
        framing: framing,
        decoder: decoder
      )
      let record = try #require(found[1].jsonError?.record)
      #expect(record.text == "\"0123456")
      #expect(record.byteRange.lowerBound == open.utf8.count + 2)
    }
  }

  @Test func `no more than so many bytes are kept`() throws {
    let long = String(repeating: "x", count: 70_000)
    let found = outcomes(of: Int.self, in: "\"\(long)\"\n[1\n", framing: .lines)
    let record = try #require(found[0].jsonError?.record)
    #expect(record.isTruncated && record.bytes.count == 65_536)
    #expect(record.byteRange == 0..<70_002)
    #expect(found[1].jsonError?.record?.isTruncated == false)
  }

  @Test func `values in progress and faults outside of records have none`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Item.self, framing: .lines)
    try stream.append(Array("{\"a\":[1".utf8)) { _ in }
    #expect((try? stream.partialValue()) == nil)
    #expect(stream.failedRecord == nil)
    let found = outcomes(of: Item.self, in: "{}", framing: .arrayElements(at: "/x"))
    #expect(found.map { $0.jsonError?.record } == [nil])
    #expect(throws: DecodingError.self) { try StreamJSONDecoder().decode(Item.self, from: "[]") }
  }

  @Test func `several values at once leave nothing behind`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .arrayElements())
    var found: [Int] = []
    let text = "[" + (0..<50).map { $0 == 40 ? "true" : "\($0)" }.joined(separator: ",") + "]"
    let error = #expect(throws: DecodingError.self) {
      try stream.appendBatches(Array(text.utf8)) { found += $0 }
    }
    #expect(error?.jsonError?.record?.text == "true")
    try stream.appendBatches([]) { found += $0 }
    #expect(found.count == 49)
    #expect(stream.failedRecord?.text == "true")
  }

  private static let lines: [(framing: JSONFraming, before: String, after: String)] = [
    (.arrayElements(), #"[{"a":1},{"a":"#, #"} ,{"a":2}]"#),
    (.objectMembers(), #"{"k":{"a":1},"l":{"a":"#, #"},"m":2}"#),
    (.concatenated, #"{"a":1} {"a":"#, #"} {"a":2}"#),
  ]

  /// As much of it as is at hand, where the value isn't the record.
  @Test(arguments: lines.indices)
  func `the line around a value at fault is shown on request`(index: Int) throws {
    let (framing, before, after) = Self.lines[index]
    let texts = ["\"s\"", "nope"].map { before + $0 + after }
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = true
    for text in texts {
      let bytes = Array("\n\(text)\n".utf8)
      for chunking in Chunks.assortment(of: bytes, seed: 11, everySplit: true) {
        let found = outcomes(
          of: Item.self,
          in: chunking.chunks,
          framing: framing,
          decoder: decoder
        )
        let error = try #require(found[1].jsonError)
        let lines = error.debugDescription.split(separator: "\n").map(String.init)
        try #require(lines.count == 3)
        // Whatever is at hand, the caret is under the byte at fault.
        let before = lines[2].prefix { $0 == " " }
        let shown = try #require(lines[1].utf8.dropFirst(before.utf8.count).first)
        #expect(shown == bytes[error.byteOffset], "\(chunking)")
        if chunking.chunks.count == 1 { #expect(lines[1].contains(text), "\(lines)") }
      }
    }
  }

  @Test(arguments: [JSONFraming.lines, .textSequence, .serverSentEvents()])
  func `the line of a record does not depend on the cuts`(framing: JSONFraming) throws {
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = true
    let records = ["1", #"{"a":"s"}"#, #" {"a":nope}"#, #"{"a":1} x"#, "{"]
    let text =
      switch framing {
      case .lines: records.map { "\($0)\n" }.joined()
      case .textSequence: records.map { "\u{1E}\($0)\n" }.joined() + "\u{1E}{\"a\":1}\r\n"
      default: records.map { "data: \($0)\n\n" }.joined() + "{\"error\":1}\n\ndata: 2\n\n"
      }
    let bytes = Array(text.utf8)
    func lines(_ chunks: [ArraySlice<UInt8>]) -> [String?] {
      outcomes(of: Item.self, in: chunks, framing: framing, decoder: decoder)
        .map { $0.jsonError?.debugDescription }
    }
    let whole = lines([bytes[...]])
    #expect(whole[0]?.hasSuffix("\n1\n^") == true)
    #expect(whole[1]?.contains("\n\(records[1])\n") == true)
    #expect(whole.allSatisfy { $0?.contains("\n\n") != true })
    for chunking in Chunks.assortment(of: bytes, seed: 12, everySplit: true) {
      #expect(lines(chunking.chunks) == whole, "\(chunking)")
    }
  }

  @Test func `each error that a model keeps shows the line it arose in`() throws {
    struct Kept: Decodable {
      static nonisolated(unsafe) var decoders: [any Decoder] = []
      var errors: [any Error] = []
      init(from decoder: any Decoder) throws {
        unsafe Self.decoders.append(decoder)
        for _ in 0..<40 {
          do { _ = try Item(from: decoder) } catch { errors.append(error) }
        }
      }
    }
    defer { unsafe Kept.decoders = [] }
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = true
    let stream = decoder.makeStream(of: Kept.self, framing: .arrayElements())
    var kept: [Kept] = []
    // The chunk's memory is gone when the errors are asked.
    try stream.append(Array(#"[{"a":"one"},{"a":"two"},"#.utf8)) { kept.append($0) }
    try stream.append(Array(#"{"a":"six"},{"a":"ten"}]"#.utf8)) { kept.append($0) }
    #expect(kept.count == 4)
    for (value, word) in zip(kept, ["one", "two", "six", "ten"]) {
      #expect(value.errors.count == 40)
      for error in value.errors {
        let error = try #require((error as? DecodingError)?.jsonError)
        #expect(error.debugDescription.contains(#"{"a":"\#(word)"}"#))
      }
    }
  }

  /// As `decode` does.
  @Test(arguments: [JSONFraming.lines, .textSequence, .serverSentEvents()])
  func `the whole line at fault is shown on request`(framing: JSONFraming) throws {
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = true
    let line = #"{"a": nope, "b": "after the fault"}"#
    let text =
      switch framing {
      case .lines: "1\n\(line)\n2\n"
      case .textSequence: "\u{1E}1\n\u{1E}\(line)\n"
      default: "data: 1\n\ndata: \(line)\n\n"
      }
    for chunking in Chunks.everySplit(of: Array(text.utf8)) {
      let found = outcomes(
        of: JSONTree.self,
        in: chunking.chunks,
        framing: framing,
        decoder: decoder
      )
      #expect(found[1].jsonError?.debugDescription.contains(line) == true)
    }
  }

  /// Nothing waits for the rest of the line.
  @Test(arguments: [JSONFraming.arrayElements(), .concatenated])
  func `the line at fault is shown as far as it has arrived`(framing: JSONFraming) throws {
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = true
    let line = #"{"a": nope, "b": "after"}"#
    let text = framing == .concatenated ? "1\n\(line)\n2\n" : "[1,\n\(line)\n,2]"
    for chunking in Chunks.everySplit(of: Array(text.utf8)) {
      let found = outcomes(
        of: JSONTree.self,
        in: chunking.chunks,
        framing: framing,
        decoder: decoder
      )
      let shown = found[1].jsonError?.debugDescription.split(separator: "\n").dropFirst().first
      let prefix = try #require(shown)
      #expect(line.hasPrefix(prefix) && prefix.contains("n"))
      if chunking.chunks.count == 1 { #expect(prefix == line) }
    }
  }

  @Test func `an error of the source belongs to no record`() async throws {
    struct Failure: Error {}
    let (source, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    continuation.yield(Array("x\n1\n".utf8))
    continuation.finish(throwing: Failure())
    let values = StreamJSONDecoder().values(of: Int.self, in: source, framing: .lines)
    let iterator = values.makeAsyncIterator()
    await #expect(throws: DecodingError.self) { try await iterator.next() }
    #expect(values.failedRecord?.bytes == Array("x".utf8))
    #expect(try await iterator.next() == 1)
    #expect(values.failedRecord != nil)
    await #expect(throws: Failure.self) { try await iterator.next() }
    #expect(values.failedRecord == nil)
  }

  @Test func `an error of the file belongs to no record`() throws {
    // A file becomes shorter while it is read.
    let lines = "x\n" + String(repeating: "1\n", count: 200_000)
    try withTemporaryFile(lines.utf8) { url in
      let values = StreamJSONDecoder().valueIterator(of: Int.self, inFileAt: url, framing: .lines)
      let results = StreamJSONDecoder().results(of: Int.self, inFileAt: url, framing: .lines)
      #expect(throws: DecodingError.self) { try values.next() }
      guard case .failure? = results.next() else { return #expect(Bool(false)) }
      #expect(values.failedRecord != nil && results.failedRecord != nil)
      let handle = try FileHandle(forWritingTo: url)
      try handle.truncate(atOffset: 2)
      try handle.close()
      #expect(throws: CocoaError.self) { while try values.next() != nil {} }
      #expect(values.failedRecord == nil)
      for _ in results {}
      #expect(results.failedRecord == nil)
    }
  }
}
