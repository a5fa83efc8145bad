import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

extension Differences {
  /// What a model and the model inside it share; used on one thread.
  final class Shelf: @unchecked Sendable {
    var decoder: (any Decoder)?
    var path: [String] = []
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
}
