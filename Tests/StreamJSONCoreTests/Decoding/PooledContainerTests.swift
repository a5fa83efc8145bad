import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Reuse of keyed containers, which the speed of every model depends on.
struct PooledContainerTests {
  private enum Keys: CodingKey { case a }

  /// Keys of kept containers, for which this process has no pool from then on.
  private enum KeptKeys: CodingKey { case a }

  /// Keys of a container that is referred to weakly, which has the same effect.
  private enum ObservedKeys: CodingKey { case a }

  private typealias Containers = DecodeReport.Containers

  private static let text = #"{"a":1}"#

  @Test func `a container is free when nothing else holds it, and only then`() throws {
    let core = CoreDecoder(environment: .locked)
    try core.withDecoder(of: Self.text) { decoder in
      var held: KeyedDecodingContainer? = try decoder.container(keyedBy: Keys.self)
      #expect(core.report.containers(keyedBy: Keys.self) == Containers(free: 0, held: 1))
      #expect(held?.contains(.a) == true)
      held = nil
      #expect(core.report.containers(keyedBy: Keys.self) == Containers(free: 1, held: 0))
    }
    #expect(!core.wasKept)
  }

  @Test func `a container with a weak reference to it is not free again`() throws {
    let core = CoreDecoder(environment: .locked)
    weak var box: AnyObject?
    try core.withDecoder(of: Self.text) { decoder in
      do {
        let held = try decoder.container(keyedBy: ObservedKeys.self)
        box = Mirror(reflecting: held).children.first.map { $0.value as AnyObject }
      }
      #expect(box != nil)
      #expect(core.report.containers(keyedBy: ObservedKeys.self) == Containers(free: 0, held: 1))
      _ = try decoder.container(keyedBy: ObservedKeys.self)
      #expect(core.report.containers(keyedBy: ObservedKeys.self) == Containers(free: 1, held: 1))
    }
  }

  @Test func `one container serves all objects that are read one after the other`() throws {
    let core = CoreDecoder(environment: .locked)
    for _ in 0..<3 {
      try core.withDecoder(of: Self.text) { decoder in
        for _ in 0..<100 { _ = try decoder.container(keyedBy: Keys.self).contains(.a) }
      }
      #expect(core.report.containers(keyedBy: Keys.self) == Containers(free: 1, held: 0))
      #expect(!core.wasKept)
    }
  }

  @Test func `containers of keys that were kept count what they read from then on`() throws {
    let core = CoreDecoder(environment: .locked)
    let held = try core.withDecoder(of: Self.text) { try $0.container(keyedBy: KeptKeys.self) }
    #expect(core.wasKept)
    #expect(try held.decode(Int.self, forKey: .a) == 1)
    let other = CoreDecoder(environment: .locked)
    try other.withDecoder(of: Self.text) { decoder in
      _ = try decoder.container(keyedBy: KeptKeys.self)
      #expect(other.report.containers(keyedBy: KeptKeys.self) == Containers(free: 0, held: 0))
    }
  }

  @Test func `pools on many threads never share a container`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for number in 0..<300 {
            let core = CoreDecoder(environment: .locked)
            try core.withDecoder(of: #"{"a":\#(number)}"#) { decoder in
              let container = try decoder.container(keyedBy: Keys.self)
              #expect(try container.decode(Int.self, forKey: .a) == number)
            }
            #expect(core.report.containers(keyedBy: Keys.self) == Containers(free: 1, held: 0))
            #expect(!core.wasKept)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a copy of a container's contents is stale after its object`() throws {
    let core = CoreDecoder(environment: .locked)
    func copy(_ decoder: any Decoder) throws -> any KeyedDecodingContainerProtocol {
      let held = try decoder.container(keyedBy: Keys.self)
      let box = try #require(Mirror(reflecting: held).children.first?.value)
      let inner = try #require(Mirror(reflecting: box).children.first?.value)
      return try #require(inner as? any KeyedDecodingContainerProtocol)
    }
    func read<C: KeyedDecodingContainerProtocol>(_ container: C) throws -> Int? {
      guard let key = C.Key(stringValue: "a") else { return nil }
      return try container.decode(Int.self, forKey: key)
    }
    try core.withDecoder(of: Self.text) { decoder in
      let stale = try copy(decoder)
      #expect(try read(stale) == 1)
      _ = try decoder.container(keyedBy: Keys.self)
      #expect(throws: DecodingError.self) { try read(stale) }
    }
  }
}
