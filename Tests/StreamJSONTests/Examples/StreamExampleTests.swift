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
        case .failure(let error): print("skipped: \(error.jsonError?.description ?? "")")
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
      case .failure(let error): print("skipped: \(error.jsonError?.description ?? "")")
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
}
