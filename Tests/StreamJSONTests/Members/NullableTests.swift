import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Members that tell absent, null and a value apart.
struct NullableTests {
  private static let decoders = [JSONDecoder(), StreamJSONDecoder()]

  struct Patch: Codable, Hashable {
    var id: Int
    @JSONNullable var name: String?
    @JSONNullable var tags: [String]?
    @JSONNullable var inner: Inner?

    struct Inner: Codable, Hashable { var a: Int }
  }

  private static let texts: [(text: String, patch: Patch)] = [
    (#"{"id":1}"#, Patch(id: 1)),
    (#"{"id":1,"inner":null,"name":null}"#, Patch(id: 1, name: .null, inner: .null)),
    (
      #"{"id":1,"inner":{"a":2},"name":"Ann","tags":[]}"#,
      Patch(id: 1, name: .value("Ann"), tags: .value([]), inner: .value(Patch.Inner(a: 2)))
    ),
  ]

  @Test(arguments: decoders)
  func `absent, null and a value are told apart, both ways`(decoder: JSONDecoder) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (text, patch) in Self.texts {
      let decoded = try decoder.decode(Patch.self, from: Data(text.utf8))
      #expect(decoded == patch)
      #expect(String(decoding: try encoder.encode(decoded), as: UTF8.self) == text)
    }
    let patch = try decoder.decode(Patch.self, from: Data(Self.texts[1].text.utf8))
    #expect(patch.$name == .null && patch.$tags == .absent && patch.name == nil)
    let full = try decoder.decode(Patch.self, from: Data(Self.texts[2].text.utf8))
    #expect(full.$name == .value("Ann") && full.tags == [])
  }

  @Test func `a stream gives the same, wherever it is cut`() throws {
    for (text, patch) in Self.texts {
      let bytes = Array((text + "\n").utf8)
      for cut in 0...bytes.count {
        let stream = StreamJSONDecoder().makeStream(of: Patch.self, framing: .lines)
        var patches: [Patch] = []
        try stream.append(Array(bytes[..<cut])) { patches.append($0) }
        try stream.append(Array(bytes[cut...])) { patches.append($0) }
        try stream.finish { patches.append($0) }
        #expect(patches == [patch])
      }
    }
  }

  @Test func `setting a member`() throws {
    var patch = Patch(id: 1)
    #expect(patch.$name == .absent && patch.name == nil)
    patch.name = "Ann"
    #expect(patch.$name == .value("Ann"))
    patch.name = nil
    #expect(patch.$name == .null)
    patch.$name = .absent
    #expect(try JSONEncoder().encode(patch) == Data(#"{"id":1}"#.utf8))
  }

  @Test(arguments: decoders)
  func `a value of another type is an error`(decoder: JSONDecoder) {
    #expect(throws: DecodingError.self) {
      try decoder.decode(Patch.self, from: Data(#"{"id": 1, "name": 5}"#.utf8))
    }
  }

  @Test func `in arrays, an absent member is null`() throws {
    let values: [JSONNullable<Int>] = [.absent, JSONNullable(wrappedValue: nil), .value(1)]
    #expect(try JSONEncoder().encode(values) == Data("[null,null,1]".utf8))
    let decoded = try StreamJSONDecoder().decode([JSONNullable<Int>].self, from: "[null,1]")
    #expect(decoded.map(\.projectedValue) == [.null, .value(1)])
  }

  @Test func `an update keeps what the text does not mention`() throws {
    let decoder = StreamJSONDecoder()
    for (_, patch) in Self.texts {
      var updated = patch
      try decoder.update(&updated, from: #"{"id": 2}"#)
      #expect(updated.id == 2)
      updated.id = patch.id
      #expect(updated == patch)
      try decoder.update(&updated, from: #"{"name": null}"#)
      #expect(updated.$name == .null)
      try decoder.update(&updated, from: #"{"name": "Bob"}"#)
      #expect(updated.$name == .value("Bob"))
    }
  }

  @Test func `an update goes into an object`() throws {
    struct Inner: Codable, Hashable {
      var a: Int
      var b: Int?
      var c: Int
    }
    struct Outer: Codable, Hashable {
      @JSONNullable var inner: Inner?
      @JSONNullable var others: [Inner]?
    }
    let decoder = StreamJSONDecoder()
    var former = Inner(a: 1, b: 2, c: 3)
    var updated = Outer(inner: .value(former), others: .absent)
    try decoder.update(&updated, from: #"{"inner":{"a":5}}"#)
    former.a = 5
    #expect(updated.$inner == .value(former) && updated.$others == .absent)
    try decoder.update(&updated, from: #"{"others":[{"a":1,"c":2}]}"#)
    #expect(updated.$inner == .value(former))
    #expect(updated.others == [Inner(a: 1, b: nil, c: 2)])
    #expect(throws: DecodingError.self) {
      try decoder.update(&updated, from: #"{"inner":{"a":"x"}}"#)
    }
    try decoder.update(&updated, from: #"{"inner":null}"#)
    #expect(updated.$inner == .null)
    #expect(throws: DecodingError.self) {
      try decoder.update(&updated, from: #"{"inner":{"a":5}}"#)
    }
  }

  struct Settings: CodableWithDefaults, Codable, Hashable {
    var theme = "light"
    var fontSize = 12
  }

  struct Configuration: CodableWithDefaults, Codable, Hashable {
    var name = ""
    @JSONNullable var settings: Settings? = nil
  }

  struct Row: Codable, Hashable {
    var title: String
    var isExpanded = false

    enum CodingKeys: CodingKey { case title }
  }

  class Shape: Codable {
    var name = ""
  }

  final class Circle: Shape {
    var radius = 0

    enum CodingKeys: CodingKey { case radius }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      radius = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .radius)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(radius, forKey: .radius)
      try super.encode(to: encoder)
    }
  }

  @Test func `an update goes into what a property stands for`() throws {
    struct Outer: Codable {
      @JSONNullable var settings: Settings?
      @JSONNullable var row: Row?
      @JSONNullable var shape: Shape?
    }
    let decoder = StreamJSONDecoder()
    let text = #"{"settings":{"fontSize":14}}"#
    let expected = Settings(theme: "light", fontSize: 14)
    for former in [JSONNullable<Settings>.null, .absent] {
      var outer = Outer(settings: former, row: .absent, shape: .absent)
      try decoder.update(&outer, from: text)
      #expect(outer.settings == expected)
      #expect(outer.$row == .absent)
    }
    for _ in 0..<80 {
      let configuration = try decoder.decode(Configuration.self, from: text)
      #expect(configuration.settings == expected && configuration.name.isEmpty)
    }
    let circle = Circle()
    (circle.name, circle.radius) = ("c", 7)
    var outer = Outer(
      settings: .absent,
      row: .value(Row(title: "Inbox", isExpanded: true)),
      shape: .value(circle)
    )
    try decoder.update(&outer, from: #"{"row":{"title":"x"},"shape":{"name":"d"}}"#)
    #expect(outer.row == Row(title: "x", isExpanded: true))
    #expect((outer.shape as? Circle)?.radius == 7 && outer.shape?.name == "d")
    try decoder.update(&outer, from: #"{"settings":null}"#)
    #expect(outer.row?.isExpanded == true && outer.$settings == .null)
  }

  struct Marked: Codable, Hashable {
    var id: Int
    @JSONNullable var name: String?
  }

  @Test func `a marked type has a plan`() throws {
    let decoder = StreamJSONDecoder()
    let lines = (0..<200).map { number in
      switch number % 3 {
      case 0: #"{"id":\#(number)}"#
      case 1: #"{"id":\#(number),"name":null}"#
      default: #"{"id":\#(number),"name":"n\#(number)"}"#
      }
    }
    let marked = try decoder.decode([Marked].self, from: "[\(lines.joined(separator: ","))]")
    for (number, value) in marked.enumerated() {
      #expect(value.id == number)
      #expect(value.$name == [.absent, .null, .value("n\(number)")][number % 3])
    }
    #expect("\(StreamJSONDecoder.memberwiseReport(for: Marked.self))".hasPrefix("active"))
  }
}

extension NullableTests.Marked: MemberwiseDecodable {}
