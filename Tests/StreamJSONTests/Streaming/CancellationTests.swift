import Foundation
import StreamJSON
import Testing

/// A task that is canceled while it reads a stream gets no value and no syntax error from a record
/// that is cut, and no end that looks as if everything had arrived.
@Suite struct CancellationTests {
  private struct Failed: Error {}

  /// A source that cancels its own task when its chunks are read, and then ends, throws or goes on.
  private struct Source: AsyncSequence, AsyncIteratorProtocol {
    enum Ending: CaseIterable { case ends, throwsFailure, throwsCancellation }

    var chunks: [[UInt8]]
    var ending: Ending

    func makeAsyncIterator() -> Source { self }

    mutating func next() async throws -> [UInt8]? {
      guard chunks.isEmpty else { return chunks.removeFirst() }
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      switch ending {
      case .ends: return nil
      case .throwsFailure: throw Failed()
      case .throwsCancellation: throw CancellationError()
      }
    }
  }

  /// One value, followed by one that is cut where it may or may not be complete.
  private static let texts: [(String, JSONFraming)] = [
    ("1\n12", .lines), ("1 12", .concatenated), ("[1,12", .arrayElements()),
    ("[1", .arrayElements()),
    ("[1,", .arrayElements()), ("[1]", .arrayElements()), (#"{"a":1,"b":12"#, .objectMembers()),
    (#"{"a":1,"b"#, .objectMembers()), ("1\n{\"a\":", .lines), ("1\n\"x", .lines),
    ("1\n", .lines), ("\u{1E}1\n\u{1E}12", .textSequence), ("\u{1E}1\n\u{1E}[", .textSequence),
    ("data:1\n\ndata:12", .serverSentEvents()), ("data:1\n\ndata:[", .serverSentEvents()),
    ("data:1\n\nda", .serverSentEvents()), ("", .lines), ("", .arrayElements()),
  ]

  /// Whether an error is a `CancellationError`, or has one as its underlying error.
  private func isCancellation(_ error: any Error) -> Bool {
    guard case .dataCorrupted(let context) = error as? DecodingError else {
      return error is CancellationError
    }
    return context.underlyingError is CancellationError && context.codingPath.isEmpty
      && context.debugDescription == "The task was canceled before the stream had ended."
  }

  /// Runs `body` in a task that was not canceled before.
  private func inTask<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await Task { try await body() }.value
  }

  @Test(arguments: Source.Ending.allCases, [1, 1000])
  private func `values that are cut by cancellation`(
    ending: Source.Ending,
    size: Int
  ) async throws {
    for (text, framing) in Self.texts {
      let bytes = Array(text.utf8)
      let chunks = Swift.stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      try await inTask { () async throws in
        let source = Source(chunks: chunks, ending: ending)
        var found: [Int] = []
        let values = StreamJSONDecoder().values(of: Int.self, in: source, framing: framing)
          .makeAsyncIterator()
        let error = await #expect(throws: (any Error).self, "\(text)") {
          while let value = try await values.next() { found.append(value) }
        }
        #expect(error is CancellationError, "\(text)")
        #expect(found == (text.contains("1") && text != "[1" ? [1] : []), "\(text)")
        // A loop that continues after errors ends.
        #expect(try await values.next() == nil)
        #expect(try await values.next() == nil)
      }
    }
  }

  @Test(arguments: Source.Ending.allCases, [1, 1000])
  private func `results that are cut by cancellation`(
    ending: Source.Ending,
    size: Int
  ) async throws {
    for (text, framing) in Self.texts {
      let bytes = Array(text.utf8)
      let chunks = Swift.stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      try await inTask { () async throws in
        let source = Source(chunks: chunks, ending: ending)
        var found: [Int] = []
        var errors: [DecodingError] = []
        for try await result in StreamJSONDecoder().results(
          of: Int.self,
          in: source,
          framing: framing
        ) {
          switch result {
          case .success(let value): found.append(value)
          case .failure(let error): errors.append(error)
          }
        }
        #expect(found == (text.contains("1") && text != "[1" ? [1] : []), "\(text)")
        #expect(errors.map(isCancellation) == [true], "\(text)")
      }
    }
  }

  /// The standard library's stream, which ends when the task waiting for it is canceled.
  @Test(arguments: [JSONFraming.lines, .concatenated, .arrayElements()])
  func `an AsyncStream that is waited for when the task is canceled`(
    framing: JSONFraming
  ) async throws {
    let text = framing == .arrayElements() ? "[1,12" : "1\n12"
    for _ in 0..<20 {
      let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
      for byte in text.utf8 { continuation.yield(byte) }
      let (firsts, first) = AsyncStream.makeStream(of: Void.self)
      let values = Task {
        let values = StreamJSONDecoder().values(of: Int.self, in: stream, framing: framing)
          .makeAsyncIterator()
        var found: [Int] = []
        await #expect(throws: CancellationError.self) {
          while let value = try await values.next() {
            found.append(value)
            first.yield()
          }
        }
        return found
      }
      for await _ in firsts { break }
      values.cancel()
      #expect(await values.value == [1])

      let (other, otherContinuation) = AsyncStream.makeStream(of: [UInt8].self)
      otherContinuation.yield(Array(text.utf8))
      let (seconds, second) = AsyncStream.makeStream(of: Void.self)
      let results = Task {
        var found: [Result<Int, DecodingError>] = []
        for await result in StreamJSONDecoder().results(of: Int.self, in: other, framing: framing) {
          found.append(result)
          second.yield()
        }
        return found
      }
      for await _ in seconds { break }
      results.cancel()
      let found = await results.value
      #expect(found.count == 2)
      #expect(try found.first?.get() == 1)
      guard case .failure(let error) = found.last else {
        Issue.record("no failure")
        return
      }
      #expect(isCancellation(error))
    }
  }

  @Test func `a canceled task gets no value that is there`() async throws {
    try await inTask { () async throws in
      let source = Source(chunks: [Array("1 2 3 4 ".utf8)], ending: .ends)
      let values = StreamJSONDecoder().values(of: Int.self, in: source, framing: .concatenated)
        .makeAsyncIterator()
      #expect(try await values.next() == 1)
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await values.next() }
      #expect(try await values.next() == nil)
    }
    try await inTask { () async throws in
      let source = Source(chunks: [Array("1 2 3 4 ".utf8)], ending: .ends)
      var found: [Bool] = []
      for try await result in StreamJSONDecoder().results(
        of: Int.self,
        in: source,
        framing: .concatenated
      ) {
        switch result {
        case .success: found.append(true)
        case .failure(let error): found.append(!isCancellation(error))
        }
        if found.count == 2 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }
      #expect(found == [true, true, false])
    }
  }

  @Test func `a task that is canceled from the beginning reads nothing`() async throws {
    try await inTask { () async throws in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      let source = Source(chunks: [Array("1 2 ".utf8)], ending: .ends)
      let decoder = StreamJSONDecoder()
      let values = decoder.values(of: Int.self, in: source, framing: .lines).makeAsyncIterator()
      await #expect(throws: CancellationError.self) { try await values.next() }
      #expect(try await values.next() == nil)
      let results = decoder.results(of: Int.self, in: source, framing: .lines).makeAsyncIterator()
      guard case .failure(let error) = try await results.next() else {
        Issue.record("no failure")
        return
      }
      #expect(isCancellation(error))
      #expect(try await results.next() == nil)
    }
  }

  @Test func `the end and the last error of a stream stay what they were`() async throws {
    for (text, framing) in [
      ("data:1\n\ndata: [DONE]\n\n", .serverSentEvents()), ("[1,x", .arrayElements()),
    ] as [(String, JSONFraming)] {
      try await inTask { () async throws in
        let source = Source(chunks: [Array(text.utf8)], ending: .ends)
        let results = StreamJSONDecoder().results(of: Int.self, in: source, framing: framing)
          .makeAsyncIterator()
        var count = 0
        while let result = try await results.next() {
          count += 1
          if case .failure(let error) = result { #expect(error.jsonError != nil) }
        }
        #expect(count == (framing == .arrayElements() ? 2 : 1))
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        #expect(try await results.next() == nil)
      }
    }
  }

  @Test func `the source is released when the task is canceled`() async throws {
    final class Held: Sendable {}
    struct Holding: AsyncSequence, AsyncIteratorProtocol {
      var held: Held
      func makeAsyncIterator() -> Holding { self }
      mutating func next() async -> UInt8? { 0x31 }
    }
    try await inTask { () async throws in
      weak var held: Held?
      var values: JSONValueSequence<Int, Holding>.AsyncIterator
      do {
        let source = Holding(held: Held())
        held = source.held
        values = StreamJSONDecoder().values(of: Int.self, in: source, framing: .lines)
          .makeAsyncIterator()
      }
      #expect(held != nil)
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await values.next() }
      #expect(held == nil)
      #expect(try await values.next() == nil)
    }
  }

  @Test func `the source is released when it has ended or failed`() async throws {
    final class Held: Sendable {}
    struct Ending: AsyncSequence, AsyncIteratorProtocol {
      var held: Held
      var fails: Bool
      func makeAsyncIterator() -> Ending { self }
      mutating func next() async throws -> UInt8? {
        if fails { throw Failed() }
        return nil
      }
    }
    for fails in [false, true] {
      weak var held: Held?
      var values: JSONValueSequence<Int, Ending>.AsyncIterator
      do {
        let source = Ending(held: Held(), fails: fails)
        held = source.held
        values = StreamJSONDecoder().values(of: Int.self, in: source, framing: .lines)
          .makeAsyncIterator()
      }
      #expect(held != nil)
      if fails {
        await #expect(throws: Failed.self) { try await values.next() }
      } else {
        #expect(try await values.next() == nil)
      }
      #expect(held == nil)
      #expect(try await values.next() == nil)
    }
  }

  @Test func `values that arrive after the cancellation are not delivered`() async throws {
    /// Cancels the task and delivers its chunk all the same.
    struct Late: AsyncSequence, AsyncIteratorProtocol {
      var isRead = false
      func makeAsyncIterator() -> Late { self }
      mutating func next() async -> [UInt8]? {
        guard !isRead else { return nil }
        isRead = true
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return Array("1 2".utf8)
      }
    }
    try await inTask { () async throws in
      let values = StreamJSONDecoder().values(of: Int.self, in: Late(), framing: .concatenated)
        .makeAsyncIterator()
      await #expect(throws: CancellationError.self) { try await values.next() }
      #expect(try await values.next() == nil)
    }
  }
}
