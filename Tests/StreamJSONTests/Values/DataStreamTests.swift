import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Streams of values over data in memory.
struct DataStreamTests {
  @Test(arguments: Corpus.streams)
  func `data gives what a file gives`(stream: CorpusText) throws {
    let decoder = StreamJSONDecoder()
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(stream.bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    func outcomes(_ results: some Sequence<Result<JSONTree, DecodingError>>) -> [String] {
      results.map { result in
        switch result {
        case .success(let tree): "\(tree)"
        case .failure(let error): "\(Failure(error)) \(error.jsonError?.description ?? "")"
        }
      }
    }
    let framing = stream.framing
    let fromData = outcomes(
      decoder.results(of: JSONTree.self, in: Data(stream.bytes), framing: framing)
    )
    let fromFile = outcomes(
      decoder.results(of: JSONTree.self, inFileAt: url, framing: framing)
    )
    #expect(fromData == fromFile)
    // A slice, whose indices do not begin at 0.
    let slice = Data([0x20] + stream.bytes + [0x20]).dropFirst().dropLast()
    #expect(
      outcomes(decoder.results(of: JSONTree.self, in: slice, framing: framing)) == fromData
    )
    #expect(
      outcomes(decoder.results(of: JSONTree.self, in: stream.bytes, framing: framing)) == fromData
    )
  }

  @Test func `values one at a time`() throws {
    let data = Data("1\n2\n\"x\"\n4\n".utf8)
    let values = StreamJSONDecoder().valueIterator(of: Int.self, in: data, framing: .lines)
    #expect(try values.next() == 1)
    #expect(try values.next() == 2)
    #expect(throws: DecodingError.self) { try values.next() }
    #expect(try values.next() == 4)
    #expect(try values.next() == nil)
    #expect(try values.next() == nil)
    let none = StreamJSONDecoder().valueIterator(of: Int.self, in: Data(), framing: .lines)
    #expect(try none.next() == nil)
  }

  @Test func `values of a string and of bytes that are not contiguous`() throws {
    let text = "1\n2\n"
    let ofString = StreamJSONDecoder().valueIterator(of: Int.self, in: text.utf8, framing: .lines)
    #expect(try ofString.nextBatch() == [1, 2])
    #expect(ofString.progress.byteCount == 4)
    let ofBytes = StreamJSONDecoder()
      .valueIterator(of: Int.self, in: text.utf8.reversed().reversed(), framing: .lines)
    #expect(try ofBytes.nextBatch() == [1, 2])
    #expect(try ofBytes.nextBatch() == nil)
  }

  @Test func `data of several pieces`() throws {
    let count = 60_000
    let text = "[" + (0..<count).map { "\"value \($0)\"" }.joined(separator: ", ") + "]"
    var next = 0
    for result in StreamJSONDecoder().results(
      of: String.self,
      in: Data(text.utf8),
      framing: .arrayElements()
    ) {
      #expect(try result.get() == "value \(next)")
      next += 1
    }
    #expect(next == count)
  }

  @Test func `members with their names`() throws {
    let data = Data(#"{"feed":{"a":1,"b":2}}"#.utf8)
    let results = StreamJSONDecoder().results(
      of: JSONMember<JSONValue>.self,
      in: data,
      framing: .objectMembers(at: "/feed")
    )
    #expect(try results.map { try $0.get().key } == ["a", "b"])
  }
}
