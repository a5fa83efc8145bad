import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Objects that JSON has no kind for, and endless graphs.
struct GraphObjectTests {
  private let decoder = StreamJSONDecoder()

  private struct Stranger: Hashable, Sendable {
    var x = 1
  }

  private final class Reference {}

  // MARK: - Taken as they are

  @Test(.enabled(if: graphsMayHoldClasses))
  func `Date, Data, URL and Decimal are taken as they are, whatever the strategy`() throws {
    struct Model: Codable, Equatable {
      var date: Date
      var data: Data?
      var url: [URL]
      var decimal: [String: Decimal]
      var id: UUID
    }
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    let data = Data([0, 255])
    let url = try #require(URL(string: "b", relativeTo: URL(string: "https://example.com/a/")))
    let id = UUID()
    let model = Model(date: date, data: data, url: [url], decimal: ["d": 0.5], id: id)
    let graphs: [[String: Any]] = [
      ["date": date, "data": data, "url": [url], "decimal": ["d": 0.5 as Decimal], "id": id],
      [
        "date": date as Date? as Any, "data": data as Data? as Any, "url": [url as Any?],
        "decimal": ["d": NSDecimalNumber(decimal: 0.5)], "id": id.uuidString,
      ],
      [
        "date": NSDate(timeIntervalSinceReferenceDate: 0.1), "data": NSData(data: data),
        "url": [url], "decimal": NSDictionary(object: 0.5, forKey: "d" as NSString),
        "id": NSUUID(uuidString: id.uuidString) as Any,
      ],
    ]
    for graph in graphs {
      decoder.dateDecodingStrategy = .deferredToDate
      #expect(try decoder.decode(Model.self, withJSONObject: graph) == model)
      decoder.dateDecodingStrategy = .custom { _ in throw CancellationError() }
      decoder.dataDecodingStrategy = .custom { _ in throw CancellationError() }
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      #expect(try decoder.decode(Model.self, withJSONObject: graph) == model)
      decoder.keyDecodingStrategy = .useDefaultKeys
      decoder.dataDecodingStrategy = .base64
    }
    #expect(try decoder.decode(Date.self, withJSONObject: date) == date)
    #expect(try decoder.decode(URL?.self, withJSONObject: url) == url)
    #expect(try decoder.decode([Data].self, withJSONObject: [data]) == [data])
  }

  @Test func `strategies apply to the strings and numbers of a graph`() throws {
    decoder.dateDecodingStrategy = .iso8601
    let graph: [String: Any] = ["d": "1970-01-01T00:00:01Z"]
    let date = Date(timeIntervalSince1970: 1)
    #expect(try decoder.decode([String: Date].self, withJSONObject: graph) == ["d": date])
    decoder.dateDecodingStrategy = .millisecondsSince1970
    #expect(try decoder.decode([Date].self, withJSONObject: [1000, 1000.0]) == [date, date])
    #expect(try decoder.decode([Data].self, withJSONObject: ["AP8="]) == [Data([0, 255])])
    decoder.dataDecodingStrategy = .deferredToData
    #expect(try decoder.decode([Data].self, withJSONObject: [[0, 255]]) == [Data([0, 255])])
    #expect(
      try decoder.decode([URL].self, withJSONObject: ["https://example.com"])
        == [URL(string: "https://example.com")]
    )
  }

  // MARK: - Errors

  @Test func `an object that JSON cannot represent is an error with its type and path`() throws {
    struct Model: Decodable {
      var list: [String]
    }
    let objects: [Any] = [
      Stranger(), Reference(), Date(), Data(), NSObject(), Stranger.self, { 1 } as () -> Int,
      (1, 2), NSURL(string: "a") as Any, [1: "a"], [Stranger(): 1], Character("a"),
    ]
    for object in objects {
      let failure = outcome {
        try decoder.decode(Model.self, withJSONObject: ["list": ["a", object]])
      }.failure
      #expect(failure?.kind == .dataCorrupted)
      #expect(failure?.path.map(\.stringValue) == ["list", "Index 1"])
      #expect(failure?.text.hasPrefix("JSON can't represent") == true)
    }
    let stranger = outcome {
      try decoder.decode([Int].self, withJSONObject: [Stranger()])
    }.failure
    #expect(stranger?.text == "JSON can't represent a value of type Stranger.")
    let key = outcome {
      try decoder.decode([String: Int].self, withJSONObject: ["a": 1, 2: 3] as [AnyHashable: Any])
    }.failure
    #expect(
      key?.text
        == "JSON can't represent a dictionary with a key of type Int because keys must be strings."
    )
  }

  @Test func `whatever the model asks for, a foreign object is the same error`() {
    func expect<T: Decodable>(_ type: T.Type) {
      let failure = outcome {
        try decoder.decode([String: T].self, withJSONObject: ["m": Stranger()])
      }.failure
      #expect(failure?.kind == .dataCorrupted, "\(type)")
      #expect(failure?.path.map(\.stringValue) == ["m"], "\(type)")
      #expect(failure?.text == "JSON can't represent a value of type Stranger.", "\(type)")
    }
    expect(Bool.self)
    expect(Int.self)
    expect(UInt128.self)
    expect(Double.self)
    expect(Float?.self)
    expect(Decimal.self)
    expect(String.self)
    expect([Int].self)
    expect([String: Int].self)
    expect(Member<Int>.self)
    expect(Date.self)
    expect(Data.self)
    expect(URL.self)
    expect(UUID.self)
    expect(JSONTree.self)
  }

  @Test(.enabled(if: graphsMayHoldClasses)) func `an unread object is not an error`() throws {
    let graph: [String: Any] = [
      "member": 1, "date": Date(), "stranger": Stranger(), "keys": [1: [2: Date()]],
      "nan": Double.nan,
    ]
    #expect(try decoder.decode(Member<Int>.self, withJSONObject: graph) == Member(member: 1))
    _ = try decoder.decode(Nothing.self, withJSONObject: [Stranger()])
    // What was written for the unusable dictionary is gone, and its neighbors are in place.
    let mixed: [Any] = [["a": "b", 1: "c"] as [AnyHashable: Any], "d", NSNull()]
    struct Second: Decodable {
      var value: String
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.superDecoder()
        value = try container.decode(String.self)
        #expect(try container.decodeNil())
        #expect(container.isAtEnd)
      }
    }
    #expect(try decoder.decode(Second.self, withJSONObject: mixed).value == "d")
  }

  @Test func `the underlying error tells the pointer and no line`() throws {
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode([String: [Int]].self, withJSONObject: ["a/b": [1, true]])
    }
    let details = try #require(error.jsonError)
    #expect(details.pointer == "/a~1b/1")
    #expect(details.kind == .typeMismatch)
    #expect(details.description == "found true, expected Int (at /a~1b/1)")
    for (object, found) in [(1.5, "1.5"), (Decimal(string: "1.25") as Any, "125e-2")] {
      let error = try #require(throws: DecodingError.self) {
        try StreamJSONDecoder.showingValues().decode(Int.self, withJSONObject: object)
      }
      #expect(error.jsonError?.description.contains("the number \(found)") == true)
    }
  }

  // MARK: - Depth

  @Test(.enabled(if: graphsMayHoldClasses)) func `a graph that contains itself is an error`() throws
  {
    let object = NSMutableDictionary()
    object["self"] = object
    let array = NSMutableArray()
    array.add(["x": array])
    for cycle in [object, array] as [Any] {
      let failure = outcome { try decoder.decode(Nothing.self, withJSONObject: cycle) }.failure
      #expect(failure?.kind == .dataCorrupted)
      let error = try #require(throws: DecodingError.self) {
        try decoder.decode(JSONTree.self, withJSONObject: [cycle])
      }
      #expect(error.jsonError?.kind == .depthLimitExceeded)
    }
    object.removeAllObjects()
    array.removeAllObjects()
  }

  @Test(arguments: [1, 2, 3, 100, 512])
  func `the depth limit is that of texts`(_ limit: Int) {
    decoder.limits.maximumDepth = limit
    for depth in [limit, limit + 1] {
      var graph: Any = [Any]()
      for level in 1..<depth { graph = level % 2 == 0 ? [graph] : ["m": graph as Any?] as Any }
      let text = try? JSONSerialization.data(withJSONObject: graph)
      let fromText = text.map { text in
        outcome { try decoder.decode(Nothing.self, from: text) }.isAccepted
      }
      let fromGraph = outcome { try decoder.decode(Nothing.self, withJSONObject: graph) }
      #expect(fromGraph.isAccepted == (depth == limit))
      if let fromText { #expect(fromGraph.isAccepted == fromText) }
    }
  }

  @Test func `optionals nested too deep are an error`() {
    var value: Any = 1
    for _ in 0..<1000 { value = Any?.some(value) as Any }
    #expect(outcome { try decoder.decode([Int].self, withJSONObject: [value]) } == .value([1]))
    for _ in 0..<2000 { value = Any?.some(value) as Any }
    let failure = outcome { try decoder.decode([Int].self, withJSONObject: [value]) }.failure
    #expect(failure?.kind == .dataCorrupted)
  }

  // MARK: - Conversion

  @Test func `objects that JSON cannot represent are converted`() throws {
    struct Model: Decodable, Equatable {
      var at: Date
      var all: [Date]
      var nested: [String: [Int?]]
      var text: String?
    }
    let conversion: @Sendable (Any) -> Any? = { object in
      switch object {
      case let stranger as Stranger where stranger.x > 100: ["x": [Stranger(x: 7), Stranger(x: 0)]]
      case let stranger as Stranger where stranger.x == 7: stranger.x
      case let stranger as Stranger where stranger.x == 0: Int?.none as Any
      case let stranger as Stranger: Date(timeIntervalSinceReferenceDate: Double(stranger.x))
      case is Reference: "a reference"
      default: nil
      }
    }
    decoder.unknownObjectConversion = conversion
    let graph: [String: Any] = [
      "at": Stranger(x: 2), "all": [Stranger(x: 3), Stranger(x: 4)], "nested": Stranger(x: 101),
      "text": Reference() as AnyObject,
    ]
    let (two, three, four) = (2.0, 3.0, 4.0)
    let model = Model(
      at: Date(timeIntervalSinceReferenceDate: two),
      all: [three, four].map { Date(timeIntervalSinceReferenceDate: $0) },
      nested: ["x": [7, nil]],
      text: "a reference"
    )
    #expect(try decoder.decode(Model.self, withJSONObject: graph) == model)
    #expect(try decoder.decode(Model.self, withJSONObject: [graph], at: "/0") == model)
    #expect(try decoder.decode(Model.self, withTextOrJSONObject: graph) == model)
    #expect(try decoder.document(withJSONObject: graph).decode(Model.self) == model)
    // Under a key strategy, the names of a graph are converted before.
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Model.self, withJSONObject: graph) == model)
    decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    #expect(try decoder.decode(Model.self, withJSONObject: graph) == model)
    decoder.unknownObjectConversion = nil
    #expect(throws: DecodingError.self) { try decoder.decode(Model.self, withJSONObject: graph) }
  }

  @Test(.enabled(if: graphsMayHoldClasses))
  func `objects in Foundation's containers are converted`()
    throws
  {
    decoder.unknownObjectConversion = { ($0 as? Stranger)?.x ?? ($0 is Reference ? -1 : nil) }
    let graph = NSDictionary(
      dictionary: ["a": NSArray(array: [Stranger(x: 5), Reference()]), "b": [Stranger(x: 6)]]
    )
    let numbers = try decoder.decode([String: [Int]].self, withJSONObject: graph)
    #expect(numbers == ["a": [5, -1], "b": [6]])
  }

  @Test func `objects that are not converted stay what they were`() throws {
    let asked = Locked(0)
    decoder.unknownObjectConversion = { _ in
      asked.withLock { $0 += 1 }
      return nil
    }
    let graph: [String: Any] = ["a": Stranger(), "b": 1, "c": Date(), "d": [:] as [String: Any]]
    struct Model: Decodable {
      var b: Int
      var c: Date
    }
    #expect(try decoder.decode(Model.self, withJSONObject: graph).b == 1)
    #expect(asked.withLock { $0 } == 1)
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String: Int].self, withJSONObject: ["a": Stranger()])
    }
    #expect(error?.jsonError?.kind == .invalidObject)
  }

  @Test func `a model gets an object of the very type that it asks for`() throws {
    final class Timestamp: Decodable, Sendable {
      let seconds: Int

      init(seconds: Int) { self.seconds = seconds }
      init(from decoder: any Decoder) throws {
        seconds = try decoder.singleValueContainer().decode(Int.self)
      }
    }
    struct Place: Decodable, Equatable { var x: Double }
    struct Model: Decodable {
      var at: Timestamp
      var later: Timestamp?
      var all: [Timestamp]
      var place: Place
    }
    let (first, second) = (Timestamp(seconds: 1), Timestamp(seconds: 2))
    let graph: [String: Any] = [
      "at": first, "later": second, "all": [first, 3], "place": Place(x: 0.5),
    ]
    for strategy in [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase] {
      decoder.keyDecodingStrategy = strategy
      let model = try decoder.decode(Model.self, withJSONObject: graph)
      #expect(model.at === first && model.later === second)
      #expect(model.all.map(\.seconds) == [1, 3])
      #expect(model.place == Place(x: 0.5))
    }
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String: Timestamp].self, withJSONObject: ["a": Place(x: 1)])
    }
    #expect(error?.jsonError?.kind == .invalidObject)
    #expect(try decoder.decode(Place.self, withJSONObject: Place(x: 2)) == Place(x: 2))
  }

  @Test func `objects are converted for updates, and for types with a configuration`() throws {
    struct Settings: Codable, Equatable {
      var size: Int
      var name: String
    }
    struct Configured: DecodableWithConfiguration {
      var values: [Int]
      init(from decoder: any Decoder, configuration: Int) throws {
        values = try decoder.singleValueContainer().decode([Int].self) + [configuration]
      }
    }
    decoder.unknownObjectConversion = { ($0 as? Stranger)?.x }
    var settings = Settings(size: 1, name: "a")
    try decoder.update(&settings, withJSONObject: ["size": Stranger(x: 9)])
    #expect(settings == Settings(size: 9, name: "a"))
    let configured = try decoder.decode(
      Configured.self,
      withJSONObject: [Stranger(x: 3)],
      configuration: 4
    )
    #expect(configured.values == [3, 4])
  }

  @Test func `an endless conversion is too deep`() throws {
    decoder.unknownObjectConversion = { $0 }
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Int.self, withJSONObject: Stranger())
    }
    #expect(error?.jsonError?.kind == .depthLimitExceeded)
    decoder.unknownObjectConversion = { [$0, $0] }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Int.self, withJSONObject: Stranger())
    }
  }

  @Test func `a conversion may use the decoder`() throws {
    let decoder = decoder
    decoder.unknownObjectConversion = { [unowned decoder] object in
      guard let stranger = object as? Stranger, stranger.x > 0 else { return nil }
      // A graph whose own object is converted, and a text.
      let inner = try? decoder.decode(Int.self, withJSONObject: Stranger(x: stranger.x - 1))
      let text = try? decoder.decode([Int].self, from: "[\(stranger.x)]")
      return (inner ?? 0) + (text?.first ?? 0)
    }
    #expect(
      try decoder.decode([Int].self, withJSONObject: [Stranger(x: 4), Stranger(x: 3)]) == [10, 6]
    )
  }
}
