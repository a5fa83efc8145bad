import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The examples of the article Language-model streams.
struct LanguageModelExampleTests {
  struct Chunk: Decodable {
    struct Choice: Decodable {
      struct Delta: Decodable { var content: String? }
      var delta: Delta
    }
    var choices: [Choice]
  }

  struct Message: Decodable {
    struct Failure: Decodable { var message: String }
    var text: String?
    var error: Failure?
  }

  /// The body of a response, in chunks of 20 bytes.
  private func body(_ text: String) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      var rest = Array(text.utf8)
      while !rest.isEmpty {
        continuation.yield(Array(rest.prefix(20)))
        rest.removeFirst(min(20, rest.count))
      }
      continuation.finish()
    }
  }

  @Test func `text is shown as it arrives`() async throws {
    let body = body(
      """
      data: {"choices":[{"delta":{"role":"assistant"}}]}

      data: {"choices":[{"delta":{"content":"Hel"}}]}

      data: {"choices":[{"delta":{"content":"lo"}}]}

      data: [DONE]


      """
    )
    var shown = ""
    func show(_ text: String) { shown += text }

    struct Chunk: Decodable {
      struct Choice: Decodable {
        struct Delta: Decodable { var content: String? }
        var delta: Delta
      }
      var choices: [Choice]
    }

    let decoder = StreamJSONDecoder()
    for try await chunk in decoder.values(of: Chunk.self, in: body, framing: .serverSentEvents()) {
      show(chunk.choices.first?.delta.content ?? "")
    }

    #expect(shown == "Hello")
  }

  @Test func `a failed request is an error`() async throws {
    let body = body("{\n  \"error\": {\"message\": \"invalid key\"}\n}\n")
    let decoder = StreamJSONDecoder()
    var shown = ""
    func show(_ text: String) { shown += text }

    let chunks = decoder.values(of: Chunk.self, in: body, framing: .serverSentEvents())
    do {
      for try await chunk in chunks {
        show(chunk.choices.first?.delta.content ?? "")
      }
    } catch let error as DecodingError where error.jsonError?.kind == .noEvents {
      show("The response isn't an event stream.")
    }

    #expect(shown == "The response isn't an event stream.")
  }

  @Test func `events have names and identifiers`() async throws {
    let body = body(
      """
      retry: 3000
      id: 1
      event: start
      data: {}

      event: delta
      id: 2
      data: {"text": "Hi"}

      event: error
      data: {"error": {"message": "overloaded"}}


      """
    )
    let decoder = StreamJSONDecoder()
    var shown = ""
    func show(_ text: String) { shown += text }

    let events = decoder.values(
      of: JSONServerSentEvent<Message>.self,
      in: body,
      framing: .serverSentEvents()
    )
    for try await event in events {
      switch event.name {
      case "delta": show(event.data.text ?? "")
      case "error": show("[\(event.data.error?.message ?? "error")]")
      default: break
      }
    }

    #expect(shown == "Hi[overloaded]")
  }

  @Test func `an event that is not JSON says what it is`() async throws {
    let body = body("data: {\"text\": \"Hi\"}\n\nevent: error\ndata: Internal Server Error\n\n")
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }

    let messages = StreamJSONDecoder()
      .values(of: Message.self, in: body, framing: .serverSentEvents())
    do {
      for try await message in messages { show(message.text ?? "") }
    } catch let error as DecodingError {
      // "error: Internal Server Error"
      guard let record = error.jsonError?.record else { throw error }
      show("\(record.name ?? "message"): \(record.text)")
    }

    #expect(shown == ["Hi", "error: Internal Server Error"])
  }

  @Test(arguments: [true, false])
  func `a response that was cut is told from a complete one`(isComplete: Bool) async throws {
    let text = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n"
    let body = body(text + (isComplete ? "data: [DONE]\n\n" : ""))
    let decoder = StreamJSONDecoder()
    var shown = ""
    func show(_ text: String) { shown += text }

    let chunks = decoder.values(of: Chunk.self, in: body, framing: .serverSentEvents())
    for try await chunk in chunks {
      show(chunk.choices.first?.delta.content ?? "")
    }
    if !chunks.progress.isTerminated { show("[The response is not complete.]") }

    #expect(shown == (isComplete ? "Hi" : "Hi[The response is not complete.]"))
  }

  @Test func `a broken connection says what the next request needs`() async throws {
    struct ConnectionError: Error {}
    let body = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield(Array("id: 1\nretry: 100\ndata:\n\nid: 2\ndata: {\"text\": ".utf8))
      continuation.finish(throwing: ConnectionError())
    }
    let decoder = StreamJSONDecoder()
    var (lastEventID, milliseconds): (String?, Int?)
    func show(_ text: String) {}

    let events = decoder.values(of: Message.self, in: body, framing: .serverSentEvents())
    do {
      for try await message in events { show(message.text ?? "") }
    } catch is ConnectionError {
      lastEventID = events.progress.lastEventID
      milliseconds = events.progress.retryMilliseconds ?? 3_000
    }

    #expect(lastEventID == "1" && milliseconds == 100)
  }

  @Test func `JSON that a model writes is shown before it is complete`() async throws {
    let tokens = ["{\"ti", "tle\": \"Te", "a\", \"st", "eps\": [\"boil", "\", \"wait\"", "]}"]
    let messages = AsyncStream { continuation in
      for token in tokens { continuation.yield(Message(text: token)) }
      continuation.finish()
    }
    let decoder = StreamJSONDecoder()
    var shown: [String] = []
    func show(_ recipe: Recipe) {
      shown.append("\(recipe.title ?? "-"): \((recipe.steps ?? []).joined(separator: ", "))")
    }

    struct Recipe: Decodable {
      var title: String?
      var steps: [String]?
    }

    let recipe = decoder.makeStream(of: Recipe.self, framing: .concatenated)
    for try await message in messages {
      try recipe.append((message.text ?? "").utf8) { show($0) }
      if let partial = try recipe.partialValue() { show(partial) }
    }
    try recipe.finish { show($0) }

    #expect(shown == ["-: ", "Te: ", "Tea: ", "Tea: boil", "Tea: boil, wait", "Tea: boil, wait"])
  }
}
