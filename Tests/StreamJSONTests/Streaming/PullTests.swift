import Foundation
import StreamJSON
import StreamJSONTestSupport
import Synchronization
import Testing

/// Values that are pulled from asynchronous sequences and files.
@Suite struct PullTests {
  private struct Failed: Error {}

  /// A source that counts how much was asked for.
  private final class Counted: AsyncSequence, AsyncIteratorProtocol, Sendable {
    typealias Element = [UInt8]
    private let chunks: [[UInt8]]
    private let state = Mutex(0)
    private let fails: Bool

    init(_ chunks: [[UInt8]], fails: Bool = false) {
      self.chunks = chunks
      self.fails = fails
    }

    var count: Int { state.withLock { $0 } }

    func makeAsyncIterator() -> Counted { self }

    func next() async throws -> [UInt8]? {
      let position = state.withLock { count in
        count += 1
        return count - 1
      }
      if position < chunks.count { return chunks[position] }
      if fails { throw Failed() }
      return nil
    }
  }

  private func source<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
    AsyncStream { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }

  private let decoder = StreamJSONDecoder()

  @Test(arguments: Corpus.streams)
  func `chunks and bytes give what pushing gives`(stream: CorpusText) async throws {
    let expected = outcomes(of: JSONTree.self, in: [stream.bytes[...]], framing: stream.framing)
    let chunks = Chunks.random(stream.bytes, seed: 1, largest: 300, emptyRate: 0.1).chunks
    var found: [StreamOutcome<JSONTree>] = []
    for await result in decoder.results(
      of: JSONTree.self,
      in: source(chunks),
      framing: stream.framing
    ) {
      found.append(StreamOutcome(result))
    }
    #expect(found == expected)
    found = []
    for await result in decoder.results(
      of: JSONTree.self,
      in: source(stream.bytes),
      framing: stream.framing
    ) {
      found.append(StreamOutcome(result))
    }
    #expect(found == expected)
  }

  @Test func `Data and other collections are chunks`() async throws {
    var values: [Int] = []
    for try await value in decoder.values(
      of: Int.self,
      in: source([Data("[1,2".utf8), Data("3]".utf8)]),
      framing: .arrayElements()
    ) {
      values.append(value)
    }
    // Not contiguous, and so copied.
    let reversed = source([Array("6 54".utf8).reversed(), Array(" 7".utf8).reversed()])
    for try await value in decoder.values(of: Int.self, in: reversed, framing: .concatenated) {
      values.append(value)
    }
    #expect(values == [1, 23, 45, 67])
  }

  @Test func `a value is there before the next chunk is asked for`() async throws {
    let source = Counted([Array("[1,2,".utf8), Array("3,".utf8), Array("4]".utf8)])
    let values = decoder.values(of: Int.self, in: source, framing: .arrayElements())
      .makeAsyncIterator()
    #expect(source.count == 0)
    #expect(try await values.next() == 1)
    #expect(source.count == 1)
    #expect(try await values.next() == 2)
    #expect(source.count == 1)
    #expect(try await values.next() == 3)
    #expect(source.count == 2)
    #expect(try await values.next() == 4)
    #expect(try await values.next() == nil)
    #expect(try await values.next() == nil)
  }

  @Test func `a value waits for no byte after it`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
    let values = decoder.values(of: [Int].self, in: stream, framing: .arrayElements())
      .makeAsyncIterator()
    for byte in "[[1,2]".utf8 { continuation.yield(byte) }
    #expect(try await values.next() == [1, 2])
    for byte in ",[3]".utf8 { continuation.yield(byte) }
    #expect(try await values.next() == [3])
    continuation.yield(UInt8(ascii: "]"))
    continuation.finish()
    #expect(try await values.next() == nil)
  }

  @Test func `nothing is read after the terminator`() async throws {
    let source = Counted([Array("data: 1\n\ndata: [DONE]\n\n".utf8), Array("data: 2\n\n".utf8)])
    var found: [Int] = []
    for try await value in decoder.values(of: Int.self, in: source, framing: .serverSentEvents()) {
      found.append(value)
    }
    #expect(found == [1])
    #expect(source.count == 1)
  }

  @Test func `the errors of the source are thrown and end the values`() async throws {
    let source = Counted([Array("[1,2".utf8)], fails: true)
    let values = decoder.values(of: Int.self, in: source, framing: .arrayElements())
      .makeAsyncIterator()
    #expect(try await values.next() == 1)
    await #expect(throws: Failed.self) { try await values.next() }
    #expect(try await values.next() == nil)
  }

  @Test func `after an error the next call goes on`() async throws {
    let values = decoder.values(
      of: Int.self,
      in: source([Array("1\nx\n3\n".utf8)]),
      framing: .lines
    ).makeAsyncIterator()
    #expect(try await values.next() == 1)
    await #expect(throws: DecodingError.self) { try await values.next() }
    #expect(try await values.next() == 3)
    #expect(try await values.next() == nil)
  }

  @Test func `malformed text ends the values of an array once`() async throws {
    var found: [Bool] = []
    for await result in decoder.results(
      of: Int.self,
      in: source([Array("[1,x,3]".utf8)]),
      framing: .arrayElements()
    ) {
      found.append((try? result.get()) != nil)
    }
    #expect(found == [true, false])
  }

  @Test func `the settings are those of the moment when the iteration begins`() async throws {
    struct Item: Decodable { var someName: Int }
    let decoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let values = decoder.values(
      of: Item.self,
      in: source([Array(#"{"some_name":1}"#.utf8)]),
      framing: .concatenated
    )
    let iterator = values.makeAsyncIterator()
    decoder.keyDecodingStrategy = .useDefaultKeys
    #expect(try await iterator.next()?.someName == 1)
  }

  // MARK: - Files

  @Test(arguments: Corpus.streams)
  func `a file gives what pushing gives`(stream: CorpusText) throws {
    let expected = outcomes(of: JSONTree.self, in: [stream.bytes[...]], framing: stream.framing)
    try withTemporaryFile(stream.bytes) { url throws in
      let results = decoder.results(of: JSONTree.self, inFileAt: url, framing: stream.framing)
      #expect(results.map { StreamOutcome($0) } == expected)
      let values = decoder.valueIterator(of: JSONTree.self, inFileAt: url, framing: stream.framing)
      for outcome in expected {
        guard let value = outcome.value else {
          #expect(throws: DecodingError.self) { try values.next() }
          continue
        }
        #expect(try values.next() == value)
      }
      #expect(try values.next() == nil)
    }
  }

  @Test func `a file of many pieces`() throws {
    let count = 60_000
    let text = "[" + (0..<count).map { "{\"n\":\($0)}" }.joined(separator: ",\n") + "]"
    try withTemporaryFile(Array(text.utf8)) { url in
      let values = decoder.valueIterator(
        of: [String: Int].self,
        inFileAt: url,
        framing: .arrayElements()
      )
      var sum = 0
      while let value = try values.next() { sum += value["n"] ?? 0 }
      #expect(sum == count * (count - 1) / 2)
    }
  }

  @Test func `a file that is not there or cannot be read`() throws {
    let missing = URL(filePath: "/no/such/file.json")
    #expect(throws: CocoaError.self) {
      try decoder.valueIterator(of: Int.self, inFileAt: missing, framing: .lines).next()
    }
    let directory = FileManager.default.temporaryDirectory
    let name = String(repeating: "a", count: 300)
    let long = directory.appending(path: name)
    for url in [missing, long, URL(filePath: #filePath).appending(path: "below-a-file")] {
      let values = decoder.valueIterator(of: Int.self, inFileAt: url, framing: .lines)
      let error = #expect(throws: CocoaError.self) { try values.next() }
      #expect(try values.next() == nil)
      let expected = #expect(throws: CocoaError.self) { try FileHandle(forReadingFrom: url) }
      #expect(error?.code == expected?.code)
      #expect(error?.url == url)
    }
    let results = decoder.results(of: Int.self, inFileAt: directory, framing: .lines)
    #expect(results.count { _ in true } == 1)
  }

  @Test(arguments: [
    "https://example.org", "http://localhost", "ftp://example.org", "data:", "nothing:", "",
    "file://example.org",
  ])
  func `a URL that is not a file's is refused, even if there is a file at its path`(
    origin: String
  ) throws {
    try withTemporaryFile(Array("1\n".utf8)) { file in
      let url = try #require(URL(string: origin + file.path()))
      let errors = [
        #expect(throws: CocoaError.self) {
          try decoder.valueIterator(of: Int.self, inFileAt: url, framing: .lines).next()
        },
        #expect(throws: CocoaError.self) {
          do {
            _ = try decoder.results(of: Int.self, inFileAt: url, framing: .lines).next()?.get()
          } catch {
            throw UnusualFileTests.cause(of: error) ?? error
          }
        },
      ]
      for error in errors {
        #expect(error?.code == .fileReadUnsupportedScheme)
        #expect(error?.url == url)
      }
      #expect(
        decoder.results(of: Int.self, inFileAt: file, framing: .lines).count { _ in true } == 1
      )
    }
  }
}

extension StreamOutcome {
  fileprivate init(_ result: Result<Value, DecodingError>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self.init(error)
    }
  }
}
