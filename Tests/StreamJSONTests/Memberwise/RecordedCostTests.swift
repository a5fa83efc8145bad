import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// What an object costs that is decoded by its own initializer and recorded.
@Suite(.serialized) struct RecordedCostTests {
  /// The same properties, marked and not.
  struct Order<Form>: Decodable {
    var id: Int
    var name: String
    var email: String?
    var isPaid: Bool
    var total: Double
    var tags: [String]
    var count: Int?
    var place: Place<Form>
    var places: [Place<Form>]
    var note: String?
  }

  struct Place<Form>: Decodable { var x, y: Double }

  enum Marked {}
  enum Plain {}

  private static let text = """
    {"id":7,"name":"Ann Lee and a longer name","email":"ann@example.org","isPaid":true,"total":12.5,\
    "tags":["a","b"],"count":3,"place":{"x":1,"y":2},"places":[{"x":1,"y":2},{"x":3,"y":4}]}
    """

  /// How long the first `count` decodes of a type take, each in a decoder that has not seen it.
  private func times<Value: Decodable>(
    _ type: Value.Type,
    _ decoder: RecordedDecoder,
    count: Int
  ) throws -> [Duration] {
    let clock = ContinuousClock()
    return try (0..<count).map { _ in
      try clock.measure { _ = try decoder.decode(type, Self.text) }
    }
  }

  /// Where nothing else runs, about 3.5 times, with the objects inside that are recorded, too.
  @Test func `a recorded object takes at most five times as long as an ordinary one`() throws {
    var (recorded, ordinary) = ([Duration](), [Duration]())
    // The shortest of each, since other tests run at the same time.
    for _ in 0..<100 {
      let decoder = RecordedDecoder()
      _ = decoder.report(Order<Marked>.self)
      let (marked, plain) = (
        try times(Order<Marked>.self, decoder, count: 4),
        try times(Order<Plain>.self, RecordedDecoder(), count: 4)
      )
      #expect(decoder.report(Order<Marked>.self).state == .active)
      recorded = recorded.isEmpty ? marked : zip(recorded, marked).map(min)
      ordinary = ordinary.isEmpty ? plain : zip(ordinary, plain).map(min)
    }
    // The first is learned from, the second and the fourth are compared.
    for number in [1, 2, 4] {
      let (recorded, ordinary) = (recorded[number - 1], ordinary[number - 1])
      #expect(recorded < ordinary * 5, "object \(number): \(recorded), \(ordinary)")
    }
  }
}

extension RecordedCostTests.Order: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == RecordedCostTests.Marked {}

extension RecordedCostTests.Place: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == RecordedCostTests.Marked {}
