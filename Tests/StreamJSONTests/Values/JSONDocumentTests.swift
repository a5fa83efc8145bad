import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Documents that are read in place.
struct JSONDocumentTests {
  private static let text = #"""
     {"user" : {"id": 7, "name": "Ann \u0041", "admin": false} , "tags":["a" , "b"],
      "items": [ {"name":"x"}, [ ], [[1,2 ] ], {} ], "ratio": 0.50, "none": null, "é": "ü"}
    """#

  private func document(
    _ text: String = text,
    _ configure: (StreamJSONDecoder) -> Void = { _ in }
  ) throws -> JSONDocument {
    let decoder = StreamJSONDecoder()
    configure(decoder)
    return try decoder.document(from: text)
  }

  @Test func `reads as people write it`() throws {
    let document = try document()
    #expect(document["user"]?["id"]?.int == 7)
    #expect(document["user"]?["name"]?.string == "Ann A")
    #expect(document["user"]?["admin"]?.bool == false)
    #expect(document[at: "/items/0/name"]?.string == "x")
    #expect(document[at: "/items/2/0/1"]?.int == 2)
    #expect(document["tags"]?.array?.compactMap(\.string) == ["a", "b"])
    #expect(document["ratio"]?.double == 0.5)
    #expect(document["ratio"]?.number?.description == "0.50")
    #expect(document["none"]?.isNull == true)
    #expect(document["\u{E9}"]?.string == "ü" && document["e\u{301}"] == nil)
    #expect(document.object?.keys == ["user", "tags", "items", "ratio", "none", "é"])
    #expect(document.object?["user"]?["id"]?.int == 7)
    #expect(
      document.object?.map(\.value.kind) == [.object, .array, .array, .number, .null, .string]
    )
    #expect(document["tags"]?.kind == .array && document["user"]?["admin"]?.kind == .bool)
    #expect(document["nobody"]?["id"] == nil && document["tags"]?[2] == nil)
    #expect(document["tags"]?["x"] == nil && document["user"]?[0] == nil)
    #expect(document[at: "/tags/-1"] == nil)
    #expect(document["user"]?.string == nil && document["tags"]?.object == nil)
    #expect(document["user"]?.array == nil && document["user"]?.number == nil)
    let value = try StreamJSONDecoder().decode(JSONValue.self, from: Self.text)
    #expect(document.value == value)
    #expect(document["items"]?.value == value["items"])
    #expect(value["ratio"]?.number?.description == "0.50")
  }

  @Test func `decodes any part`() throws {
    struct User: Decodable, Equatable {
      var id: Int
      var fullName: String
    }
    let document = try document(#"{"data":[{"id":1,"full_name":"A"},{"id":"x"},{"id":3}]}"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    #expect(try document[at: "/data/0"]?.decode(User.self) == User(id: 1, fullName: "A"))
    for (pointer, errorPointer, path) in [
      ("/data/1", "/data/1/id", ["data", "Index 1", "id"]),
      ("/data/2", "/data/2", ["data", "Index 2"]), ("/data", "/data", ["data"]),
    ] as [(JSONPointer, JSONPointer, [String])] {
      let part = try #require(document[at: pointer])
      let error = #expect(throws: DecodingError.self) { try part.decode(User.self) }
      #expect(error?.jsonError?.pointer == errorPointer)
      #expect(error.map(Failure.init)?.path.map(\.stringValue) == path)
    }
    #expect(try document.decode(JSONValue.self) == document.value)
  }

  @Test func `the bytes of any part`() throws {
    let document = try document()
    func bytes(_ pointer: JSONPointer) -> String? {
      document[at: pointer].map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    #expect(bytes("/user") == #"{"id": 7, "name": "Ann \u0041", "admin": false}"#)
    #expect(bytes("/user/name") == #""Ann \u0041""#)
    #expect(bytes("/user/admin") == "false")
    #expect(bytes("/tags") == #"["a" , "b"]"#)
    #expect(bytes("/items") == #"[ {"name":"x"}, [ ], [[1,2 ] ], {} ]"#)
    #expect(bytes("/items/0") == #"{"name":"x"}"#)
    #expect(bytes("/items/1") == "[ ]")
    #expect(bytes("/items/2") == "[[1,2 ] ]")
    #expect(bytes("/items/2/0") == "[1,2 ]")
    #expect(bytes("/items/3") == "{}")
    #expect(bytes("/ratio") == "0.50")
    #expect(bytes("/none") == "null")
    #expect(bytes("/é") == #""ü""#)
    #expect(bytes(.root) == Self.text.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(document["tags"]?.description == #"["a" , "b"]"#)
  }

  @Test func `the bytes of parts of other texts`() throws {
    let json5 = try document("// c\n{a : ['x]' /* ] */ , // ]\n [ ] , ] , b:{c:+.5,},}//") {
      $0.allowsJSON5 = true
    }
    #expect(json5["a"]?.description == "['x]' /* ] */ , // ]\n [ ] , ]")
    #expect(json5["a"]?[0]?.description == "'x]'")
    #expect(json5["a"]?[1]?.description == "[ ]")
    #expect(json5["b"]?.description == "{c:+.5,}")
    let bare = try document(#" "a":[1, 2] "#) { $0.assumesTopLevelDictionary = true }
    #expect(bare["a"]?.description == "[1, 2]")
    #expect(bare.description.contains(#""a":[1, 2]"#))
    let data = try #require(#"{"é":["ü"]}"#.data(using: .utf16))
    let wide = try StreamJSONDecoder().document(from: data)
    #expect(wide["é"]?.bytes == Array(#"["ü"]"#.utf8))
    for text in ["1", #""""#, "[]", " {} ", "\u{FEFF}[1]"] {
      let trimmed = text.trimmingCharacters(in: .whitespaces)
      #expect(try document(text).description == trimmed.replacing("\u{FEFF}", with: ""))
    }
  }

  @Test(arguments: Corpus.documents)
  func `every part of a document`(text: CorpusText) throws {
    let decoder = StreamJSONDecoder()
    guard let document = try? decoder.document(from: text.bytes) else {
      #expect(!outcome { try decoder.decode(JSONTree.self, from: text.bytes) }.isAccepted)
      return
    }
    func check(_ part: JSONDocument, _ depth: Int) throws {
      #expect(try decoder.decode(JSONValue.self, from: part.bytes) == part.value)
      guard depth < 4 else { return }
      for element in part.array?.prefix(20) ?? [] { try check(element, depth + 1) }
      for member in part.object.map(Array.init)?.prefix(20) ?? [] {
        #expect(part[member.key]?.value == member.value.value)
        try check(member.value, depth + 1)
      }
    }
    if (try? decoder.decode(JSONValue.self, from: text.bytes)) != nil { try check(document, 0) }
  }

  @Test func `duplicates`() throws {
    let text = #"{"a":1,"b":{"a":2,"\u0061":3},"a":4}"#
    let first = try document(text)
    #expect(first["a"]?.int == 1 && first["b"]?["a"]?.int == 2)
    #expect(first.object?.keys == ["a", "b"] && first.object?["a"]?.int == 1)
    let last = try document(text) { $0.duplicateKeyPolicy = .useLast }
    #expect(last["a"]?.int == 4 && last["b"]?["a"]?.int == 3)
    #expect(last.object?.keys == ["a", "b"] && last.object?["a"]?.int == 4)
    for (text, pointer) in [
      (text, JSONPointer.root), (#"{"b":{"a":2,"\u0061":3}}"#, "/b"),
      (#"[[{"x":0,"x":0}]]"#, "/0/0"),
    ] {
      let error = #expect(throws: DecodingError.self) {
        try document(text) { $0.duplicateKeyPolicy = .reject }
      }
      #expect(error?.jsonError?.kind == .duplicateKey)
      #expect(error?.jsonError?.pointer == pointer)
    }
    #expect(
      try document(#"{"b":{"a":2}}"#) { $0.duplicateKeyPolicy = .reject }["b"]?["a"]?.int == 2
    )
  }

  @Test func `malformed values`() throws {
    let text = #"{"s":"\q","n":01,"\q":1,"ok":"x","list":["\ud800",2]}"#
    let document = try document(text)
    #expect(document["s"]?.string == nil && document["s"]?.kind == .string)
    #expect(document["n"]?.number == nil && document["n"]?.int == nil)
    #expect(document["ok"]?.string == "x")
    #expect(document["s"]?.value == .null && document["list"]?.value == [.null, 2])
    #expect(document["list"]?.bytes == Array(#"["\ud800",2]"#.utf8))
    #expect(document.object?.count == 5)
    let error = #expect(throws: DecodingError.self) { try document["list"]?.decode([String].self) }
    #expect(error?.jsonError?.pointer == "/list/0")
    #expect(throws: DecodingError.self) { try document.decode(JSONValue.self) }
    #expect(throws: DecodingError.self) { try self.document(text) { $0.validation = .strict } }
    let syntax = #expect(throws: DecodingError.self) { try self.document(#"{"a":[1,}"#) }
    #expect(syntax?.jsonError?.byteOffset == 8)
    let deep = #expect(throws: DecodingError.self) {
      try self.document("[[[]]]") { $0.limits.maximumDepth = 2 }
    }
    #expect(deep?.jsonError?.kind == .depthLimitExceeded)
  }

  @Test func `object graphs`() throws {
    let date = Date(timeIntervalSince1970: 1)
    let graph: [String: Any] = [
      "user": ["id": 7, "ratio": 0.5], "when": date, "list": ["é", true],
    ]
    let document = try StreamJSONDecoder().document(withJSONObject: graph)
    #expect(document["user"]?["id"]?.int == 7 && document["user"]?["ratio"]?.double == 0.5)
    #expect(document["list"]?[0]?.string == "é" && document["list"]?[1]?.bool == true)
    #expect(document["list"]?.bytes == Array(#"["é",true]"#.utf8))
    #expect(document["when"]?.kind == .foreignObject && document["when"]?.value == .null)
    #expect(try document["when"]?.decode(Date.self) == date)
    #expect(try document["user"]?.decode([String: Double].self) == ["id": 7, "ratio": 0.5])
    let text = try StreamJSONDecoder().document(withJSONObject: "[1]")
    #expect(text.string == "[1]")
  }

  @Test func `every source`() throws {
    let decoder = StreamJSONDecoder()
    let bytes = Array("[1,2]".utf8)
    #expect(try decoder.document(from: Data(bytes))[1]?.int == 2)
    #expect(try decoder.document(from: bytes)[1]?.int == 2)
    #expect(try decoder.document(from: bytes[...])[1]?.int == 2)
    #expect(try decoder.document(from: bytes.lazy.map { $0 })[1]?.int == 2)
    #expect(try decoder.document(from: "[1,2]")[1]?.int == 2)
    #expect(try decoder.document(from: "[1,2]x".dropLast())[1]?.int == 2)
    let raw = try unsafe decoder.document(from: bytes.span.bytes)
    #expect(raw[1]?.int == 2)
    let span = try decoder.document(from: bytes.span)
    #expect(span[1]?.int == 2)
  }

  @Test func `a part keeps the text`() throws {
    var part: JSONDocument?
    do {
      var bytes = Array(#"{"a":{"b":["\u00e9",12345]}}"#.utf8)
      part = try StreamJSONDecoder().document(from: bytes)["a"]?["b"]
      for position in bytes.indices { bytes[position] = 0 }
    }
    // Other texts are read with the same scanner and tape.
    for _ in 0..<10 { _ = try StreamJSONDecoder().decode([Int].self, from: "[1,2,3]") }
    #expect(part?[0]?.string == "é" && part?[1]?.int == 12345)
    #expect(try part?[0]?.decode(String.self) == "é")
  }

  @Test func `models may keep their decoders`() throws {
    struct Keeper: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    var kept: [Keeper] = []
    do {
      let document = try document()
      for _ in 0..<3 {
        kept.append(try #require(try document["user"]?.decode(Keeper.self)))
        _ = try document["tags"]?.decode([String].self)
      }
    }
    for keeper in kept {
      #expect(keeper.decoder.codingPath.map(\.stringValue) == ["user"])
      #expect(try keeper.decoder.container(keyedBy: AnyKey.self).allKeys.count == 3)
    }
  }

  @Test func `many threads read one document`() throws {
    let records = (0..<200).map { #"{"id":\#($0),"name":"\u006eame \#($0)","é":[1,"x\n"]}"# }
    let document = try document("[" + records.joined(separator: ",") + "]")
    struct Record: Decodable {
      var id: Int
      var name: String
    }
    let sums = Locked([Int: Int]())
    Threads.run(8) { thread in
      var sum = 0
      for (position, part) in (document.array ?? []).enumerated() {
        guard part["name"]?.string == "name \(position)", part["é"]?[1]?.string == "x\n" else {
          continue
        }
        guard let record = try? part.decode(Record.self), record.name == part["name"]?.string else {
          continue
        }
        if (try? part.decode([Int].self)) != nil { continue }
        sum += record.id + (part.value["id"]?.int ?? 0) + part.bytes.count
      }
      sums.withLock { $0[thread] = sum }
    }
    let expected = 199 * 200 + records.map(\.utf8.count).reduce(0, +)
    #expect(sums.withLock { $0.values.map { $0 } } == Array(repeating: expected, count: 8))
  }

  @Test(arguments: [
    (" a: 1, b: [1, 2,], // c\n ", "a: 1, b: [1, 2,]"), ("a: {b: {}} , /* end */ ", "a: {b: {}}"),
    ("a: 'x'", "a: 'x'"), (" ", ""), ("", ""), (" { a: 1, } ", "{ a: 1, }"),
  ])
  func `the bytes of an object without braces end with its last value`(
    text: String,
    expected: String
  ) throws {
    let decoder = StreamJSONDecoder()
    decoder.allowsJSON5 = true
    decoder.assumesTopLevelDictionary = true
    #expect(try decoder.document(from: text).description == expected)
  }
}
