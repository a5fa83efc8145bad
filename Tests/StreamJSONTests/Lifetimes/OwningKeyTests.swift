import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Keys that refer to what refers to them: they go when their decode does.
struct OwningKeyTests {
  /// Exists as long as a key does.
  final class Witness: Sendable {}

  /// A key that holds a decoder.
  ///
  /// `@unchecked`: one thread uses it.
  struct OwningKey: CodingKey, @unchecked Sendable {
    let stringValue: String
    var decoder: (any Decoder)?
    var witness: Witness?

    init(_ name: String, _ decoder: any Decoder, _ witness: Witness?) {
      (stringValue, self.decoder, self.witness) = (name, decoder, witness)
    }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
  }

  /// The same as a case with a payload.
  enum CaseKey: CodingKey {
    case none
    case key(OwningKey)
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    var stringValue: String { if case .key(let key) = self { key.stringValue } else { "" } }
    var intValue: Int? { nil }
  }

  /// How a model uses a key.
  enum Use: CaseIterable {
    case object, array, dictionary, numbers, model, superDecoder, failure, twice
  }

  struct Model: Decodable {
    struct Inner: Decodable { var number: Int }

    init(from decoder: any Decoder) throws {
      let scene = try #require(decoder.userInfo[.script] as? Scene)
      let key = { OwningKey($0, decoder, scene.witness) }
      try Self.use(decoder.container(keyedBy: OwningKey.self), scene, key)
      try Self.use(decoder.container(keyedBy: CaseKey.self), scene) { .key(key($0)) }
    }

    static func use<Key: CodingKey>(
      _ container: KeyedDecodingContainer<Key>,
      _ scene: Scene,
      _ key: (String) -> Key
    ) throws {
      switch scene.use {
      case .object:
        let inner = try container.nestedContainer(keyedBy: Key.self, forKey: key("object"))
        #expect(try inner.decode(Int.self, forKey: key("number")) == 1)
      case .array:
        var list = try container.nestedUnkeyedContainer(forKey: key("array"))
        #expect(try list.decode(Int.self) == 2)
        #expect(list.codingPath.last?.stringValue == "array")
      case .dictionary:
        #expect(try container.decode([String: Int].self, forKey: key("object")) == ["number": 1])
      case .numbers:
        #expect(try container.decode([Int].self, forKey: key("array")) == [2])
      case .model:
        #expect(try container.decode(Inner.self, forKey: key("object")).number == 1)
      case .superDecoder:
        #expect(try Inner(from: container.superDecoder(forKey: key("object"))).number == 1)
      case .failure:
        #expect(throws: DecodingError.self) {
          try container.decode(Inner.self, forKey: key("array"))
        }
        #expect(throws: DecodingError.self) {
          try container.decode(Bool.self, forKey: key("missing"))
        }
      case .twice:
        for _ in 0..<2 {
          let inner = try container.nestedContainer(keyedBy: Key.self, forKey: key("object"))
          #expect(try inner.decode(Int.self, forKey: key("number")) == 1)
        }
      }
    }
  }

  /// What a model finds in its `userInfo`.
  final class Scene: @unchecked Sendable {
    let use: Use
    let witness: Witness
    var kept: (any Decoder)?
    init(_ use: Use, _ witness: Witness) { (self.use, self.witness) = (use, witness) }
  }

  private static let text = Data(
    #"{"object":{"number":1},"array":[2],"inner":{"object":{"number":1},"array":[2]}}"#.utf8
  )

  /// Whether keys exist after `body`, which decodes with its own decoder.
  private func leavesKeys(
    _ use: Use,
    after body: (Scene) throws -> Void
  ) rethrows -> Bool {
    weak var witness: Witness?
    try {
      let strong = Witness()
      witness = strong
      try body(Scene(use, strong))
    }()
    return witness != nil
  }

  @Test(arguments: Use.allCases)
  func `a key that holds the decoder does not keep the decode`(_ use: Use) throws {
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      let leaves = try leavesKeys(use) { scene in
        decoder.userInfo[.script] = scene
        _ = try decoder.decode(Model.self, from: Self.text)
        decoder.userInfo = [:]
      }
      #expect(!leaves, "\(type(of: decoder))")
    }
  }

  /// The same, for a decode that updates a value or fills in what the text lacks.
  struct Updated: CodableWithDefaults {
    static var defaults: Updated { Updated() }
    var number = 0
    var text = "nothing"
    init() {}

    init(from decoder: any Decoder) throws {
      let scene = try #require(decoder.userInfo[.script] as? Scene)
      let key = { OwningKey($0, decoder, scene.witness) }
      let container = try decoder.container(keyedBy: OwningKey.self)
      try Model.use(container, scene, key)
      text = try container.decode(String.self, forKey: key("text"))
    }
  }

  @Test(arguments: [Use.object, .array, .dictionary, .numbers, .model, .twice])
  func `nor does one where a value has defaults`(_ use: Use) throws {
    let decoder = StreamJSONDecoder()
    let leaves = try leavesKeys(use) { scene in
      decoder.userInfo[.script] = scene
      for _ in 0..<20 {
        let updated = try decoder.decode(Updated.self, from: Self.text)
        #expect(updated.text == "nothing")
      }
      decoder.userInfo = [:]
    }
    #expect(!leaves)
  }

  /// Enters containers by keys that hold other decoders and containers of the decode.
  struct Crossing: Decodable {
    init(from decoder: any Decoder) throws {
      let scene = try #require(decoder.userInfo[.script] as? Scene)
      let outer = try decoder.container(keyedBy: OwningKey.self)
      let inner = try outer.superDecoder(forKey: OwningKey(stringValue: "inner"))
      let key = { OwningKey($0, inner, scene.witness) }
      try Model.use(outer, scene, key)
      try Model.use(inner.container(keyedBy: OwningKey.self), scene, key)
      let list = try outer.superDecoder(forKey: OwningKey(stringValue: "array"))
      let unkeyed = try list.unkeyedContainer()
      let other = ListKey(stringValue: "object", list: unkeyed, witness: scene.witness)
      let container = try decoder.container(keyedBy: ListKey.self)
      #expect(try container.decode([String: Int].self, forKey: other) == ["number": 1])
    }
  }

  /// A key that holds an unkeyed container.
  ///
  /// `@unchecked`: one thread uses it.
  struct ListKey: CodingKey, @unchecked Sendable {
    var stringValue: String
    var list: (any UnkeyedDecodingContainer)?
    var witness: Witness?

    init(stringValue: String, list: any UnkeyedDecodingContainer, witness: Witness) {
      (self.stringValue, self.list, self.witness) = (stringValue, list, witness)
    }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
  }

  @Test(arguments: Use.allCases)
  func `nor does one that holds another decoder of the same text`(_ use: Use) throws {
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      let leaves = try leavesKeys(use) { scene in
        decoder.userInfo[.script] = scene
        _ = try decoder.decode(Crossing.self, from: Self.text)
        decoder.userInfo = [:]
      }
      #expect(!leaves, "\(type(of: decoder))")
    }
  }

  struct Keeper: Decodable {
    init(from decoder: any Decoder) throws {
      try #require(decoder.userInfo[.script] as? Scene).kept = decoder
    }
  }

  @Test(arguments: Use.allCases)
  func `nor does one that is used after the decode`(_ use: Use) throws {
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      let leaves = try leavesKeys(use) { scene in
        decoder.userInfo[.script] = scene
        _ = try decoder.decode(Keeper.self, from: Self.text)
        let kept = try #require(scene.kept)
        for _ in 0..<2 {
          _ = try Model(from: kept)
          let container = try kept.container(keyedBy: AnyKey.self)
          _ = try container.decode(Model.self, forKey: "inner")
        }
        decoder.userInfo = [:]
        scene.kept = nil
      }
      #expect(!leaves, "\(type(of: decoder))")
    }
  }

  @Test(arguments: Use.allCases)
  func `nor one that is used in a stream`(_ use: Use) throws {
    let decoder = StreamJSONDecoder()
    let leaves = try leavesKeys(use) { scene in
      decoder.userInfo[.script] = scene
      let stream = decoder.makeStream(of: Model.self, framing: .lines)
      for _ in 0..<3 {
        try stream.append(Array(Self.text) + [0x0A]) { _ in }
      }
      try stream.finish { _ in }
      decoder.userInfo = [:]
    }
    #expect(!leaves)
  }

  /// Keeps a container that was entered by a key of some type.
  struct PathKeeper: Decodable {
    init(from decoder: any Decoder) throws {
      let scene = try #require(decoder.userInfo[.script] as? Scene)
      let outer = try decoder.container(keyedBy: OwningKey.self)
      let key = OwningKey("object", decoder, scene.witness)
      scene.kept = try outer.nestedContainer(keyedBy: AnyKey.self, forKey: key).superDecoder()
    }
  }

  @Test func `where a container is kept the name of such a key stays in its path`() throws {
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      let leaves = try leavesKeys(.object) { scene in
        decoder.userInfo[.script] = scene
        _ = try? decoder.decode(PathKeeper.self, from: Self.text)
        decoder.userInfo = [:]
        let path = try #require(scene.kept).codingPath
        #expect(path.map(\.stringValue) == ["object", "super"])
        scene.kept = nil
      }
      #expect(!leaves, "\(type(of: decoder))")
    }
  }
}
