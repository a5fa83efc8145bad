import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The type that is passed counts, as for `decode`, where a class is passed as one of its superclass.
@Suite struct DynamicTypeTests {
  private class Base: Decodable, @unchecked Sendable {
    var name: String { "Base" }
  }

  private final class Child: Base, @unchecked Sendable {
    override var name: String { "Child" }
  }

  private let type: Base.Type = Child.self
  private let decoder = StreamJSONDecoder()
  private let text = "{}\n{}\n"

  @Test func `decode`() throws {
    #expect(try decoder.decode(type, from: Data("{}".utf8)).name == "Child")
  }

  @Test func `streams that are pushed`() throws {
    var names: [String] = []
    let stream = decoder.makeStream(of: type, framing: .lines)
    try stream.append(text.utf8) { names.append($0.name) }
    try stream.appendBatches("{}\n{".utf8) { names += $0.map(\.name) }
    names += [try #require(try stream.partialValue()).name]
    try stream.append("}".utf8) { names.append($0.name) }
    try stream.finish { names.append($0.name) }
    #expect(names == Array(repeating: "Child", count: 5))
  }

  @Test func `data and files`() async throws {
    let values = decoder.valueIterator(of: type, in: Data(text.utf8), framing: .lines)
    #expect(try values.next()?.name == "Child")
    #expect(try values.nextBatch()?.map(\.name) == ["Child"])
    let results = decoder.results(of: type, in: Data(text.utf8), framing: .lines)
    #expect(try results.map { try $0.get().name } == ["Child", "Child"])
    try await withTemporaryFile(text.utf8) { url in
      let values = decoder.valueIterator(of: type, inFileAt: url, framing: .lines)
      #expect(try values.next()?.name == "Child")
      #expect(try values.nextBatch()?.map(\.name) == ["Child"])
      let results = decoder.results(of: type, inFileAt: url, framing: .lines, byteRange: 0..<9)
      #expect(try results.next()?.get().name == "Child")
      #expect(try results.nextBatch()?.map { try $0.get().name } == ["Child"])
      var names: [String] = []
      for try await batch in decoder.batches(
        of: type,
        inFileAt: url,
        framing: .lines,
        concurrency: 2
      ) {
        names += batch.map(\.name)
      }
      for await batch in decoder.resultBatches(
        of: type,
        inFileAt: url,
        framing: .lines,
        concurrency: 2
      ) {
        names += try batch.map { try $0.get().name }
      }
      #expect(names == ["Child", "Child", "Child", "Child"])
    }
  }

  @Test func `asynchronous sources`() async throws {
    let chunks = AsyncStream { continuation in
      continuation.yield(Array(text.utf8))
      continuation.finish()
    }
    var names: [String] = []
    for try await value in decoder.values(of: type, in: chunks, framing: .lines) {
      names.append(value.name)
    }
    #expect(names == ["Child", "Child"])
    let bytes = AsyncStream { continuation in
      for byte in text.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    names = []
    for await result in decoder.results(of: type, in: bytes, framing: .lines) {
      names.append(try result.get().name)
    }
    #expect(names == ["Child", "Child"])
  }
}
