import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Numbers, booleans and texts that may be in the JSON as one another.
struct NumberOrTextTests {
  private static let decoders = [JSONDecoder(), StreamJSONDecoder()]

  private func decode<Number: JSONTransform.NumberOrTextValue>(
    _ type: Number.Type,
    _ text: String,
    _ decoder: JSONDecoder
  ) throws -> Number {
    try decoder.decode(
      [JSONTransformed<JSONTransform.NumberOrText<Number>>].self,
      from: Data("[\(text)]".utf8)
    )[0]
    .wrappedValue
  }

  @Test(arguments: decoders)
  func `decimals`(decoder: JSONDecoder) throws {
    for (text, digits) in [
      ("19.99", "19.99"), (#""19.99""#, "19.99"), (#""-0.1""#, "-0.1"), (#""+5""#, "5"),
      (#""1e3""#, "1000"), (#""12345678901234567890.12345678""#, "12345678901234567890.12345678"),
    ] {
      #expect(try decode(Decimal.self, text, decoder) == Decimal(string: digits))
    }
    for text in [
      #""""#, #""19,99""#, #""1.""#, #"".5""#, #""12 EUR""#, #"" 1""#, #""+-1""#, #""0x10""#,
      #""NaN""#, "true", "{}",
    ] {
      #expect(throws: DecodingError.self) { try decode(Decimal.self, text, decoder) }
    }
  }

  @Test(arguments: decoders)
  func `booleans`(decoder: JSONDecoder) throws {
    for text in [
      "true", "1", #""1""#, #""true""#, #""yes""#, #""YES""#, #""True""#, "1.0", "1e0", "10E-1",
    ] {
      #expect(try decode(Bool.self, text, decoder))
    }
    for text in ["false", "0", #""0""#, #""false""#, #""no""#, #""No""#, "-0", "0.0"] {
      #expect(try !decode(Bool.self, text, decoder))
    }
    for text in ["2", "-1", "1.5", #""2""#, #""""#, #""on""#, "[]", "null"] {
      #expect(throws: DecodingError.self) { try decode(Bool.self, text, decoder) }
    }
  }

  @Test(arguments: decoders)
  func `texts`(decoder: JSONDecoder) throws {
    for (text, value) in [
      (#""a""#, "a"), (#""0x1""#, "0x1"), (#""""#, ""), ("7", "7"), ("-7", "-7"),
      ("18446744073709551615", "18446744073709551615"),
    ] {
      #expect(try decode(String.self, text, decoder) == value)
    }
    for text in ["true", "[]", "{}", "null"] {
      #expect(throws: DecodingError.self) { try decode(String.self, text, decoder) }
    }
  }

  @Test func `a number's digits are its text`() throws {
    let decoder = StreamJSONDecoder()
    for text in ["1.50", "12345678901234567890123", "1e5"] {
      #expect(try decode(String.self, text, decoder) == text)
    }
    #expect(throws: DecodingError.self) { try decode(String.self, "01", decoder) }
    let graph: [Any] = [7, 1.5]
    #expect(
      try decoder.decode(
        [JSONTransformed<JSONTransform.NumberOrText<String>>].self,
        withJSONObject: graph
      )
      .map(\.wrappedValue) == ["7", "1.5"]
    )
  }

  /// A type that needs nothing but the conformances.
  struct Cents: Equatable, LosslessStringConvertible, JSONTransform.NumberOrTextValue {
    var count: Int

    init(count: Int) { self.count = count }

    init?(_ description: String) {
      guard let count = Int(description) else { return nil }
      self.count = count
    }

    init(from decoder: any Decoder) throws {
      count = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(count)
    }

    var description: String { "\(count)" }
  }

  @Test(arguments: decoders)
  func `a program's own type`(decoder: JSONDecoder) throws {
    for text in ["5", #""5""#] {
      #expect(try decode(Cents.self, text, decoder) == Cents(count: 5))
    }
    #expect(throws: DecodingError.self) { try decode(Cents.self, #""5.5""#, decoder) }
    #expect(throws: DecodingError.self) { try decode(Cents.self, #""0x5""#, decoder) }
  }

  @Test func `errors say what was expected`() throws {
    func sentence<Number: JSONTransform.NumberOrTextValue>(
      _ type: Number.Type,
      _ text: String
    ) throws -> String {
      let error = #expect(throws: DecodingError.self) {
        try decode(type, text, StreamJSONDecoder())
      }
      return try #require(error?.jsonError).description
    }
    let boolean = "a Boolean, 1 or 0, or one of the strings true, false, yes, no, 1, and 0 ("
    #expect(try sentence(Bool.self, "2").hasPrefix("found a number, expected " + boolean))
    #expect(try sentence(Bool.self, "{}").hasPrefix("found an object, expected " + boolean))
    #expect(try sentence(Bool.self, #""on""#).hasPrefix("found a string, expected " + boolean))
    #expect(
      try sentence(Decimal.self, #""x""#)
        .hasPrefix("found a string, expected Decimal or a string that contains one (")
    )
    #expect(
      try sentence(Int.self, "true").hasPrefix(
        "found true, expected Int or a string that contains one ("
      )
    )
    #expect(
      try sentence(String.self, "[]").hasPrefix("found an array, expected a string or a number (")
    )
  }

  @Test func `they are encoded as what they are`() throws {
    struct Model: Codable {
      @JSONTransformed<JSONTransform.NumberOrText<Decimal>> var price: Decimal
      @JSONTransformed<JSONTransform.NumberOrText<Bool>> var isNew: Bool
      @JSONTransformed<JSONTransform.NumberOrText<String>> var id: String
      @JSONTransformed<JSONTransform.NumberOrText<Bool>?> var isOld: Bool?
    }
    let text = #"{"price":"1.5","isNew":1,"id":7}"#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let model = try StreamJSONDecoder().decode(Model.self, from: text)
    #expect(
      String(decoding: try encoder.encode(model), as: UTF8.self)
        == #"{"id":"7","isNew":true,"price":1.5}"#
    )
  }

  @Test func `a text that is unfinished in a stream is not a number`() throws {
    struct Model: Codable, Equatable {
      @JSONTransformed<JSONTransform.NumberOrText<Int>?> var count: Int?
      @JSONTransformed<JSONTransform.NumberOrText<Decimal>?> var price: Decimal?
      @JSONTransformed<JSONTransform.NumberOrText<Bool>?> var isNew: Bool?
      @JSONTransformed<JSONTransform.NumberOrText<String>?> var id: String?
      @JSONTransformed<JSONTransform.ISO8601WithFractions?> var date: Date?
    }
    let text = #"{"id":"ab","count":"123","price":"4.5","isNew":"1","date":"2026-01-31T08:00:00Z"}"#
    for framing in [JSONFraming.lines, .concatenated] {
      let stream = StreamJSONDecoder().makeStream(of: Model.self, framing: framing)
      var seen: [Model] = []
      for byte in text.utf8.dropLast() {
        try stream.append([byte]) { _ in }
        if let partial = try stream.partialValue(), partial != seen.last { seen.append(partial) }
      }
      #expect(Set(seen.compactMap(\.id)) == ["ab"])
      #expect(Set(seen.compactMap(\.count)) == [123])
      #expect(Set(seen.compactMap(\.price)) == [4.5])
      #expect(Set(seen.compactMap(\.isNew)) == [true])
      #expect(Set(seen.compactMap(\.date)).count == 1)
    }
  }

  @Test func `there is no value while the text of a required number is unfinished`() throws {
    struct Model: Codable, Equatable {
      @JSONTransformed<JSONTransform.NumberOrText<Int>> var count: Int
    }
    let stream = StreamJSONDecoder().makeStream(of: Model.self, framing: .lines)
    try stream.append(Array(#"{"count":"12"#.utf8)) { _ in }
    #expect(try stream.partialValue() == nil)
    try stream.append(Array(#"""#.utf8)) { _ in }
    #expect(try stream.partialValue()?.count == 12)
  }
}
