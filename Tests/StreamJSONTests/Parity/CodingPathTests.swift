import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Coding paths, as models see them and as errors carry them.
struct CodingPathTests {
  enum Keys: String, CodingKey { case a, b, list }
  enum IntKeys: Int, CodingKey { case one = 1, two }

  @Test func `decoders and containers know where they are`() {
    Parity.expectSameTrace(#"{"a":{"b":[10,{"a":1},[2]]},"list":[]}"#) { decoder, trace in
      trace.note(path: decoder.codingPath)
      let keyed = try decoder.container(keyedBy: Keys.self)
      trace.note(path: keyed.codingPath)
      let inner = try keyed.nestedContainer(keyedBy: AnyKey.self, forKey: .a)
      trace.note(path: inner.codingPath)
      var list = try inner.nestedUnkeyedContainer(forKey: "b")
      trace.note(path: list.codingPath)
      trace.note { try list.decode(Int.self) }
      trace.note(path: list.codingPath)
      let element = try list.nestedContainer(keyedBy: Keys.self)
      trace.note(path: element.codingPath)
      trace.note { try element.decode(String.self, forKey: .a) }
      trace.note { try element.decode(Int.self, forKey: .b) }
      var last = try list.nestedUnkeyedContainer()
      trace.note(path: last.codingPath)
      trace.note { try last.decode(String.self) }
      trace.note { try last.decode(Int.self) }
      trace.note { try last.decode(Int.self) }
      trace.note(path: try decoder.singleValueContainer().codingPath)
      trace.note(path: try decoder.unkeyedOrNothing(.list, in: keyed))
    }
  }

  @Test func `keys are the model's own`() throws {
    struct Model: Decodable, Equatable {
      var a: [Inner]
      struct Inner: Decodable, Equatable { var b: Int }
    }
    do {
      _ = try StreamJSONDecoder().decode(Model.self, from: #"{"a":[{"b":"x"}]}"#)
      Issue.record("nothing was thrown")
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.codingPath.count == 3)
      #expect("\(context.codingPath[0])" == #"CodingKeys(stringValue: "a", intValue: nil)"#)
      #expect(context.codingPath[1].intValue == 0)
      #expect("\(type(of: context.codingPath[2]))" == "CodingKeys")
    }
  }

  @Test func `dictionaries have their own keys`() {
    let texts = [#"{"a":{"x":"no"}}"#, #"{"1":{"2":"no"}}"#, #"{"caf\u00e9":{"":[]}}"#]
    for text in texts {
      Parity.expectSame([String: [String: Int]].self, text)
      Parity.expectSame([String: [Int: Int]].self, text)
      Parity.expectSame([Int: [Int: Int]].self, text)
      Parity.expectSame([String: [String: Int]].self, text) {
        $0.keyDecodingStrategy = .convertFromSnakeCase
      }
    }
  }

  @Test func `super decoders add their key`() {
    Parity.expectSameTrace(#"{"super":{"a":"x"},"b":[1,"y"],"a":null}"#) { decoder, trace in
      let keyed = try decoder.container(keyedBy: Keys.self)
      let parent = try keyed.superDecoder()
      trace.note(path: parent.codingPath)
      let inner = try parent.container(keyedBy: Keys.self)
      trace.note(path: inner.codingPath)
      trace.note { try inner.decode(Int.self, forKey: .a) }
      trace.note { try inner.decode(Int.self, forKey: .b) }
      let list = try keyed.superDecoder(forKey: .b)
      trace.note(path: list.codingPath)
      var elements = try list.unkeyedContainer()
      let first = try elements.superDecoder()
      trace.note(path: first.codingPath)
      trace.note { try first.singleValueContainer().decode(String.self) }
      trace.note { try elements.decode(Int.self) }
      trace.note { try elements.nestedUnkeyedContainer() }
      let missing = try keyed.superDecoder(forKey: .list)
      trace.note(path: missing.codingPath)
      trace.note { try missing.singleValueContainer().decodeNil() }
      trace.note { try missing.container(keyedBy: Keys.self) }
      trace.note { try missing.unkeyedContainer() }
      trace.note { try missing.singleValueContainer().decode(Int.self) }
      trace.note { try missing.singleValueContainer().decode(Bool.self) }
      trace.note { try missing.singleValueContainer().decode([Int].self) }
      trace.note { try missing.singleValueContainer().decode(Int?.self) }
    }
    Parity.expectSameTrace(#"{"b":1}"#) { decoder, trace in
      let parent = try decoder.container(keyedBy: Keys.self).superDecoder()
      trace.note(path: parent.codingPath)
      trace.note { try parent.container(keyedBy: Keys.self) }
      trace.note { try parent.singleValueContainer().decodeNil() }
    }
  }

  @Test func `super as the model's own key, twice in the text`() {
    enum Keys: String, CodingKey { case a, parent = "super" }
    Parity.expectSameTrace(#"{"super":{"a":1},"a":2,"super":{"a":3}}"#) { decoder, trace in
      let keyed = try decoder.container(keyedBy: Keys.self)
      trace.note { try keyed.decode([String: Int].self, forKey: .parent) }
      trace.note { try [String: Int](from: keyed.superDecoder()) }
      trace.note { try keyed.decode(Int.self, forKey: .a) }
      trace.note { try [String: Int](from: keyed.superDecoder()) }
      trace.note { try keyed.decode([String: Int].self, forKey: .parent) }
    }
  }

  @Test func `a super decoder's super decoder has the whole path`() {
    Parity.expectSameTrace(#"{"super":{"super":[{"a":[true]}]}}"#) { decoder, trace in
      let first = try decoder.container(keyedBy: Keys.self).superDecoder()
      let second = try first.container(keyedBy: Keys.self).superDecoder()
      trace.note(path: second.codingPath)
      var list = try second.unkeyedContainer()
      let third = try list.superDecoder()
      trace.note(path: third.codingPath)
      let fourth = try third.container(keyedBy: Keys.self).superDecoder(forKey: .a)
      trace.note(path: fourth.codingPath)
      trace.note { try fourth.singleValueContainer().decode([Int].self) }
      trace.note { try fourth.singleValueContainer().decode([Bool].self) }
    }
  }

  @Test func `the path is restored after a failure`() {
    Parity.expectSameTrace(#"{"a":[{"b":1},{"b":"x"}],"b":[[1,[true]]]}"#) { decoder, trace in
      let keyed = try decoder.container(keyedBy: Keys.self)
      trace.note { try keyed.decode([[String: Int]].self, forKey: .a) }
      trace.note(path: decoder.codingPath)
      trace.note { try keyed.decode([PathReader].self, forKey: .a) }
      trace.note(path: decoder.codingPath)
      trace.note { try keyed.decode([[[Int]]].self, forKey: .b) }
      trace.note(path: decoder.codingPath)
      trace.note { try decoder.singleValueContainer().decode([Int].self) }
      trace.note(path: decoder.codingPath)
    }
  }

  /// Reads its own path, then fails.
  struct PathReader: Decodable, CustomStringConvertible {
    var description = ""

    init(from decoder: any Decoder) throws {
      description = decoder.codingPath.map(\.stringValue).joined(separator: "/")
      _ = try? decoder.container(keyedBy: Keys.self).decode(Bool.self, forKey: .b)
      let after = decoder.codingPath.map(\.stringValue).joined(separator: "/")
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(description) = \(after)")
      )
    }
  }

  @Test func `integer keys`() {
    Parity.expectSameTrace(#"{"1":"x","2":[1],"one":3}"#) { decoder, trace in
      let keyed = try decoder.container(keyedBy: IntKeys.self)
      trace.note { keyed.allKeys.map(\.intValue).compactMap { $0 }.sorted() }
      trace.note { try keyed.decode(String.self, forKey: .one) }
      trace.note { try keyed.decode(Int.self, forKey: .one) }
      trace.note { try keyed.decode([String].self, forKey: .two) }
    }
    Parity.expectSameTrace(#"{"one":"x"}"#) { decoder, trace in
      let keyed = try decoder.container(keyedBy: IntKeys.self)
      trace.note { try keyed.decode(String.self, forKey: .one) }
      trace.note { keyed.allKeys.count }
    }
  }

  @Test func `positions in wide containers`() {
    let members = (0..<300).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    Parity.expectSame([String: Int].self, "{\(members),\"list\":\"a\"}")
    let elements = (0..<5000).map { _ in "1" }.joined(separator: ",")
    Parity.expectSame([Bool].self, "[true,\(elements)]")
    Parity.expectSame([Int].self, "[\(elements),true]")
    Parity.expectSame([[Int]].self, "[[\(elements)],[\(elements),null]]")
  }
}

extension Decoder {
  /// The path of a nested unkeyed container.
  fileprivate func unkeyedOrNothing(
    _ key: CodingPathTests.Keys,
    in container: KeyedDecodingContainer<CodingPathTests.Keys>
  ) throws -> [any CodingKey] {
    try container.nestedUnkeyedContainer(forKey: key).codingPath
  }
}
