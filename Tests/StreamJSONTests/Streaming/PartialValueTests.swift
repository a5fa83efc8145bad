import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The value in progress, as far as it has arrived.
@Suite struct PartialValueTests {
  private struct Answer: Codable, Equatable {
    var title: String?
    var count: Int?
    var tags: [String]?
    var done: Bool?
    var inner: Inner?

    struct Inner: Codable, Equatable {
      var note: String?
      var more: [Int]?
    }
  }

  private func partial<T: Decodable>(
    _ type: T.Type,
    _ text: String,
    _ framing: JSONFraming = .concatenated
  ) throws -> T? {
    let stream = StreamJSONDecoder().makeStream(of: type, framing: framing)
    try stream.append(Array(text.utf8)) { _ in }
    return try stream.partialValue()
  }

  @Test(arguments: [
    (#"{"#, Answer()),
    (#"{"ti"#, Answer()),
    (#"{"title"#, Answer()),
    (#"{"title""#, Answer()),
    (#"{"title":"#, Answer()),
    (#"{"title": "#, Answer()),
    (#"{"title":""#, Answer(title: "")),
    (#"{"title":"On"#, Answer(title: "On")),
    (#"{"title":"On\"#, Answer(title: "On")),
    (#"{"title":"On\n"#, Answer(title: "On\n")),
    (#"{"title":"On\\"#, Answer(title: "On\\")),
    (#"{"title":"On\u00"#, Answer(title: "On")),
    (#"{"title":"On\u00e9"#, Answer(title: "Oné")),
    (#"{"title":"On\uD83D"#, Answer(title: "On")),
    (#"{"title":"On\uD83D\"#, Answer(title: "On")),
    (#"{"title":"On\uD83D\uDE"#, Answer(title: "On")),
    (#"{"title":"On\uD83D\uDE00"#, Answer(title: "On😀")),
    (#"{"title":"On\\uD83D"#, Answer(title: "On\\uD83D")),
    (#"{"title":"One""#, Answer(title: "One")),
    (#"{"title":"One","#, Answer(title: "One")),
    (#"{"title":"One","count":"#, Answer(title: "One")),
    (#"{"title":"One","count":1"#, Answer(title: "One")),
    (#"{"title":"One","count":12,"#, Answer(title: "One", count: 12)),
    (#"{"count":-"#, Answer()),
    (#"{"done":tru"#, Answer()),
    (#"{"done":true"#, Answer(done: true)),
    (#"{"tags":["#, Answer(tags: [])),
    (#"{"tags":["a"#, Answer(tags: ["a"])),
    (#"{"tags":["a",""#, Answer(tags: ["a", ""])),
    (#"{"tags":["a","b"],"inner":{"#, Answer(tags: ["a", "b"], inner: Answer.Inner())),
    (#"{"inner":{"note":"x","more":[1,2"#, Answer(inner: .init(note: "x", more: [1]))),
    (#"{"inner":{"note":"x","more":[1,2 "#, Answer(inner: .init(note: "x", more: [1, 2]))),
    (#"{"inner":{"note":"x","more":[1,2],"#, Answer(inner: .init(note: "x", more: [1, 2]))),
  ])
  private func `the certain part is there`(text: String, expected: Answer) throws {
    #expect(try partial(Answer.self, text) == expected)
    #expect(try partial(Answer.self, "[{},\(text)", .arrayElements()) == expected)
    #expect(try partial(Answer.self, #"{"a":{},"b":\#(text)"#, .objectMembers()) == expected)
    #expect(try partial(Answer.self, "{}\n\(text)", .lines) == expected)
    #expect(try partial(Answer.self, "\u{1E}{}\n\u{1E}\(text)", .textSequence) == expected)
    #expect(try partial(Answer.self, "data:{}\n\ndata: \(text)", .serverSentEvents()) == expected)
  }

  @Test func `scalars are there as far as they are certain`() throws {
    #expect(try partial(String.self, #"["a\uD83D"#, .arrayElements()) == "a")
    #expect(try partial(Int.self, "[12", .arrayElements()) == nil)
    #expect(try partial(Bool.self, "[tru", .arrayElements()) == nil)
    #expect(try partial(Int.self, "[12,", .arrayElements()) == nil)
    #expect(try partial(Int.self, "12", .lines) == nil)
    #expect(try partial(Int.self, "12 ", .lines) == 12)
  }

  @Test func `half a UTF-8 sequence is not there`() throws {
    let bytes = Array("[\"é漢😀\"]".utf8)
    let expected = ["", "", "é", "é", "é", "é漢", "é漢", "é漢", "é漢", "é漢😀"]
    for (count, string) in expected.enumerated() {
      let stream = StreamJSONDecoder().makeStream(of: String.self, framing: .arrayElements())
      try stream.append(bytes.prefix(2 + count)) { _ in }
      #expect(try stream.partialValue() == string)
    }
  }

  @Test func `data of several lines`() throws {
    let text = "data: {\"tags\":[\"a\",\n: comment\ndata: \"b"
    #expect(try partial(Answer.self, text, .serverSentEvents()) == Answer(tags: ["a", "b"]))
  }

  @Test func `a member has its name`() throws {
    let found = try partial(JSONMember<Answer>.self, #"{"a":{},"b":{"title":"x"#, .objectMembers())
    #expect(found == JSONMember(key: "b", value: Answer(title: "x")))
    #expect(try partial(JSONMember<Answer>.self, #"{"a":{},"b":"#, .objectMembers()) == nil)
  }

  @Test(arguments: ["", "[", "[1,", "[1", "[1]"])
  func `between values there is nothing`(text: String) throws {
    #expect(try partial(Int.self, text, .arrayElements()) == nil)
  }

  /// Asked after every byte; the stream still gives the same values in the end.
  @Test(arguments: Corpus.streams)
  func `the stream goes on unharmed`(stream: CorpusText) throws {
    let bytes = Array(stream.bytes.prefix(700))
    let expected = outcomes(of: JSONTree.self, in: [bytes[...]], framing: stream.framing)
    var found: [StreamOutcome<JSONTree>] = []
    var partialCount = 0
    let parts = StreamJSONDecoder().makeStream(of: JSONTree.self, framing: stream.framing)
    func push(_ body: ((JSONTree) -> Void) throws -> Void) -> Bool {
      do {
        try body { found.append(.value($0)) }
        return true
      } catch {
        found.append(StreamOutcome(error))
        return false
      }
    }
    for byte in bytes {
      var rest: [UInt8] = [byte]
      while !push({ try parts.append(rest, forEach: $0) }) { rest = [] }
      // A record that is malformed so far throws here, too, and is an error once it is complete.
      if let value = try? parts.partialValue() {
        partialCount += 1
        #expect("\(value)" != "")
      }
    }
    while !push({ try parts.finish(forEach: $0) }) {}
    #expect(found == expected)
    #expect(partialCount > 0)
  }

  /// The scanner goes on in a copy of the tape, wherever it has stopped.
  @Test func `the stream goes on unharmed when every unfinished value is kept`() throws {
    struct Kept: Decodable {
      var decoder: any Decoder
      var tree: JSONTree
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        tree = try JSONTree(from: decoder)
      }
    }
    let value = #"["a",{"b":"c","d":[1,2.5,true,{}]},[],"\u00e9",-3e2]"#
    let text = "[" + Array(repeating: value, count: 5).joined(separator: ",") + "]"
    let stream = StreamJSONDecoder().makeStream(of: Kept.self, framing: .lines)
    var found: [Kept] = []
    var partials: [Kept] = []
    for byte in text.utf8 {
      try stream.append([byte]) { found.append($0) }
      if let partial = try stream.partialValue() { partials.append(partial) }
    }
    try stream.finish { found.append($0) }
    let expected = try StreamJSONDecoder().decode(JSONTree.self, from: text)
    #expect(found.map(\.tree) == [expected])
    #expect(partials.count > text.utf8.count / 2)
    for partial in partials { #expect(try JSONTree(from: partial.decoder) == partial.tree) }
  }

  /// What the scanner knows of earlier records is not freed with a value that was kept for some time.
  @Test func `the stream goes on unharmed when what was kept of unfinished values is released`()
    throws
  {
    struct Tree: Decodable {
      let tree: JSONTree
      init(from decoder: any Decoder) throws {
        if let kept = decoder.kept, kept.decoders.isEmpty { kept.decoders.append(decoder) }
        tree = try JSONTree(from: decoder)
      }
    }
    let lines = (0..<60).map { number in
      #"{"id":\#(number), "nested":[{"a":1,"b":2},{"a":1,"b":{}}], "name":"x", "\#(number)":null}"#
    }
    // Decoders are kept while there is none: that of the first record, and then those of partial values.
    let kept = Kept()
    let decoder = StreamJSONDecoder()
    decoder.kept = kept
    let stream = decoder.makeStream(of: Tree.self, framing: .lines)
    var trees: [JSONTree] = []
    for (number, line) in lines.enumerated() {
      for (offset, byte) in (line + "\n").utf8.enumerated() {
        try stream.append([byte]) { trees.append($0.tree) }
        guard number > 20, offset % 7 == number % 7 else { continue }
        kept.removeAll()
        _ = try stream.partialValue()
      }
    }
    try stream.finish { trees.append($0.tree) }
    #expect(trees == (try lines.map { try StreamJSONDecoder().decode(JSONTree.self, from: $0) }))
  }

  @Test func `while a required member has not arrived there is nothing`() throws {
    struct Strict: Decodable, Equatable { var a: Int, b: String }
    let stream = StreamJSONDecoder().makeStream(of: Strict.self, framing: .arrayElements(at: "/x"))
    var found: [Strict] = []
    try stream.append(Array("{\"x\":[\n{\"a\":1,\"b".utf8)) { found.append($0) }
    #expect(try stream.partialValue() == nil)
    try stream.append(Array("\":\"x".utf8)) { found.append($0) }
    #expect(try stream.partialValue(includingUnfinishedString: false) == nil)
    #expect(try stream.partialValue() == Strict(a: 1, b: "x"))
    try stream.append(Array("y\"}]}".utf8)) { found.append($0) }
    try stream.finish { found.append($0) }
    #expect(found == [Strict(a: 1, b: "xy")])
  }

  @Test func `a decoder kept from an unfinished value goes on seeing it`() throws {
    struct Kept: Decodable {
      var decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    let stream = StreamJSONDecoder().makeStream(of: Kept.self, framing: .arrayElements())
    var found: [Kept] = []
    try stream.append(Array(#"[["a",["b"#.utf8)) { found.append($0) }
    let partial = try #require(try stream.partialValue(includingUnfinishedString: false))
    try stream.append(Array(#"c"],"d"]]"#.utf8)) { found.append($0) }
    try stream.finish { found.append($0) }
    func tree(_ kept: Kept) throws -> JSONTree { try JSONTree(from: kept.decoder) }
    let string = { (text: String) in JSONTree.string(Array(text.utf8)) }
    #expect(try tree(partial) == .array([string("a"), .array([])]))
    #expect(try found.map(tree) == [.array([string("a"), .array([string("bc")]), string("d")])])
  }

  @Test func `what does not match is an error before the value is complete`() throws {
    struct Strict: Decodable, Equatable { var a: Int, b: String? }
    #expect(throws: DecodingError.self) { try partial(Strict.self, #"{"a":"x","b":"#) }
    #expect(throws: DecodingError.self) { try partial(Strict.self, #"{"a":x"#) }
    #expect(try partial(Strict.self, #"{"b":"x"#) == nil)
    #expect(try partial(Strict.self, #"{"a":1,"b":"x"#) == Strict(a: 1, b: "x"))
  }

  @Test func `a container in place of something else is an error when it is complete`() throws {
    struct Strict: Decodable { var a: Int, b: String? }
    enum Kind: String, Decodable { case a }
    struct Model: Decodable { var kind: Kind?, list: [Int]?, inner: Strict?, last: Int? }
    for (text, end) in [(#"{"kind":["#, "]"), (#"{"list":{"#, "}"), (#"{"inner":[1"#, "]")] {
      #expect(try partial(Model.self, text) == nil, "\(text)")
      #expect(throws: DecodingError.self, "\(text)") { try partial(Model.self, text + end) }
      #expect(throws: DecodingError.self, "\(text)") {
        try partial(Model.self, text + end + #","last":"#)
      }
    }
    #expect(try partial(Model.self, #"{"list":[1,2"#)?.list == [1])
    #expect(try partial(Model.self, #"{"inner":{"a":"#) == nil)
  }

  /// The last one's error is a mismatch; the first one lacks a member.
  @Test func `types that are tried one after the other`() throws {
    struct Part: Decodable { var type: String, id: Int }
    enum Content: Decodable {
      case part(Part), parts([Part]), text(String)
      init(from decoder: any Decoder) throws {
        if let part = try? Part(from: decoder) {
          self = .part(part)
        } else if let parts = try? [Part](from: decoder) {
          self = .parts(parts)
        } else {
          self = .text(try decoder.singleValueContainer().decode(String.self))
        }
      }
    }
    struct Message: Decodable { var content: Content? }
    for text in [
      #"{"content":{"type":"text","#, #"{"content":{"#, #"{"content":[{"type""#,
      #"{"content":[{"type":"a","id":1"#,
    ] {
      #expect(try partial(Message.self, text) == nil, "\(text)")
    }
    let whole = try partial(Message.self, #"{"content":[{"type":"a","id":1},{"ty"#)
    if case .parts = whole?.content { Issue.record("the second part lacks members") }
  }

  /// A model's own mismatch may be about what has not arrived.
  @Test func `a choice that nothing fits yet is not an error`() throws {
    enum Choice: Decodable {
      case number(Int)
      case text(String)
      enum Key: String, CodingKey { case number, text }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let number = try container.decodeIfPresent(Int.self, forKey: .number) {
          self = .number(number)
        } else if let text = try container.decodeIfPresent(String.self, forKey: .text) {
          self = .text(text)
        } else {
          let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "")
          throw DecodingError.typeMismatch(Choice.self, context)
        }
      }
    }
    #expect(try partial(Choice.self, #"{"number":12"#) == nil)
    guard case .text("a") = try partial(Choice.self, #"{"text":"a"#) else {
      Issue.record("the text is there")
      return
    }
  }

  @Test func `an unfinished string is not a value of another type`() throws {
    enum Kind: String, Decodable { case a, ab }
    struct Model: Decodable { var kind: Kind?, text: String? }
    let kinds = try ["", "a", "ab", "ab\""].map {
      try partial(Model.self, #"{"kind":"\#($0)"#)?.kind
    }
    #expect(kinds == [nil, nil, nil, .ab])
    #expect(try partial(Kind.self, #"["a"#, .arrayElements()) == nil)
    #expect(try partial([Kind].self, #"["ab","a"#) == [.ab])
    #expect(try partial(JSONValue.self, #"["ab","a"#) == .array([.string("ab"), .string("a")]))
    #expect(try partial(JSONValue.self, #"{"a":"\u00e9b\"#) == ["a": "éb"])
  }

  /// Takes any string, and so would take an unfinished one for another value.
  private enum Lenient: String, Decodable {
    case red, unknown

    init(from decoder: any Decoder) throws {
      let string = try? decoder.singleValueContainer().decode(String.self)
      self = string.flatMap(Self.init) ?? .unknown
    }
  }

  @Test func `a model that catches the refusal of an unfinished string does not see it`() throws {
    struct Model: Decodable { var color: Lenient? }
    struct Required: Decodable { var color: Lenient }
    for prefix in ["", "r", "re", "red"] {
      for framing in [JSONFraming.concatenated, .lines] {
        #expect(try partial(Model.self, "{\"color\":\"\(prefix)", framing)?.color == nil)
        #expect(try partial(Required.self, "{\"color\":\"\(prefix)", framing)?.color == nil)
      }
      #expect(try partial([Lenient].self, "[\"red\",\"\(prefix)") == [.red])
      #expect(try partial([String: Lenient].self, "{\"a\":\"\(prefix)") == [:])
    }
    #expect(try partial(Model.self, #"{"color":"red""#)?.color == .red)
  }

  private struct First: JSONTransform.Rule {
    static func value(from json: [String]) throws -> String { json.first ?? "-" }
    static func json(from value: String) throws -> [String] { [value] }
  }

  @Test func `a rule gets whole strings, however deep`() throws {
    struct Model: Decodable { @JSONTransformed<First?> var first: String? }
    for (text, first) in [("", "-"), ("\"a", "-"), ("\"ab\"", "ab"), ("\"ab\",\"c", "ab")] {
      let found = try partial(Model.self, "{\"first\":[\(text)")
      #expect(found?.first == first, "\(text)")
    }
  }

  @Test func `elements that have not arrived are not bad, even after bad ones`() throws {
    struct Model: Decodable { @JSONLossy var numbers: [Int] }
    for rest in ["\"y", "{", "{\"a\":[", "[1,", "1"] {
      let found = try partial(Model.self, "{\"numbers\":[1,\"x\",\"y\",\(rest)")
      #expect(found?.numbers == [1] && found?.$numbers.droppedCount == 2, "\(rest)")
    }
  }

  @Test func `elements that have not arrived are not bad`() throws {
    struct Item: Decodable { var id: Int, name: String? }
    struct Model: Decodable {
      @JSONLossy var ids: [UUID]
      @JSONLossy var items: [Item]
      @JSONLossy var named: [String: Item]
      @JSONLossy var last: Item?
    }
    let text = """
      {"ids":["8E4A1C3F-0E1D-4B8A-9A63-6C5E7E1F0A11","x"],"items":[{"id":1,"name":"a"},{"name":"b"}],\
      "named":{"x":{"name":"c","id":2},"y":{"name":"d"}},"last":{"name":"e"}}
      """
    let bytes = Array(text.utf8)
    let bad = ["\"x\"", "{\"name\":\"b\"}", "{\"name\":\"d\"}", "{\"name\":\"e\"}"].map {
      text.range(of: $0)?.upperBound
    }
    let ends = try bad.map { try #require($0).utf16Offset(in: text) }
    for count in 0...bytes.count {
      let prefix = String(decoding: bytes[..<count], as: UTF8.self)
      for includes in [false, true] {
        let stream = StreamJSONDecoder().makeStream(of: Model.self, framing: .concatenated)
        try stream.append(bytes[..<count]) { _ in }
        let found = try stream.partialValue(includingUnfinishedString: includes)
        guard let found else { continue }
        #expect(found.$ids.droppedCount == (count >= ends[0] ? 1 : 0), "\(prefix)")
        #expect(found.$items.droppedCount == (count >= ends[1] ? 1 : 0), "\(prefix)")
        #expect(found.$named.droppedCount == (count >= ends[2] ? 1 : 0), "\(prefix)")
        #expect(found.$last.droppedCount == (count >= ends[3] ? 1 : 0), "\(prefix)")
      }
    }
  }

  /// What nothing can mend is an error at once, if it is read.
  @Test(arguments: [
    #"["\x"#, "[01", "[1e5.", "[1.5.", "{\"a\":\"x\ny", "{\"a\": 00", #"["\ud800x"#,
    "\"\u{1}", "01",
    "{\"x\ny", #"["\u0g"#, #"["\u0ga"#, #"["\ug"#, #"{"k":"\uz"#, #"{"k\uz"#, #"["\ud800\u0"#,
    #"["\ud800\uda"#, #"["a\ud800\u12"#,
  ])
  func `a malformed token is an error before it ends`(text: String) throws {
    try expectError(Array(text.utf8))
  }

  /// Bytes that no byte after them can make UTF-8 (RFC 3629 section 4).
  @Test(
    arguments: [
      [0xFF], [0xF5], [0xC0], [0xC1, 0x80], [0xE0, 0x80], [0xED, 0xA0], [0xF0, 0x80, 0x80],
      [0xF4, 0x90], [0xFF, 0x80, 0x80], [0x80], [0xE1, 0x80, 0x41],
    ] as [[UInt8]]
  )
  func `bytes that are not UTF-8 are an error before the string ends`(bytes: [UInt8]) throws {
    try expectError(Array("[\"".utf8) + bytes)
    try expectError(Array("[\"é".utf8) + bytes)
    try expectError(Array("{\"a".utf8) + bytes)
    try expectError(Array("{a".utf8) + bytes, allowsJSON5: true)
  }

  @Test(arguments: [#"{a\u0g"#, #"{\ug"#, #"{"a":'\xg"#, #"{"a":"\ud800\xd"#])
  func `a malformed escape of JSON5 is an error before it ends`(text: String) throws {
    try expectError(Array(text.utf8), allowsJSON5: true)
  }

  private func expectError(_ text: [UInt8], allowsJSON5: Bool = false) throws {
    for form in [true, false] {
      let decoder = StreamJSONDecoder()
      decoder.allowsJSON5 = allowsJSON5
      let stream = decoder.makeStream(of: JSONTree.self, framing: .concatenated)
      // The error may come from the scan, too.
      guard (try? stream.append(text) { _ in }) != nil else { continue }
      for _ in 0..<2 {
        #expect(throws: DecodingError.self, "\(text)") {
          try stream.partialValue(includingUnfinishedString: form)
        }
      }
    }
  }

  @Test(arguments: [
    #"["\ud83d\ud"#, #"["\ud83d\udE0"#, #"["\u00"#, "[0", "[-", "[1.", "[1e", "[1e+", "[10.5e-",
    #"["\"#, #"["\u"#, #"["\ud83d"#, #"["\ud83d\u"#,
    "{\"x", "{\"x\\",
  ])
  func `a token that may still become valid is no error`(text: String) throws {
    for form in [true, false] {
      let stream = StreamJSONDecoder().makeStream(of: JSONTree.self, framing: .concatenated)
      try stream.append(text.utf8) { _ in }
      #expect(try stream.partialValue(includingUnfinishedString: form) != nil, "\(text)")
    }
  }

  @Test(
    arguments: [
      [0xC3], [0xE0, 0xA0], [0xED, 0x9F], [0xE2, 0x82], [0xF0, 0x90, 0x80], [0xF4, 0x8F, 0xBF],
    ] as [[UInt8]]
  )
  func `a character that may still become whole is no error`(bytes: [UInt8]) throws {
    let stream = StreamJSONDecoder().makeStream(of: [String].self, framing: .concatenated)
    try stream.append(Array("[\"a".utf8) + bytes) { _ in }
    #expect(try stream.partialValue(includingUnfinishedString: true) == ["a"])
  }

  @Test func `a malformed token that nothing reads is no error`() throws {
    struct Model: Decodable { var a: Int }
    let stream = StreamJSONDecoder().makeStream(of: Model.self, framing: .concatenated)
    try stream.append(#"{"a":1,"b":01"#.utf8) { _ in }
    #expect(try stream.partialValue()?.a == 1)
    try stream.append("}".utf8) { #expect($0.a == 1) }
  }

  @Test func `values after an error are not lost to a byte and a partial value`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .lines)
    #expect(throws: DecodingError.self) { try stream.append("x\n7\n".utf8) { _ in } }
    var values: [Int] = []
    try stream.append([UInt8(ascii: "8")]) { values.append($0) }
    #expect(try stream.partialValue() == nil)
    try stream.append([0x0A]) { values.append($0) }
    #expect(values == [7, 8])
  }
}
