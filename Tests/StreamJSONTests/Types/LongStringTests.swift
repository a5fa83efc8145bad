import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Strings that are read 32 bytes at a time, with something unusual at every place.
struct LongStringTests {
  struct Note: MemberwiseDecodable, Equatable {
    var text: String
  }

  private static let unusual = [
    "\\n", "\\u00e9", "\\ud83d\\ude00", "é", "漢", "😀", "'", "\\\"", "\u{1}", "\\q", "\\ud83d", "\"",
  ]

  @Test(arguments: unusual)
  func `are those of JSONDecoder, whatever is at any place`(_ unusual: String) {
    for filler in ["a", "é", "漢"] {
      for place in 0..<100 {
        let before = String(repeating: filler, count: place)
        let text = "\"\(before)\(unusual)\(String(repeating: filler, count: 99 - place))\""
        expectAgreement(String.self, text)
        expectAgreement([Note].self, "[{\"text\":\(text)}]")
      }
    }
  }

  @Test func `that are not UTF-8 fail wherever the fault is`() throws {
    for filler in ["a", "é", "漢", "😀"] {
      let bytes = Array("[{\"text\":\"\(String(repeating: filler, count: 100))\"}]".utf8)
      for place in 10..<bytes.count - 3 {
        var changed = bytes
        changed[place] = 0xFF
        #expect(throws: DecodingError.self) {
          try StreamJSONDecoder().decode([Held<String>].self, from: changed)
        }
        let error = try #require(throws: DecodingError.self) {
          try StreamJSONDecoder().decode([Note].self, from: changed)
        }
        // The sequence that the byte cuts begins at most three bytes before it.
        let offset = try #require(error.jsonError?.byteOffset)
        #expect(offset <= place && offset > place - 4, "\(offset), \(place)")
      }
    }
  }
}
