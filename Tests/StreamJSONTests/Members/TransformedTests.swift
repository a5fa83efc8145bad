import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

// With dates by format, which need all of Foundation.
#if Foundation || !canImport(FoundationEssentials)
/// Members that are something else in the JSON than in the model.
struct TransformedTests {
  private static let decoders = [JSONDecoder(), StreamJSONDecoder()]

  enum Day: JSONTransform.DateTextFormat {
    static let dateFormat = "yyyy-MM-dd"
  }

  struct Record: Codable, Hashable {
    @JSONTransformed<JSONTransform.SecondsSince1970> var seconds: Date
    @JSONTransformed<JSONTransform.MillisecondsSince1970> var milliseconds: Date
    @JSONTransformed<JSONTransform.ISO8601WithFractions> var precise: Date
    @JSONTransformed<JSONTransform.FormattedDate<Day>> var day: Date
    @JSONTransformed<JSONTransform.NumberOrText<Int>> var count: Int
    @JSONTransformed<JSONTransform.NumberOrText<Double>?> var ratio: Double?
    @JSONTransformed<JSONTransform.LenientURL> var link: URL
    @JSONTransformed<JSONTransform.Base64URL> var token: Data
    @JSONTransformed<JSONTransform.Hexadecimal> var hash: Data
    @JSONTransformed<JSONTransform.SecondsSince1970?> var deleted: Date?
  }

  private static let text = """
    {"seconds": 1.5, "milliseconds": 1500, "precise": "1970-01-01T00:00:01.500Z",
     "day": "1970-01-02", "count": "12", "ratio": 2.5, "link": " https://example.org/a b/ü?q=%20% ",
     "token": "-_-_Zg", "hash": "00ffAb"}
    """

  private static let record = Record(
    seconds: Date(timeIntervalSince1970: 1.5),
    milliseconds: Date(timeIntervalSince1970: 1.5),
    precise: Date(timeIntervalSince1970: 1.5),
    day: Date(timeIntervalSince1970: 86400),
    count: 12,
    ratio: 2.5,
    link: URL(string: "https://example.org/a%20b/%C3%BC?q=%20%25") ?? URL(fileURLWithPath: "/"),
    token: Data([0xFB, 0xFF, 0xBF, 0x66]),
    hash: Data([0x00, 0xFF, 0xAB]),
    deleted: nil
  )

  @Test(arguments: decoders)
  func `rules convert values in the JSON to those in the model`(decoder: JSONDecoder) throws {
    let record = try decoder.decode(Record.self, from: Data(Self.text.utf8))
    #expect(record == Self.record)
  }

  @Test(arguments: decoders)
  func `both ways`(decoder: JSONDecoder) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(Self.record)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"count":12,"day":"1970-01-02","hash":"00ffab","#
        + #""link":"https://example.org/a%20b/%C3%BC?q=%20%25","milliseconds":1500,"#
        + #""precise":"1970-01-01T00:00:01.500Z","ratio":2.5,"seconds":1.5,"token":"-_-_Zg"}"#
    )
    #expect(try decoder.decode(Record.self, from: data) == Self.record)
  }

  @Test(arguments: decoders)
  func `an optional member may be missing or null`(decoder: JSONDecoder) throws {
    struct Model: Codable, Equatable {
      @JSONTransformed<JSONTransform.SecondsSince1970?> var deleted: Date?
      @JSONTransformed<Nothing> var text: String?
    }
    /// A custom rule whose values are optional.
    enum Nothing: JSONTransform.Rule {
      static func value(from json: String) -> String? { json.isEmpty ? nil : json }
      static func json(from value: String?) -> String { value ?? "" }
    }
    func decode(_ text: String) throws -> Model {
      try decoder.decode(Model.self, from: Data(text.utf8))
    }
    #expect(try decode("{}") == Model(deleted: nil, text: nil))
    #expect(try decode(#"{"deleted": null, "text": ""}"#) == Model(deleted: nil, text: nil))
    #expect(
      try decode(#"{"deleted": 5, "text": "x"}"#)
        == Model(deleted: Date(timeIntervalSince1970: 5), text: "x")
    )
    #expect(throws: DecodingError.self) { try decode(#"{"text": null}"#) }
    let data = try JSONEncoder().encode(Model(deleted: nil, text: nil))
    #expect(String(decoding: data, as: UTF8.self) == #"{"text":""}"#)
  }

  @Test(
    arguments: decoders,
    [
      #""seconds": "x""#, #""milliseconds": true"#, #""precise": "yesterday""#,
      #""day": "1970-13-45""#, #""count": "twelve""#, #""count": 1.5"#, #""count": {}"#,
      #""link": """#, #""token": "+/+/""#, #""token": "A""#, #""hash": "abc""#,
      #""hash": "zz""#, #""ratio": "x""#,
    ]
  )
  func `failures have their place`(decoder: JSONDecoder, member: String) throws {
    // The first member of a name counts.
    let name = member.split(separator: "\"")[0]
    let text = "{" + member + "," + Self.text.dropFirst()
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Record.self, from: Data(text.utf8))
    }
    switch error {
    case .dataCorrupted(let context), .typeMismatch(_, let context):
      // JSONDecoder drops the path of a number that does not fit.
      if decoder is StreamJSONDecoder || member != #""count": 1.5"# {
        #expect(context.codingPath.map(\.stringValue) == [String(name)])
      }
      #expect(!context.debugDescription.isEmpty)
    default: throw UnexpectedError(error)
    }
    if decoder is StreamJSONDecoder {
      let jsonError = try #require(error?.jsonError)
      #expect("\(jsonError.pointer)" == "/\(name)")
      #expect(jsonError.byteOffset == member.utf8.count - member.utf8.drop { $0 != 0x3A }.count + 3)
    }
  }

  @Test func `a message says what was expected`() {
    let error = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode(
        [JSONTransformed<JSONTransform.Hexadecimal>].self,
        from: #"["00", "x"]"#
      )
    }
    #expect(
      error?.jsonError?.description
        == "found a string, expected hexadecimal text (line 1, column 8, byte 7, at /1)"
    )
  }

  /// A custom rule that throws its own error.
  enum Even: JSONTransform.Rule {
    struct IsOdd: Error {}
    static func value(from json: Int) throws -> Int {
      guard json.isMultiple(of: 2) else { throw IsOdd() }
      return json / 2
    }
    static func json(from value: Int) -> Int { value * 2 }
  }

  @Test(arguments: decoders)
  func `a rule may throw anything`(decoder: JSONDecoder) throws {
    #expect(
      try decoder.decode([JSONTransformed<Even>].self, from: Data("[2]".utf8))[0].wrappedValue == 1
    )
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([JSONTransformed<Even>].self, from: Data("[2, 3]".utf8))
    }
    guard case .dataCorrupted(let context)? = error else { throw UnexpectedError(error) }
    #expect(context.debugDescription.contains("IsOdd"))
    #expect(context.codingPath.map(\.intValue) == [1])
  }

  @Test(arguments: [
    ("2026-01-31T08:00:00Z", 1_769_846_400), ("2026-01-31T08:00:00.25Z", 1_769_846_400.25),
    ("2026-01-31T10:00:00.25+02:00", 1_769_846_400.25), ("1969-12-31T23:59:59.900Z", -0.1),
  ])
  func `dates may have fractions of a second`(text: String, seconds: Double) throws {
    let date = try JSONTransform.ISO8601WithFractions.value(from: text)
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    let again = try JSONTransform.ISO8601WithFractions.value(
      from: JSONTransform.ISO8601WithFractions.json(from: date)
    )
    #expect(abs(again.timeIntervalSince(date)) < 1e-6)
  }

  @Test func `a date with milliseconds is written as it was`() throws {
    for millisecond in 0..<1000 {
      let digits = String(1000 + millisecond).dropFirst()
      for text in ["2026-01-31T08:00:00.\(digits)Z", "1969-12-31T23:59:59.\(digits)Z"] {
        #expect(
          JSONTransform.ISO8601WithFractions.json(
            from: try JSONTransform.ISO8601WithFractions.value(from: text)
          ) == text
        )
      }
    }
  }

  @Test func `bytes are written as they were`() throws {
    for count in 0..<70 {
      let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) })
      #expect(
        try JSONTransform.Base64URL.value(from: JSONTransform.Base64URL.json(from: data)) == data
      )
      #expect(
        try JSONTransform.Hexadecimal.value(from: JSONTransform.Hexadecimal.json(from: data))
          == data
      )
    }
    #expect(try JSONTransform.Base64URL.value(from: "Zg==") == Data("f".utf8))
  }

  @Test func `they nest`() throws {
    struct Model: Codable, Equatable {
      @JSONLossy var dates: [JSONTransformed<JSONTransform.SecondsSince1970>]
      @JSONTransformed<Halves> var inner: Inner
      struct Inner: Codable, Equatable {
        @JSONTransformed<JSONTransform.NumberOrText<Int>> var number: Int
      }
      enum Halves: JSONTransform.Rule {
        static func value(from json: Inner) -> Inner { Inner(number: json.number / 2) }
        static func json(from value: Inner) -> Inner { Inner(number: value.number * 2) }
      }
    }
    let text = #"{"dates": [1, "x", 2], "inner": {"number": "4"}}"#
    for decoder in Self.decoders {
      let model = try decoder.decode(Model.self, from: Data(text.utf8))
      #expect(model.dates.map(\.wrappedValue.timeIntervalSince1970) == [1, 2])
      #expect(model.$dates.droppedCount == 1)
      #expect(model.inner.number == 2)
    }
  }

  @Test func `updates keep and replace them`() throws {
    let decoder = StreamJSONDecoder()
    var record = Self.record
    try decoder.update(&record, from: #"{"count": 3, "deleted": 7}"#)
    var expected = Self.record
    expected.count = 3
    expected.deleted = Date(timeIntervalSince1970: 7)
    #expect(record == expected)
    try decoder.update(&record, from: #"{"deleted": null}"#)
    #expect(record.deleted == nil)
    try decoder.update(&record, withJSONObject: ["hash": "01"])
    #expect(record.hash == Data([1]))
  }

  @Test func `dates in an object graph are values of a rule's JSON, not dates`() throws {
    struct Model: Codable { @JSONTransformed<JSONTransform.SecondsSince1970> var at: Date }
    let decoder = StreamJSONDecoder()
    #expect(
      try decoder.decode(Model.self, withJSONObject: ["at": 5]).at == Date(timeIntervalSince1970: 5)
    )
    #expect(throws: DecodingError.self) {
      try decoder.decode(Model.self, withJSONObject: ["at": Date()])
    }
  }

  @Test func `whole milliseconds are encoded as they were decoded`() {
    for milliseconds in [2_191_644_367_247, 1_769_846_400_123, 0, -1, -3_999_999_999_999.0] {
      let date = JSONTransform.MillisecondsSince1970.value(from: milliseconds)
      #expect(JSONTransform.MillisecondsSince1970.json(from: date) == milliseconds)
    }
    let other = Date(timeIntervalSinceReferenceDate: 0.00025)
    #expect(
      JSONTransform.MillisecondsSince1970.json(from: other) == other.timeIntervalSince1970 * 1000
    )
  }

  struct Ratio: Codable {
    @JSONTransformed<JSONTransform.NumberOrText<Double>> var value: Double
  }

  @Test(arguments: ["nan", "inf", "-infinity", "1e400", "", " 1", "0x10", "-0X1p3"])
  func `a text that is not a finite decimal number is an error`(text: String) {
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      #expect(throws: DecodingError.self) {
        try decoder.decode(Ratio.self, from: Data(#"{"value":"\#(text)"}"#.utf8))
      }
    }
  }
}
#endif
