import Testing

@testable import StreamJSONCore

/// Reuse of keyed containers, on which the speed of every model depends.
struct PooledContainerTests {
  private enum Keys: CodingKey { case a }

  private func decoder() throws -> DocumentDecoder {
    let document = Document()
    let decoder = DocumentDecoder(document: document, options: DecodingOptions())
    var bytes = ByteArena()
    bytes.append(#"{"a":1}"#)
    document.own(bytes)
    try decoder.scan(document.text)
    return decoder
  }

  @Test func `a container is free when nobody else holds it, and only then`() throws {
    let decoder = try decoder()
    var held: KeyedDecodingContainer? = try decoder.container(keyedBy: Keys.self)
    let pooled = try #require(decoder.memory.keyType(Keys.self).pool.first)
    #expect(!pooled.isFree)
    #expect(held?.contains(.a) == true)
    held = nil
    #expect(pooled.isFree)
  }

  @Test func `one container serves all objects that are read one after the other`() throws {
    let decoder = try decoder()
    for _ in 0..<100 { _ = try decoder.container(keyedBy: Keys.self).contains(.a) }
    #expect(decoder.memory.keyType(Keys.self).pool.count == 1)
    #expect(decoder.finish())
  }

  @Test func `a decode that leaves a container behind says so`() throws {
    let decoder = try decoder()
    let held = try decoder.container(keyedBy: Keys.self)
    #expect(!decoder.finish())
    #expect(try held.decode(Int.self, forKey: .a) == 1)
  }
}
