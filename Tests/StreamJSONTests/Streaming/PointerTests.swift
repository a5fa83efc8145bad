import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Which array or object a pointer selects, and how the text outside it is treated.
@Suite struct PointerTests {
  private static let text = #"""
    {"a":[{"b":[1,2]},{"b":[3]}],"x/y":[4],"m~n":[5],"\u0065sc":[6],"é":[7],"":[8],
     "nested":{"nested":[9]},"twice":[10],"twice":[11],"empty":[]}
    """#

  @Test(arguments: [
    ("/a/0/b", [1, 2]), ("/a/1/b", [3]), ("/x~1y", [4]), ("/m~0n", [5]), ("/esc", [6]),
    ("/é", [7]), ("/", [8]), ("/nested/nested", [9]), ("/twice", [10]), ("/empty", []),
  ])
  func `a pointer selects an array`(pointer: String, expected: [Int]) throws {
    let pointer = try #require(JSONPointer(pointer))
    for chunks in Chunks.assortment(of: Array(Self.text.utf8), seed: 1) {
      let found = outcomes(
        of: Int.self,
        in: chunks.chunks,
        framing: .arrayElements(at: pointer)
      )
      #expect(found == expected.map { .value($0) }, "\(chunks)")
    }
  }

  @Test func `an object inside an array is selected`() {
    let found = outcomes(
      of: JSONMember<[Int]>.self,
      in: Self.text,
      framing: .objectMembers(at: "/a/1")
    )
    #expect(found == [.value(JSONMember(key: "b", value: [3]))])
  }

  @Test(arguments: ["/b", "/a/2", "/a/-", "/a/01", "/nested/x", "/A"])
  func `a pointer to nothing is a separate error`(pointer: String) throws {
    let found = outcomes(
      of: Int.self,
      in: Self.text,
      framing: .arrayElements(at: try #require(JSONPointer(pointer)))
    )
    #expect(found.count == 1)
    #expect(found[0].jsonError?.kind == .keyNotFound)
    #expect(found[0].jsonError?.recordIndex == nil)
    guard case .failure(let failure, _) = found[0] else { return }
    #expect(failure.kind == .keyNotFound)
  }

  @Test func `a value other than an array is a separate error`() {
    let kinds: [(String, String, JSONError.Kind, Int)] = [
      ("{\"a\":1}", "", .typeMismatch, 0),
      (" 17", "", .typeMismatch, 1),
      ("{\"a\":\"text\"}", "/a", .typeMismatch, 5),
      ("{\"a\":null}", "/a", .valueNotFound, 5),
      ("{\"a\":{}}", "/a", .typeMismatch, 5),
      ("{\"a\":true}", "/a/b", .typeMismatch, 5),
    ]
    for (text, pointer, kind, offset) in kinds {
      let found = outcomes(
        of: Int.self,
        in: text,
        framing: .arrayElements(at: JSONPointer(pointer) ?? .root)
      )
      #expect(found.map { $0.jsonError?.kind } == [kind], "\(text)")
      #expect(found.first?.jsonError?.byteOffset == offset, "\(text)")
    }
  }

  @Test(arguments: [
    (#"{"a":"text"}"#, "/a" as JSONPointer, "/a" as JSONPointer), (#"{"a":{}}"#, "/a", "/a"),
    (#"{"a":true}"#, "/a/b", "/a"), (#"{"a":{"b":{}}}"#, "/a/b", "/a/b"), ("{}", "", ""),
    (#"{"a":[1 2]}"#, "/a", "/a/1"), (#"{"x":1}"#, "/a", ""), (#"{"a":{"x":1}}"#, "/a/b", "/a"),
  ])
  func `an error names the container that is not there, or not of the kind`(
    text: String,
    pointer: JSONPointer,
    expected: JSONPointer
  ) {
    for chunks in Chunks.assortment(of: Array(text.utf8), seed: 1) {
      let found = outcomes(of: Int.self, in: chunks.chunks, framing: .arrayElements(at: pointer))
      #expect(found.last?.jsonError?.pointer == expected, "\(text)")
    }
  }

  @Test(arguments: [
    ("{}", "/a", 0, 1, 1), (" \n {\"x\":1}", "/a", 3, 2, 2), ("{\"a\":\n  {}}", "/a/b", 8, 2, 3),
    ("{\"b\":[],\n\"a\":\r\n[1,\r{\"b\":[2]}, 3]}", "/a/1/c", 19, 4, 1),
    ("[[1],\n[2],[]]", "/2/0", 10, 2, 5), ("[[1],\n[2],[]]", "/7", 0, 1, 1),
  ])
  func `a missing value is reported where its container begins`(
    text: String,
    pointer: String,
    offset: Int,
    line: Int,
    column: Int
  ) throws {
    let framing = JSONFraming.arrayElements(at: try #require(JSONPointer(pointer)))
    for size in 1...text.utf8.count {
      let pieces = Chunks.pieces(of: Array(text.utf8), size: size).chunks
      let error = try #require(outcomes(of: Int.self, in: pieces, framing: framing).last?.jsonError)
      #expect(error.kind == .keyNotFound)
      #expect([error.byteOffset, error.line, error.column] == [offset, line, column])
    }
  }

  @Test func `the text around the selected array is checked`() {
    let framing = JSONFraming.arrayElements(at: "/a")
    for text in [
      #"{"a":[1],"b":}"#, #"{"a":[1]"#, #"{"a":[1]}}"#, #"{"a":[1]} x"#, #"{"a":[1],}x"#,
      #"{"a":[1] "b":2}"#, #"{"a":[1],"b":[{]}"#,
    ] {
      let found = outcomes(of: Int.self, in: text, framing: framing)
      #expect(found.first == .value(1), "\(text)")
      #expect(found.count == 2 && found.last?.jsonError != nil, "\(text)")
    }
    #expect(outcomes(of: Int.self, in: #"{"b":tru,"a":[1]}"#, framing: framing)[0].value == nil)
  }

  @Test func `a second member of the name is an error if duplicates are rejected`() {
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = .reject
    let found = outcomes(
      of: Int.self,
      in: #"{"a":[1],"b":0,"a":[2]}"#,
      framing: .arrayElements(at: "/a"),
      decoder: decoder
    )
    #expect(found.first == .value(1))
    #expect(found.last?.jsonError?.kind == .duplicateKey)
  }

  @Test func `names that are longer than the one looked for are not kept`() {
    let long = String(repeating: "n", count: 5000)
    let found = outcomes(
      of: Int.self,
      in: Chunks.pieces(of: Array("{\"\(long)\":[0],\"a\":[1]}".utf8), size: 7).chunks,
      framing: .arrayElements(at: "/a")
    )
    #expect(found == [.value(1)])
  }

  // MARK: - Malformed pointers

  @Test func `a long malformed pointer takes no longer than a short one, for each byte`() throws {
    try Growth.expectLinear(size: Growth.scaled(50_000, debug: 5000)) { count in
      let text = String(repeating: "~", count: count)
      return { #expect(JSONPointer.malformation(of: text).utf8.count > count) }
    }
    try Growth.expectLinear(size: Growth.scaled(50_000, debug: 5000)) { count in
      let text = "/" + String(repeating: "~0", count: count) + "~"
      return { #expect(JSONPointer(text) == nil) }
    }
  }

  @Test(arguments: [
    ("items", "/items"), ("a/b", "/a/b"), ("/a~2", "/a~02"), ("/a~", "/a~0"), ("x~", "/x~0"),
    (" /a", nil), ("#/a", "/a"), ("$.a", nil), ("/~a/~~", "/~0a/~0~0"),
  ])
  func `what was meant is said`(text: String, suggestion: String?) {
    #expect(JSONPointer(String(text)) == nil)
    let meant = suggestion.map { ", but \"\($0)\" is" } ?? ""
    #expect(JSONPointer.malformation(of: text) == "\"\(text)\" isn't a JSON Pointer\(meant)")
  }

  @Test func `a literal that is not a pointer stops the program`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = "items" as JSONPointer
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("\"items\" isn't a JSON Pointer, but \"/items\" is"))
  }
}
