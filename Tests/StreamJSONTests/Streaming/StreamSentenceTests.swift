import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What errors say about bytes that are not JSON in a stream, but something known.
@Suite struct StreamSentenceTests {
  /// The sentence of the first error, which must be the same wherever the text is cut.
  private func firstSentence(
    _ bytes: [UInt8],
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder = StreamJSONDecoder()
  ) -> String? {
    func sentence(_ chunking: Chunking) -> String? {
      outcomes(of: JSONTree.self, in: chunking.chunks, framing: framing, decoder: decoder)
        .lazy.compactMap(\.jsonError).first?.description
    }
    let whole = sentence(Chunks.whole(bytes))
    for chunking in Chunks.everySplit(of: bytes) { #expect(sentence(chunking) == whole) }
    return whole
  }

  @Test(arguments: [
    String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
  ])
  func `other encodings`(encoding: String.Encoding) throws {
    for text in ["{\"a\":1}\n", "[1]\n", "12\n", "true\n"] {
      let bytes = Array(try #require(text.data(using: encoding)))
      for framing in [JSONFraming.lines, .concatenated, .arrayElements()] {
        let sentence = try #require(firstSentence(bytes, framing))
        if framing == .arrayElements(), text.first != "[" { continue }
        #expect(sentence.contains("byte 0x00"), "\(framing) \(text) \(sentence)")
        #expect(
          sentence.contains(" UTF-16 or UTF-32, but streams must be in UTF-8"),
          "\(framing) \(text) \(sentence)"
        )
      }
    }
  }

  @Test(arguments: [
    String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
  ])
  func `events in other encodings`(encoding: String.Encoding) throws {
    for mark in ["", "\u{FEFF}"] {
      let bytes = Array(try #require((mark + "data: 1\n\n").data(using: encoding)))
      let sentence = try #require(firstSentence(bytes, .serverSentEvents()))
      #expect(sentence.contains("; this looks like UTF-16 or UTF-32, but streams must be in UTF-8"))
    }
  }

  /// What a crash leaves at the end of a file, what C strings end with, and more.
  @Test func `bytes that are zero in no encoding's way`() throws {
    let texts: [(JSONFraming, String)] = [
      (.lines, "\0\0\0\0\0\0\n"), (.lines, "1\n2\n\0\0\0\0\0\0\0\0"), (.lines, "{}\0\n{}\0\n"),
      (.lines, "{}\n\0{}\n"), (.lines, "{}\n\0\n"), (.lines, "[1,\0]\n"), (.lines, "12\0\0\n"),
      (.concatenated, "{} {}\0"), (.concatenated, "{}\n\0\0\0"), (.concatenated, "[tr\0e]"),
      (.arrayElements(), "[1,\0]"), (.arrayElements(), "[1\0]"), (.arrayElements(), "[1]\0\0\0"),
      (.objectMembers(), "{\"a\":\0}"), (.textSequence, "\u{1E}1\n\u{1E}\0\n"),
      (.textSequence, "\u{1E}12\0\n"),
      (.serverSentEvents(), "\0\0\0\0\0\0\n\n"), (.serverSentEvents(), "date\0: 1\n\n"),
    ]
    for (framing, text) in texts {
      let sentence = try #require(firstSentence(Array(text.utf8), framing))
      #expect(sentence.contains("0x00") || sentence.contains("first line"), "\(sentence)")
      #expect(
        framing == .serverSentEvents() || sentence.contains("NUL"),
        "\(framing) \(text.debugDescription) \(sentence)"
      )
      #expect(!sentence.contains("UTF-"), "\(framing) \(text.debugDescription) \(sentence)")
    }
  }

  @Test func `every record of another encoding says so`() throws {
    for encoding in [String.Encoding.utf16LittleEndian, .utf32BigEndian] {
      let bytes = Array(try #require("[1]\n{}\n\"a\"\n".data(using: encoding)))
      let found = outcomes(of: JSONTree.self, in: [bytes[...]], framing: .lines)
      for error in found.prefix(3) {
        let sentence = error.jsonError?.description ?? ""
        #expect(sentence.contains("; this looks like UTF-16 or UTF-32"), "\(sentence)")
      }
    }
  }

  @Test func `other formats in lines`() throws {
    for (text, phrase) in [
      ("<13>Oct 11 22:14:15 host: {}\n", "; this looks like a syslog message, not JSON"),
      ("<html>\n", "; this looks like HTML or XML, not JSON"),
      ("PK\u{3}\u{4}\n", "; this looks like a ZIP archive, not JSON"),
    ] {
      let sentence = try #require(firstSentence(Array(text.utf8), .lines))
      #expect(sentence.contains(phrase), "\(sentence)")
    }
  }

  /// Nothing after the byte at fault is known, wherever the chunks end.
  @Test func `other formats where one byte is known`() throws {
    let mayBegin = "; this may begin HTML, XML, or a syslog message"
    let texts: [(JSONFraming, String, String)] = [
      (.arrayElements(), "<html>", mayBegin), (.concatenated, "<13>Oct 11", mayBegin),
      (.concatenated, "1 < 1", mayBegin), (.objectMembers(), "<13>Oct 11", mayBegin),
      (.concatenated, "\u{1F}\u{B}", "; this may begin compressed data"),
      (.arrayElements(), "\0\0\0\0\0\0\0\0", "; this may be UTF-16 or UTF-32"),
      (.concatenated, "1 \0", "a NUL, which JSON never has"),
      (.lines, "1\n\0\n", "a NUL, which JSON never has"),
    ]
    for (framing, text, phrase) in texts {
      let sentence = try #require(firstSentence(Array(text.utf8), framing))
      #expect(sentence.contains(phrase), "\(sentence)")
    }
  }

  @Test func `another encoding with its mark`() throws {
    for mark in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
      let sentence = try #require(firstSentence(mark + Array("1\n".utf8), .lines))
      #expect(sentence.contains("; this looks like UTF-16, but streams must be in UTF-8"))
    }
  }

  @Test func `a mark in the middle of a file`() throws {
    let sentence = try #require(firstSentence(Array("1\n\u{FEFF}2\n".utf8), .lines))
    #expect(
      sentence.contains(
        "unexpected byte 0xEF; this looks like a byte-order mark, but only the start of a stream may have one"
      )
    )
    #expect(sentence.contains("line 2, column 1"))
    // What two files make whose first one does not end with a line feed.
    for text in ["{}\u{FEFF}{}\n", "[1] \u{FEFF}\n"] {
      let sentence = try #require(firstSentence(Array(text.utf8), .lines))
      #expect(
        sentence.contains(
          "0xEF; this looks like a byte-order mark, but only the start of a stream may have one"
        ),
        "\(sentence)"
      )
    }
    let sequence = Array("\u{1E}1\n\u{1E}\u{FEFF}2\n".utf8)
    let sentence2 = try #require(firstSentence(sequence, .textSequence))
    #expect(
      sentence2.contains(
        "0xEF; this looks like a byte-order mark, but only the start of a stream may have one"
      )
    )
    // A comma of full width begins with the same byte, and where a value ends, no more is known than that.
    let texts: [(JSONFraming, String)] = [
      (.concatenated, "{}\u{FF0C}{}"), (.arrayElements(), "[1,\u{FF0C}2]"), (.lines, "\u{FF0C}\n"),
      (.textSequence, "\u{1E}\u{FF0C}\n"), (.concatenated, "{}\u{FEFF}{}"),
    ]
    for (framing, text) in texts {
      let sentence = try #require(firstSentence(Array(text.utf8), framing))
      #expect(!sentence.contains("byte-order mark"), "\(framing) \(sentence)")
      #expect(sentence.contains("byte 0xEF"), "\(framing) \(sentence)")
    }
  }

  @Test(arguments: [JSONFraming.lines, .textSequence], ["\n", "\r\n"])
  func `a record that is cut ends on its own line`(framing: JSONFraming, lineEnd: String) throws {
    let separator = framing == .textSequence ? "\u{1E}" : ""
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = true
    let text = ["{}", "{\"a\":2,\"s\"", "{}"].map { separator + $0 + lineEnd }.joined()
    for chunks in Chunks.assortment(of: Array(text.utf8), seed: 1) {
      let found = outcomes(of: JSONTree.self, in: chunks.chunks, framing: framing, decoder: decoder)
      try #require(found.count == 3)
      let error = try #require(found[1].jsonError)
      #expect(error.line == 2)
      #expect(error.column == separator.count + 11)
      #expect(error.debugDescription.contains("{\"a\":2,\"s\""), "\(error.debugDescription)")
    }
  }

  @Test func `a record separator in lines`() throws {
    for text in ["\u{1E}1\n", "1\n\u{1E}{}\n", "1 \u{1E}2\n"] {
      for framing in [JSONFraming.lines, .concatenated] {
        let sentence = try #require(firstSentence(Array(text.utf8), framing))
        #expect(sentence.contains("unexpected byte 0x1E"))
        #expect(sentence.contains("which separates records in JSON text sequences"), "\(sentence)")
      }
    }
  }

  @Test func `a comment by itself`() throws {
    let decoder = StreamJSONDecoder()
    decoder.allowsJSON5 = true
    for (text, framing) in [
      ("1\n// comment\n2\n", .lines), ("1\n /* comment */ \n", .lines), ("/**/", .lines),
      ("1\r\n// comment\r\n2\r\n", .lines), ("\u{1E}/* comment */\n\u{1E}2\n", .textSequence),
    ] as [(String, JSONFraming)] {
      let sentence = try #require(firstSentence(Array(text.utf8), framing, decoder))
      #expect(sentence.hasPrefix("the record contains a comment but no value ("), "\(sentence)")
    }
  }

  @Test func `a text by itself says nothing of it`() throws {
    let error = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode(Int.self, from: "1\u{1E}")
    }
    #expect(error?.jsonError?.description.contains("sequence") == false)
  }
}
