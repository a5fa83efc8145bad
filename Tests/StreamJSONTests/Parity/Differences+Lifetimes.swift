import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

extension Differences {
  /// What a model and the model inside it share; used on one thread.
  final class Shelf: @unchecked Sendable {
    var decoder: (any Decoder)?
    var path: [String] = []
    var container: KeyedDecodingContainer<AnyKey>?
  }

  struct Inner: Decodable {
    init(from decoder: any Decoder) throws {
      guard let shelf = decoder.userInfo[.script] as? Shelf else { return }
      shelf.path = shelf.decoder?.codingPath.map(\.stringValue) ?? []
    }
  }

  struct KeepsDecoder: Decodable {
    init(from decoder: any Decoder) throws {
      (decoder.userInfo[.script] as? Shelf)?.decoder = decoder
    }
  }

  @Test func `a kept decoder stays where it was while it decodes`() throws {
    let paths = try [JSONDecoder(), StreamJSONDecoder()].map { decoder in
      let shelf = Shelf()
      decoder.userInfo[.script] = shelf
      _ = try decoder.decode(KeepsDecoder.self, from: Data(#"{"a":{}}"#.utf8))
      let kept = try #require(shelf.decoder)
      _ = try kept.container(keyedBy: AnyKey.self).decode(Inner.self, forKey: "a")
      shelf.decoder = nil
      return shelf.path
    }
    #expect(paths == [["a"], []])
  }

  /// Keeps the container of a value that it enters by keys of two types.
  struct KeepsContainer: Decodable {
    enum CodingKeys: CodingKey { case inner }

    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: CodingKeys.self).superDecoder(forKey: .inner)
        .container(keyedBy: AnyKey.self)
      _ = try decoder.container(keyedBy: CodingKeys.self)
        .nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
      (decoder.userInfo[.script] as? Shelf)?.container =
        try decoder.container(keyedBy: AnyKey.self)
        .nestedContainer(keyedBy: AnyKey.self, forKey: "inner")
    }
  }

  @Test func `a decoder from a container that is used later stays at its value`() throws {
    let paths = try [JSONDecoder(), StreamJSONDecoder()].map { decoder in
      let shelf = Shelf()
      decoder.userInfo[.script] = shelf
      _ = try decoder.decode(KeepsContainer.self, from: Data(#"{"inner":{"a":{}}}"#.utf8))
      let kept = try #require(shelf.container)
      _ = try kept.decode(KeepsDecoder.self, forKey: "a")
      let path = shelf.decoder?.codingPath.map(\.stringValue)
      (shelf.decoder, shelf.container) = (nil, nil)
      return path
    }
    #expect(paths == [[], ["inner"]])
  }
}
