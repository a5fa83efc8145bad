import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Requests that a model may make at every value of a large text, and whose cost must not grow with
/// the square of the text's size.
struct HostileModelTests {
  private static let count = Growth.scaled(8000, debug: 250)

  private static func visit(
    _ bytes: [UInt8],
    _ body: @escaping @Sendable (any Decoder) throws -> Void
  ) throws {
    let decoder = StreamJSONDecoder()
    decoder.userInfo[Visitor.key] = Visitor(body)
    _ = try decoder.decode(Visited.self, from: bytes)
  }

  private static func array(_ count: Int, _ element: (Int) -> String) -> String {
    "[\((0..<count).map(element).joined(separator: ","))]"
  }

  private static func object(_ count: Int, _ value: (Int) -> String) -> String {
    "{\((0..<count).map { "\"k\($0)\":\(value($0))" }.joined(separator: ","))}"
  }

  // MARK: - Paths

  @Test func `the path at every element`() throws {
    try Growth.expectLinear(size: Self.count) { count in
      let bytes = Array(#"{"a":[0,\#(Self.array(count) { "[\($0)]" })]}"#.utf8)
      return {
        let tree = try StreamJSONDecoder().decode(PathTree.self, from: bytes)
        #expect(tree.count > count)
      }
    }
  }

  @Test func `the path at every member`() throws {
    try Growth.expectLinear(size: Self.count) { count in
      let bytes = Array(Self.object(count) { "{\"a\":\($0)}" }.utf8)
      return {
        let tree = try StreamJSONDecoder().decode(PathTree.self, from: bytes)
        #expect(tree.count > count)
      }
    }
  }

  // MARK: - Errors

  @Test(arguments: ["", "\n"])
  func `an error at every element`(_ separator: String) throws {
    try Growth.expectLinear(size: Self.count) { count in
      let bytes = Array(Self.array(count) { "\"\($0)\"\(separator)" }.utf8)
      return {
        let values = try StreamJSONDecoder().decode([Lossy].self, from: bytes)
        #expect(values.allSatisfy { $0.value == nil })
      }
    }
  }

  @Test func `an error at every element of a text in UTF-16`() throws {
    try Growth.expectLinear(size: Self.count) { count in
      let text = Self.array(count) { "\"\($0)\"" }
      let bytes = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      return {
        let values = try StreamJSONDecoder().decode([Lossy].self, from: bytes)
        #expect(values.allSatisfy { $0.value == nil })
      }
    }
  }

  @Test func `a missing key at every element`() throws {
    try Growth.expectLinear(size: Self.count) { count in
      let bytes = Array(Self.array(count) { "{\"b\":\($0)}" }.utf8)
      return {
        let values = try StreamJSONDecoder().decode([LossyModel].self, from: bytes)
        #expect(values.allSatisfy { $0.value == nil })
      }
    }
  }

  @Test(arguments: [false, true])
  func `an error at every member, backward, too`(isReversed: Bool) throws {
    try Growth.expectLinear(size: Self.count) { count in
      let bytes = Array(Self.object(count) { "\"\($0)\"\n" }.utf8)
      return {
        try Self.visit(bytes) { decoder in
          let container = try decoder.container(keyedBy: AnyKey.self)
          let keys = container.allKeys
          for key in isReversed ? keys.reversed() : keys {
            // A macro call for each would take more time than everything else.
            if (try? container.decode(Int.self, forKey: key)) != nil { throw Unexpected() }
          }
        }
      }
    }
  }

  @Test func `errors in two arrays in turn`() throws {
    try Growth.expectLinear(size: Self.count) { count in
      let column = Self.array(count) { "\"\($0)\"" }
      let bytes = Array(#"{"a":\#(column),"b":\#(column)}"#.utf8)
      return {
        try Self.visit(bytes) { decoder in
          let container = try decoder.container(keyedBy: AnyKey.self)
          var first = try container.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "a"))
          var second = try container.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "b"))
          while !first.isAtEnd {
            if (try? first.decode(Int.self)) != nil { throw Unexpected() }
            if (try? second.decode(Int.self)) != nil { throw Unexpected() }
            _ = try first.decode(String.self)
            _ = try second.decode(String.self)
          }
        }
      }
    }
  }

  @Test func `errors below a long name`() throws {
    try Growth.expectLinear(size: Self.count) { count in
      let name = String(repeating: "k", count: count * 4)
      let bytes = Array(#"{"\#(name)":\#(Self.array(count) { "\"\($0)\"" })}"#.utf8)
      return {
        let values = try StreamJSONDecoder().decode([String: [Lossy]].self, from: bytes)
        #expect(values.count == 1)
      }
    }
  }

  @Test(arguments: [0, 1])
  func `errors below a long converted name`(_ strategy: Int) throws {
    let decoder = StreamJSONDecoder()
    if strategy == 0 {
      decoder.keyDecodingStrategy = .convertFromSnakeCase
    } else {
      decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    }
    try Growth.expectLinear(size: Self.count) { count in
      let name = "_a" + String(repeating: "_k", count: count * 16)
      let bytes = Array(#"{"\#(name)":\#(Self.array(count) { "\"\($0)\"" })}"#.utf8)
      return {
        let values = try decoder.decode(AllMembers<[Lossy]>.self, from: bytes)
        #expect(values.members.count == 1)
      }
    }
  }

  /// The members of an object, whatever their names.
  struct AllMembers<Member: Decodable>: Decodable {
    let members: [Member]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      members = try container.allKeys.map { try container.decode(Member.self, forKey: $0) }
    }
  }

  /// Names that differ from each other, and from the requested one, only far from their beginning.
  @Test(arguments: ["_", "-", "a", "_a"])
  func `missing keys beside long names`(_ piece: String) throws {
    try Growth.expectLinear(size: Self.count) { count in
      let long = String(repeating: piece, count: count * 32)
      let names = (0..<10).map { "\"\(long)x\($0)\":0" }
      let bytes = Array("{\(names.joined(separator: ","))}".utf8)
      let keys = [AnyKey(stringValue: "key"), AnyKey(stringValue: long)]
      return {
        try Self.visit(bytes) { decoder in
          let container = try decoder.container(keyedBy: AnyKey.self)
          for number in 0..<count {
            let key = keys[number < 4 ? 1 : 0]
            if (try? container.decode(Int.self, forKey: key)) != nil { throw Unexpected() }
          }
        }
      }
    }
  }

  @Test func `an array that is read again and again`() throws {
    try Growth.expectLinear(size: Self.count) { count in
      let bytes = Array(Self.array(count) { "\($0)" }.utf8)
      return {
        try Self.visit(bytes) { decoder in
          for _ in 0..<20 {
            var container = try decoder.unkeyedContainer()
            _ = container.count
            while !container.isAtEnd { _ = try container.decodeIfPresent(Int.self) }
          }
        }
      }
    }
  }

  // MARK: - Wide values

  @Test func `sets, optionals and nested arrays`() throws {
    try Growth.expectLinear(size: Self.count) { count in
      let strings = Array(Self.array(count) { "\"\($0 % 7)\"" }.utf8)
      let nested = Array(Self.array(count) { _ in "[[],[null]]" }.utf8)
      return {
        #expect(try StreamJSONDecoder().decode(Set<String>.self, from: strings).count == 7)
        _ = try StreamJSONDecoder().decode([[[Int?]]].self, from: nested)
      }
    }
  }

  struct Lossy: Decodable {
    let value: Int?

    init(from decoder: any Decoder) throws {
      value = try? decoder.singleValueContainer().decode(Int.self)
    }
  }

  struct LossyModel: Decodable {
    struct Model: Decodable {
      let a: Int
    }

    let value: Model?

    init(from decoder: any Decoder) throws {
      value = try? Model(from: decoder)
    }
  }

  /// Asks for the path at every value, and counts the values.
  struct PathTree: Decodable {
    let count: Int

    init(from decoder: any Decoder) throws {
      var count = decoder.codingPath.count > 600 ? 0 : 1
      if let container = try? decoder.container(keyedBy: AnyKey.self) {
        for key in container.allKeys {
          count += try container.decode(PathTree.self, forKey: key).count
        }
      } else if var container = try? decoder.unkeyedContainer() {
        while !container.isAtEnd {
          count += container.codingPath.count > 600 ? 1 : 0
          count += try container.decode(PathTree.self).count
        }
      }
      self.count = count
    }
  }
}
