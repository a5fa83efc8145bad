import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Marked types without a plan: what the process knows of them is under a lock, which is not to be
/// taken for each value.
struct WaitingTypesTests {
  private struct Unknown: Decodable {
    var text: String
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
  }

  private struct Waiting: Decodable, MemberwiseDecodable {
    var number: Int
    var first: Unknown?
    var second: Unknown?
  }

  private struct Refused: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      number =
        1 &+ (try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number))
    }
    enum CodingKeys: CodingKey { case number }
  }

  private static let environment = DecodingEnvironment(
    currentThread: { 0 },
    exclusively: { body in
      lock.withLock { count in
        count += 1
        body()
      }
    },
    acquire: {},
    keep: { _ in },
    directTypes: [],
    decoders: []
  )
  private static let lock = Locked(0)

  @Test func `a type that waits or is refused costs no lock for each value`() throws {
    let decoder = CoreDecoder(environment: Self.environment)
    let text = "[\((0..<1_000).map { "{\"number\":\($0)}" }.joined(separator: ","))]"
    for _ in 0..<2 { _ = try decoder.decode([Waiting].self, from: text) }
    _ = try decoder.decode([Refused].self, from: "[]")
    let before = Self.lock.withLock { $0 }
    #expect(try decoder.decode([Waiting].self, from: text).count == 1_000)
    #expect(Self.lock.withLock { $0 } - before < 20)
    // The marker of a type is known with the first long text.
    #expect(try decoder.decode([Refused].self, from: text).last?.number == 1_000)
    #expect(try decoder.decode([Refused].self, from: text).last?.number == 1_000)
    #expect(Self.lock.withLock { $0 } - before < 40)
    // Values that tell its members apart still make a plan.
    let different = #"{"number":1,"first":"a","second":"b"}"#
    let many = "[\(Array(repeating: different, count: 5_000).joined(separator: ","))]"
    _ = try decoder.decode([Waiting].self, from: many)
    let isPlanned = decoder.learn(Waiting.self)
    #expect(isPlanned)
  }
}
