import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Collections without their bad elements.
struct LossyTests {
  private static let decoders = [JSONDecoder(), StreamJSONDecoder()]

  struct Item: Codable, Hashable {
    var id: Int
    var at: Date?
  }

  enum Color: String, Codable { case red, green }

  struct Feed: Codable, Hashable {
    @JSONLossy var items: [Item]
    @JSONLossy var colors: Set<Color>
    @JSONLossy var byName: [String: Item]
    @JSONLossy var optional: [Int]?
    @JSONLossy var byNumber: [Int: Color]
    @JSONLossy var nested: [Inner]

    struct Inner: Codable, Hashable {
      @JSONLossy var numbers: [Int]
    }
  }

  private static let text = """
    {
      "items": [{"id": 1}, {"id": "x"}, 5, null, {"id": 2, "at": 10}, {"id": 3, "at": "bad"}],
      "colors": ["red", "blue", "green", 1],
      "byName": {"a_b": {"id": 1}, "bad": {}, "c": {"id": 3}, "d": null},
      "optional": [1, "2", 3.5, 4],
      "byNumber": {"1": "red", "2": "blue"},
      "nested": [{"numbers": [1, "x"]}, {"numbers": 5}, {}, {"numbers": null}]
    }
    """

  @Test(arguments: decoders)
  func `what does not decode is left out and reported`(decoder: JSONDecoder) throws {
    let feed = try decoder.decode(Feed.self, from: Data(Self.text.utf8))
    #expect(
      feed.items == [
        Item(id: 1), Item(id: 2, at: Date(timeIntervalSinceReferenceDate: 10)),
      ]
    )
    #expect(feed.$items.droppedCount == 4)
    #expect(paths(feed.$items) == ["items.1.id", "items.2", "items.3", "items.5.at"])
    #expect(feed.colors == [.red, .green])
    #expect(paths(feed.$colors) == ["colors.1", "colors.3"])
    #expect(feed.byName == ["a_b": Item(id: 1), "c": Item(id: 3)])
    #expect(Set(paths(feed.$byName)) == ["byName.bad", "byName.d"])
    #expect(feed.optional == [1, 4])
    #expect(paths(feed.$optional) == ["optional.1", "optional.2"])
    #expect(feed.byNumber == [1: .red])
    #expect(paths(feed.$byNumber) == ["byNumber.2"])
    #expect(feed.nested.map(\.numbers) == [[1], [], []])
    #expect(paths(feed.$nested) == ["nested.1.numbers"])
    #expect(paths(feed.nested[0].$numbers) == ["nested.0.numbers.1"])
    #expect(feed.nested[1].$numbers.isEmpty)
  }

  private func paths(_ report: JSONLossyReport) -> [String] {
    report.errors.map { error in
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
          .joined(separator: ".")
      @unknown default: ""
      }
    }
  }

  @Test func `each error has its place in the text`() throws {
    let feed = try StreamJSONDecoder().decode(Feed.self, from: Self.text)
    let errors = [
      feed.$items, feed.$colors, feed.$byName, feed.$optional, feed.$byNumber, feed.$nested,
      feed.nested[0].$numbers,
    ].flatMap(\.errors)
    let pointers = errors.map { $0.jsonError.map { "\($0.pointer)" } }
    #expect(
      pointers == [
        "/items/1/id", "/items/2", "/items/3", "/items/5/at", "/colors/1", "/colors/3",
        "/byName/bad", "/byName/d", "/optional/1", "/optional/2", "/byNumber/2",
        "/nested/1/numbers", "/nested/0/numbers/1",
      ]
    )
    #expect(errors.allSatisfy { ($0.jsonError?.line ?? 0) > 1 })
  }

  @Test(arguments: decoders)
  func `a missing or null collection is empty`(decoder: JSONDecoder) throws {
    for text in [
      "{}", #"{"items": null, "colors": null, "byName": null, "optional": null, "nested": null}"#,
    ] {
      let feed = try decoder.decode(Feed.self, from: Data(text.utf8))
      #expect(feed.items == [] && feed.colors == [] && feed.byName == [:] && feed.nested == [])
      #expect(feed.optional == nil && feed.byNumber == [:])
      #expect(feed.$items.isEmpty && feed.$optional.isEmpty)
    }
  }

  @Test(arguments: decoders)
  func `a value that is not a collection is an error`(decoder: JSONDecoder) {
    for text in [#"{"items": {}}"#, #"{"byName": []}"#, #"{"colors": 1}"#, #"{"optional": "x"}"#] {
      #expect(throws: DecodingError.self) { try decoder.decode(Feed.self, from: Data(text.utf8)) }
    }
  }

  enum Size: String, Codable, CodingKeyRepresentable { case small, large }

  struct Keyed: Codable {
    @JSONLossy var byNumber: [Int: Int]
    @JSONLossy var bySize: [Size: Int]
    @JSONLossy var pairs: [Color: Int]
  }

  @Test(arguments: decoders)
  func `a member whose name is not a key is left out and reported`(decoder: JSONDecoder) throws {
    let text = """
      {"byNumber": {"1": 1, "x": 2, "3": "y"}, "bySize": {"small": 1, "huge": 2},
       "pairs": ["red", 1, "blue", 2, "green", "x", 4, 5]}
      """
    let keyed = try decoder.decode(Keyed.self, from: Data(text.utf8))
    #expect(keyed.byNumber == [1: 1] && keyed.bySize == [.small: 1] && keyed.pairs == [.red: 1])
    #expect(Set(paths(keyed.$byNumber)) == ["byNumber.x", "byNumber.3"])
    #expect(paths(keyed.$bySize) == ["bySize.huge"])
    #expect(Set(paths(keyed.$pairs)) == ["pairs.2", "pairs.5", "pairs.6"])
    #expect(keyed.$byNumber.droppedCount == 2 && keyed.$pairs.droppedCount == 3)
    #expect(throws: DecodingError.self) {
      try decoder.decode(Keyed.self, from: Data(#"{"pairs": ["red"]}"#.utf8))
    }
    guard decoder is StreamJSONDecoder else { return }
    let errors = keyed.$byNumber.errors + keyed.$bySize.errors + keyed.$pairs.errors
    #expect(
      errors.map { $0.jsonError?.pointer } == [
        "/byNumber/x", "/byNumber/3", "/bySize/huge", "/pairs/2", "/pairs/5", "/pairs/6",
      ]
    )
  }

  @Test func `it is encoded as the collection`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var feed = try StreamJSONDecoder().decode(Feed.self, from: "{}")
    feed.items = [Item(id: 1)]
    let expected = #"{"byName":{},"byNumber":{},"colors":[],"items":[{"id":1}],"nested":[]}"#
    #expect(String(decoding: try encoder.encode(feed), as: UTF8.self) == expected)
    feed.optional = [1]
    let data = try encoder.encode(feed)
    #expect(try JSONDecoder().decode(Feed.self, from: data) == feed)
    #expect(try StreamJSONDecoder().decode(Feed.self, from: data) == feed)
  }

  @Test func `strategies apply to elements`() throws {
    struct Dates: Codable {
      @JSONLossy var dates: [Date]
      @JSONLossy var byName: [String: Date]
    }
    let text = #"{"dates": [5, "x"], "by_name": {"first_one": 5, "b": "x"}}"#
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      decoder.dateDecodingStrategy = .secondsSince1970
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let dates = try decoder.decode(Dates.self, from: Data(text.utf8))
      #expect(dates.dates == [Date(timeIntervalSince1970: 5)])
      #expect(dates.byName == ["first_one": Date(timeIntervalSince1970: 5)])
      #expect(dates.$dates.droppedCount == 1 && dates.$byName.droppedCount == 1)
    }
  }

  @Test func `errors of models are reported, whatever they are`() throws {
    struct Refusing: Codable {
      struct Refusal: Error {}
      init(from decoder: any Decoder) throws { throw Refusal() }
    }
    struct Model: Codable { @JSONLossy var items: [Refusing] }
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      let model = try decoder.decode(Model.self, from: Data(#"{"items": [1, 2]}"#.utf8))
      #expect(paths(model.$items) == ["items.0", "items.1"])
      #expect("\(model.$items.errors[0])".contains("Refusal"))
    }
  }

  @Test func `a text keeps a bounded number of errors`() throws {
    struct Model: Codable { @JSONLossy var items: [[Int]] }
    struct Models: Codable { @JSONLossy var models: [Model] }
    let count = JSONLossyReport.maximumErrorCount
    let bad = #"{"items": ["# + Array(repeating: "1", count: count).joined(separator: ",") + "]}"
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      let data = Data(#"{"models": [\#(bad), \#(bad), 5]}"#.utf8)
      let models = try decoder.decode(Models.self, from: data)
      #expect(models.models.map { $0.$items.droppedCount } == [count, count])
      #expect(models.models[0].$items.errors.count == count)
      #expect(models.$models.droppedCount == 1)
      if decoder is StreamJSONDecoder {
        #expect(models.models[1].$items.errors.isEmpty)
        // The next text has its own errors.
        let again = try decoder.decode(Models.self, from: data)
        #expect(again.models[0].$items.errors.count == count)
      }
    }
  }

  /// An element that finds out by its errors what it is.
  struct Recovering: Codable {
    var recovered = false

    private enum CodingKeys: CodingKey { case id }

    init(from decoder: any Decoder) throws {
      do {
        _ = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      } catch DecodingError.typeMismatch(_, let context) where context.codingPath.last is CodingKeys
      {
        recovered = true
      }
    }

    func encode(to encoder: any Encoder) throws {}
  }

  @Test func `elements see their errors however many there were`() throws {
    struct Model: Codable { @JSONLossy var items: [Recovering] }
    let bad = Array(repeating: "{}", count: JSONLossyReport.maximumErrorCount + 1)
    let text = (bad + [#"{"id":"x"}"#, #"{"id":1}"#]).joined(separator: ",")
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      let model = try decoder.decode(Model.self, from: Data(#"{"items":[\#(text)]}"#.utf8))
      #expect(model.items.map(\.recovered) == [true, false])
      #expect(model.$items.droppedCount == bad.count)
    }
  }

  @Test func `object graphs and streams have them, too`() throws {
    let decoder = StreamJSONDecoder()
    let graph: [String: Any] = ["items": [["id": 1], ["id": "x"]], "byName": ["a": 5]]
    let feed = try decoder.decode(Feed.self, withJSONObject: graph)
    #expect(feed.items == [Item(id: 1)])
    #expect(feed.$items.errors.first?.jsonError?.pointer == "/items/1/id")
    #expect(feed.$byName.errors.first?.jsonError?.pointer == "/byName/a")
    let lines = Array((#"{"items": [1, {"id": 2}]}"# + "\n" + #"{"items": ["x"]}"#).utf8)
    for cut in lines.indices {
      let stream = decoder.makeStream(of: Feed.self, framing: .lines)
      var feeds: [Feed] = []
      try stream.append(lines[..<cut]) { feeds.append($0) }
      try stream.append(lines[cut...]) { feeds.append($0) }
      try stream.finish { feeds.append($0) }
      #expect(feeds.map(\.items) == [[Item(id: 2)], []])
      #expect(feeds.map { $0.$items.errors.first?.jsonError?.recordIndex } == [0, 1])
    }
  }

  @Test func `an update replaces it or keeps it with its report`() throws {
    let decoder = StreamJSONDecoder()
    var feed = try decoder.decode(Feed.self, from: Self.text)
    try decoder.update(&feed, from: #"{"colors": ["green", "x"]}"#)
    #expect(feed.colors == [.green])
    #expect(feed.$colors.droppedCount == 1)
    #expect(feed.$items.droppedCount == 4)
    #expect(feed.byName.count == 2)
  }
}
