import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Strategies whose closures use decoders stored by a model.
struct StrategyReentryTests {
  /// What the models and closures of one decode share.
  ///
  /// `@unchecked`: used on one thread.
  final class Shared: @unchecked Sendable {
    var decoder: (any Decoder)?
    var opened: [KeyedDecodingContainer<AnyKey>] = []
    private var isBusy = false

    /// Opens a container through the stored decoder, unless already doing so, and decodes with it.
    func open(decoding decode: (any Decoder) -> Void = { _ in }) {
      guard !isBusy, let decoder, opened.count < 20 else { return }
      isBusy = true
      defer { isBusy = false }
      decode(decoder)
      if let container = try? decoder.container(keyedBy: AnyKey.self) { opened.append(container) }
    }
  }

  private static let text = #"{"name":"outer","inner":{"name":"inner","deep":{"name":"deep"}}}"#

  private static func expectSame(
    _ strategy: @escaping @Sendable (Shared) -> JSONDecoder.KeyDecodingStrategy,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let key = CodingUserInfoKey.meanwhile
    Parity.expectSameTrace(
      text,
      configure: { decoder in
        let shared = Shared()
        decoder.userInfo[key] = shared
        decoder.keyDecodingStrategy = strategy(shared)
      },
      sourceLocation: sourceLocation
    ) { decoder, trace in
      guard let shared = decoder.userInfo[key] as? Shared else { return }
      shared.decoder = decoder
      let outer = try decoder.container(keyedBy: AnyKey.self)
      let inner = try outer.nestedContainer(keyedBy: AnyKey.self, forKey: "inner")
      shared.decoder = try outer.superDecoder(forKey: "inner")
      let deep = try inner.nestedContainer(keyedBy: AnyKey.self, forKey: "deep")
      for container in [outer, inner, deep, outer] {
        trace.note { try container.decode(String.self, forKey: "name") }
        trace.note { container.allKeys.map(\.stringValue).sorted() }
        trace.note(path: container.codingPath)
      }
      // What the strategy has opened shows the objects on which it was opened.
      let names = try shared.opened.map { try $0.decode(String.self, forKey: "name") }
      trace.note { Set(names).isSubset(of: ["outer", "inner"]) && !names.isEmpty }
      shared.opened = []
      shared.decoder = nil
    }
  }

  @Test func `a key strategy that opens containers through a stored decoder`() {
    Self.expectSame { shared in
      .custom { path in
        shared.open()
        return path.last ?? AnyKey(stringValue: "")
      }
    }
  }

  @Test func `a key strategy that decodes a model through a stored decoder`() {
    Self.expectSame { shared in
      .custom { path in
        shared.open { _ = try? [String: String](from: $0) }
        return AnyKey(stringValue: path.last?.stringValue ?? "")
      }
    }
  }

  /// Keys for which no model keeps containers, so that the containers come from a pool.
  struct UnkeptKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
  }

  /// Opens containers of one decoder; used on one thread.
  final class Opener: @unchecked Sendable {
    var decoder: (any Decoder)?
    var opened: [KeyedDecodingContainer<UnkeptKey>] = []

    func open() {
      guard let decoder = decoder.take() else { return }
      if let container = try? decoder.container(keyedBy: UnkeptKey.self) {
        opened.append(container)
      }
      self.decoder = decoder
    }
  }

  @Test func `what a key strategy opens is not the container that is being opened`() throws {
    let (decoder, opener) = (StreamJSONDecoder(), Opener())
    decoder.keyDecodingStrategy = .custom { path in
      opener.open()
      return path[path.count - 1]
    }
    decoder.userInfo[.script] = Script { decoder, _ in
      opener.decoder = decoder
      defer { (opener.decoder, opener.opened) = (nil, []) }
      let outer = try decoder.container(keyedBy: UnkeptKey.self)
      let inner = try outer.nestedContainer(keyedBy: UnkeptKey.self, forKey: "inner")
      let deep = try inner.nestedContainer(keyedBy: UnkeptKey.self, forKey: "deep")
      let names = try [outer, inner, deep].map { try $0.decode(String.self, forKey: "name") }
      #expect(names == ["outer", "inner", "deep"])
      #expect(!opener.opened.isEmpty)
      for container in opener.opened {
        #expect(try container.decode(String.self, forKey: "name") == "outer")
      }
    }
    for _ in 0..<3 { _ = try decoder.decode(Scripted.self, from: Self.text) }
    decoder.keyDecodingStrategy = .useDefaultKeys
  }

  @Test func `a date closure that keeps and uses its decoder`() throws {
    let (decoder, kept) = (StreamJSONDecoder(), Kept())
    decoder.dateDecodingStrategy = .custom { decoder in
      try kept.keepAll(of: decoder)
      for container in kept.keyed { _ = try container.decode(Int.self, forKey: "number") }
      return Date(timeIntervalSince1970: 0)
    }
    for number in 0..<20 {
      _ = try decoder.decode([Date].self, from: "[\(NumberedText.text(number))]")
    }
    for (number, container) in kept.keyed.enumerated() {
      #expect(try container.decode(Int.self, forKey: "number") == number)
    }
    decoder.dateDecodingStrategy = .deferredToDate
  }
}
