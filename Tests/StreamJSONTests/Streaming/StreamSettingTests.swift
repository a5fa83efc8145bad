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
    case .linesAmongText:
      let found = outcomes(
        of: [String: Int].self,
        in: "\"a\": 1\n{\"a\": 1}\n",
        framing: framing,
        decoder: decoder
      )
      #expect(found == [.value(["a": 1])])
      return
    case .lines, .detected: text = "\"a\": 1\n{\"a\": 1}\n"
    case .separated: text = "\"a\": 1,{\"a\": 1},"
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

  /// The value in progress has nothing of the record before, also where no byte of it has come yet.
  @Test(arguments: [false, true], [false, true])
  func `unfinished objects without braces`(assumesDictionary: Bool, allowsJSON5: Bool) throws {
    struct Message: Decodable, Equatable {
      var text: String?
      var n: Int?
    }
    let decoder = StreamJSONDecoder()
    decoder.assumesTopLevelDictionary = assumesDictionary
    decoder.allowsJSON5 = allowsJSON5
    let records = [
      #"{"n":1}"#, #"{"n":7,"text":"a text that does not fit in place"}"#, #" {"text":"b"}"#,
    ]
    let assumed = [
      #""n":1"#, #""n":7,"text":"a text that does not fit in place""#, #"   "text":"b""#, "  ",
    ]
    let comments = ["// comment", "/* comment */ {}", " /* com */ \"n\":2"]
    let firsts = assumesDictionary ? records + assumed.dropLast() : records
    let seconds = firsts + (assumesDictionary ? assumed : []) + (allowsJSON5 ? comments : [])
    let frames: [(JSONFraming, (String) -> String, before: String)] = [
      (.lines, { "\($0)\n" }, ""), (.textSequence, { "\u{1E}\($0)\n" }, "\u{1E}"),
      (.serverSentEvents(), { "data: \($0)\n\n" }, "data:"),
    ]
    for (framing, record, before) in frames {
      for (first, second) in firsts.flatMap({ first in seconds.map { (first, $0) } }) {
        let beginning = Array(record(first).utf8)
        let rest = Array(before.utf8) + Array(second.utf8)
        // The first byte of a text sequence's record may end the one before.
        for count in 1...rest.count {
          func partial(_ bytes: [UInt8], bySingleBytes: Bool) -> String {
            let stream = decoder.makeStream(of: Message.self, framing: framing)
            let result = Result { () throws -> Message? in
              let size = bySingleBytes ? 1 : max(1, bytes.count)
              for start in stride(from: 0, to: bytes.count, by: size) {
                try stream.append(bytes[start..<start + size]) { _ in }
              }
              return try stream.partialValue()
            }
            switch result {
            case .success(let value): return String(describing: value)
            case .failure(let error): return "\((error as? DecodingError)?.jsonError?.kind as Any)"
            }
          }
          let alone = partial(Array(rest.prefix(count)), bySingleBytes: false)
          let bytes = beginning + rest.prefix(count)
          #expect(partial(bytes, bySingleBytes: false) == alone, "\(first), \(second), \(count)")
          #expect(partial(bytes, bySingleBytes: true) == alone, "\(first), \(second), \(count)")
        }
      }
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
