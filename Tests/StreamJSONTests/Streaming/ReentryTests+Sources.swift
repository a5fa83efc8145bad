import Foundation
import StreamJSON
import Testing

/// Asynchronous sources.
extension ReentryTests {
  /// A source that runs some code before each of its chunks.
  private struct Source: AsyncSequence, AsyncIteratorProtocol {
    var chunks: [[UInt8]]
    var action: Action

    final class Action: @unchecked Sendable {
      var body: () async -> Void = {}
    }

    func makeAsyncIterator() -> Source { self }

    mutating func next() async -> [UInt8]? {
      await action.body()
      return chunks.isEmpty ? nil : chunks.removeFirst()
    }
  }

  @Test func `values whose source asks for the next one`() async throws {
    let action = Source.Action()
    let source = Source(chunks: [Array("1 2".utf8), Array("3 4".utf8)], action: action)
    let values = StreamJSONDecoder().values(of: Int.self, in: source, framing: .concatenated)
      .makeAsyncIterator()
    let copy = values
    var kinds: [JSONError.Kind?] = []
    action.body = {
      let copy = copy
      do {
        while try await copy.next() != nil {}
      } catch {
        kinds.append((error as? DecodingError)?.jsonError?.kind)
      }
    }
    var found: [Int] = []
    while let value = try await values.next() { found.append(value) }
    action.body = {}
    #expect(found == [1, 23, 4])
    #expect(kinds == [.reentered, .reentered, .reentered])
  }

  @Test func `results whose source loops over them`() async throws {
    let action = Source.Action()
    let source = Source(chunks: [Array("1 2".utf8), Array("3 4".utf8)], action: action)
    let results = StreamJSONDecoder().results(of: Int.self, in: source, framing: .concatenated)
      .makeAsyncIterator()
    let copy = results
    var kinds: [JSONError.Kind?] = []
    action.body = {
      let copy = copy
      while let result = await copy.next() {
        if case .failure(let error) = result { kinds.append(error.jsonError?.kind) }
      }
    }
    var found: [Int] = []
    while let result = await results.next() { found.append(try result.get()) }
    action.body = {}
    #expect(found == [1, 23, 4])
    #expect(kinds == [.reentered, .reentered, .reentered])
  }

  @Test func `a copy that a source uses in a canceled task ends nothing`() async throws {
    let kinds = try await Task { () async throws in
      let action = Source.Action()
      let source = Source(chunks: [Array("1 2".utf8)], action: action)
      let values = StreamJSONDecoder().values(of: Int.self, in: source, framing: .concatenated)
        .makeAsyncIterator()
      let copy = values
      var kinds: [JSONError.Kind?] = []
      action.body = {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        let copy = copy
        do {
          _ = try await copy.next()
        } catch {
          kinds.append((error as? DecodingError)?.jsonError?.kind)
        }
      }
      // Not by the copy, which was refused.
      await #expect(throws: CancellationError.self) { try await values.next() }
      action.body = {}
      #expect(try await values.next() == nil)
      return kinds
    }.value
    #expect(kinds == [.reentered])
  }

  @Test func `values whose model asks for the next one`() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    /// Passes the iterator to a task, which ends before the model goes on.
    final class Iterator: @unchecked Sendable {
      var values: JSONValueSequence<Model, Source>.AsyncIterator?
      var results: JSONResultSequence<Model, Source>.AsyncIterator?
      var kinds: [JSONError.Kind?] = []
      func next() async {
        do {
          _ = try await values?.next()
          while let result = await results?.next() { _ = try result.get() }
        } catch {
          kinds.append((error as? DecodingError)?.jsonError?.kind)
        }
      }
    }
    let chunks = ["\"one\"\n\"tw", "o\"\n"].map { Array($0.utf8) }
    let source = Source(chunks: chunks, action: Source.Action())
    let (meddler, inner) = (Meddler(), Iterator())
    let decoder = decoder(meddler)
    meddler.action = { Task.immediate { await inner.next() } }
    let values = decoder.values(of: Model.self, in: source, framing: .lines).makeAsyncIterator()
    inner.values = values
    var found: [String] = []
    while let value = try await values.next() { found.append(value.text) }
    #expect(found == ["one", "two"])
    #expect(inner.kinds == [.reentered, .reentered])
    inner.values = nil
    let results = decoder.results(of: Model.self, in: source, framing: .lines).makeAsyncIterator()
    inner.results = results
    while let result = await results.next() { found.append(try result.get().text) }
    #expect(found == ["one", "two", "one", "two"])
    #expect(inner.kinds == [.reentered, .reentered, .reentered, .reentered])
    inner.results = nil
    meddler.action = {}
  }

  @Test func `values whose chunk asks for the next one while it is copied`() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    final class Iterator: @unchecked Sendable {
      var values: JSONValueSequence<Int, AsyncStream<PushingChunk>>.AsyncIterator?
      var kinds: [JSONError.Kind?] = []
      func next() async {
        do {
          _ = try await values?.next()
        } catch {
          kinds.append((error as? DecodingError)?.jsonError?.kind)
        }
      }
    }
    let inner = Iterator()
    let (source, continuation) = AsyncStream.makeStream(of: PushingChunk.self)
    for text in ["1 2", "3 4 "] {
      continuation.yield(
        PushingChunk(bytes: Array(text.utf8)) { Task.immediate { await inner.next() } }
      )
    }
    continuation.finish()
    let values = StreamJSONDecoder().values(of: Int.self, in: source, framing: .concatenated)
      .makeAsyncIterator()
    inner.values = values
    var found: [Int] = []
    while let value = try await values.next() { found.append(value) }
    inner.values = nil
    #expect(found == [1, 23, 4])
    #expect(Set(inner.kinds) == [.reentered])
  }
}
