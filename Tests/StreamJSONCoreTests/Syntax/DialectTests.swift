import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// Another dialect needs nothing but a conformance.
struct DialectTests {
  /// JSON with comments, as editors have it in their settings.
  enum JSONWithComments: Dialect {
    static var allowsComments: Bool { true }
    static var allowsTrailingComma: Bool { true }
  }

  private static let language = DecodingOptions.Language(dialect: JSONWithComments.self)

  /// Decodes `text`, all of it at once.
  private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    let options = DecodingOptions(validation: .strict, language: Self.language)
    return try CoreDecoder(options).decode(type, from: text)
  }

  private static let text = """
    // The settings.
    {
      "tab": /* in spaces */ 2, // two
      "rulers": [80, /**/ 100,],
      "title": "no // comment",
    }
    // The end.
    """

  private struct Settings: Decodable, Equatable {
    var tab: Int
    var rulers: [Double]
    var title: String
  }

  private static let settings = Settings(tab: 2, rulers: [80, 100], title: "no // comment")

  @Test func `reads what the dialect allows`() throws {
    #expect(try decode(Settings.self, Self.text) == Self.settings)
  }

  @Test(arguments: [
    "{a: 1}", "{'a': 1}", "{\"a\": 'b'}", "{\"a\": 0x1}", "{\"a\": +1}", "{\"a\": .5}",
    "{\"a\": NaN}", "{\"a\": \"\\x41\"}", "{\"a\":\u{B}1}", "{\"a\": 1} /", "{\"a\": 1} /*",
  ])
  func `refuses what only other dialects allow`(_ text: String) {
    #expect(throws: DecodingError.self) { try decode([String: String?].self, text) }
    #expect(throws: DecodingError.self) { try decode([String: Double?].self, text) }
  }

  @Test func `reads a stream of it, cut at every byte`() throws {
    let bytes = Array("[\(Self.text)\n,\(Self.text)\n]".utf8)
    for cut in 0...bytes.count {
      let engine = StreamEngine(
        StreamForm(
          of: Any.self,
          framing: .arrayElements(),
          options: DecodingOptions(language: Self.language)
        ),
        environment: .locked
      )
      var values: [Settings] = []
      for (chunk, isFinal) in [(bytes[..<cut], false), (bytes[cut...], false), ([], true)] {
        try unsafe Array(chunk).withUnsafeBufferPointer { buffer in
          // SAFETY: the text is used within the closure only.
          let text = unsafe JSONText(buffer)
          if isFinal { engine.finish() } else { engine.append(text) }
          while case .value = try engine.next() {
            values.append(try engine.decode(Settings.self))
          }
        }
      }
      #expect(values == [Self.settings, Self.settings], "cut at \(cut)")
    }
  }
}
