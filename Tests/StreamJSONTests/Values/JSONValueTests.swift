import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Values of any shape.
struct JSONValueTests {
  private func value(_ text: String) throws -> JSONValue {
    try StreamJSONDecoder().decode(JSONValue.self, from: text)
  }

  @Test func `reads as people write it`() throws {
    let json = try value(
      #"{"user":{"id":7,"name":"Ann","admin":false},"tags":["a","b"],"items":[{"name":"x"}],"#
        + #""ratio":0.5,"none":null,"a/b":{"~":1}}"#
    )
    #expect(json["user"]?["id"]?.int == 7)
    #expect(json["user"]?["id"]?.double == 7)
    #expect(json["user"]?["name"]?.string == "Ann")
    #expect(json["user"]?["admin"]?.bool == false)
    #expect(json["tags"]?.array?.count == 2)
    #expect(json["tags"]?[1]?.string == "b")
    #expect(json[at: "/items/0/name"]?.string == "x")
    #expect(json[at: "/a~1b/~0"]?.int == 1)
    #expect(json[at: .root] == json)
    #expect(json["ratio"]?.number == 0.5 && json["ratio"]?.int == nil)
    #expect(json["none"]?.isNull == true && json["none"] == .null && json["none"] != nil)
    #expect(json["user"]?.object?.keys == ["id", "name", "admin"])
    #expect(json["tags"] == ["a", "b"])
    for absent in [
      json["nobody"]?["id"], json["tags"]?["id"], json["user"]?[0], json["tags"]?[2],
      json["tags"]?[-1], json["none"]?["id"], json["none"]?[0],
      json[at: "/items/1/name"], json[at: "/items/-"], json[at: "/items/00"],
      json["user"]?["id"]?["deeper"]?[3]?[at: "/x"],
    ] {
      #expect(absent == nil && absent != .null)
    }
    let none = try #require(json["none"])
    #expect(none.bool == nil && none.int == nil && none.double == nil && none.number == nil)
    #expect(none.string == nil && none.array == nil && none.object == nil)
  }

  @Test func `literals`() throws {
    let json: JSONValue = [
      "null": .null, "yes": true, "int": 1, "double": 2.5, "text": "x", "list": [1, [], [:]],
    ]
    #expect(
      json.description
        == #"{"null":null,"yes":true,"int":1,"double":2.5,"text":"x","list":[1,[],{}]}"#
    )
    #expect(try value(json.description) == json)
  }

  @Test func `a description is JSON`() throws {
    let text = "\u{0}\u{1F}\u{8}\t\n\u{C}\r\"\\/\u{7F}é漢😀"
    let json: JSONValue = [.string(text), .object(["\"": .string("")])]
    #expect(
      json.description
        == "[\"\\u0000\\u001f\\b\\t\\n\\f\\r\\\"\\\\/\u{7F}é漢😀\",{\"\\\"\":\"\"}]"
    )
    #expect(try value(json.description) == json)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(json.description.utf8)) == json)
  }

  struct Event: Codable, Equatable {
    var name: String
    var extra: JSONValue
    var more: JSONValue?
    var list: [JSONValue]
    var table: [String: JSONValue]
    var object: JSONObject
    var number: JSONNumber
  }

  private static let event =
    #"{"name":"n","extra":{"b":[1,"x"],"a":null},"more":null,"list":[1,[2]],"table":{"k":true},"#
    + #""object":{"o":1.5},"number":3}"#

  @Test func `members of models`() throws {
    let expected = Event(
      name: "n",
      extra: ["b": [1, "x"], "a": .null],
      more: nil,
      list: [1, [2]],
      table: ["k": true],
      object: ["o": 1.5],
      number: 3
    )
    let data = Data(Self.event.utf8)
    #expect(try StreamJSONDecoder().decode(Event.self, from: data) == expected)
    #expect(try JSONDecoder().decode(Event.self, from: data) == expected)
    for encoded in [
      try JSONEncoder().encode(expected), try JSONEncoder().encode(["x": expected]),
    ] {
      let graph = try JSONSerialization.jsonObject(with: encoded)
      let pointer: JSONPointer = encoded.starts(with: Data(#"{"x""#.utf8)) ? "/x" : .root
      #expect(try StreamJSONDecoder().decode(Event.self, from: encoded, at: pointer) == expected)
      #expect(
        try StreamJSONDecoder().decode(Event.self, withJSONObject: graph, at: pointer) == expected
      )
    }
  }

  @Test func `property lists`() throws {
    let json: JSONValue = ["a": [1, 2.5, "x", true, false], "b": ["c": -7], "d": []]
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let data = try encoder.encode(json)
      #expect(try PropertyListDecoder().decode(JSONValue.self, from: data) == json)
    }
  }

  @Test func `names stay as they are under key strategies`() throws {
    let data = Data(#"{"one_two":{"three_four":1},"fiveSix":2}"#.utf8)
    let json: JSONValue = ["one_two": ["three_four": 1], "fiveSix": 2]
    for decoder in [StreamJSONDecoder(), JSONDecoder()] {
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      #expect(try decoder.decode(JSONValue.self, from: data) == json)
      #expect(
        try decoder.decode([JSONValue].self, from: Data("[".utf8) + data + Data("]".utf8)) == [json]
      )
    }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try JSONDecoder().decode(JSONValue.self, from: encoder.encode(json)) == json)
  }

  @Test func `a model may call init itself`() throws {
    struct Wrapper: Decodable, Equatable {
      let json: JSONValue
      init(from decoder: any Decoder) throws { json = try JSONValue(from: decoder) }
    }
    let decoded = try StreamJSONDecoder().decode([Wrapper].self, from: #"[{"z":1e400,"a":[]}]"#)
    #expect(decoded[0].json.description == #"{"z":1e400,"a":[]}"#)
    let error = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode([Wrapper].self, from: #"[{"z":["\q"]}]"#)
    }
    #expect(error?.jsonError?.pointer == "/0/z/0")
  }

  @Test func `errors have their places`() throws {
    let decoder = StreamJSONDecoder()
    for (text, kind, offset) in [
      (#"{"list":[1,{"x":"\q"}]}"#, JSONError.Kind.invalidEscape, 17),
      (#"{"list":[1,{"x":01}]}"#, .invalidNumber, 17),
      ("{\"list\":[1,{\"x\":\"\u{1}\"}]}", .controlCharacter, 17),
    ] {
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode([String: JSONValue].self, from: text)
      }
      #expect(error?.jsonError?.kind == kind)
      #expect(error?.jsonError?.byteOffset == offset)
      #expect(error?.jsonError?.pointer == "/list/1/x")
      let failure = try #require(error.map(Failure.init))
      #expect(failure.path.map(\.stringValue) == ["list", "Index 1", "x"])
      let theirs = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8))
      }
      #expect(theirs.map(Failure.init)?.kind == failure.kind)
    }
    let syntax = #expect(throws: DecodingError.self) { try value(#"{"a":[1,}"#) }
    #expect(syntax?.jsonError?.kind == .unexpectedByte(expected: .value))
  }

  @Test func `settings of the decoder`() throws {
    let decoder = StreamJSONDecoder()
    decoder.allowsJSON5 = true
    let json5 = try decoder.decode(
      JSONValue.self,
      from: "{a:+1,'b':0x1F,c:[.5,5.,-Infinity,NaN,0xFFFFFFFFFFFFFFFFFFFF,],/*d*/'e\\'':'\\x41'}"
    )
    #expect(json5["a"] == 1 && json5["b"] == 31 && json5["c"]?[0] == 0.5 && json5["c"]?[1] == 5)
    #expect(json5["c"]?[2]?.double == -.infinity && json5["c"]?[3]?.double?.isNaN == true)
    #expect(json5["c"]?[4]?.number?.description == "1208925819614629174706175")
    #expect(json5["e'"]?.string == "A")
    decoder.allowsJSON5 = false
    decoder.limits.maximumDepth = 2
    #expect(try decoder.decode(JSONValue.self, from: "[[1]]") == [[1]])
    #expect(
      #expect(throws: DecodingError.self) {
        try decoder.decode(JSONValue.self, from: "[[[1]]]")
      }?.jsonError?.kind == .depthLimitExceeded
    )
    decoder.assumesTopLevelDictionary = true
    #expect(try decoder.decode(JSONValue.self, from: #""a":[1]"#) == ["a": [1]])
  }

  @Test func `object graphs`() throws {
    let decoder = StreamJSONDecoder()
    let graph: [String: Any] = [
      "int": 1, "double": 0.5, "big": UInt64.max, "text": "é", "list": [true, Int?.none as Any],
      "decimal": Decimal(string: "12345678901234567890.25") as Any,
    ]
    let json = try decoder.decode(JSONValue.self, withJSONObject: graph)
    #expect(
      json == [
        "int": 1, "double": 0.5, "big": .number(JSONNumber(UInt64.max)), "text": "é",
        "list": [true, .null],
        "decimal": .number(try #require(JSONNumber("12345678901234567890.25"))),
      ]
    )
    for odd in [["x": Date()], ["x": Double.nan], ["x": [1: 2]]] as [[String: Any]] {
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode(JSONValue.self, withJSONObject: odd)
      }
      #expect(error?.jsonError?.kind == .invalidObject)
      #expect(error?.jsonError?.pointer == "/x")
    }
  }

  @Test func `a value is an object graph itself`() throws {
    let json = try value(Self.event)
    let event = try StreamJSONDecoder().decode(Event.self, withJSONObject: json)
    #expect(event.extra == json["extra"])
    #expect(
      try StreamJSONDecoder().decode(JSONValue.self, withJSONObject: ["x": json])["x"] == json
    )
    let wide = try value("[12345678901234567890123,1e400,1.5]")
    #expect(try StreamJSONDecoder().decode(JSONValue.self, withJSONObject: wide) == wide)
  }

  @Test(arguments: Corpus.streams)
  func `a stream of values does not depend on the cuts`(stream: CorpusText) {
    let bytes = Array(stream.bytes.prefix(120 * TestScale.factor))
    let framing = stream.framing
    let whole = outcomes(of: JSONValue.self, in: [bytes[...]], framing: framing)
    for chunking in Chunks.assortment(of: bytes, seed: 1, everySplit: true) {
      #expect(outcomes(of: JSONValue.self, in: chunking.chunks, framing: framing) == whole)
    }
  }
}
