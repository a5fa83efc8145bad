import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// What the process knows of marked types is under a lock, which is not to be taken for each value.
struct PlannedTypesTests {
  private struct Planned: Decodable, MemberwiseDecodable {
    var number: Int
    var name: String?
  }

  private struct Refused: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      number =
        1 &+ (try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number))
    }
    enum CodingKeys: CodingKey { case number }
  }

  private static let environment = DecodingEnvironment.makeLocked(
    onLock: { lockCount.withLock { $0 += 1 } }
  )
  private static let lockCount = Locked(0)

  @Test func `a type that is planned or refused costs no lock for each value`() throws {
    let decoder = CoreDecoder(environment: Self.environment)
    let text = "[\((0..<1_000).map { "{\"number\":\($0)}" }.joined(separator: ","))]"
    var isPlanned = decoder.isPlanned(Planned.self)
    #expect(!isPlanned)
    let before = Self.lockCount.withLock { $0 }
    // The first one, the second, the fourth and so on are recorded.
    for _ in 0..<4 { #expect(try decoder.decode([Planned].self, from: text).count == 1_000) }
    isPlanned = decoder.isPlanned(Planned.self)
    #expect(isPlanned)
    #expect(Self.lockCount.withLock { $0 } - before < 60)
    // The marker of a type is known with the first long text.
    #expect(try decoder.decode([Refused].self, from: text).last?.number == 1_000)
    #expect(try decoder.decode([Refused].self, from: text).last?.number == 1_000)
    isPlanned = decoder.isPlanned(Refused.self)
    #expect(!isPlanned)
    #expect(Self.lockCount.withLock { $0 } - before < 80)
  }

  private struct Outer: Decodable, MemberwiseDecodable {
    var lists: [[Part]]
    var optionals: [OtherPart?]
  }

  private struct Part: Decodable, MemberwiseDecodable { var number: Int }
  private struct OtherPart: Decodable, MemberwiseDecodable { var number: Int }

  @Test func `a marked type in collections of collections is planned with its first object`() throws
  {
    let decoder = CoreDecoder()
    decoder.learn(Outer.self)
    let text = #"{"lists":[[{"number":1}]],"optionals":[{"number":2},null]}"#
    #expect(try decoder.decode(Outer.self, from: text).lists[0][0].number == 1)
    let isPlanned = (decoder.isPlanned(Part.self), decoder.isPlanned(OtherPart.self))
    #expect(isPlanned.0)
    #expect(isPlanned.1)
  }
}
