import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The keys in the paths of containers that outlive the value in which they were opened.
struct KeptPathTests {
  enum Keys: String, CodingKey { case a, b, list }

  /// A key with a payload, which cannot be made from a name.
  enum Loaded: CodingKey, ExpressibleByStringLiteral {
    case name(String)
    init(stringLiteral value: String) { self = .name(value) }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    var stringValue: String { if case .name(let name) = self { name } else { "" } }
    var intValue: Int? { stringValue.count }
  }

  /// Containers kept by models; used on one thread.
  final class Shelf: @unchecked Sendable {
    var plain: [KeyedDecodingContainer<Keys>] = []
    var loaded: [KeyedDecodingContainer<Loaded>] = []
    var lists: [any UnkeyedDecodingContainer] = []

    /// The paths of everything here, and of errors in it.
    func note(in trace: inout Trace) {
      for container in plain {
        trace.note(path: container.codingPath)
        trace.note { try container.decode(Bool.self, forKey: .a) }
        trace.note { try container.decode([Int].self, forKey: .list) }
        trace.note { try container.nestedContainer(keyedBy: Loaded.self, forKey: .list) }
      }
      for container in loaded {
        trace.note(path: container.codingPath)
        trace.note { try container.decode(Bool.self, forKey: "a") }
        trace.note { try container.decode([Int].self, forKey: "list") }
        trace.note { try container.nestedUnkeyedContainer(forKey: "list").codingPath.count }
      }
      for var list in lists {
        trace.note(path: list.codingPath)
        trace.note { try list.decode(Bool.self) }
      }
    }
  }

  /// Leaves containers behind.
  struct Leaver: Decodable {
    init(from decoder: any Decoder) throws {
      guard let shelf = decoder.userInfo[.shelf] as? Shelf else { return }
      let plain = try decoder.container(keyedBy: Keys.self)
      let loaded = try decoder.container(keyedBy: Loaded.self)
      shelf.plain.append(plain)
      shelf.loaded.append(loaded)
      shelf.lists.append(try plain.nestedUnkeyedContainer(forKey: .list))
      _ = try loaded.decodeIfPresent(Leaver.self, forKey: "b")
      _ = try loaded.decodeIfPresent([String: Leaver].self, forKey: "more")
      _ = try loaded.decodeIfPresent([Leaver].self, forKey: "many")
    }
  }

  private static let text = #"""
    {"a":{"a":1,"list":["x"],"b":{"a":2,"list":["y"]}},
     "c":{"a":1,"list":["x"],"more":{"k":{"a":3,"list":["z"]}}},
     "d":{"a":1,"list":["x"],"many":[{"a":4,"list":["w"]},{"a":5,"list":[0]}]}}
    """#

  /// Both decoders' traces of a model that decodes leavers, after which `body` is called.
  private func expectSame(
    _ body: @escaping @Sendable (any Decoder, Shelf, inout Trace) throws -> Void
  ) {
    Failure.Step.$haveNamesOnly.withValue(true) {
      Parity.expectSameTrace(Self.text, configure: { $0.userInfo[.shelf] = Shelf() }) {
        decoder,
        trace in
        guard let shelf = decoder.userInfo[.shelf] as? Shelf else { return }
        let outer = try decoder.container(keyedBy: Loaded.self)
        _ = try outer.decode(Leaver.self, forKey: "a")
        _ = try outer.decode(Leaver.self, forKey: "c")
        _ = try outer.decode(Leaver.self, forKey: "d")
        try body(decoder, shelf, &trace)
        (shelf.plain, shelf.loaded, shelf.lists) = ([], [], [])
      }
    }
  }

  @Test func `a container knows its path after its value was left`() {
    expectSame { _, shelf, trace in shelf.note(in: &trace) }
  }

  @Test func `a container knows its path after its decode`() throws {
    var traces: [Trace] = []
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      let shelf = Shelf()
      decoder.userInfo[.shelf] = shelf
      for kind in 0..<2 {
        if kind == 0 {
          _ = try decoder.decode([String: Leaver].self, from: Data(#"{"a":\#(Self.part)}"#.utf8))
        } else {
          _ = try decoder.decode([Leaver].self, from: Data("[\(Self.part)]".utf8))
        }
      }
      // What the decoder does with another text changes nothing.
      _ = try? decoder.decode([String: [String: Int]].self, from: Data(Self.text.utf8))
      var trace = Trace()
      shelf.note(in: &trace)
      shelf.note(in: &trace)
      traces.append(trace)
    }
    Self.expectSame(traces)
  }

  private static func expectSame(
    _ traces: [Trace],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (their, our) in zip(traces[0].entries, traces[1].entries) {
      #expect(our.agrees(with: their), sourceLocation: sourceLocation)
    }
    #expect(traces[0].entries.count == traces[1].entries.count, sourceLocation: sourceLocation)
  }

  private static let part = #"""
    {"a":1,"list":["x"],"b":{"a":2,"list":["y"]},"more":{"k":{"a":3,"list":["z"]}},
     "many":[{"a":4,"list":["w"]}]}
    """#

  @Test func `anything opened from a kept container knows its path`() throws {
    var traces: [Trace] = []
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      let shelf = Shelf()
      decoder.userInfo[.shelf] = shelf
      _ = try decoder.decode([Leaver].self, from: Data("[\(Self.part)]".utf8))
      let (plain, loaded) = (shelf.plain[0], shelf.loaded[0])
      (shelf.plain, shelf.loaded, shelf.lists) = ([], [], [])
      shelf.plain.append(try loaded.nestedContainer(keyedBy: Keys.self, forKey: "b"))
      shelf.loaded.append(try plain.nestedContainer(keyedBy: Loaded.self, forKey: .b))
      let more = try loaded.nestedContainer(keyedBy: Loaded.self, forKey: "more")
      shelf.plain.append(try more.nestedContainer(keyedBy: Keys.self, forKey: "k"))
      shelf.lists.append(try shelf.plain[1].nestedUnkeyedContainer(forKey: .list))
      var many = try loaded.nestedUnkeyedContainer(forKey: "many")
      _ = try many.decode(Leaver.self)
      _ = try more.decode(Leaver.self, forKey: "k")
      var trace = Trace()
      shelf.note(in: &trace)
      traces.append(trace)
    }
    Self.expectSame(traces)
  }

  @Test func `a value's key is not that of an earlier text's`() throws {
    let texts = [#"{"a":"x"}"#, #"{"\q":1}"#, #"{"b":"x"}"#].joined(separator: "\n")
    struct Model: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        _ = try container.decodeIfPresent(Keyword.self, forKey: .a)
        _ = try container.decodeIfPresent(Int.self, forKey: .b)
      }
    }
    enum Keyword: String, Decodable { case x }
    var failures: [Failure] = []
    let stream = StreamJSONDecoder().makeStream(of: Model.self, framing: .lines)
    for line in texts.split(separator: "\n") {
      do {
        try stream.append(Data("\(line)\n".utf8)) { _ in }
      } catch {
        failures.append(Failure(error))
      }
      if !failures.isEmpty { break }
    }
    #expect(failures.first?.path.allSatisfy { $0.type.isEmpty } == true, "\(failures)")
  }

  @Test(arguments: [2, 600, 70_000])
  func `any number of keys is right while it is in use`(length: Int) throws {
    let count = length > 1000 ? 40 : 6000
    let names = (0..<count).map { "k\($0)" + String(repeating: "x", count: length) }
    let text = "{\(names.map { #""\#($0)":{"list":["x"]}"# }.joined(separator: ","))}"
    Parity.expectSameTrace(text) { decoder, trace in
      let outer = try decoder.container(keyedBy: AnyKey.self)
      var wrong = 0
      var kept: [KeyedDecodingContainer<AnyKey>] = []
      for name in names {
        let key = AnyKey(stringValue: name)
        let inner = try outer.nestedContainer(keyedBy: AnyKey.self, forKey: key)
        let path = try inner.nestedUnkeyedContainer(forKey: "list").codingPath
        if path.map(\.stringValue) != [name, "list"] { wrong += 1 }
        kept.append(inner)
      }
      trace.note { wrong }
      trace.note { zip(kept, names).filter { $0.codingPath.map(\.stringValue) != [$1] }.count }
    }
  }
}

extension CodingUserInfoKey {
  fileprivate static let shelf: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "shelf") else { preconditionFailure() }
    return key
  }()
}
