import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

// With dates by format, which need all of Foundation.
#if Foundation || !canImport(FoundationEssentials)
/// What an update keeps of values that hand their members over in several steps, by a rule, or as a
/// subclass.
struct KeptMemberTests {
  private let decoder = StreamJSONDecoder()

  // MARK: - Members handed over twice

  class Shape: Codable {
    var kind = "shape"
    var size = 1

    enum CodingKeys: CodingKey { case kind, size }

    init() {}

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("shape", forKey: .kind)
      try container.encode(size, forKey: .size)
    }
  }

  final class Circle: Shape {
    var radius = 2

    enum CodingKeys: CodingKey { case kind, radius }

    override init() {
      super.init()
      kind = "circle"
    }

    required init(from decoder: any Decoder) throws {
      radius = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .radius)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kind, forKey: .kind)
      try container.encode(radius, forKey: .radius)
    }
  }

  @Test func `what was handed last under a key is kept, as in a text`() throws {
    var circle = Circle()
    try decoder.update(&circle, from: #"{"size": 5}"#)
    #expect(circle.kind == "circle" && circle.size == 5 && circle.radius == 2)
  }

  @Test func `an instance of a subclass remains one`() throws {
    struct Drawing: Codable {
      var shape: Shape = Circle()
      var other: Shape? = Circle()
      var count = 1
    }
    var shape: Shape = Circle()
    try decoder.update(&shape, from: #"{"size": 5}"#)
    #expect((shape as? Circle)?.radius == 2)
    #expect(shape.kind == "circle" && shape.size == 5)
    try decoder.update(&shape, withJSONObject: ["a": ["radius": 7]], at: "/a")
    #expect((shape as? Circle)?.radius == 7)
    var drawing = Drawing()
    try decoder.update(&drawing, from: #"{"shape": {"size": 5}, "other": {"radius": 6}}"#)
    #expect((drawing.shape as? Circle)?.radius == 2)
    #expect((drawing.other as? Circle)?.radius == 6)
    #expect(drawing.shape.size == 5)
  }

  @Test func `defaults are not made for the class of a member`() throws {
    struct Defaults: CodableWithDefaults {
      static let count = Locked(0)
      var shape: Shape = Circle()

      init() { Self.count.withLock { $0 += 1 } }
    }
    let text = #"{"shape": {"kind": "square", "size": 1}}"#
    let defaults = try decoder.decode(Defaults.self, from: text)
    #expect(type(of: defaults.shape) == Shape.self)
    #expect(Defaults.count.withLock { $0 } == 0)
  }

  /// Two nested containers under one key, as encoders have it, are one object.
  struct Point: Codable, Equatable {
    var x = 1
    var y = 2
    var name = "p"

    enum CodingKeys: CodingKey { case position, name }
    enum Axes: CodingKey { case x, y }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let axes = try container.nestedContainer(keyedBy: Axes.self, forKey: .position)
      x = try axes.decode(Int.self, forKey: .x)
      y = try axes.decode(Int.self, forKey: .y)
      name = try container.decode(String.self, forKey: .name)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var first = container.nestedContainer(keyedBy: Axes.self, forKey: .position)
      try first.encode(x, forKey: .x)
      try container.encode(name, forKey: .name)
      var second = container.nestedContainer(keyedBy: Axes.self, forKey: .position)
      try second.encode(y, forKey: .y)
    }
  }

  @Test func `nested containers under one key are one`() throws {
    var point = Point()
    try decoder.update(&point, from: #"{"name": "q"}"#)
    try decoder.update(&point, from: #"{"position": {"y": 7}}"#)
    #expect(point.x == 1 && point.y == 7 && point.name == "q")
  }

  // MARK: - Wrapped members

  enum Day: JSONTransform.DateTextFormat {
    static let dateFormat = "yyyy-MM-dd"
  }

  /// A rule that cannot be applied backward.
  enum OneWay: JSONTransform.Rule {
    struct Refusal: Error {}
    static func value(from json: Int) -> Int { json }
    static func json(from value: Int) throws -> Int { throw Refusal() }
  }

  final class Element: Codable {}

  struct Wrapped: CodableWithDefaults {
    @JSONTransformed<JSONTransform.FormattedDate<Day>?> var day: Date? = Date(
      timeIntervalSinceReferenceDate: 0.123
    )
    @JSONTransformed<JSONTransform.SecondsSince1970?> var time: Date? = Date(
      timeIntervalSinceReferenceDate: 1e-9
    )
    @JSONTransformed<OneWay?> var number: Int? = 5
    @JSONLossy var elements: [Element]? = [Element()]
    @JSONLossy var numbers: [Double]? = [.infinity, 1]
    var name = "a"

    init() {}
  }

  @Test func `optional members with a rule are kept as they are`() throws {
    let before = Wrapped()
    var wrapped = before
    try decoder.update(&wrapped, from: #"{"name": "b"}"#)
    #expect(wrapped.name == "b")
    #expect(wrapped.day == before.day)
    #expect(wrapped.time == before.time)
    #expect(wrapped.number == 5)
    let defaults = try decoder.decode(Wrapped.self, from: "{}")
    #expect(defaults.day == before.day && defaults.number == 5)
    let nils = try decoder.decode(Wrapped.self, from: #"{"day": null, "number": null}"#)
    #expect(nils.day == nil && nils.number == nil)
  }

  @Test func `optional collections are kept with their elements and reports`() throws {
    let before = Wrapped()
    var wrapped = before
    try decoder.update(&wrapped, from: #"{"name": "b"}"#)
    #expect(wrapped.elements?.first === before.elements?.first)
    #expect(wrapped.numbers == [.infinity, 1])
    try decoder.update(&wrapped, from: #"{"numbers": [1, "x"]}"#)
    try decoder.update(&wrapped, from: #"{"name": "c"}"#)
    #expect(wrapped.numbers == [1])
    #expect(wrapped.$numbers.errors.first?.jsonError?.pointer == "/numbers/1")
  }

  // MARK: - Many members

  struct Table: Codable {
    var values: [String: Int]

    init(count: Int) {
      values = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\($0)", $0) })
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: JSONTestKey.self)
      values = [:]
      for key in container.allKeys {
        values[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: JSONTestKey.self)
      for (name, value) in values {
        try container.encode(value, forKey: JSONTestKey(stringValue: name))
      }
    }
  }

  /// Comparing each name with all others took minutes.
  @Test func `one of many members is found at once`() throws {
    var table = Table(count: 50_000)
    try decoder.update(&table, from: #"{"key7": 8, "new": 1}"#)
    #expect(table.values.count == 50_001)
    #expect(table.values["key7"] == 8 && table.values["key49999"] == 49_999)
  }
}
#endif
