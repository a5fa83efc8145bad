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

  private static let openAI = [
    #"{"choices":[{"delta":{"role":"assistant","content":"Let me "}}]}"#,
    #"{"choices":[{"delta":{"content":"see."}}]}"#,
    """
    {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function",\
    "function":{"name":"weather","arguments":""}}]}}]}
    """,
    #"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\": \"Gh"}}]}}]}"#,
    """
    {"choices":[{"delta":{"tool_calls":[{"index":1,"id":"call_2","type":"function",\
    "function":{"name":"weather","arguments":"{\\"days\\": 1"}}]}}]}
    """,
    #"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"ent\", \"da"}}]}}]}"#,
    #"{"choices":[{"delta":{"tool_calls":[{"index":1,"function":{"arguments":"2}"}}]}}]}"#,
    #"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"ys\": 3}"}}]}}]}"#,
    #"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#,
    #"{"choices":[],"usage":{"total_tokens":99}}"#,
    "[DONE]",
  ]

  @Test(arguments: [openAI.count, openAI.count - 1, 5])
  func `tool calls in OpenAI's format`(eventCount: Int) async throws {
    let body = body(Self.openAI.prefix(eventCount).map { "data: \($0)\n\n" }.joined())
    var shown = ""
    func show(_ text: String) { shown += text }
    /// One event of a response in OpenAI's format.
    struct CompletionChunk: Decodable {
      struct Choice: Decodable {
        var delta: Delta
        var finishReason: String?
      }
      struct Delta: Decodable {
        var content: String?
        var toolCalls: [ToolCall]?
      }
      struct ToolCall: Decodable {
        var index: Int
        var id: String?
        var function: Function?
      }
      struct Function: Decodable {
        var name: String?
        var arguments: String?
      }
      var choices: [Choice]
    }

    /// The arguments of a tool, which may not all have arrived.
    struct WeatherQuery: Decodable {
      var city: String?
      var days: Int?
    }
    func show(_ query: WeatherQuery) {
      shown += "<\(query.city ?? "-") \(query.days ?? 0)>"
    }

    let decoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let chunks = decoder.values(of: CompletionChunk.self, in: body, framing: .serverSentEvents())
    var calls: [Int: JSONStream<WeatherQuery>] = [:]
    var queries: [WeatherQuery] = []
    var finishReason: String?
    for try await chunk in chunks {
      guard let choice = chunk.choices.first else { continue }
      show(choice.delta.content ?? "")
      for call in choice.delta.toolCalls ?? [] {
        let query =
          calls[call.index] ?? decoder.makeStream(of: WeatherQuery.self, framing: .concatenated)
        calls[call.index] = query
        queries += try query.append((call.function?.arguments ?? "").utf8)
        if let partial = try query.partialValue() { show(partial) }
      }
      finishReason = choice.finishReason ?? finishReason
    }
    let isComplete = finishReason != nil && chunks.progress.isTerminated

    #expect(isComplete == (eventCount == Self.openAI.count))
    guard eventCount > 5 else {
      #expect(shown == "Let me see.<Gh 0><- 0>" && queries.isEmpty)
      return
    }
    #expect(shown == "Let me see.<Gh 0><- 0><Ghent 0>")
    #expect(queries.map(\.days) == [12, 3] && queries.map(\.city) == [nil, "Ghent"])
    #expect(finishReason == "tool_calls")
  }

  private static let anthropic = [
    #"{"type":"message_start","message":{"id":"m","role":"assistant","content":[]}}"#,
    #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
    #"{"type":"ping"}"#,
    #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Wait."}}"#,
    #"{"type":"content_block_stop","index":0}"#,
    """
    {"type":"content_block_start","index":1,\
    "content_block":{"type":"tool_use","id":"t","name":"weather","input":{}}}
    """,
    """
    {"type":"content_block_delta","index":1,\
    "delta":{"type":"input_json_delta","partial_json":""}}
    """,
    """
    {"type":"content_block_delta","index":1,\
    "delta":{"type":"input_json_delta","partial_json":"{\\"city\\": \\"Gh"}}
    """,
    """
    {"type":"content_block_delta","index":1,\
    "delta":{"type":"input_json_delta","partial_json":"ent\\"}"}}
    """,
    #"{"type":"content_block_stop","index":1}"#,
    #"{"type":"message_delta","delta":{"stop_reason":"tool_use"}}"#,
    #"{"type":"message_stop"}"#,
  ]

  @Test(arguments: [anthropic.count, anthropic.count - 1, 8])
  func `tool calls in Anthropic's format`(eventCount: Int) async throws {
    let body = body(
      Self.anthropic.prefix(eventCount).map { "event: e\ndata: \($0)\n\n" }.joined()
    )
    var shown = ""
    func show(_ text: String) { shown += text }
    struct WeatherQuery: Decodable {
      var city: String?
      var days: Int?
    }
    func show(_ query: WeatherQuery) {
      shown += "<\(query.city ?? "-") \(query.days ?? 0)>"
    }

    /// One event of a response in Anthropic's format.
    struct MessageEvent: Decodable {
      struct Block: Decodable { var type: String }
      struct Delta: Decodable {
        var text: String?
        var partialJson: String?
        var stopReason: String?
      }
      struct Failure: Decodable { var message: String }

      var type: String
      var index: Int?
      var contentBlock: Block?
      var delta: Delta?
      var error: Failure?
    }

    let decoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let events = decoder.values(
      of: MessageEvent.self,
      in: body,
      framing: .serverSentEvents(terminator: nil)
    )
    var inputs: [Int: JSONStream<WeatherQuery>] = [:]
    var queries: [WeatherQuery] = []
    var isComplete = false
    for try await event in events {
      let index = event.index ?? 0
      switch event.type {
      case "content_block_start" where event.contentBlock?.type == "tool_use":
        inputs[index] = decoder.makeStream(of: WeatherQuery.self, framing: .concatenated)
      case "content_block_delta":
        show(event.delta?.text ?? "")
        guard let query = inputs[index] else { continue }
        queries += try query.append((event.delta?.partialJson ?? "").utf8)
        if let partial = try query.partialValue() { show(partial) }
      case "content_block_stop":
        try inputs.removeValue(forKey: index)?.finish { queries.append($0) }
      case "message_stop": isComplete = true
      case "error": show("[\(event.error?.message ?? "error")]")
      default: break
      }
    }

    #expect(isComplete == (eventCount == Self.anthropic.count))
    #expect(shown.hasPrefix("Wait.") && shown.contains("<Gh 0>"))
    #expect(queries.map(\.city) == (eventCount > 8 ? ["Ghent"] : []))
  }
}
