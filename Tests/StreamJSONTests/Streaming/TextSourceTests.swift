import StreamJSON
import Testing

/// Asynchronous sequences of texts, and of anything else that has bytes.
struct TextSourceTests {
  private struct Buffer: Sendable {
    var view: [UInt8]
  }

  private static let text = "{\"a\":\"é\"}\n{\"a\":\"\u{1F600}\"}\nx\n{\"a\":\"z\"}"

  private func source<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
    AsyncStream { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }

  private func check<S: AsyncSequence>(
    _ results: JSONResultSequence<[String: String], S>
  ) async throws {
    var found: [String] = []
    for try await result in results {
      found.append((try? result.get()["a"]) ?? "bad")
    }
    #expect(found == ["é", "\u{1F600}", "bad", "z"])
  }

  @Test(arguments: 1...Self.text.count)
  func `texts cut anywhere`(size: Int) async throws {
    let decoder = StreamJSONDecoder()
    let parts = stride(from: 0, to: Self.text.count, by: size).map {
      Self.text.dropFirst($0).prefix(size)
    }
    let type = [String: String].self
    try await check(decoder.results(of: type, in: source(parts), framing: .lines))
    let strings = parts.map(String.init)
    try await check(decoder.results(of: type, in: source(strings), framing: .lines))
    let buffers = strings.map { Buffer(view: Array($0.utf8)) }
    try await check(
      decoder.results(of: type, in: source(buffers), framing: .lines) { $0.view }
    )
  }

  @Test func `messages that are values`() async throws {
    let messages = source([#"{"a":"1"}"#, #"{"a":"2"}"#])
    var found: [String?] = []
    let decoder = StreamJSONDecoder()
    for try await value in decoder.values(
      of: [String: String].self,
      in: messages,
      framing: .concatenated
    ) {
      found.append(value["a"])
    }
    #expect(found == ["1", "2"])
  }

  @Test func `elements with bytes`() async throws {
    let decoder = StreamJSONDecoder()
    let buffers = source([Buffer(view: Array("[1,2".utf8)), Buffer(view: Array("3]".utf8))])
    let values = decoder.values(
      of: Int.self,
      in: buffers,
      framing: .arrayElements(),
      bytes: \.view
    )
    var found: [Int] = []
    for try await value in values { found.append(value) }
    #expect(found == [1, 23])
    #expect(values.progress.byteOffset == 6)
  }
}
