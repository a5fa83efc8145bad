import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Values among text, other separators, framings that are found out, and what streams count.
@Suite struct TextFramingTests {
  private func pieces(_ text: String) throws -> [JSONValueOrText<JSONTree>] {
    try pieces(Array(text.utf8))
  }

  private func pieces(_ bytes: [UInt8]) throws -> [JSONValueOrText<JSONTree>] {
    let values = StreamJSONDecoder().valueIterator(
      of: JSONValueOrText<JSONTree>.self,
      in: bytes,
      framing: .linesAmongText
    )
    var pieces: [JSONValueOrText<JSONTree>] = []
    while let piece = try values.next() { pieces.append(piece) }
    return pieces
  }

  private func value(_ text: String) throws -> JSONValueOrText<JSONTree> {
    .value(try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8)))
  }

  @Test func `values and text in order`() throws {
    let text = """
      Compiling module
      {"reason":"artifact"}
        12
      <13>Jan 1 app[12]: {"a":1} and {"b":[2]} end
      [2024-01-01 10:00] {"c": "}"}
      [2024-01-01]
      true
      {"cut":

      "done"
      """
    let expected: [JSONValueOrText<JSONTree>] = [
      .text("Compiling module"), try value(#"{"reason":"artifact"}"#), try value("12"),
      .text("<13>Jan 1 app"), try value("[12]"), .text(":"), try value(#"{"a":1}"#), .text("and"),
      try value(#"{"b":[2]}"#), .text("end"), .text("[2024-01-01 10:00]"),
      try value(#"{"c": "}"}"#), .text("[2024-01-01]"), try value("true"), .text(#"{"cut":"#),
      try value(#""done""#),
    ]
    #expect(try pieces(text) == expected)
  }

  @Test func `other types skip the text, which is counted`() throws {
    struct Message: Decodable { var id: Int }
    let text = "  start \n{\"id\":1}\nx {\"id\":2}{\"id\":\"3\"} y\n"
    let results = StreamJSONDecoder().results(
      of: Message.self,
      in: text.utf8,
      framing: .linesAmongText
    )
    let ids = results.map { try? $0.get().id }
    #expect(ids == [1, 2, nil])
    #expect(results.progress.skippedByteCount == 7)
    #expect(results.progress.errorCount == 1)
  }

  @Test func `bytes that are not UTF-8, and scalars that are not valid, are text`() throws {
    #expect(try pieces([0xFF, 0x0A]) == [.text("\u{FFFD}")])
    #expect(try pieces("{\"a\":01}") == [.text("{\"a\":01}")])
    #expect(try pieces("{\"a\":\"\\x\"} [1]") == [.text("{\"a\":\"\\x\"}"), try value("[1]")])
    #expect(try pieces("\"a") == [.text("\"a")])
    #expect(try pieces("") == [])
    #expect(try pieces(" \r\n\n") == [])
  }

  @Test func `a line is searched in linear time`() throws {
    func seconds(_ count: Int, _ part: String) throws -> Double {
      let text = String(repeating: part, count: count)
      let start = ContinuousClock.now
      let results = StreamJSONDecoder().results(
        of: JSONValueOrText<JSONTree>.self,
        in: text.utf8,
        framing: .linesAmongText
      )
      for _ in results {}
      return (ContinuousClock.now - start) / .seconds(1)
    }
    for part in ["[", "[01,", "{\"a\":[", "[1x", "{}x", "[[]", "\"[", "[0]]"] {
      _ = try seconds(1000, part)
      let (short, long) = (try seconds(20_000, part), try seconds(160_000, part))
      #expect(long < 40 * short + 0.5, "\(part)")
    }
  }

  @Test func `a line that is too long is an error, and the next one is not`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumElementByteCount = 8
    let results = decoder.results(
      of: JSONValueOrText<Int>.self,
      in: "123456789 text\n1\nlog\n".utf8,
      framing: .linesAmongText
    ).map { try? $0.get() }
    #expect(results == [nil, .value(1), .text("log")])
  }

  @Test func `elsewhere, it is a value`() throws {
    let piece = try JSONDecoder().decode(JSONValueOrText<Int>.self, from: Data("1".utf8))
    #expect(piece == .value(1))
    #expect(try StreamJSONDecoder().decode([JSONValueOrText<Int>].self, from: "[1]") == [.value(1)])
  }

  @Test func `nothing inside of what is malformed is a value`() throws {
    for text in [
      #"{"level":oops,"ctx":{"level":"inner"}}"#, #"{"a":[1,2,nul,{"b":2}]}"#, #"[12:30 {"a":1}"#,
    ] {
      #expect(try pieces(text) == [.text(text)])
    }
    #expect(try pieces(#"{x} [y] {"b":2}"#) == [.text("{x} [y]"), try value(#"{"b":2}"#)])
  }

  @Test func `a value that is too deep is an error`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumDepth = 2
    for text in ["[[[1]]]\n[2]\n", "x [[[1]]] [3]\n[2]\n"] {
      let results = decoder.results(of: [Int].self, in: text.utf8, framing: .linesAmongText)
        .map { $0 }
      #expect(results.count == 2)
      guard case .failure(let error) = results[0] else { return #expect(Bool(false)) }
      #expect(error.jsonError?.kind == .depthLimitExceeded)
      #expect(try results[1].get() == [2])
    }
  }

  // MARK: - Separators

  @Test(arguments: [0, 0x1E, 0x0A, 0x09, 0x3B, 0xFF] as [UInt8])
  func `records end with any byte`(separator: UInt8) throws {
    let records = [#"{"a":1}"#, "[2,3]", "4", "", #""x""#]
    var bytes: [UInt8] = []
    for record in records { bytes += Array(record.utf8) + [separator] }
    let results = StreamJSONDecoder().results(
      of: JSONTree.self,
      in: bytes,
      framing: .separated(by: separator)
    ).map { try? $0.get() }
    let expected = try records.filter { !$0.isEmpty }.map {
      try JSONDecoder().decode(JSONTree.self, from: Data($0.utf8))
    }
    #expect(results == expected)
  }

  // MARK: - Framings that are found out

  @Test func `the first byte tells the framing`() {
    func values(_ text: String, at pointer: JSONPointer? = nil) -> [Int?] {
      StreamJSONDecoder().results(of: Int.self, in: text.utf8, framing: .detected(at: pointer))
        .map { try? $0.get() }
    }
    #expect(values("[1,2]") == [1, 2])
    #expect(values("\u{FEFF} \n[1,2]") == [1, 2])
    #expect(values("1\n2") == [1, 2])
    #expect(values("\u{1E}1\n\u{1E}2\n") == [1, 2])
    #expect(values("{\"a\":[1]}\n2") == [nil, 2])
    #expect(values("{\"a\":[1,2]}", at: "/a") == [1, 2])
    #expect(values("[[1],[2,3]]", at: "/1") == [2, 3])
    #expect(values("") == [])
  }

  // MARK: - Keep-alives

  @Test func `progress counts comments and blank lines while a loop waits`() async throws {
    let (source, continuation) = AsyncStream<[UInt8]>.makeStream()
    let values = StreamJSONDecoder().values(
      of: Int.self,
      in: source,
      framing: .serverSentEvents()
    )
    let iterator = values.makeAsyncIterator()
    continuation.yield(Array(": hello\n\ndata: 1\n\n".utf8))
    #expect(try await iterator.next() == 1)
    #expect(values.progress.keepAliveCount == 1)
    let waiting = Task { try await iterator.next() }
    continuation.yield(Array(":\n\n: again\n\n".utf8))
    while values.progress.keepAliveCount < 3 { try await Task.sleep(for: .milliseconds(1)) }
    continuation.yield(Array("data: 2\n\n".utf8))
    continuation.finish()
    #expect(try await waiting.value == 2)
  }

  @Test func `blank lines count in lines, sequences, and text`() {
    for (framing, text, count) in [
      (JSONFraming.lines, "1\n\n\n2\n\n", 3), (.linesAmongText, "1\n\n\nx\n\n", 3),
      (.textSequence, "\u{1E}1\n\n\n\u{1E}2\n\u{1E}\n", 2), (.detected(), "\n\n1\n\n", 3),
      (.serverSentEvents(), ": a\n\n:\n\n", 2),
    ] {
      let results = StreamJSONDecoder().results(of: Int.self, in: text.utf8, framing: framing)
      for _ in results {}
      #expect(results.progress.keepAliveCount == count, "\(framing)")
    }
  }

  // MARK: - Descriptors

  #if !os(Windows) && (Foundation || !canImport(FoundationEssentials))
  @Test func `an open file is read from where it stands, and stays open`() async throws {
    try await withTemporaryFile("1\n2\n3\n".utf8) { url in
      let handle = try FileHandle(forReadingFrom: url)
      try handle.seek(toOffset: 2)
      var numbers: [Int] = []
      for try await number in StreamJSONDecoder().values(
        of: Int.self,
        in: JSONFileDescriptor(handle),
        framing: .lines
      ) {
        numbers.append(number)
      }
      #expect(numbers == [2, 3])
      try handle.seek(toOffset: 0)
      let iterator = StreamJSONDecoder().valueIterator(
        of: Int.self,
        in: JSONFileDescriptor(handle.fileDescriptor),
        framing: .lines
      )
      #expect(try iterator.next() == 1)
      #expect(try handle.offset() == 6)
      try handle.close()
    }
  }

  @Test func `a pipe that the program has opened`() async throws {
    let pipe = Pipe()
    let descriptor = JSONFileDescriptor(pipe.fileHandleForReading)
    let values = StreamJSONDecoder().values(of: Int.self, in: descriptor, framing: .lines)
    let iterator = values.makeAsyncIterator()
    try pipe.fileHandleForWriting.write(contentsOf: Data("1\n2".utf8))
    #expect(try await iterator.next() == 1)
    try pipe.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    #expect(try await iterator.next() == 2)
    try pipe.fileHandleForWriting.close()
    #expect(try await iterator.next() == nil)
    let results = StreamJSONDecoder().results(of: Int.self, in: descriptor, framing: .lines)
    #expect(results.next() == nil)
  }

  @Test(arguments: [99_999, 9_999, -1, .min] as [Int32])
  func `a descriptor that is not open is an error`(number: Int32) async throws {
    let decoder = StreamJSONDecoder()
    let descriptor = JSONFileDescriptor(number)
    let values = decoder.valueIterator(of: Int.self, in: descriptor, framing: .lines)
    #expect(throws: POSIXError.self) { try values.next() }
    #expect(try values.next() == nil)
    let iterator = decoder.values(of: Int.self, in: descriptor, framing: .lines)
      .makeAsyncIterator()
    await #expect(throws: POSIXError.self) { try await iterator.next() }
    let results = decoder.results(of: Int.self, in: descriptor, framing: .lines).map { $0 }
    #expect(results.count == 1)
  }

  @Test(.timeLimit(.minutes(5))) func `canceling ends the wait for a descriptor`() async throws {
    let pipe = Pipe()
    let descriptor = JSONFileDescriptor(pipe.fileHandleForReading)
    let task = Task {
      var numbers: [Int] = []
      let values = StreamJSONDecoder().values(of: Int.self, in: descriptor, framing: .lines)
      do {
        for try await number in values { numbers.append(number) }
      } catch is CancellationError {
        numbers.append(-1)
      }
      return numbers
    }
    try pipe.fileHandleForWriting.write(contentsOf: Data("1\n".utf8))
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    let numbers = try await task.value
    #expect(numbers == [1, -1] || numbers == [-1])
    try pipe.fileHandleForWriting.close()
  }
  #endif
}
