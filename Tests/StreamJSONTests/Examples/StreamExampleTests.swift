import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The examples of streams in the README and the article Streaming.
@Suite struct StreamExampleTests {
  @Test func `a network stream`() async throws {
    let events = AsyncStream<Data> { continuation in
      for chunk in [
        "data: {\"text\":\"Hel", "lo\"}\n\nda", "ta: {\"text\":\"!\"}\n\ndata: [DONE]\n\n",
      ] {
        continuation.yield(Data(chunk.utf8))
      }
      continuation.finish()
    }
    var shown = ""
    func show(_ text: String) { shown += text }

    struct Delta: Decodable { var text: String }

    let decoder = StreamJSONDecoder()
    // `events`: chunks of bytes, or single ones, such as those of URLSession.bytes(for:) on macOS and iOS.
    for try await delta in decoder.values(of: Delta.self, in: events, framing: .serverSentEvents())
    {
      show(delta.text)
    }

    #expect(shown == "Hello!")
  }

  @Test func `results of a task that is canceled`() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.yield(Array("data: {\"text\":\"Hel\"}\n\ndata: x\n\ndata: 12".utf8))
    let shown = try await Task {
      var shown: [String] = []
      func show(_ text: String) { shown.append(text) }
      func print(_ text: String) {
        shown.append(text)
        // The source is waited for next.
        if shown.count == 2 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }

      struct Delta: Decodable { var text: String }
      let decoder = StreamJSONDecoder()

      let results = decoder.results(of: Delta.self, in: events, framing: .serverSentEvents())
      for try await result in results {
        switch result {
        case .success(let delta): show(delta.text)
        case .failure where Task.isCancelled: print("stopped")
        case .failure(let error): print("skipped: \(error.jsonError?.description ?? "\(error)")")
        }
      }

      return shown
    }.value

    #expect(shown.count == 3)
    #expect(shown.first == "Hel")
    #expect(shown[1].hasPrefix("skipped: unexpected 'x'"))
    #expect(shown.last == "stopped")
  }

  @Test func `an NDJSON file`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    try Data("{\"level\":\"error\"}\nnonsense\n{\"level\":\"info\"}\n".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    var messages: [String] = []
    func print(_ text: String) { messages.append(text) }

    struct LogLine: Decodable { var level: String }

    let lines = StreamJSONDecoder().results(of: LogLine.self, inFileAt: url, framing: .lines)
    for line in lines {
      switch line {
      case .success(let line): print(line.level)
      case .failure(let error): print("skipped: \(error.jsonError?.description ?? "\(error)")")
      }
    }

    #expect(messages.count == 3)
    #expect(messages[1].contains("record 2, line 2, column 2, byte 19"))
  }

  @Test func `an array inside a large file`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(#"{"meta":{"pages":[1,2]},"users":{"items":[{"name":"Ada"},{"name":"Alan"}]}}"#.utf8)
      .write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    var names: [String] = []
    func insert(_ user: User) { names.append(user.name) }

    struct User: Decodable { var name: String }

    let users = StreamJSONDecoder().valueIterator(
      of: User.self,
      inFileAt: url,
      framing: .arrayElements(at: "/users/items")
    )
    while let user = try users.next() {
      insert(user)
    }

    #expect(names == ["Ada", "Alan"])
  }

  @Test func `rejected lines are kept`() throws {
    struct LogLine: Decodable { var level: String }
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    try Data("{\"level\":\"a\"}\n{\"level\":1}\nx\n{\"level\":\"b\"}\n".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let decoder = StreamJSONDecoder()
    var rejected: [UInt8] = []

    let lines = decoder.valueIterator(of: LogLine.self, inFileAt: url, framing: .lines)
    while true {
      do {
        guard let line = try lines.next() else { break }
        print(line.level)
      } catch {
        guard let record = lines.failedRecord else { throw error }
        rejected += record.bytes + [0x0A]
      }
    }

    #expect(String(decoding: rejected, as: UTF8.self) == "{\"level\":1}\nx\n")
  }

  #if !os(Windows) && (Foundation || !canImport(FoundationEssentials))
  @Test func `messages with a length`() throws {
    var responses = Data()
    func respond(_ data: Data) { responses += data }

    struct Request: Decodable {
      var id: Int?
      var method: String
    }

    func serve(_ input: JSONFileDescriptor = .standardInput) throws {
      let requests = StreamJSONDecoder().results(
        of: Request.self,
        in: input,
        framing: .lengthPrefixed(.headers)
      )
      for request in requests {
        // Skip a message that doesn't decode.
        guard let request = try? request.get() else { continue }
        guard let id = request.id else { continue }
        let body = try JSONEncoder().encode(["id": id])
        respond(Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
      }
    }

    let pipe = Pipe()
    for body in [#"{"id":1,"method":"initialize"}"#, #"{"method":"exit"}"#] {
      let message = "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      try pipe.fileHandleForWriting.write(contentsOf: Data(message.utf8))
    }
    try pipe.fileHandleForWriting.close()
    try serve(JSONFileDescriptor(pipe.fileHandleForReading))
    #expect(responses == Data("Content-Length: 8\r\n\r\n{\"id\":1}".utf8))
  }
  #endif

  @Test func `sources of texts`() async throws {
    struct Delta: Decodable { var text: String }
    func source(_ texts: [String]) -> AsyncStream<String> {
      AsyncStream { continuation in
        for text in texts { continuation.yield(text) }
        continuation.finish()
      }
    }
    let messages = source([#"{"text":"a"}"#, #"{"text":"b"}"#])
    let lineTexts = source([#"{"text":"c"}"#, #"{"text":"d"}"#])
    var shown = ""
    func show(_ text: String) { shown += text }
    let decoder = StreamJSONDecoder()

    for try await delta in decoder.values(of: Delta.self, in: messages, framing: .concatenated) {
      show(delta.text)
    }
    let lines = decoder.values(of: Delta.self, in: lineTexts, framing: .lines) {
      Array($0.utf8) + [0x0A]
    }

    for try await line in lines { show(line.text) }
    #expect(shown == "abcd")
  }

  struct Row: Decodable { var id: Int }
  struct User: Decodable { var name: String }
  struct Order: Decodable { var total: Double }

  private func chunks(_ text: String) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      for byte in text.utf8 { continuation.yield([byte]) }
      continuation.finish()
    }
  }

  @Test func `several arrays in one pass`() async throws {
    let decoder = StreamJSONDecoder()
    let chunks = chunks(#"{"pages":[{"rows":[{"id":1}]},{"rows":[{"id":2},{"id":3}]}]}"#)
    var printed: [String] = []
    func print(_ pointer: JSONPointer, _ id: Int) { printed.append("\(pointer) \(id)") }

    let rows = decoder.values(
      of: JSONElement<Row>.self,
      in: chunks,
      framing: .selections(["/pages/*/rows"])
    )
    for try await row in rows {
      print(row.pointer, row.value.id)  // /pages/0/rows/0 1
    }

    #expect(printed == ["/pages/0/rows/0 1", "/pages/1/rows/0 2", "/pages/1/rows/1 3"])
  }

  enum Entry: Decodable {
    case user(User)
    case order(Order)

    init(from decoder: any Decoder) throws {
      switch JSONFraming.selection(of: decoder) {
      case 0: self = .user(try User(from: decoder))
      default: self = .order(try Order(from: decoder))
      }
    }
  }

  @Test func `arrays with elements of different types`() async throws {
    let decoder = StreamJSONDecoder()
    let chunks = chunks(#"{"orders":[{"total":2}],"users":[{"name":"Ann"}]}"#)

    let entries = decoder.values(
      of: Entry.self,
      in: chunks,
      framing: .selections(["/users", "/orders"])
    )

    var found: [String] = []
    for try await entry in entries {
      switch entry {
      case .user(let user): found.append(user.name)
      case .order(let order): found.append("\(order.total)")
      }
    }
    #expect(found == ["2.0", "Ann"])
  }

  @Test func `values among text`() async throws {
    let decoder = StreamJSONDecoder()
    let chunks = chunks("   Compiling main\n{\"reason\":\"compiler-artifact\"}\nwarning: none\n")
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
    func print(_ text: String) { shown.append("text: \(text)") }

    struct Artifact: Decodable { var reason: String }

    let output = decoder.values(
      of: JSONValueOrText<Artifact>.self,
      in: chunks,
      framing: .linesAmongText
    )
    for try await piece in output {
      switch piece {
      case .value(let artifact): show(artifact.reason)
      case .text(let text): print(text)
      }
    }

    #expect(shown == ["text: Compiling main", "compiler-artifact", "text: warning: none"])
  }
}
