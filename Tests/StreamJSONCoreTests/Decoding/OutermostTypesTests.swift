import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// When a decoder finds out whether the types of outermost values are marked.
struct OutermostTypesTests {
  private struct Item: Decodable { var number: Int }

  private let decoder = CoreDecoder()

  private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws {
    _ = try decoder.decode(type, from: text)
  }

  private var isKnown: Bool { decoder.report.knows(Item.self) }

  @Test func `few short texts say nothing about the mark of a type`() throws {
    for _ in 0..<8 { try decode(Item.self, #"{"number":1}"#) }
    #expect(!isKnown)
    for _ in 0..<24 { try decode(Item.self, #"{"number":1}"#) }
    #expect(isKnown)
  }

  @Test func `malformed texts say nothing about it, however many`() {
    for _ in 0..<100 { #expect(throws: DecodingError.self) { try decode(Item.self, "nul") } }
    #expect(!isKnown)
  }

  @Test func `a long text settles it`() throws {
    try decode(Item.self, #"{"number":1}"# + String(repeating: " ", count: 4096))
    #expect(isKnown)
  }

  @Test func `a long array settles it`() throws {
    let elements = Array(repeating: #"{"number":1}"#, count: 300).joined(separator: ",")
    try decode([Item].self, "[\(elements)]")
    #expect(isKnown)
  }

  @Test func `few short arrays say nothing about it`() throws {
    for _ in 0..<4 { try decode([Item].self, #"[{"number":1},{"number":2}]"#) }
    #expect(!isKnown)
  }
}
