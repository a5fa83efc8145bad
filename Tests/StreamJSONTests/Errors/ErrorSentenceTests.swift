import Foundation
import StreamJSON
import Testing

/// What errors say about texts that programs really get.
@Suite struct ErrorSentenceTests {
  private func error<T: Decodable>(
    _ type: T.Type,
    _ text: String,
    showingValues: Bool = false
  ) throws -> JSONError {
    let decoder = StreamJSONDecoder()
    decoder.errorsShowValues = showingValues
    let thrown = #expect(throws: DecodingError.self) { try decoder.decode(type, from: text) }
    return try #require(thrown?.jsonError)
  }

  @Test(arguments: [
    ("", "the text is empty"),
    (" \n ", "the text is empty"),
    ("<!DOCTYPE html>", "unexpected '<', as in HTML or XML"),
    ("\n<html>", "unexpected '<', as in HTML or XML"),
    ("\u{1F}\u{8B}", "unexpected byte 0x1F, as in data compressed by gzip"),
    ("[1, <]", "unexpected '<', expected a value"),
    (
      "// comment\n[]",
      "unexpected '/', expected a value; JSON5 allows a comment here (see allowsJSON5)"
    ),
    (
      "['a']",
      "unexpected '\'', expected a value; JSON5 allows a string in apostrophes here (see allowsJSON5)"
    ),
    ("[+1]", "unexpected '+', expected a value; JSON5 allows such a number here (see allowsJSON5)"),
    (
      "{a: 1}",
      "unexpected 'a', expected a name in quotation marks or '}'; "
        + "JSON5 allows a name without quotation marks here (see allowsJSON5)"
    ),
  ])
  func `a text that is no JSON is recognised`(text: String, sentence: String) throws {
    let description = try error([Int].self, text).description
    #expect(description.hasPrefix(sentence + " ("), "\(description)")
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
      ("{}", #"no member "id" in this object ("#),
      (#"{"a":1}"#, #"no member "id" in this object; found "a" ("#),
      (#"{"a":1,"b":2}"#, #"no member "id" in this object; found "a" and "b" ("#),
      (
        #"{"a":1,"b":2,"c":3,"d":4,"e":5}"#,
        #"no member "id" in this object; found "a", "b", "c" and 2 more ("#
      ),
      (#"{"a":1,"ID":2}"#, #"no member "id" in this object; found "ID" ("#),
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
    #expect(number.description.hasPrefix("a number does not fit in Int8 ("))
  }

  @Test func `a byte that is not UTF-8 is named at its own offset`() throws {
    let bytes = Array(#"["abc"#.utf8) + [0xC3] + Array(#"(def"]"#.utf8)
    let thrown = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode([String].self, from: bytes)
    }
    let error = try #require(thrown?.jsonError)
    #expect(error.byteOffset == 5)
    #expect(error.description.hasPrefix("byte 0xC3 is not valid UTF-8 here ("))
  }

  // MARK: - Errors from elsewhere

  enum Kind: String, Decodable { case small, large }

  struct Item: Decodable {
    var kind: Kind
    var id: UUID
  }

  @Test func `an unknown case of an enum has its place`() throws {
    let decoder = StreamJSONDecoder()
    let thrown = #expect(throws: DecodingError.self) {
      try decoder.decode(
        [String: [Item]].self,
        from: "{\"items\": [\n  {\"kind\": \"huge\", \"id\": \"\(UUID())\"}]}"
      )
    }
    let error = try #require(thrown?.jsonError)
    #expect(error.kind == .invalidValue)
    #expect(error.pointer == "/items/0/kind")
    #expect((error.line, error.column) == (2, 12))
    guard case .dataCorrupted(let context)? = thrown else { return #expect(Bool(false)) }
    #expect(context.codingPath.map(\.stringValue) == ["items", "Index 0", "kind"])
  }

  @Test func `an unknown case in a stream has its record`() throws {
    struct Line: Decodable { var kind: Kind }
    var stream = StreamJSONDecoder().makeStream(of: Line.self, framing: .lines)
    let text = "{\"kind\":\"small\"}\n{\"kind\":\"huge\"}\n"
    let thrown = #expect(throws: DecodingError.self) {
      try stream.append(Array(text.utf8)) { _ in }
    }
    let error = try #require(thrown?.jsonError)
    #expect(error.recordIndex == 1)
    #expect(error.pointer == "/kind")
    #expect((error.line, error.byteOffset) == (2, 25))
    #expect(error.description.hasSuffix("(record 2, line 2, column 9, byte 25, at /kind)"))
  }

  @Test func `an error of a model's own has its place, whatever the key strategy`() throws {
    struct Model: Decodable {
      var firstName: Strict
      struct Strict: Decodable {
        init(from decoder: any Decoder) throws {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "never good enough.")
          )
        }
      }
    }
    let decoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let thrown = #expect(throws: DecodingError.self) {
      try decoder.decode([Model].self, from: #"[{"first_name": "x"}]"#)
    }
    let error = try #require(thrown?.jsonError)
    #expect(error.pointer == "/0/first_name")
    #expect(error.description == "never good enough (line 1, column 17, byte 16, at /0/first_name)")
  }

  @Test func `another underlying error stays`() throws {
    struct Own: Error {}
    struct Model: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "own", underlyingError: Own())
        )
      }
    }
    let thrown = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode(Model.self, from: "1")
    }
    guard case .dataCorrupted(let context)? = thrown else { return #expect(Bool(false)) }
    #expect(context.underlyingError is Own)
    #expect(thrown?.jsonError == nil)
  }
}
