import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Sources that take no notice of cancellation, that miscount, and whose two methods differ.
@Suite struct UnusualSourceTests {
  /// Goes on whatever happens, with `text` again and again.
  private struct EndlessBytes: AsyncSequence, AsyncIteratorProtocol {
    typealias Element = UInt8
    let text: [UInt8]
    var position = 0

    func makeAsyncIterator() -> EndlessBytes { self }

    mutating func next() async -> UInt8? {
      if position % 64 == 0 { await Task.yield() }
      defer { position += 1 }
      return text.isEmpty ? 0x20 : text[position % text.count]
    }
  }

  /// The same in chunks.
  private struct EndlessChunks: AsyncSequence, AsyncIteratorProtocol {
    let text: [UInt8]

    func makeAsyncIterator() -> EndlessChunks { self }

    mutating func next() async -> [UInt8]? {
      await Task.yield()
      return text
    }
  }

  @Test(arguments: [
    (JSONFraming.serverSentEvents(), ": ping\n\n"), (.lines, "\n"), (.concatenated, " "),
    (.lines, "x"), (.arrayElements(), "\n"), (.lines, ""),
  ])
  private func `cancellation ends what a source goes on with`(
    framing: JSONFraming,
    text: String
  ) async throws {
    let bytes = Array(text.utf8)
    let loops: [@Sendable () async throws -> Void] = [
      {
        let source = EndlessBytes(text: bytes)
        for try await _ in StreamJSONDecoder().values(of: Int.self, in: source, framing: framing) {}
      },
      {
        let source = EndlessChunks(text: bytes)
        for try await _ in StreamJSONDecoder().values(of: Int.self, in: source, framing: framing) {}
      },
      {
        let source = EndlessBytes(text: bytes)
        for await result in StreamJSONDecoder().results(of: Int.self, in: source, framing: framing)
        {
          _ = try result.get()
        }
      },
    ]
    for loop in loops {
      let task = Task { try await loop() }
      try await Task.sleep(for: .milliseconds(2))
      task.cancel()
      let outcome = await task.result
      do {
        try outcome.get()
        Issue.record("the loop has ended without an error")
      } catch let error as DecodingError {
        #expect(error.jsonError == nil)
      } catch {
        #expect(error is CancellationError)
      }
    }
  }

  /// Says that it has `count` bytes.
  private struct Miscounted: Collection {
    let bytes: [UInt8]
    let count: Int
    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> UInt8 { bytes[index] }
  }

  @Test(arguments: [10, 300, 5_000, 200_000], [-5, 0, 10, 256, 257, 1_000_000])
  func `a chunk with more or fewer bytes than it counts`(size: Int, count: Int) async throws {
    let text = "\"\(String(repeating: "x", count: size))\"\n1\n"
    let (stream, continuation) = AsyncStream<Miscounted>.makeStream()
    for _ in 0..<3 { continuation.yield(Miscounted(bytes: Array(text.utf8), count: count)) }
    continuation.finish()
    var found: [Int] = []
    for await result in StreamJSONDecoder().results(
      of: JSONValue.self,
      in: stream,
      framing: .lines
    ) {
      found.append(try result.get().string?.count ?? 1)
    }
    #expect(found == [size, 1, size, 1, size, 1])
  }

  /// Refills its own buffer, which nothing else may refer to.
  private struct Refilled: AsyncSequence, AsyncIteratorProtocol {
    typealias Element = UInt8

    private final class Buffer {
      var position = 0
    }

    private var buffer = Buffer()
    private(set) var text: [UInt8]

    init(_ text: String) { self.text = Array(text.utf8) }

    func makeAsyncIterator() -> Refilled {
      var copy = self
      copy.buffer = Buffer()
      return copy
    }

    mutating func next() async -> UInt8? {
      #expect(isKnownUniquelyReferenced(&buffer))
      guard buffer.position < text.count else { return nil }
      defer { buffer.position += 1 }
      return text[buffer.position]
    }
  }

  @Test func `the storage of a source is not shared while it is asked`() async throws {
    let values = StreamJSONDecoder().values(of: Int.self, in: Refilled("1\n2\n"), framing: .lines)
      .makeAsyncIterator()
    #expect(try await values.next() == 1)
    #expect(try await values.next() == 2)
    #expect(try await values.next() == nil)
  }

  private enum Own: Error { case own }

  /// Throws `Own`, or an error of another type from the older `next()`.
  private struct Differing: AsyncSequence, AsyncIteratorProtocol {
    typealias Element = UInt8
    typealias Failure = Own

    func makeAsyncIterator() -> Differing { self }

    func next(isolation actor: isolated (any Actor)?) async throws(Own) -> UInt8? { throw .own }
    func next() async throws -> UInt8? { throw CancellationError() }
  }

  @Test func `a source is asked in the way whose errors have a type`() async {
    let results = StreamJSONDecoder().results(of: Int.self, in: Differing(), framing: .lines)
      .makeAsyncIterator()
    await #expect(throws: Own.self) { try await results.next(isolation: nil) }
  }
}
