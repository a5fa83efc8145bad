import Foundation
import StreamJSON
import Testing

/// Errors of a `superDecoder()` whose member the text lacks, and which JSONDecoder calls null.
@Suite struct MissingSuperTests {
  enum Keys: CodingKey { case child, parent }

  struct Child: Decodable {
    init(from decoder: any Decoder) throws {
      let parent = try decoder.container(keyedBy: Keys.self).superDecoder()
      _ = try parent.singleValueContainer().decode(Int.self)
    }
  }

  struct Keyed<Value: Decodable>: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      _ = try Value(from: container.superDecoder(forKey: .parent))
    }
  }

  struct Members: Decodable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: Keys.self)
    }
  }

  enum Kind: String, Decodable { case small }

  /// Keeps the decoder, which is used after the decode.
  struct Later: Decodable {
    let parent: any Decoder
    init(from decoder: any Decoder) throws {
      parent = try decoder.container(keyedBy: Keys.self).superDecoder(forKey: .parent)
    }
  }

  private func check<T: Decodable>(_ type: T.Type, lacking name: String) throws {
    let data = Data("[\n {\"child\": 1}]".utf8)
    let decoder = StreamJSONDecoder()
    let thrown = #expect(throws: DecodingError.self) {
      try decoder.decode([T].self, from: data)
    }
    let place = try #require(thrown?.jsonError)
    #expect(place.kind == .keyNotFound)
    let sentence = "no key \"\(name)\" in this object; found \"child\""
    #expect(place.description == sentence + " (line 2, column 2, byte 3, at /0)")

    // The error itself is JSONDecoder's.
    let expected = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([T].self, from: data)
    }
    let (context, model) = (try parts(thrown), try parts(expected))
    #expect(context.type == model.type)
    #expect(context.path == model.path)
    #expect(context.description == model.description)

    // Without its JSONError, it leads to the same place.
    let bare = try #require(expected)
    let found = try #require(decoder.locate(bare, in: data))
    #expect(found.description == place.description)
    #expect(found.kind == .keyNotFound)

    // In streams and lines.
    let stream = decoder.makeStream(of: T.self, framing: .arrayElements())
    let streamed = #expect(throws: DecodingError.self) {
      for byte in data { try stream.append([byte]) { _ in } }
    }
    #expect(
      streamed?.jsonError?.description
        == sentence + " (record 1, line 2, column 2, byte 3, at /0)"
    )
    let lines = decoder.makeStream(of: T.self, framing: .lines)
    let read = #expect(throws: DecodingError.self) {
      for byte in Array("{\"child\": 1}\n".utf8) { try lines.append([byte]) { _ in } }
    }
    #expect(
      read?.jsonError?.description
        == sentence + " (record 1, line 1, column 1, byte 0, at the top level)"
    )
  }

  private func parts(
    _ error: DecodingError?
  ) throws -> (type: String, path: [String], description: String) {
    switch try #require(error) {
    case .typeMismatch(let type, let context):
      ("mismatch \(type)", context.codingPath.map(\.stringValue), context.debugDescription)
    case .valueNotFound(let type, let context):
      ("no value \(type)", context.codingPath.map(\.stringValue), context.debugDescription)
    case .keyNotFound(let key, let context):
      ("no key \(key)", context.codingPath.map(\.stringValue), context.debugDescription)
    case .dataCorrupted(let context):
      ("corrupted", context.codingPath.map(\.stringValue), context.debugDescription)
    @unknown default: ("", [], "")
    }
  }

  @Test func `errors name the object and the key`() throws {
    try check(Child.self, lacking: "super")
    try check(Keyed<Int>.self, lacking: "parent")
    try check(Keyed<Bool>.self, lacking: "parent")
    try check(Keyed<[Int]>.self, lacking: "parent")
    try check(Keyed<Members>.self, lacking: "parent")
    try check(Keyed<Kind>.self, lacking: "parent")
  }

  @Test func `they do so where the decoder is kept`() throws {
    let later = try StreamJSONDecoder().decode([Later].self, from: #"[{"child": 1}]"#)[0]
    let thrown = #expect(throws: DecodingError.self) { try Int(from: later.parent) }
    #expect(
      thrown?.jsonError?.description
        == "no key \"parent\" in this object; found \"child\" (line 1, column 2, byte 1, at /0)"
    )
  }

  @Test func `a null in the text is a null`() throws {
    let thrown = #expect(throws: DecodingError.self) {
      try StreamJSONDecoder().decode(Keyed<Int>.self, from: #"{"parent": null}"#)
    }
    #expect(thrown?.jsonError?.kind == .valueNotFound)
    #expect(thrown?.jsonError?.pointer == "/parent")
  }
}
