import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What errors say about texts that programs really get.
@Suite struct ErrorSentenceTests {
  private func error<T: Decodable>(
    _ type: T.Type,
    _ text: String,
    showingValues: Bool = false
  ) throws -> JSONError {
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = showingValues
    let thrown = #expect(throws: DecodingError.self) { try decoder.decode(type, from: text) }
    return try #require(thrown?.jsonError)
  }

  @Test(arguments: [
    ("", "the JSON document is empty"),
    (" \n ", "the JSON document is empty"),
    ("<!DOCTYPE html>", "unexpected '<'; this looks like HTML or XML, not JSON"),
    ("\n<html>", "unexpected '<'; this looks like HTML or XML, not JSON"),
    ("</a>", "unexpected '<'; this looks like HTML or XML, not JSON"),
    ("<?xml?>", "unexpected '<'; this looks like HTML or XML, not JSON"),
    ("<", "unexpected '<'; this may begin HTML, XML, or a syslog message"),
    ("<13>Oct 11 22:14:15 host: {}", "unexpected '<'; this looks like a syslog message, not JSON"),
    ("<191>", "unexpected '<'; this looks like a syslog message, not JSON"),
    ("<1234>", "unexpected '<', expected a value"), ("<>", "unexpected '<', expected a value"),
    ("<13", "unexpected '<', expected a value"), ("< a", "unexpected '<', expected a value"),
    ("[1, <]", "unexpected '<', expected a value"), ("[<a>]", "unexpected '<', expected a value"),
    ("5 x", "unexpected 'x' after the value"),
    ("[\"\\ud83d\\u00\"]", "invalid escape sequence"),
    (
      "// comment\n[]",
      "unexpected '/', expected a value; JSON5 allows a comment here (see allowsJSON5)"
    ),
    (
      "['a']",
      "unexpected ' (single quote), expected a value; JSON5 allows a string in single quotes here (see allowsJSON5)"
    ),
    ("[+1]", "unexpected '+', expected a value; JSON5 allows this number here (see allowsJSON5)"),
    (
      "{a: 1}",
      "unexpected 'a', expected a key in double quotes or '}'; "
        + "JSON5 allows a key without quotes here (see allowsJSON5)"
    ),
  ])
  func `a text that is not JSON is recognized`(text: String, sentence: String) throws {
    let description = try error([Int].self, text).description
    #expect(description.hasPrefix(sentence + " ("), "\(description)")
  }

  @Test(
    arguments: [
      ([0x1F, 0x8B, 8, 0], "unexpected byte 0x1F; this looks like gzip-compressed data, not JSON"),
      (
        [0x28, 0xB5, 0x2F, 0xFD, 4],
        "unexpected '('; this looks like zstd-compressed data, not JSON"
      ),
      ([0x78, 0x01, 0xAB], "unexpected 'x'; this looks like zlib-compressed data, not JSON"),
      ([0x78, 0x9C, 0xAB], "unexpected 'x'; this looks like zlib-compressed data, not JSON"),
      ([0x78, 0xDA, 0xAB], "unexpected 'x'; this looks like zlib-compressed data, not JSON"),
      (Array("BZh91AY".utf8), "unexpected 'B'; this looks like bzip2-compressed data, not JSON"),
      (
        [0xFD] + Array("7zXZ".utf8) + [0],
        "unexpected byte 0xFD; this looks like xz-compressed data, not JSON"
      ),
      (Array("PK\u{3}\u{4}\u{14}".utf8), "unexpected 'P'; this looks like a ZIP archive, not JSON"),
      (Array("%PDF-1.7".utf8), "unexpected '%'; this looks like a PDF document, not JSON"),
      (Array("(a)".utf8), "unexpected '(', expected a value"),
      (Array("xyz".utf8), "unexpected 'x', expected a value"),
      (Array("PKI".utf8), "unexpected 'P', expected a value"),
      (Array("BZ".utf8), "unexpected 'B', expected a value"),
      ([0, 0, 0, 0, 0, 0], "unexpected byte 0x00, a NUL, which JSON never has"),
      (Array("[1]\0\0".utf8), "unexpected byte 0x00, a NUL, which JSON never has"),
      (Array("[1,\0]".utf8), "unexpected byte 0x00, a NUL, which JSON never has"),
    ] as [([UInt8], String)]
  )
  func `bytes that are not text are recognized`(bytes: [UInt8], sentence: String) throws {
    for count in [0, 1000] {
      // Short and long texts make their details in different ways.
      let bytes = bytes + [UInt8](repeating: bytes.last ?? 0, count: count)
      let thrown = #expect(throws: DecodingError.self) {
        try StreamJSONDecoder().decode([Int].self, from: bytes)
      }
      let description = try #require(thrown?.jsonError).description
      #expect(description.hasPrefix(sentence + " ("), "\(description)")
    }
  }

  @Test func `containers are named by JSON's words`() throws {
    struct Keyed: Decodable {
      enum CodingKeys: CodingKey { case a }
      init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self)
      }
    }
    #expect(
      try error([Int].self, "{}").description.hasPrefix("found an object, expected an array (")
    )
    #expect(
      try error(Keyed.self, "[]").description.hasPrefix("found an array, expected an object (")
    )
  }

  @Test func `a missing name lists some of those that are there`() throws {
    struct Model: Decodable { var id: Int }
    let rows = [
      ("{}", #"no key "id" in this object ("#),
      (#"{"a":1}"#, #"no key "id" in this object; found "a" ("#),
      (#"{"a":1,"b":2}"#, #"no key "id" in this object; found "a" and "b" ("#),
      (
        #"{"a":1,"b":2,"c":3,"d":4,"e":5}"#,
        #"no key "id" in this object; found "a", "b", "c", and 2 more ("#
      ),
      (#"{"a":1,"ID":2}"#, #"no key "id" in this object; found "ID" ("#),
    ]
    for (text, sentence) in rows {
      let description = try error(Model.self, text).description
      #expect(description.hasPrefix(sentence), "\(description)")
    }
  }

  @Test func `values are left out unless a program asks for them`() throws {
    let text = #"{"password": "hunter2"}"#
    let hidden = try error([String: Int].self, text)
    for description in [hidden.description, hidden.debugDescription, hidden.localizedDescription] {
      #expect(!description.contains("hunter2"))
      #expect(description.hasPrefix("found a string, expected Int (line 1, column 14"))
    }
    let shown = try error([String: Int].self, text, showingValues: true)
    #expect(shown.description.hasPrefix(#"found the string "hunter2", expected Int ("#))
    #expect(shown.debugDescription.contains(text))
    let number = try error([Int8].self, "[4111111111111111]")
    #expect(number.description.hasPrefix("found a number that doesn't fit in Int8 ("))
  }

  @Test func `a byte that is not UTF-8 is named at its own offset`() throws {
    let bytes = Array(#"["abc"#.utf8) + [0xC3] + Array(#"(def"]"#.utf8)
    let thrown = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode([String].self, from: bytes)
    }
    let error = try #require(thrown?.jsonError)
    #expect(error.byteOffset == 5)
    #expect(error.description.hasPrefix("byte 0xC3 isn't valid UTF-8 here ("))
  }

  @Test(
    arguments: [
      ("[1 /* a */]", "a comment"), ("{/* a */}", "a comment"), ("[1] // a", "a comment"),
      ("{'a': 1}", "a key in single quotes"),
      ("[.5]", "this number"), ("[-.5]", "this number"), ("[5.]", "this number"),
      ("[+5.]", "this number"), ("[Infinity]", "this number"),
      ("[-Infinity]", "this number"), ("[NaN]", "this number"), ("[-NaN]", "this number"),
      ("[0x10]", "a hexadecimal number"), ("[-0XfF, 1]", "a hexadecimal number"),
      ("0x1", "a hexadecimal number"), ("[+0x1]", "a hexadecimal number"),
      ("{_a: 1}", "a key without quotes"), ("{$: 1}", "a key without quotes"),
      ("{é : 1}", "a key without quotes"),
      ("{\\u0061: 1}", "a key without quotes"),
      ("{\"b\": 1, a /* c */ : 1}", "a key without quotes"),
      ("[\u{0B}1]", "this whitespace"), ("[1]\u{0C}", "this whitespace"),
    ]
  )
  func `what JSON5 allows is named`(text: String, syntax: String) throws {
    let description = try error([Int].self, text).description
    #expect(
      description.contains("; JSON5 allows \(syntax) here (see allowsJSON5) ("),
      "\(description)"
    )
    let json5 = StreamJSONDecoder()
    json5.allowsJSON5 = true
    json5.validation = .strict
    let outcome = Result { try json5.decode(Skipped.self, from: text) }
    #expect(throws: Never.self) { try outcome.get() }
  }

  @Test(arguments: [#"["\x41"]"#, #"["a\'"]"#, "[\"a\\\nb\"]"])
  func `escapes that JSON5 allows are named`(text: String) throws {
    let description = try error([String].self, text).description
    let sentence =
      "invalid escape sequence; JSON5 allows this escape sequence here (see allowsJSON5) ("
    #expect(description.hasPrefix(sentence), "\(description)")
  }

  @Test(
    arguments: [
      "[None]", "[NULL]", "[...]", "[+]", "[.]", "[1/2]", "{/}", "[/]", "[10x1]", "[0xg]", "[0x]",
      "{a}", "{a", "{a b: 1}", "{1: 2}", "[1 NaN]", "[1 .5]", "[\"a\"NaN]", "[trueNaN]", "[1.2.3]",
      "[- 1]", "[]+1", "[] Infinity", "[-Infinite]", "[01]", "[1e]", "[\u{A0}1]", "{-a: 1}", "#",
    ]
  )
  func `JSON5 is not mentioned where it would not help`(text: String) throws {
    let error = try error([Int].self, text)
    #expect(!error.description.contains("JSON5"), "\(error)")
  }

  /// A model that reads nothing.
  private struct Skipped: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  @Test func `a line end after a backslash is allowed by JSON5`() throws {
    for count in 0..<5 {
      for lineEnd in ["\n", "\r", "\r\n"] {
        let text = "[\"a" + String(repeating: "\\", count: count) + lineEnd + "\"]"
        let description = try error([String].self, text).description
        #expect(description.contains("; JSON5 allows ") == (count % 2 == 1), "\(description)")
      }
    }
  }

  @Test func `half an escape is an error at its backslash`() throws {
    let error = try error([String].self, #"["\ud83d\u00"]"#)
    #expect(error.kind == .invalidEscape)
    #expect(error.byteOffset == 8)
  }

  @Test func `an empty stream of elements is empty`() throws {
    for text in ["", " \n "] {
      for framing in [JSONFraming.arrayElements(at: "/a"), .objectMembers(at: "")] {
        let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: framing)
        try stream.append(Array(text.utf8)) { _ in }
        let thrown = #expect(throws: DecodingError.self) { try stream.finish { _ in } }
        let error = try #require(thrown?.jsonError)
        #expect(error.description.hasPrefix("the JSON document is empty ("), "\(error)")
        #expect(error.byteOffset == text.utf8.count)
      }
    }
    for text in ["[", "[ ", "{\"a\": "] {
      let stream = StreamJSONDecoder().makeStream(
        of: Int.self,
        framing: .arrayElements(at: text.hasPrefix("[") ? "" : "/a")
      )
      for byte in text.utf8 { try stream.append([byte]) { _ in } }
      let thrown = #expect(throws: DecodingError.self) { try stream.finish { _ in } }
      #expect(thrown?.jsonError?.description.hasPrefix("unexpected end of JSON (") == true)
    }
  }

  @Test func `an array that ends lacks a container`() throws {
    struct Model: Decodable {
      enum CodingKeys: CodingKey { case a }
      init(from decoder: any Decoder) throws {
        var outer = try decoder.unkeyedContainer()
        switch try outer.decode(Int.self) {
        case 0: _ = try outer.nestedUnkeyedContainer()
        case 1: _ = try outer.nestedContainer(keyedBy: CodingKeys.self)
        default: _ = try outer.superDecoder()
        }
      }
    }
    for (number, phrase) in ["an array", "an object", "a value"].enumerated() {
      let description = try error(Model.self, "[\(number)]").description
      #expect(
        description.hasPrefix("the array has no element 1, expected \(phrase) ("),
        "\(description)"
      )
    }
  }

  @Test func `UTF-16 and UTF-32 are described by their characters`() throws {
    func description(_ data: Data) throws -> String {
      let thrown = #expect(throws: DecodingError.self) {
        try StreamJSONDecoder().decode([Int].self, from: data)
      }
      return try #require(thrown?.jsonError).description
    }
    let sentences = try [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32BigEndian].map {
      try description(#require("[é1]".data(using: $0)))
    }
    for sentence in sentences {
      #expect(sentence.hasPrefix("unexpected U+00E9, expected a value ("), "\(sentence)")
    }
    #expect(
      try description(#require("[ 😀]".data(using: .utf16LittleEndian)))
        .hasPrefix("unexpected U+1F600, expected a value (")
    )
    #expect(
      try description(Data([0xFF, 0xFE, 0x5B, 0, 0x22, 0, 0, 0xD8, 0x22, 0, 0x5D, 0]))
        .hasPrefix("unpaired surrogate in UTF-16 (line 1, column 7, byte 6")
    )
    #expect(
      try description(Data([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x5B, 0, 0x11, 0, 0]))
        .hasPrefix("not a Unicode character in UTF-32 (")
    )
  }

  // MARK: - Logs

  @Test func `a description is one line, whatever the names`() throws {
    struct Model: Decodable { var id: Int }
    let attacks = [
      "\n2026-01-01 ERROR", "\r", "\u{1B}[2J", "\u{7}", "\u{85}", "\u{2028}", "\u{2029}",
      "\u{202E}", "\u{2066}", "\u{9B}2J", "\u{7F}", "\u{200F}",
      "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{AD}", "\u{E0041}",
    ]
    for attack in attacks {
      let name = String(decoding: try JSONEncoder().encode("a" + attack), as: UTF8.self)
      let decoder = StreamJSONDecoder()
      decoder.duplicateKeyPolicy = .reject
      let texts = ["{\(name): 1}", "{\(name): {}}", "{\(name): 1, \(name): 2}", "{\(name): [x]}"]
      for text in texts {
        for shows in [false, true] {
          decoder.showsValuesInErrors = shows
          for type in [Model.self, [String: [Model]].self, [String: Int].self]
            as [any Decodable.Type]
          {
            guard
              case .failure(let thrown as DecodingError) = Result(catching: {
                try decode(type, text, with: decoder)
              })
            else { continue }
            let error = try #require(thrown.jsonError)
            for sentence in [error.description, error.localizedDescription] {
              #expect(
                !sentence.unicodeScalars.contains(attack.unicodeScalars.first!),
                "\(sentence.debugDescription)"
              )
              #expect(
                !sentence.unicodeScalars.contains { $0.properties.generalCategory == .control }
              )
            }
          }
        }
      }
    }
    #expect(
      try error(Model.self, #"{"a\n\u001b[31m\"": 1}"#).description
        == #"no key "id" in this object; found "a\n\u001B[31m\"" "#
        + "(line 1, column 1, byte 0, at the top level)"
    )
  }

  private func decode<T: Decodable>(
    _ type: T.Type,
    _ text: String,
    with decoder: StreamJSONDecoder
  ) throws {
    _ = try decoder.decode(type, from: text)
  }

  @Test func `long names are abbreviated`() throws {
    struct Model: Decodable { var id: Int }
    for count in [101, 5000, 500_000] {
      let name = String(repeating: "é", count: count)
      let decoder = StreamJSONDecoder()
      decoder.duplicateKeyPolicy = .reject
      for text in ["{\"\(name)\": 1}", "{\"\(name)\": 1, \"\(name)\": 2}"] {
        let thrown = #expect(throws: DecodingError.self) {
          try decoder.decode([String: Model].self, from: text)
        }
        let error = try #require(thrown?.jsonError)
        #expect(error.description.utf8.count < 600)
        #expect(error.description.contains("é…"))
        let missing = try self.error(Model.self, text).description
        #expect(missing.contains("\"; found") || missing.contains("found \"é"))
        #expect(missing.utf8.count < 600)
      }
    }
  }
}
