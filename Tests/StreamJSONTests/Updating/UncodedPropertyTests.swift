import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Properties that `CodingKeys` leave out, in updates and in types with defaults.
struct UncodedPropertyTests {
  private let decoder = StreamJSONDecoder()

  /// Closures and objects are compared by what they are.
  final class Delegate {}

  struct Row: Codable, Identifiable {
    var id = UUID()
    var title: String
    var isExpanded = false
    var count: Int
    var onTap: @Sendable () -> Int = { 1 }
    var delegate: Delegate?
    var error: any Error = CocoaError(.fileNoSuchFile)
    var detail: Detail
    var others: [Detail] = []
    @JSONTransformed<JSONTransform.NumberOrText<Int>> var number: Int = 1

    struct Detail: Codable, Equatable {
      var text = "t"
      var isSelected = false
      var size = 1
      enum CodingKeys: CodingKey { case text, size }
    }

    enum CodingKeys: CodingKey { case title, count, detail, others, number }
  }

  private static func row() -> Row {
    var row = Row(title: "a", count: 1, detail: Row.Detail(isSelected: true))
    row.isExpanded = true
    row.onTap = { 2 }
    row.delegate = Delegate()
    row.error = CocoaError(.userCancelled)
    return row
  }

  private func check(_ row: Row, _ former: Row) {
    #expect(row.id == former.id && row.isExpanded && row.onTap() == 2)
    #expect(row.delegate === former.delegate && (row.error as? CocoaError)?.code == .userCancelled)
    #expect(row.detail.isSelected)
  }

  @Test func `an update keeps what no key fills`() throws {
    for text in [
      "{}", #"{"title": "b"}"#, #"{"detail": {"text": "u"}, "count": 2}"#, #"{"detail": {}}"#,
      #"{"title": "b", "count": 2, "detail": {"text": "u", "size": 2}, "others": [], "number": "4"}"#,
    ] {
      let former = Self.row()
      var row = former
      try decoder.update(&row, from: text)
      check(row, former)
      #expect(row.title == (text.contains("title") ? "b" : "a"))
      #expect(row.count == (text.contains("count") ? 2 : 1))
      #expect(row.detail.text == (text.contains("text") ? "u" : "t"))
      #expect(row.number == (text.contains("number") ? 4 : 1))
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      try decoder.update(&row, withJSONObject: object)
      check(row, former)
    }
  }

  @Test func `elements are new values`() throws {
    var row = Self.row()
    row.others = [Row.Detail(isSelected: true)]
    try decoder.update(&row, from: #"{"others": [{"text": "t", "size": 1}]}"#)
    #expect(row.others == [Row.Detail()])
    row.others = [Row.Detail(isSelected: true)]
    try decoder.update(&row, from: #"{"title": "t"}"#)
    #expect(row.others[0].isSelected)
  }

  /// Makes one property of the others.
  struct Rectangle: Codable, Equatable {
    var width: Int
    var height: Int
    var area: Int
    var names: [String]
    var isSelected = false
    lazy var text = "\(width)"

    enum CodingKeys: CodingKey { case width, height }

    init(width: Int, height: Int) {
      (self.width, self.height) = (width, height)
      area = width * height
      names = ["\(width)"]
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        width: try container.decode(Int.self, forKey: .width),
        height: try container.decode(Int.self, forKey: .height)
      )
    }

    static func == (first: Rectangle, second: Rectangle) -> Bool {
      first.width == second.width && first.height == second.height && first.area == second.area
        && first.names == second.names && first.isSelected == second.isSelected
    }
  }

  @Test func `properties derived from members are derived again`() throws {
    var rectangle = Rectangle(width: 2, height: 3)
    rectangle.isSelected = true
    #expect(rectangle.text == "2")
    try decoder.update(&rectangle, from: #"{"width": 4}"#)
    var expected = Rectangle(width: 4, height: 3)
    expected.isSelected = true
    #expect(rectangle == expected)
    #expect(rectangle.text == "4")
  }

  /// Keys by hand, which are not named like the properties.
  struct Point: Codable, Equatable {
    var x = 1
    var y = 2
    var tags: [Int?] = []
    var isSelected = false

    enum CodingKeys: CodingKey { case position }

    init() {}

    init(from decoder: any Decoder) throws {
      let numbers = try decoder.container(keyedBy: CodingKeys.self)
        .decode([Int].self, forKey: .position)
      (x, y, tags) = (numbers[0], numbers[1], numbers)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode([x, y], forKey: .position)
    }
  }

  @Test func `with keys of another kind, nothing more is kept`() throws {
    var point = Point()
    point.isSelected = true
    try decoder.update(&point, from: #"{"position": [3, 4]}"#)
    #expect(point.x == 3 && point.y == 4 && point.tags == [3, 4] && !point.isSelected)
  }

  struct Marked: Codable, MemberwiseDecodable {
    var name = "a"
    var isExpanded = false
    enum CodingKeys: CodingKey { case name }
  }

  @Test func `a marked type keeps them, too`() throws {
    var marked = Marked()
    marked.isExpanded = true
    for round in 0..<40 {
      try decoder.update(&marked, from: #"{"name": "n\#(round)"}"#)
      #expect(marked.name == "n\(round)" && marked.isExpanded)
    }
  }

  @Test func `generic and nested optional values keep them`() throws {
    struct Box<Content: Codable>: Codable {
      var content: Content
      var isOpen = false
      var size: Int8 = 1
      var note: Any = 5
      private enum CodingKeys: CodingKey { case content, size }
    }
    struct Model: Codable {
      var first: Box<Box<String>?>
      var second: Box<[Int]>?
    }
    var model = Model(
      first: Box(content: Box(content: "a", isOpen: true, note: "x"), isOpen: true),
      second: Box(content: [], isOpen: true, size: 2, note: [1])
    )
    try decoder.update(
      &model,
      from: #"{"first": {"content": {"content": "b"}}, "second": {"size": 5}}"#
    )
    #expect(model.first.isOpen && model.first.content?.isOpen == true)
    #expect(model.first.content?.content == "b" && model.first.content?.note as? String == "x")
    #expect(model.second?.isOpen == true && model.second?.size == 5)
    #expect(model.second?.note as? [Int] == [1])
  }

  @Test func `an update that fails changes nothing`() throws {
    let former = Self.row()
    var row = former
    #expect(throws: DecodingError.self) { try decoder.update(&row, from: #"{"count": "x"}"#) }
    check(row, former)
    #expect(row.title == "a" && row.count == 1)
  }

  struct Settings: CodableWithDefaults {
    var theme = "light"
    var size = 12
    var source = "declaration"
    private enum CodingKeys: CodingKey { case theme, size }
    init() { source = "init()" }
  }

  @Test func `an object that lacks a member has those of init()`() throws {
    struct List: Decodable { var settings: [Settings] }
    for text in ["{}", #"{"size": 1}"#, #"{"theme": "dark"}"#] {
      for _ in 0..<3 {
        #expect(try decoder.decode(Settings.self, from: text).source == "init()")
        let list = try decoder.decode(List.self, from: #"{"settings": [\#(text), \#(text)]}"#)
        #expect(list.settings.map(\.source) == ["init()", "init()"])
      }
    }
    var settings = try decoder.decode(Settings.self, from: "{}")
    settings.source = "set"
    try decoder.update(&settings, from: #"{"size": 3}"#)
    #expect(settings.source == "set" && settings.size == 3)
  }

  @Test func `init() is called once for each object that lacks a member`() throws {
    struct Counted: CodableWithDefaults {
      static let count = Locked(0)
      var a = 1
      var b = 2
      var note = ""
      private enum CodingKeys: CodingKey { case a, b }
      init() {
        Self.count.withLock { $0 += 1 }
        note = "init()"
      }
    }
    _ = try decoder.decode([Counted].self, from: "[{}]")
    Counted.count.withLock { $0 = 0 }
    let values = try decoder.decode([Counted].self, from: #"[{}, {"a": 1, "b": 2}, {"a": 5}]"#)
    #expect(values.map(\.note) == ["init()", "", "init()"])
    #expect(Counted.count.withLock { $0 } == 2)
  }
}
