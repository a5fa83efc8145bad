import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Tokens of 16 MiB and more take two words on the tape instead of one.
struct LongTokenTests {
  private struct Model: Codable, Equatable {
    var before: Int
    var text: String
    var after: Int
  }

  private static let long = String(repeating: "x", count: 17 << 20)

  @Test func `a string of 17 MiB`() throws {
    let model = Model(before: 1, text: Self.long, after: 2)
    let data = try JSONEncoder().encode(model)
    #expect(try StreamJSONDecoder().decode(Model.self, from: data) == model)
  }

  @Test func `a name of 17 MiB among members that are read`() throws {
    let text = #"{"before":1,""# + Self.long + #"":[true],"text":"t","after":2}"#
    let model = try StreamJSONDecoder().decode(Model.self, from: text)
    #expect(model == Model(before: 1, text: "t", after: 2))
  }

  @Test func `a name of 17 MiB in a dictionary`() throws {
    let text = #"{"a":1,""# + Self.long + #"":2,"b":3}"#
    let dictionary = try StreamJSONDecoder().decode([String: Int].self, from: text)
    #expect(dictionary == ["a": 1, Self.long: 2, "b": 3])
  }

  @Test func `a number of 17 MiB`() throws {
    let text = "[1." + String(repeating: "0", count: 17 << 20) + ",2]"
    #expect(try StreamJSONDecoder().decode([Double].self, from: text) == [1, 2])
  }
}
