import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// Reuse of keyed containers, which the speed of every model depends on.
struct PooledContainerTests {
  private enum Keys: CodingKey { case a }

  private func decoder() throws -> DocumentDecoder {
    let document = Document()
    let decoder = DocumentDecoder(
      document: document,
      options: DecodingOptions(),
      environment: .locked
    )
    var bytes = ByteArena()
    bytes.append(#"{"a":1}"#)
    document.own(bytes)
    try decoder.scan(document.text)
    decoder.begin()
    return decoder
  }

  private func container(of decoder: DocumentDecoder) throws -> KeyedDecodingContainer<Keys> {
    try decoder.keyedContainer(Keys.self, at: Tape.root)
  }

  /// Keys of kept containers, for which this process has no pool from then on.
  private enum KeptKeys: CodingKey { case a }

  @Test func `boxes are as the pool relies on`() {
    #expect(BoxLayout.isKnown)
  }

  @Test func `a container is free when nothing else holds it, and only then`() throws {
    let decoder = try decoder()
    var held: KeyedDecodingContainer? = try container(of: decoder)
    let pooled = try #require(
      decoder.memory.pool.containers(of: decoder.memory.keyType(Keys.self)).first
    )
    #expect(!pooled.isFree)
    #expect(held?.contains(.a) == true)
    held = nil
    #expect(pooled.isFree)
  }

  @Test func `a container with a weak reference to it is not free again`() throws {
    let decoder = try decoder()
    weak var box: AnyObject?
    do {
      let held = try container(of: decoder)
      box = Mirror(reflecting: held).children.first.map { $0.value as AnyObject }
    }
    #expect(box != nil)
    #expect(
      decoder.memory.pool.containers(of: decoder.memory.keyType(Keys.self)).first?.isFree == false
    )
    _ = try container(of: decoder)
    #expect(decoder.memory.pool.containers(of: decoder.memory.keyType(Keys.self)).count == 2)
  }

  @Test func `one container serves all objects that are read one after the other`() throws {
    var decoder = try decoder()
    for _ in 0..<100 { _ = try container(of: decoder).contains(.a) }
    #expect(decoder.memory.pool.containers(of: decoder.memory.keyType(Keys.self)).count == 1)
    #expect(DocumentDecoder.end(&decoder))
  }

  @Test func `a decode that leaves a container behind says so`() throws {
    var decoder = try decoder()
    let held = try decoder.keyedContainer(KeptKeys.self, at: Tape.root)
    #expect(!DocumentDecoder.end(&decoder))
    let kept = decoder
    decoder = decoder.successor(with: Document())
    #expect(decoder !== kept)
    #expect(try held.decode(Int.self, forKey: .a) == 1)
  }

  @Test func `containers of keys that were kept count what they read from then on`() throws {
    var decoder = try decoder()
    let held = try decoder.keyedContainer(KeptKeys.self, at: Tape.root)
    #expect(!DocumentDecoder.end(&decoder))
    #expect(try held.decode(Int.self, forKey: .a) == 1)
    let next = try self.decoder()
    _ = try next.keyedContainer(KeptKeys.self, at: Tape.root)
    #expect(next.memory.pool.containers(of: next.memory.keyType(KeptKeys.self)).isEmpty)
  }

  @Test func `pools on many threads never share a container`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<300 {
            var decoder = try self.decoder()
            #expect(try self.container(of: decoder).decode(Int.self, forKey: .a) == 1)
            let pooled = try #require(
              decoder.memory.pool.containers(of: decoder.memory.keyType(Keys.self)).first
            )
            #expect(pooled.isFree)
            #expect(pooled.object.decoder === decoder)
            #expect(DocumentDecoder.end(&decoder))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a copy of what is in a container is stale after its object`() throws {
    let decoder = try decoder()
    func copy() throws -> any KeyedDecodingContainerProtocol {
      let held = try container(of: decoder)
      let box = try #require(Mirror(reflecting: held).children.first?.value)
      let inner = try #require(Mirror(reflecting: box).children.first?.value)
      return try #require(inner as? any KeyedDecodingContainerProtocol)
    }
    func read<C: KeyedDecodingContainerProtocol>(_ container: C) throws -> Int? {
      guard let key = C.Key(stringValue: "a") else { return nil }
      return try container.decode(Int.self, forKey: key)
    }
    let stale = try copy()
    #expect(try read(stale) == 1)
    _ = try container(of: decoder)
    #expect(throws: DecodingError.self) { try read(stale) }
  }
}
