import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Types whose missing members have the values of `init()`.
struct DefaultsTests {
  private let decoder = StreamJSONDecoder()

  struct Window: Codable, Hashable {
    var width = 800
    var height = 600
  }

  struct Settings: CodableWithDefaults, Hashable {
    var theme = "light"
    var name: String? = "Ann"
    var window = Window()
    var tabs: [Tab] = [Tab()]
    var limit = Double.infinity

    init() {}

    init(_ change: (inout Settings) -> Void) { change(&self) }
  }

  struct Tab: CodableWithDefaults, Hashable {
    var title = "New tab"
    var isPinned = false

    init() {}

    init(title: String) { self.title = title }
  }

  enum Mode: CodableWithDefaults, Hashable {
    case plain(level: Int)
    case zoomed(by: Double)

    init() { self = .plain(level: 1) }
  }

  @Test func `an enum with defaults is a value as a whole`() throws {
    for text in [#"{"zoomed": {"by": 2}}"#, #"{"plain": {"level": 3}}"#] {
      let expected = try JSONDecoder().decode(Mode.self, from: Data(text.utf8))
      #expect(try decoder.decode(Mode.self, from: text) == expected)
      #expect(try decoder.decode([Mode?].self, from: "[\(text)]") == [expected])
    }
    #expect(throws: DecodingError.self) { try decoder.decode(Mode.self, from: "{}") }
  }

  class Animal: Codable {
    var legs = 4
  }

  final class Dog: Animal, CodableWithDefaults {
    var name = "x"

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: encoder)
    }

    enum CodingKeys: CodingKey { case name }
  }

  @Test func `a class with defaults has them where its superclass is known, too`() throws {
    let type: Animal.Type = Dog.self
    for _ in 0..<2 {
      let object = try #require(try decoder.decode(type, from: #"{"legs": 2}"#) as? Dog)
      #expect(object.name == "x")
      #expect(object.legs == 2)
      #expect(try decoder.decode(Dog.self, from: #"{"name": "y"}"#).legs == 4)
    }
  }

  struct Document: Codable, Hashable {
    var id: Int
    var settings: Settings
    var other: Settings?
    var all: [Settings]?
    var named: [String: Settings]?
    var set: Set<Tab>?
  }

  @Test(arguments: [
    ("{}", Settings()),
    (#"{"theme": "dark"}"#, Settings { $0.theme = "dark" }),
    (#"{"name": null}"#, Settings { $0.name = nil }),
    (#"{"window": {"width": 1}}"#, Settings { $0.window.width = 1 }),
    (#"{"tabs": [{}, {"title": "x"}]}"#, Settings { $0.tabs = [Tab(), Tab(title: "x")] }),
    (#"{"limit": 1}"#, Settings { $0.limit = 1 }),
  ])
  func `missing members have their defaults`(text: String, expected: Settings) throws {
    #expect(try decoder.decode(Settings.self, from: text) == expected)
    #expect(try decoder.decode([Settings].self, from: "[\(text)]") == [expected])
    #expect(try decoder.decode(Settings?.self, from: text) == expected)
    let document =
      #"{"id": 1, "settings": \#(text), "other": \#(text), "all": [\#(text)], "#
      + #""named": {"a": \#(text)}}"#
    #expect(
      try decoder.decode(Document.self, from: document)
        == Document(
          id: 1,
          settings: expected,
          other: expected,
          all: [expected],
          named: ["a": expected]
        )
    )
    let graph = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(try decoder.decode(Settings.self, withJSONObject: graph) == expected)
    #expect(try decoder.decode([Settings].self, withJSONObject: [graph]) == [expected])
    for cut in 0...text.utf8.count {
      let stream = decoder.makeStream(of: Settings.self, framing: .lines)
      var values: [Settings] = []
      try stream.append(text.utf8.prefix(cut)) { values.append($0) }
      try stream.append(text.utf8.dropFirst(cut)) { values.append($0) }
      try stream.finish { values.append($0) }
      #expect(values == [expected])
    }
  }

  @Test func `elements of sets have defaults`() throws {
    let text = #"{"id": 1, "settings": {}, "set": [{}, {"title": "x"}]}"#
    let document = try decoder.decode(Document.self, from: text)
    #expect(document.set == [Tab(), Tab(title: "x")])
  }

  @Test func `key strategies apply to the text alone`() throws {
    let decoder = StreamJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(
      try decoder.decode([Tab].self, from: #"[{"is_pinned": true}, {}]"#).map(\.isPinned) == [
        true, false,
      ]
    )
  }

  @Test func `a wrong value is an error where it is`() {
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([Settings].self, from: #"[{}, {"tabs": [{"title": 1}]}]"#)
    }
    #expect(error?.jsonError?.pointer == "/1/tabs/0/title")
    for text in ["null", "[]", "1"] {
      let ours = #expect(throws: DecodingError.self) {
        try decoder.decode(Settings.self, from: text)
      }
      let theirs = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Settings.self, from: Data(text.utf8))
      }
      #expect(ours?.jsonError?.pointer == .root)
      #expect(isMismatch(ours) == isMismatch(theirs))
    }
  }

  private func isMismatch(_ error: DecodingError?) -> Bool {
    if case .typeMismatch? = error { true } else { false }
  }

  @Test func `an update keeps present values instead of the defaults`() throws {
    var document = Document(id: 1, settings: Settings { $0.theme = "dark" })
    document.settings.name = nil
    try decoder.update(&document, from: #"{"settings": {"window": {"height": 1}}, "other": {}}"#)
    #expect(document.settings.theme == "dark")
    #expect(document.settings.name == nil)
    #expect(document.settings.window == Window(width: 800, height: 1))
    #expect(document.other == Settings())
    var settings = Settings { $0.tabs = [] }
    try decoder.update(&settings, from: #"{"theme": "x"}"#)
    #expect(settings.tabs == [])
  }

  struct Counted: CodableWithDefaults {
    static let made = Locked(0)
    var a = 1
    var b = 2

    init() { Self.made.withLock { $0 += 1 } }
  }

  @Test func `init is called once for each object that lacks a member`() throws {
    let text = #"[{"a": 1, "b": 2}, {"a": 1}, {}, {"b": 2, "a": 3}]"#
    let values = try decoder.decode([Counted].self, from: text)
    #expect(values.map(\.a) == [1, 1, 1, 3])
    #expect(Counted.made.withLock { $0 } == 2)
  }

  struct Fresh: CodableWithDefaults {
    var id = UUID()
    var name = ""

    init() {}
  }

  @Test func `each value has its own defaults`() throws {
    let values = try decoder.decode([Fresh].self, from: "[{}, {}]")
    #expect(values[0].id != values[1].id)
  }

  class Base: CodableWithDefaults {
    var name = "base"
    required init() {}
  }

  final class Derived: Base {
    var more = 1

    private enum CodingKeys: CodingKey { case more }

    required init() { super.init() }

    required init(from decoder: any Decoder) throws {
      more = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .more)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(more, forKey: .more)
      try super.encode(to: encoder)
    }
  }

  @Test func `classes have defaults`() throws {
    #expect(try decoder.decode(Base.self, from: "{}").name == "base")
    let derived = try decoder.decode(Derived.self, from: #"{"more": 2}"#)
    #expect(derived.more == 2)
    #expect(derived.name == "base")
  }

  @Test func `many threads may decode them`() throws {
    let decoder = decoder
    DispatchQueue.concurrentPerform(iterations: 100) { index in
      let tab = try? decoder.decode([Tab].self, from: #"[{"title": "\#(index)"}]"#)
      #expect(tab?.first == Tab(title: "\(index)"))
    }
  }
}

/// Types that turn out late to have defaults, or not to have them.
struct LateDefaultsTests {
  struct Point: CodableWithDefaults, Equatable {
    var x = 1
    var y: Int? = 2

    init() {}
  }

  @Test func `many whole values come before the first that lacks a member`() throws {
    for count in [0, 1, 255, 256, 257, 600] {
      // Not one that knows the type.
      let decoder = StreamJSONDecoder()
      decoder.allowsJSON5 = count % 2 == 0
      let whole = Array(repeating: #"{"x": 1, "y": 2}"#, count: count)
      let text = "[" + (whole + [#"{"x": 1}"#, #"{"y": 2}"#, "{}"]).joined(separator: ",") + "]"
      let points = try decoder.decode([Point].self, from: text)
      #expect(points == Array(repeating: Point(), count: count + 3))
      let named = try decoder.decode([String: Point].self, from: #"{"a": {}, "b": {"x": 1}}"#)
      #expect(named == ["a": Point(), "b": Point()])
    }
  }

  @Test func `a type is found to have defaults through another one`() throws {
    struct Line: Codable, Equatable {
      var from: Point
      var to: Point?
    }
    struct Other: CodableWithDefaults, Equatable {
      var line = Line(from: Point(), to: nil)
      init() {}
    }
    let decoder = StreamJSONDecoder()
    #expect(
      try decoder.decode([Line].self, from: #"[{"from": {}}, {"from": {"x": 1}, "to": {}}]"#)
        == [Line(from: Point(), to: nil), Line(from: Point(), to: Point())]
    )
    #expect(try decoder.decode(Other.self, from: #"{"line": {"from": {}}}"#) == Other())
    #expect(throws: DecodingError.self) { try decoder.decode(Line.self, from: "{}") }
  }

  @Test func `the first object of a type may lack only a member of a part`() throws {
    struct Part: Codable, Equatable {
      var a = 1
      var b: Int? = 2
    }
    struct Holder: Codable, Equatable { var part: Part }
    struct First: CodableWithDefaults, Equatable { var part = Part(a: 3, b: 4) }
    struct Second: CodableWithDefaults, Equatable { var part = Part(a: 3, b: 4) }
    struct Third: CodableWithDefaults, Equatable {
      var holders = [Holder(part: Part())]
      var holder = Holder(part: Part(a: 3, b: 4))
    }
    let decoder = StreamJSONDecoder()
    for _ in 0..<2 {
      let first = try decoder.decode(First.self, from: #"{"part": {"b": 5}}"#)
      #expect(first.part == Part(a: 3, b: 5))
      let second = try decoder.decode(Second.self, from: #"{"part": {"a": 5}}"#)
      #expect(second.part == Part(a: 5, b: 4))
      let third = try decoder.decode(
        Third.self,
        from: #"{"holders": [], "holder": {"part": {"a": 5}}}"#
      )
      #expect(third.holder.part == Part(a: 5, b: 4))
    }
  }

  @Test func `the defaults of a type precede those of a part, from the first value on`() throws {
    struct Part: CodableWithDefaults, Equatable {
      var a = 1
      var b = 2
    }
    struct Whole: CodableWithDefaults, Equatable {
      var part: Part

      init() {
        part = Part()
        part.a = 7
      }
    }
    let decoder = StreamJSONDecoder()
    var expected = Whole()
    expected.part.b = 5
    for _ in 0..<600 {
      #expect(try decoder.decode(Whole.self, from: #"{"part": {"b": 5}}"#) == expected)
    }
  }

  struct Node: CodableWithDefaults {
    nonisolated(unsafe) static var decodeCount = 0
    var number = 1
    var children: [Node] = []

    private enum CodingKeys: CodingKey { case number, children }

    init() {}

    init(from decoder: any Decoder) throws {
      // SAFETY: only one test decodes this type.
      unsafe Self.decodeCount += 1
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(Int.self, forKey: .number)
      children = try container.decode([Node].self, forKey: .children)
    }
  }

  @Test func `the first value of a deep type is decoded twice, whatever its depth`() throws {
    let depth = 100
    let text =
      String(repeating: #"{"number": 2, "children": ["#, count: depth) + "{}"
      + String(repeating: "]}", count: depth)
    var node = try StreamJSONDecoder().decode(Node.self, from: text)
    while let child = node.children.first {
      #expect(node.number == 2)
      node = child
    }
    #expect(node.number == 1)
    // SAFETY: only this test decodes the type.
    #expect(unsafe Node.decodeCount <= 3 * (depth + 1))
  }
}
