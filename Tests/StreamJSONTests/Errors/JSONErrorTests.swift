import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What the underlying error of a DecodingError says.
struct JSONErrorTests {
  struct Item: Decodable { var id: Int }
  struct Page: Decodable { var items: [Item] }

  /// The underlying error of the error thrown on decoding `text`.
  func error<T: Decodable>(
    _ type: T.Type,
    _ text: String,
    _ decoder: StreamJSONDecoder = StreamJSONDecoder.showingValues()
  ) throws -> JSONError {
    let thrown = #expect(throws: DecodingError.self) { try decoder.decode(type, from: text) }
    return try #require(thrown?.jsonError)
  }

  func description<T: Decodable>(_ type: T.Type, _ text: String) throws -> String {
    try error(type, text).description
  }

  @Test func `a dump shows what the error says and nothing behind it`() throws {
    let error = try error([Int].self, #"[1, "hunter2"]"#, StreamJSONDecoder())
    let labels = ["kind", "location", "pointer", "recordIndex"]
    #expect(Mirror(reflecting: error).children.map(\.label) == labels)
    var dumped = ""
    dump(error, to: &dumped)
    #expect(dumped.contains("typeMismatch") && dumped.contains("/1"))
    #expect(!dumped.contains("hunter2"))
    #expect(dumped.utf8.count < 1000, "\(dumped)")
  }

  @Test func `an error has a location in a text, and none in an object graph`() throws {
    let location = try #require(try error([Int].self, "[1,\n \"a\"]").location)
    #expect((location.byteOffset, location.line, location.column) == (5, 2, 2))
    #expect("\(location)" == "line 2, column 2, byte 5")
    let thrown = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode([Int].self, withJSONObject: [1, "a"])
    }
    let error = try #require(thrown?.jsonError)
    #expect(error.location == nil)
    #expect(error.description == "found a string, expected Int (at /1)")
  }

  // MARK: - Values

  @Test func `a value of another type`() throws {
    let error = try error(
      Page.self,
      "{\n  \"items\": [\n    {\"id\": 1},\n    {\"id\": \"two\"}\n  ]\n}"
    )
    #expect(error.kind == .typeMismatch)
    #expect(error.byteOffset == 41)
    #expect(error.line == 4)
    #expect(error.column == 12)
    #expect(error.pointer == "/items/1/id")
    #expect(error.recordIndex == nil)
    #expect(
      error.description
        == #"found the string "two", expected Int (line 4, column 12, byte 41, at /items/1/id)"#
    )
    #expect(
      error.debugDescription == """
        found the string "two", expected Int (line 4, column 12, byte 41, at /items/1/id)
            {"id": "two"}
                   ^
        """
    )
  }

  @Test(
    arguments: [
      ("[]", "found an array, expected Int (line 1, column 1, byte 0, at the top level)"),
      ("{}", "found an object, expected Int (line 1, column 1, byte 0, at the top level)"),
      (" true", "found true, expected Int (line 1, column 2, byte 1, at the top level)"),
      ("null", "found null, expected Int (line 1, column 1, byte 0, at the top level)"),
      (
        #""x""#, #"found the string "x", expected Int (line 1, column 1, byte 0, at the top level)"#
      ),
      (
        "1.5",
        "found the number 1.5, which has a fraction and doesn't fit in Int (line 1, column 1, byte 0, at the top level)"
      ),
      (
        "1e99",
        "found the number 1e99, which doesn't fit in Int (line 1, column 1, byte 0, at the top level)"
      ),
      (
        "012",
        "found the number 012, which isn't valid JSON (line 1, column 2, byte 1, at the top level)"
      ),
      (
        "1e+",
        "found the number 1e+, which isn't valid JSON (line 1, column 4, byte 3, at the top level)"
      ),
    ] as [(String, String)]
  )
  func `errors describe values that are not an Int`(text: String, description: String) throws {
    #expect(try self.description(Int.self, text) == description)
  }

  @Test func `long values are cut`() throws {
    let digits = String(repeating: "1234567890", count: 9)
    #expect(
      try description(Int.self, "[\(digits)]".replacing("[", with: "").replacing("]", with: ""))
        == "found the number 123456789012345678901234567890123456…, which doesn't fit in Int "
        + "(line 1, column 1, byte 0, at the top level)"
    )
    // Not in the middle of a character.
    let text = "\"\(String(repeating: "x", count: 35))\(String(repeating: "é", count: 9))\""
    #expect(
      try description(Int.self, text)
        == "found the string \"\(String(repeating: "x", count: 35))…\", expected Int "
        + "(line 1, column 1, byte 0, at the top level)"
    )
  }

  @Test func `a missing member, and one that may be meant`() throws {
    struct Model: Decodable { var imageURL: Int }
    #expect(
      try description([Model].self, #"[{"url":1}]"#)
        == #"no key "imageURL" in this object; found "url" (line 1, column 2, byte 1, at /0)"#
    )
    for name in ["imageUrl", "image_url", "IMAGE_URL", "image-url", "_imageURL_"] {
      #expect(
        try description([Model].self, "[{\"url\":1,\"\(name)\":2}]")
          == "no key \"imageURL\" in this object; found \"\(name)\" "
          + "(line 1, column 2, byte 1, at /0)"
      )
    }
    // Names that are not similar are listed with the others.
    for name in ["imageURLs", "mageURL", "imageU", "image.url", "@MAGEURL", "", "_"] {
      #expect(
        try description(Model.self, "{\"url\":1,\"\(name)\":2}")
          == "no key \"imageURL\" in this object; found \"url\" and \"\(name)\" "
          + "(line 1, column 1, byte 0, at the top level)"
      )
    }
    let decoder = StreamJSONDecoder.showingValues()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(
      try error(Model.self, #"{"image_url":1}"#, decoder).description
        == #"no key "imageURL" in this object; found "image_url", "#
        + #"which keyDecodingStrategy turns into "imageUrl" "#
        + "(line 1, column 1, byte 0, at the top level)"
    )
    #expect(try error(Model.self, "{}").kind == .keyNotFound)
  }

  @Test func `the search for a member that may be meant is bounded`() throws {
    struct Model: Decodable { var imageURL: Int }
    // As far as the search goes, they resemble the requested name, whose bytes are all letters.
    let alike = "_i_m_a_g_e_U_R_"
    for (count, isFound) in [(10, true), (100, true), (400, false), (1000, false)] {
      let names = (0..<count).map { _ in "\"\(alike)\":0," }.joined()
      let text = try description(Model.self, "{\(names)\"image_url\":2}")
      #expect(text.contains(#"found "image_url""#) == isFound, "\(count)")
    }
    // A few names of many bytes.
    struct Long: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        _ = try container.decode(Int.self, forKey: AnyKey(stringValue: wanted))
      }
      let wanted = String(repeating: "k", count: 200)
    }
    let wanted = String(repeating: "k", count: 200)
    for other in [wanted + "s", String(repeating: "_", count: 400)] {
      for (count, isFound) in [(5, true), (50, false)] {
        let names = (0..<count).map { _ in "\"\(other)\":0," }.joined()
        let text = try description(Long.self, "{\(names)\"\(wanted)_\":2}")
        let shown = wanted.prefix(100)
        #expect(text.contains("found \"\(shown)…\" (") == isFound, "\(count)")
      }
    }
  }

  @Test func `the end of an array`() throws {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decode(Int.self)
        _ = try container.decode(String.self)
      }
    }
    let error = try error([Pair].self, "[[1]]")
    #expect(error.kind == .valueNotFound)
    #expect(
      error.description
        == "the array has no element 1, expected String (line 1, column 2, byte 1, at /0)"
    )
  }

  @Test func `malformed strings and names`() throws {
    let rows: [(String, JSONError.Kind, Int, String)] = [
      (#"["a\q"]"#, .invalidEscape, 3, "invalid escape sequence"),
      (#"["\ud800"]"#, .invalidEscape, 2, "invalid escape sequence"),
      ("[\"a\tb\"]", .controlCharacter, 3, "unescaped control character byte 0x09 in a string"),
    ]
    for (text, kind, offset, message) in rows {
      let error = try error([String].self, text)
      #expect(error.kind == kind, "\(text)")
      #expect(error.byteOffset == offset, "\(text)")
      #expect(
        error.description == "\(message) (line 1, column \(offset + 1), byte \(offset), at /0)"
      )
    }
    let utf8 = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder.showingValues().decode(
        [String].self,
        from: Array("[\"ab".utf8) + [0xFF, 0x22, 0x5D]
      )
    }
    #expect(utf8?.jsonError?.kind == .invalidUTF8)
    #expect(
      utf8?.jsonError?.description
        == "byte 0xFF isn't valid UTF-8 here (line 1, column 5, byte 4, at /0)"
    )
    let name = try error([[String: Int]].self, #"[{},{"a":1,"\x":2}]"#)
    #expect(name.kind == .invalidEscape)
    #expect(name.pointer.tokens.first == "1")
    #expect(name.byteOffset == 12)
  }

  // MARK: - Syntax

  @Test(
    arguments: [
      ("", "the JSON document is empty (line 1, column 1, byte 0, at the top level)"),
      ("[1,2", "unexpected end of JSON (line 1, column 5, byte 4, at /2)"),
      ("[1,2 3]", "unexpected '3', expected ',' or ']' (line 1, column 6, byte 5, at /2)"),
      ("[1,x]", "unexpected 'x', expected a value (line 1, column 4, byte 3, at /1)"),
      ("[", "unexpected end of JSON (line 1, column 2, byte 1, at /0)"),
      ("{", "unexpected end of JSON (line 1, column 2, byte 1, at the top level)"),
      ("[1]]", "unexpected ']' after the value (line 1, column 4, byte 3, at the top level)"),
      (
        "[\n1,\n\ntru]",
        "unexpected ']', expected 'true', 'false', or 'null' (line 4, column 4, byte 9, at /1)"
      ),
      (
        #"{"a":1 "b":2}"#,
        #"unexpected '"', expected ',' or '}' (line 1, column 8, byte 7, at the top level)"#
      ),
      (#"{"a":{"b" 1}}"#, "unexpected '1', expected ':' (line 1, column 11, byte 10, at /a/b)"),
      (
        #"{"a":[{"b":[0,!]}]}"#,
        "unexpected '!', expected a value (line 1, column 15, byte 14, at /a/0/b/1)"
      ),
      (
        #"{"a":1,b:2}"#,
        "unexpected 'b', expected a key in double quotes or '}'; JSON5 allows a key without quotes here (see allowsJSON5) (line 1, column 8, byte 7, at the top level)"
      ),
      (
        #"{"a~/":[1}"#,
        "unexpected '}', expected ',' or ']' (line 1, column 10, byte 9, at /a~0~1/1)"
      ),
      (
        "[\u{0}]",
        "unexpected byte 0x00, a NUL, which JSON never has (line 1, column 2, byte 1, at /0)"
      ),
      (#"["abc"#, "unexpected end of JSON (line 1, column 6, byte 5, at /0)"),
      (
        #"{"items":[{"id":1},{"id":2},{"id":}]}"#,
        "unexpected '}', expected a value (line 1, column 35, byte 34, at /items/2/id)"
      ),
    ] as [(String, String)]
  )
  func `syntax errors say what, where and in which value`(text: String, expected: String) throws {
    #expect(try description(Nothing.self, text) == expected)
  }

  @Test func `limits`() throws {
    let decoder = StreamJSONDecoder.showingValues()
    decoder.limits.maximumDepth = 2
    #expect(
      try error(Nothing.self, "[[],[[]]]", decoder).description
        == "nested more than 2 levels deep (limits.maximumDepth) (line 1, column 6, byte 5, at /1/0)"
    )
    decoder.limits.maximumByteCount = 5
    #expect(
      try error(Nothing.self, "[1,2,3]", decoder).description
        == "more than 5 bytes (limits.maximumByteCount) (line 1, column 6, byte 5, at the top level)"
    )
  }

  // MARK: - Lines and columns

  @Test func `CR, LF and CRLF each end a line`() throws {
    for (text, line, column) in [
      ("[1,\n2,\nx]", 3, 1), ("[1,\r2,\rx]", 3, 1), ("[1,\r\n2,\r\nx]", 3, 1),
      ("[1,\n\r2,x]", 3, 3), ("\n\n\n x", 4, 2), ("\r\n\r\n\r\n x", 4, 2), ("[1,\r\n\n\rx]", 4, 1),
      ("[\"\u{E9}\u{65E5}\",x]", 1, 10), ("                        \n        \n   x", 3, 4),
    ] {
      let error = try error(Nothing.self, text)
      #expect(error.line == line, "\(text.debugDescription)")
      #expect(error.column == column, "\(text.debugDescription)")
    }
  }

  @Test func `lines and columns in a large text, from the naive count`() throws {
    var generator = SeededGenerator(seed: 11)
    var text = "["
    for number in 0..<60_000 {
      text += "\(number),"
      if generator.chance(0.2) { text += generator.pick(["\n", "\r", "\r\n", " ", "  \n\n"]) }
    }
    let bytes = Array((text + "null,1]").utf8)
    #expect(bytes.count > 300_000)
    let thrown = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder.showingValues().decode([Int].self, from: bytes)
    }
    let error = try #require(thrown?.jsonError)
    #expect(error.byteOffset == bytes.count - 7)
    let (line, column) = Self.naivePlace(of: error.byteOffset, in: bytes)
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(error.pointer == JSONPointer(tokens: ["60000"]))
  }

  static func naivePlace(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    for position in 0..<offset {
      let isLineFeed = bytes[position] == 0x0A
      if isLineFeed && position > 0 && bytes[position - 1] == 0x0D {
        column = 1
      } else if isLineFeed || bytes[position] == 0x0D {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    return (line, column)
  }

  /// Tries every element, in its own order, and keeps the errors.
  struct Collector: Decodable {
    var errors: [JSONError] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      var generator = SeededGenerator(seed: 5)
      for key in container.allKeys.shuffled(using: &generator) {
        do {
          _ = try container.decode(Int.self, forKey: key)
        } catch let error as DecodingError {
          if let error = error.jsonError { errors.append(error) }
        }
      }
    }
  }

  @Test func `errors caught and kept, in any order of places`() throws {
    var generator = SeededGenerator(seed: 3)
    let members = (0..<300).map { number in
      generator.pick(["\n", "\r\n", "", " ", "\r", "\n\n  "]) + "\"k\(number)\":\"v\(number)\""
    }
    let text = "{\(members.joined(separator: ","))}"
    let errors = try StreamJSONDecoder.showingValues().decode(Collector.self, from: text).errors
    #expect(errors.count == 300)
    let bytes = Array(text.utf8)
    for error in errors {
      let (line, column) = Self.naivePlace(of: error.byteOffset, in: bytes)
      #expect(error.line == line)
      #expect(error.column == column)
      let value = "v" + (error.pointer.tokens.first?.dropFirst() ?? "")
      #expect(error.description.hasPrefix("found the string \"\(value)\", expected Int ("))
    }
  }
}
