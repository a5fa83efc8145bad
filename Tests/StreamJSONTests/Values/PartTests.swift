import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Decoding at a pointer.
struct PartTests {
  private static let text =
    #"{"data":{"items":[{"id":1},{"id":"x"},{"id":3}],"a/b":{"~":[true]},"":5,"n":null,"s":"x"}}"#

  private struct Item: Decodable, Equatable {
    var id: Int
  }

  private var graph: Any {
    get throws { try JSONSerialization.jsonObject(with: Data(Self.text.utf8)) }
  }

  @Test func `a part of a text or graph`() throws {
    let decoder = StreamJSONDecoder()
    func check<T: Decodable & Equatable>(_ value: T, at pointer: JSONPointer) throws {
      #expect(try decoder.decode(T.self, from: Data(Self.text.utf8), at: pointer) == value)
      #expect(try decoder.decode(T.self, withJSONObject: graph, at: pointer) == value)
    }
    try check(Item(id: 1), at: "/data/items/0")
    try check(3, at: "/data/items/2/id")
    try check([true], at: "/data/a~1b/~0")
    try check(5, at: "/data/")
    try check(Int?.none, at: "/data/n")
    try check("x", at: JSONPointer(tokens: ["data", "s"]))
    #expect(try decoder.decode(JSONValue.self, from: Self.text, at: .root)["data"]?[""] == 5)
  }

  @Test func `every source`() throws {
    let decoder = StreamJSONDecoder()
    let bytes = Array("[1,[2]]".utf8)
    let pointer: JSONPointer = "/1/0"
    #expect(try decoder.decode(Int.self, from: Data(bytes), at: pointer) == 2)
    #expect(try decoder.decode(Int.self, from: bytes, at: pointer) == 2)
    #expect(try decoder.decode(Int.self, from: bytes[...], at: pointer) == 2)
    #expect(try decoder.decode(Int.self, from: bytes.lazy.map { $0 }, at: pointer) == 2)
    #expect(try decoder.decode(Int.self, from: "[1,[2]]", at: "/1/0") == 2)
    #expect(try decoder.decode(Int.self, from: "[1,[2]]x".dropLast(), at: "/1/0") == 2)
    let span = try decoder.decode(Int.self, from: bytes.span, at: pointer)
    let raw = try unsafe decoder.decode(Int.self, from: bytes.span.bytes, at: pointer)
    let buffer = try unsafe bytes.withUnsafeBytes { bytes in
      try unsafe decoder.decode(Int.self, from: bytes, at: pointer)
    }
    #expect(span == 2 && raw == 2 && buffer == 2)
    #expect(try decoder.decode(Int.self, withJSONObject: [1, [2]], at: pointer) == 2)
  }

  @Test(arguments: [
    ("/data/nothing", Failure.Kind.keyNotFound, "/data", ["data"]),
    ("/data/items/3", .keyNotFound, "/data/items", ["data", "items"]),
    ("/data/items/-", .keyNotFound, "/data/items", ["data", "items"]),
    ("/data/items/00", .typeMismatch, "/data/items", ["data", "items"]),
    ("/data/items/id", .typeMismatch, "/data/items", ["data", "items"]),
    ("/data/s/x", .typeMismatch, "/data/s", ["data", "s"]),
    ("/data/s/0", .typeMismatch, "/data/s", ["data", "s"]),
    ("/data/n/x", .valueNotFound, "/data/n", ["data", "n"]),
    ("/nothing/deeper", .keyNotFound, "", []),
    ("/data/items/1", .typeMismatch, "/data/items/1/id", ["data", "items", "Index 1", "id"]),
    ("/data/items/2/id/x", .typeMismatch, "/data/items/2/id", ["data", "items", "Index 2", "id"]),
  ])
  func `errors have the place in the whole`(
    pointer: String,
    kind: Failure.Kind,
    errorPointer: String,
    path: [String]
  ) throws {
    let place = try #require(JSONPointer(pointer))
    let decoder = StreamJSONDecoder()
    for error in [
      #expect(throws: DecodingError.self) {
        try decoder.decode(Item.self, from: Self.text, at: place)
      },
      #expect(throws: DecodingError.self) {
        try decoder.decode(Item.self, withJSONObject: graph, at: place)
      },
    ] {
      let failure = try #require(error.map(Failure.init))
      #expect(failure.kind == kind)
      #expect(failure.path.map(\.stringValue) == path)
      #expect(error?.jsonError?.pointer.description == errorPointer)
    }
  }

  @Test func `missing members and elements are named`() throws {
    let decoder = StreamJSONDecoder()
    let member = #expect(throws: DecodingError.self) {
      try decoder.decode(Item.self, from: Self.text, at: "/data/Items/0")
    }
    #expect(member.map(Failure.init)?.text == #"No value at "/data/Items"."#)
    #expect(member.map(Failure.init)?.subject == "Items")
    #expect(
      member?.jsonError?.description
        == #"no key "Items" in this object; found "items" (line 1, column 9, byte 8, at /data)"#
    )
    let element = #expect(throws: DecodingError.self) {
      try decoder.decode(Item.self, from: Self.text, at: "/data/items/7/id")
    }
    #expect(element.map(Failure.init)?.text == #"No value at "/data/items/7"."#)
    #expect(
      element?.jsonError?.description
        == "no element 7 in this array of 3 (line 1, column 18, byte 17, at /data/items)"
    )
  }

  @Test func `settings apply to the way, too`() throws {
    struct Model: Decodable, Equatable { var oneTwo: Int }
    let decoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = #"{"a_b":{"one_two":1},"a_b":{"one_two":2}}"#
    #expect(try decoder.decode(Model.self, from: text, at: "/a_b") == Model(oneTwo: 1))
    decoder.duplicateKeyPolicy = .useLast
    #expect(try decoder.decode(Model.self, from: text, at: "/a_b") == Model(oneTwo: 2))
    decoder.duplicateKeyPolicy = .reject
    for pointer in ["/a_b", "/b"] as [JSONPointer] {
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode(Model.self, from: text, at: pointer)
      }
      #expect(error?.jsonError?.kind == .duplicateKey)
    }
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: "[1,2", at: "/0") }
    decoder.limits.maximumDepth = 1
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: "[1,[]]", at: "/0") }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Int.self, withJSONObject: [1, []] as [Any], at: "/0")
    }
  }

  /// What decoding the whole and then looking at the part gives.
  @Test(arguments: Corpus.documents)
  func `a part is what it is in the whole`(text: CorpusText) throws {
    let decoder = StreamJSONDecoder()
    guard let whole = try? decoder.decode(JSONValue.self, from: text.bytes) else { return }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      var (tokens, value) = ([String](), whole)
      while random.next() % 4 != 0 {
        if let object = value.object, let name = object.keys.randomElement(using: &random) {
          tokens.append(name)
          value = try #require(object[name])
        } else if let array = value.array, !array.isEmpty {
          let position = Int.random(in: array.indices, using: &random)
          tokens.append("\(position)")
          value = array[position]
        }
      }
      let pointer = JSONPointer(tokens: tokens)
      #expect(try decoder.decode(JSONValue.self, from: text.bytes, at: pointer) == value)
      #expect(whole[at: pointer] == value)
      #expect(try decoder.document(from: text.bytes)[at: pointer]?.value == value)
    }
  }
}
