import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// A decoder that knows more key types than it has bits for.
struct ManyKeyTypesTests {
  /// Numbers as types, to make as many key types as a test wants.
  enum Zero {}
  enum Successor<Number> {}

  struct Key<Number>: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Opens a container with keys of each type, and returns the one numbered `kept`.
  private static func open<Number>(
    _ decoder: any Decoder,
    count: Int,
    kept: Int,
    _ type: Number.Type = Zero.self
  ) throws -> (() throws -> Int)? {
    guard count > 0 else { return nil }
    let container = try decoder.container(keyedBy: Key<Number>.self)
    let read = { try container.decode(Int.self, forKey: Key(stringValue: "number")) }
    #expect(try read() >= 0)
    let other = try open(decoder, count: count - 1, kept: kept - 1, Successor<Number>.self)
    return kept == 0 ? read : other
  }

  @Test func `a container of each of many key types is kept`() throws {
    let decoder = StreamJSONDecoder()
    let readers = Locked<[() throws -> Int]>([])
    for number in 0..<140 {
      decoder.userInfo[.script] = Script { decoder, _ in
        guard let reader = try Self.open(decoder, count: 140, kept: number) else { return }
        readers.withLock { $0.append(reader) }
      }
      _ = try decoder.decode(Scripted.self, from: NumberedText.text(number))
    }
    decoder.userInfo = [:]
    _ = try decoder.decode(JSONTree.self, from: NumberedText.text(1000))
    for (number, read) in readers.withLock({ $0 }).enumerated() { #expect(try read() == number) }
  }
}
