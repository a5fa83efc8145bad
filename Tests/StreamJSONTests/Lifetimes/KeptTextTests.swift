import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Decoders and containers that have outlived their decode show the same as they did during it: the
/// values and paths of their text, and where its errors are.
struct KeptTextTests {
  /// Keeps a container and a decoder of a part of a text, and what they showed.
  struct Model: Decodable, @unchecked Sendable {
    // `@unchecked`: what has outlived its decode may be read from any thread.
    private let keyed: KeyedDecodingContainer<Outer>
    private let above: any Decoder
    private(set) var during: [String] = []

    enum Outer: CodingKey { case text, number, inner, when, missing }
    enum Inner: CodingKey { case names, list }
    enum Names: CodingKey { case a, b }

    init(from decoder: any Decoder) throws {
      keyed = try decoder.container(keyedBy: Outer.self)
      above = try keyed.superDecoder(forKey: .inner)
      // Paths have the keys that an object was last opened with, which are the same from the second
      // time on.
      _ = reports()
      during = reports()
    }

    /// What everything shows.
    func reports() -> [String] {
      var reports: [String] = []
      func note<Value>(_ body: () throws -> Value) {
        do {
          reports.append("\(try body())")
        } catch {
          guard case .typeMismatch(_, let context) = error as? DecodingError else {
            return reports.append("\(error)")
          }
          let error = context.underlyingError as? JSONError
          reports.append("\(path(context.codingPath)) \(error?.debugDescription ?? "no JSONError")")
          reports.append("\(error?.byteOffset ?? -1) \(error?.pointer.description ?? "")")
        }
      }
      note { try keyed.decode(String.self, forKey: .text) }
      note { try keyed.decode(Int.self, forKey: .text) }
      note { try keyed.decode(Int.self, forKey: .number) }
      note { try keyed.decode(Date.self, forKey: .when) }
      note { path(keyed.codingPath) + "\(keyed.contains(.missing))" }
      note { Set(keyed.allKeys).count }
      note { try keyed.decode([String: [String: Int]].self, forKey: .inner) }
      // Containers opened inside it know the keys of those opened around them.
      let inner = Result {
        let inner = try keyed.nestedContainer(keyedBy: Inner.self, forKey: .inner)
        return (inner, try inner.nestedContainer(keyedBy: Names.self, forKey: .names))
      }
      note { try inner.get().1.decode(Int.self, forKey: .a) }
      note { path(try inner.get().1.codingPath) }
      note {
        var list = try inner.get().0.nestedUnkeyedContainer(forKey: .list)
        let first = try list.decode(Int.self)
        return (first, try list.decode(Int.self))
      }
      // A decoder of a part of what another decoder covers.
      let parent = Result {
        try above.container(keyedBy: Inner.self).superDecoder(forKey: .names)
      }
      note { path(try parent.get().codingPath) }
      note { try parent.get().container(keyedBy: Names.self).decode(Int.self, forKey: .b) }
      note { try parent.get().container(keyedBy: AnyKey.self).decode(Int.self, forKey: "b") }
      note { path(above.codingPath) }
      return reports
    }

    private func path(_ path: [any CodingKey]) -> String {
      path.map { "\(type(of: $0)) \($0.stringValue) \($0.intValue ?? -1)" }.joined(separator: "/")
    }
  }

  enum Source: CaseIterable {
    case utf8, utf16, utf32, json5, graph, snakeCase, customNames, lines, array, members

    /// Models of a text in which each object takes one line.
    func models() throws -> [Model] {
      let decoder = StreamJSONDecoder()
      let first = #"{"text":"größe 1","number":1,"when":1,"inner":{"#
      let second = #""names":{"a":"x","b":"\#("é")y"},"list":[2,"z"]}}"#
      let text = first + second
      let array = "[\n\(text),\n\n\(text)\n]"
      switch self {
      case .utf8: return try decoder.decode([Model].self, from: array)
      case .utf16, .utf32:
        let encoding = self == .utf16 ? String.Encoding.utf16LittleEndian : .utf32BigEndian
        let data = try #require(array.data(using: encoding))
        return try decoder.decode([Model].self, from: data)
      case .json5:
        decoder.allowsJSON5 = true
        let json5 = array.replacing("\"number\":1", with: "number:/* one */+0x1")
          .replacing("\"x\"", with: "'\\x78'").replacing("2,", with: "2e0,")
        return try decoder.decode([Model].self, from: json5)
      case .graph:
        let inner: [String: Any] = ["names": ["a": "x", "b": "éy"], "list": [2, "z"]]
        let object: [String: Any] = [
          "text": "größe 1", "number": 1, "when": Date(timeIntervalSince1970: 7), "inner": inner,
        ]
        return try decoder.decode([Model].self, withJSONObject: [object, object])
      case .snakeCase:
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode([Model].self, from: array)
      case .customNames:
        decoder.keyDecodingStrategy = .custom { path in
          AnyKey(stringValue: path[path.count - 1].stringValue.lowercased())
        }
        let names = array.replacing("text", with: "Text").replacing("names", with: "Names")
          .replacing("\"b\"", with: "\"B\"")
        return try decoder.decode([Model].self, from: names)
      case .lines, .array, .members:
        let framing: JSONFraming =
          self == .lines ? .lines : self == .array ? .arrayElements(at: "/x/0") : .objectMembers()
        let texts = [
          JSONFraming.lines: "\(text)\n\n\(text)\n",
          .objectMembers(): "{\"p\":\(text),\n\"q\":\(text)}",
        ]
        let stream = decoder.makeStream(of: Model.self, framing: framing)
        var models: [Model] = []
        for byte in (texts[framing] ?? "{\"x\":[\(array)]}").utf8 {
          try stream.append([byte]) { models.append($0) }
        }
        try stream.finish { models.append($0) }
        return models
      }
    }
  }

  @Test(arguments: Source.allCases)
  func `a kept text says what it said during its decode`(_ source: Source) throws {
    let models = try source.models()
    #expect(models.count == 2)
    for model in models + models {
      #expect(model.during.count > 16, "\(model.during)")
      for _ in 0..<2 { #expect(model.reports() == model.during) }
      Threads.run(2) { _ in #expect(model.reports() == model.during) }
    }
  }
}
