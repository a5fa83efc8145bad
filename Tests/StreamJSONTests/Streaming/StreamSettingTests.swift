import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What the article Streaming says of encodings and of objects without braces.
@Suite struct StreamSettingTests {
  @Test(arguments: SplitTests.framings) func `objects without braces`(framing: JSONFraming) {
    let decoder = StreamJSONDecoder()
    decoder.assumesTopLevelDictionary = true
    let text: String
    switch framing {
    case .lines: text = "\"a\": 1\n{\"a\": 1}\n"
    case .textSequence: text = "\u{1E}\"a\": 1\n\u{1E}{\"a\": 1}\n"
    case .serverSentEvents: text = "data: \"a\": 1\n\ndata: {\"a\": 1}\n\n"
    default:
      // A string, and not a name.
      let found = outcomes(
        of: [String: Int].self,
        in: "\"a\": 1",
        framing: framing,
        decoder: decoder
      )
      #expect(found.allSatisfy { $0.value == nil })
      #expect(!found.isEmpty)
      return
    }
    for chunking in Chunks.everySplit(of: Array(text.utf8)) {
      let found = outcomes(
        of: [String: Int].self,
        in: chunking.chunks,
        framing: framing,
        decoder: decoder
      )
      #expect(found == [.value(["a": 1]), .value(["a": 1])])
    }
  }

  @Test func `a record of a text sequence that may be cut`() {
    let decoder = StreamJSONDecoder()
    decoder.assumesTopLevelDictionary = true
    for (text, count) in [
      ("\u{1E}\"a\": 1", 0), ("\u{1E}\"a\": 1,\n\"b\": 2\n", 2), ("\u{1E}\"a\":\n", 0),
      ("\u{1E}{\"a\": 1\n", 0), ("\u{1E}{\"a\": 1}", 1), ("\u{1E}{\"a\": 1}\n", 1),
    ] {
      let found = outcomes(
        of: [String: Int].self,
        in: text,
        framing: .textSequence,
        decoder: decoder
      )
      #expect(found.map { $0.value?.count ?? 0 } == [count], "\(text)")
    }
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian])
  func `other encodings`(encoding: String.Encoding) throws {
    let bytes = try #require("1\n2\n".data(using: encoding))
    for framing in [JSONFraming.lines, .concatenated] {
      let found = outcomes(of: Int.self, in: [ArraySlice(bytes)], framing: framing)
      let error = found.first { $0.value == nil }?.jsonError
      #expect(error?.byteOffset == bytes.firstIndex(of: 0))
    }
  }
}
