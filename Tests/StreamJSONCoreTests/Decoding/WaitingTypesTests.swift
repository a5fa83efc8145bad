import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

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

  private func decode<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    by decoder: DocumentDecoder
  ) throws -> Value {
    defer { decoder.reset() }
    return try unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
      // SAFETY: the bytes exist until the closure has returned.
      try unsafe decoder.decode(Value.self, from: JSONText(bytes))
    }
  }

  @Test func `a type that waits or is refused costs no lock for each value`() throws {
    let decoder = DocumentDecoder(
      document: Document(),
      options: DecodingOptions(),
      environment: Self.environment
    )
    let text = "[\((0..<1_000).map { "{\"number\":\($0)}" }.joined(separator: ","))]"
    for _ in 0..<2 { _ = try decode([Waiting].self, text, by: decoder) }
    _ = try decode([Refused].self, "[]", by: decoder)
    let before = Self.lock.withLock { $0 }
    #expect(try decode([Waiting].self, text, by: decoder).count == 1_000)
    #expect(Self.lock.withLock { $0 } - before < 20)
    // The marker of a type is known with the first long text.
    #expect(try decode([Refused].self, text, by: decoder).last?.number == 1_000)
    #expect(try decode([Refused].self, text, by: decoder).last?.number == 1_000)
    #expect(Self.lock.withLock { $0 } - before < 40)
    // Values that tell its members apart still make a plan.
    let different = #"{"number":1,"first":"a","second":"b"}"#
    let many = "[\(Array(repeating: different, count: 5_000).joined(separator: ","))]"
    _ = try decode([Waiting].self, many, by: decoder)
    #expect(decoder.memberwiseReport(for: Waiting.self).state == .planned)
  }
}
