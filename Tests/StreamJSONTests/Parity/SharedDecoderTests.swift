import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// That a decoder which a model has kept moves along with the decode, whatever keys lead there, as
/// JSONDecoder's one decoder does.
struct SharedDecoderTests {
  enum FirstKeys: String, CodingKey { case a, list, object }
  enum SecondKeys: String, CodingKey { case a, list, object }

  /// What the models of a decode share.
  final class Shared: Sendable {
    let outer = Locked<(any Decoder)?>(nil)
    let parent = Locked<KeyedDecodingContainer<FirstKeys>?>(nil)
    let inner = Locked<(any Decoder)?>(nil)
    let trace = Locked<[String]>([])

    @TaskLocal static var current: Shared?

    func note(_ decoder: (any Decoder)?) {
      let path = decoder?.codingPath.map { Failure.Step($0) }
      trace.withLock { $0.append(path.map { "\($0)" } ?? "none") }
    }

    func note(_ body: () throws -> some Any) {
      let failure = outcome(of: body).failure
      trace.withLock { $0.append("\(String(describing: failure))") }
    }
  }

  /// Notes where the kept decoders are, and keeps its own.
  struct Noter: Decodable {
    init(from decoder: any Decoder) throws {
      guard let shared = Shared.current else { return }
      shared.note(decoder)
      shared.note(shared.outer.withLock { $0 })
      shared.note(shared.inner.withLock { $0 })
      shared.inner.withLock { $0 = decoder }
      if let parent = shared.parent.withLock({ $0 }) {
        shared.note { try parent.decode(Bool.self, forKey: .a) }
        shared.note { try parent.decode([String: Int].self, forKey: .object) }
        shared.note { try parent.decode(Leaf.self, forKey: .list) }
      }
      shared.note(decoder)
      shared.note { try decoder.unkeyedContainer() }
      shared.note { try decoder.container(keyedBy: FirstKeys.self) }
    }
  }

  /// Notes where the kept decoders are.
  struct Leaf: Decodable {
    init(from decoder: any Decoder) throws {
      Shared.current?.note(decoder)
      Shared.current?.note(Shared.current?.outer.withLock { $0 })
    }
  }

  private func expectSameTrace(
    _ body: @escaping @Sendable (any Decoder, Shared) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = Data(#"{"a":"x","list":[["y"],2],"object":{"b":[1]}}"#.utf8)
    var traces: [[String]] = []
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      let shared = Shared()
      decoder.userInfo[.script] = Script { decoder, _ in
        shared.outer.withLock { $0 = decoder }
        try body(decoder, shared)
      }
      try Failure.Step.$haveNamesOnly.withValue(true) {
        try Shared.$current.withValue(shared) { _ = try decoder.decode(Scripted.self, from: text) }
        shared.note(shared.outer.withLock { $0 })
        shared.note(shared.inner.withLock { $0 })
      }
      traces.append(shared.trace.withLock { $0 })
    }
    #expect(traces[0].count == traces[1].count, sourceLocation: sourceLocation)
    for (position, (expected, actual)) in zip(traces[0], traces[1]).enumerated() {
      #expect(actual == expected, "note \(position)", sourceLocation: sourceLocation)
    }
  }

  @Test func `a scalar whose model decodes others before it looks at itself`() throws {
    try expectSameTrace { decoder, shared in
      let container = try decoder.container(keyedBy: FirstKeys.self)
      shared.parent.withLock { $0 = container }
      shared.note { try container.decode(Noter.self, forKey: .a) }
      shared.note { try container.decodeIfPresent(Noter.self, forKey: .a) }
      shared.note { try decoder.container(keyedBy: SecondKeys.self).decode(Noter.self, forKey: .a) }
    }
  }

  @Test func `a value that is decoded by a second key`() throws {
    try expectSameTrace { decoder, shared in
      let first = try decoder.container(keyedBy: FirstKeys.self)
      let second = try decoder.container(keyedBy: SecondKeys.self)
      for _ in 0..<2 {
        shared.note { try first.decode(Noter.self, forKey: .list) }
        shared.note { try second.decode(Noter.self, forKey: .list) }
        shared.note { try second.decode([Noter].self, forKey: .list) }
        shared.note { try first.decode([String: Leaf].self, forKey: .object) }
        shared.parent.withLock { $0 = first }
      }
    }
  }

  @Test func `containers that were opened by a second key`() throws {
    try expectSameTrace { decoder, shared in
      let first = try decoder.container(keyedBy: FirstKeys.self)
      let second = try decoder.container(keyedBy: SecondKeys.self)
      var list = try first.nestedUnkeyedContainer(forKey: .list)
      var other = try second.nestedUnkeyedContainer(forKey: .list)
      shared.note { try list.decode(Noter.self) }
      shared.parent.withLock { $0 = first }
      shared.note { try other.decode(Noter.self) }
      shared.note { try other.decode(Noter.self) }
      shared.note { try list.decode(Noter.self) }
      let one = try first.nestedContainer(keyedBy: AnyKey.self, forKey: .object)
      let two = try second.nestedContainer(keyedBy: AnyKey.self, forKey: .object)
      for container in [one, two, one] {
        shared.note { try container.decode(Noter.self, forKey: "b") }
        shared.note { try container.decode([Noter].self, forKey: "b") }
      }
    }
  }

  @Test func `decoders of a second key that are kept`() throws {
    try expectSameTrace { decoder, shared in
      let first = try decoder.container(keyedBy: FirstKeys.self)
      let second = try decoder.container(keyedBy: SecondKeys.self)
      shared.note { try first.decode(Leaf.self, forKey: .object) }
      shared.note { try second.decode(Noter.self, forKey: .object) }
      let inner = shared.inner.withLock { $0 }
      shared.note(inner)
      shared.note { try inner?.container(keyedBy: FirstKeys.self).decode(Leaf.self, forKey: .list) }
      shared.note { try second.decode(Leaf.self, forKey: .list) }
      shared.note { try inner?.unkeyedContainer() }
    }
  }
}
