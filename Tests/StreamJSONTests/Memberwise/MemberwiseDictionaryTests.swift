import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Texts that are dictionaries of marked values: read in one pass, or given up for anything unusual.
struct MemberwiseDictionaryTests {
  private struct Part: Decodable, Equatable, MemberwiseDecodable {
    var number: Int
    var text: String?
    var deep: [String: Deep]?
  }

  private struct Deep: Decodable, Equatable, MemberwiseDecodable { var list: [Int] }

  private static let part = #"{"number":1,"text":"a text that does not fit in place"}"#
  private static let deep = #"{"deep":{"x":{"list":[1,2]},"y":{"list":[]}},"number":2}"#

  private static let texts = [
    "{}", " {\n} \t", #"{"a":\#(part)}"#, " \r\n{ \"a\" :\(part) , \"b\":\(deep)\n} ",
    #"{"":\#(part),"größe":\#(deep)}"#,
    // A key that is there twice, spelled alike or not.
    #"{"a":\#(part),"a":\#(deep)}"#, #"{"a":\#(part),"\u0061":\#(deep)}"#,
    #"{"\u00e9":\#(part),"e\u0301":\#(deep)}"#, #"{"é":\#(part),"e\#u{301}":\#(deep)}"#,
    // Of another shape.
    "null", "[]", "[\(part)]", #"{"number":1}"#, #"{"a":null}"#, #"{"a":1}"#, #"{"a":[\#(part)]}"#,
    #"{"a":\#(part),"b":{}}"#, #"{"a":\#(part),"b":{"number":"1"}}"#,
    // Malformed.
    "", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":\#(part)"#, #"{"a":\#(part),}"#, #"{"a":\#(part)} x"#,
    #"{"a":\#(part)}{}"#, #"{,"a":\#(part)}"#, #"{"a":\#(part) "b":\#(part)}"#, #"{a:\#(part)}"#,
  ]

  /// Until they are planned, and then as often as it takes to give up reading.
  @Test func `dictionaries are decoded as JSONDecoder decodes them`() throws {
    let decoder = StreamJSONDecoder()
    for text in Self.texts {
      let data = Data(text.utf8)
      let expected = outcome { try JSONDecoder().decode([String: Part].self, from: data) }
      for _ in 0..<20 {
        #expect(
          outcome { try decoder.decode([String: Part].self, from: text) }
            == expected,
          "\(text)"
        )
      }
      if case .value(let value) = expected {
        #expect(try MemberwiseLifeTests.read([String: Part].self, text) == value, "\(text)")
      }
    }
    #expect(StreamJSONDecoder.memberwiseReport(for: Part.self).state == .active)
  }

  @Test func `a key that is there twice is rejected`() {
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = .reject
    for _ in 0..<24 {
      #expect(throws: Never.self) {
        try decoder.decode([String: Part].self, from: #"{"a":\#(Self.part),"b":\#(Self.deep)}"#)
      }
      #expect(throws: DecodingError.self) {
        try decoder.decode([String: Part].self, from: #"{"a":\#(Self.part),"a":\#(Self.deep)}"#)
      }
    }
  }

  @Test func `every level counts`() {
    let decoder = StreamJSONDecoder()
    let text = #"{"a":\#(Self.deep)}"#
    for limit in 1...6 {
      decoder.limits.maximumDepth = limit
      let isDecoded = (try? decoder.decode([String: Part].self, from: text)) != nil
      for _ in 0..<20 {
        #expect(((try? decoder.decode([String: Part].self, from: text)) != nil) == isDecoded)
      }
      // Dictionary, part, dictionary, deep, list.
      #expect(isDecoded == (limit >= 5))
    }
  }
}
