import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Objects designed to be slow: their names collide, repeat or are very long.
struct HostileKeyTests {
  /// The number of members; each test also runs on four times as many.
  private static let count = Growth.scaled(25_000, debug: 400)

  /// Names that a hash, a filter or a comparison of the first bytes may confuse.
  enum Names: String, CaseIterable {
    case plain
    /// The first and the last eight bytes are the same.
    case alikeAtBothEnds
    case longPrefix
    /// Names of one length whose last byte is the same.
    case numbered
    /// Not ASCII, so that names are compared as Strings.
    case composed
    /// The same letters in a different spelling.
    case decomposed
    /// Written with escapes.
    case escaped

    func name(_ number: Int) -> String {
      let digits = String(10_000_000 + number)
      return switch self {
      case .plain: "k\(number)"
      case .alikeAtBothEnds: "aaaaaaaa\(digits)zzzzzzzz"
      case .longPrefix: String(repeating: "prefix", count: 10) + digits
      case .numbered: digits + "x"
      case .composed: "\u{E9}\(number)"
      case .decomposed: "e\u{301}\(number)"
      case .escaped: "\\u006b\(number)"
      }
    }

    func object(_ count: Int, value: (Int) -> String = { "\($0)" }) -> [UInt8] {
      let members = (0..<count).map { "\"\(name($0))\":\(value($0))" }
      return Array("{\(members.joined(separator: ","))}".utf8)
    }

    func keys(_ count: Int) -> [AnyKey] {
      (0..<count).map { AnyKey(stringValue: name($0).replacing("\\u006b", with: "k")) }
    }
  }

  /// Calls `body` with a keyed container over the outermost object.
  private static func open(
    _ bytes: [UInt8],
    _ body: @escaping @Sendable (KeyedDecodingContainer<AnyKey>) throws -> Void
  ) throws {
    let decoder = StreamJSONDecoder()
    decoder.userInfo[Visitor.key] = Visitor { try body($0.container(keyedBy: AnyKey.self)) }
    _ = try decoder.decode(Visited.self, from: bytes)
  }

  // MARK: - Similar names

  @Test(arguments: Names.allCases)
  func `keys asked for in order`(_ names: Names) throws {
    try Growth.expectLinear(size: Self.count) { count in
      let (bytes, keys) = (names.object(count), names.keys(count))
      return {
        try Self.open(bytes) { container in
          for (number, key) in keys.enumerated() {
            // A macro call for each would take more time than everything else.
            if try container.decode(Int.self, forKey: key) != number { throw Unexpected() }
          }
        }
      }
    }
  }

  @Test(arguments: Names.allCases)
  func `keys asked for in reverse order, twice`(_ names: Names) throws {
    try Growth.expectLinear(size: Self.count) { count in
      let (bytes, keys) = (names.object(count), names.keys(count))
      return {
        try Self.open(bytes) { container in
          for key in keys.reversed() {
            if !container.contains(key) { throw Unexpected() }
            _ = try container.decode(Int.self, forKey: key)
          }
        }
      }
    }
  }

  @Test(arguments: Names.allCases)
  func `keys that are not there`(_ names: Names) throws {
    try Growth.expectLinear(size: Self.count) { count in
      let (bytes, keys) = (names.object(count), names.keys(2 * count).dropFirst(count))
      return {
        try Self.open(bytes) { container in
          for key in keys {
            if try container.decodeIfPresent(Int.self, forKey: key) != nil { throw Unexpected() }
          }
        }
      }
    }
  }

  @Test(arguments: Names.allCases)
  func `all keys, a dictionary and an enum's keys`(_ names: Names) throws {
    try Growth.expectLinear(size: Self.count) { count in
      let bytes = names.object(count)
      return {
        try Self.open(bytes) { container in
          for key in container.allKeys { _ = try container.decode(Int.self, forKey: key) }
        }
        #expect(try StreamJSONDecoder().decode([String: Int].self, from: bytes).count == count)
        _ = try StreamJSONDecoder().decode(Optionals.self, from: bytes)
      }
    }
  }

  @Test func `many enum keys over a wide object of other names`() throws {
    try Growth.expectLinear(size: Self.count) { count in
      let bytes = Names.plain.object(count)
      return {
        for _ in 0..<4 { _ = try StreamJSONDecoder().decode(Optionals.self, from: bytes) }
      }
    }
  }

  @Test(arguments: [0, 1, 2])
  func `names under a key strategy`(_ strategy: Int) throws {
    let decoder = StreamJSONDecoder()
    switch strategy {
    case 0: decoder.keyDecodingStrategy = .convertFromSnakeCase
    case 1: decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    default: decoder.duplicateKeyPolicy = .useLast
    }
    try Growth.expectLinear(size: Self.count / 2) { count in
      let bytes = Names.longPrefix.object(count) { #"{"a_b":\#($0)}"# }
      return { _ = try decoder.decode(Objects.self, from: bytes) }
    }
  }

  /// An object of objects, each of which is first taken for something else.
  ///
  /// Not a tree, which tries more: Swift Testing keeps the backtrace of every error.
  private struct Objects: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      for key in container.allKeys {
        if (try? container.decode(Int.self, forKey: key)) != nil { throw Unexpected() }
        let object = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
        for name in object.allKeys { _ = try object.decode(Int.self, forKey: name) }
      }
    }
  }

  // MARK: - One name again and again

  @Test func `one name many times`() throws {
    try Growth.expectLinear(size: 10 * Self.count) { count in
      let members = Array(repeating: #""a":1"#, count: count).joined(separator: ",")
      let bytes = Array("{\(members)}".utf8)
      return {
        try Self.open(bytes) { container in
          for name in ["b", "a", "c", "a", "d"] {
            _ = try container.decodeIfPresent(Int.self, forKey: AnyKey(stringValue: name))
          }
          #expect(container.allKeys.count == 1)
        }
        #expect(try StreamJSONDecoder().decode([String: Int].self, from: bytes) == ["a": 1])
        _ = try StreamJSONDecoder().decode(Optionals.self, from: bytes)
      }
    }
  }

  @Test(arguments: [JSONDuplicateKeyPolicy.useFirst, .useLast, .reject])
  func `a million duplicates under each policy`(_ policy: JSONDuplicateKeyPolicy) throws {
    let count = Growth.scaled(1_000_000, debug: 50_000)
    let decoder = StreamJSONDecoder()
    decoder.duplicateKeyPolicy = policy
    let members = (0..<count).map { #""a":\#($0)"# }.joined(separator: ",")
    let result = outcome { try decoder.decode(Optionals.self, from: "{\(members)}") }
    switch policy {
    case .useFirst: #expect(result == .value(Optionals(a: 0)))
    case .useLast: #expect(result == .value(Optionals(a: count - 1)))
    case .reject: #expect(result.failure?.kind == .dataCorrupted)
    }
  }

  // MARK: - Long names

  @Test(arguments: ["k", "\u{E9}", "e\u{301}", "\u{301}", "\u{301}\u{323}", "\\u006b", "_k"])
  func `long names`(_ piece: String) throws {
    let decoder = StreamJSONDecoder()
    let snake = StreamJSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    try Growth.expectLinear(size: 10 * Self.count) { count in
      let name = String(repeating: piece, count: count / 2)
      let bytes = Array(#"{"\#(name)x":1,"\#(name)y":2,"a":3}"#.utf8)
      return {
        let keys = try decoder.decode(Keys.self, from: bytes).keys
        #expect(keys.count == 3)
        // The standard library's dictionaries hash combining marks that are out of order in
        // quadratic time.
        if piece != "\u{301}\u{323}" {
          #expect(try decoder.decode([String: Int].self, from: bytes).count == 3)
        }
        #expect(try decoder.decode(Optionals.self, from: bytes) == Optionals(a: 3))
        #expect(try snake.decode(Optionals.self, from: bytes) == Optionals(a: 3))
      }
    }
  }

  struct Keys: Decodable {
    let keys: [AnyKey]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      keys = container.allKeys.filter { container.contains($0) }
    }
  }

  struct Optionals: Decodable, Hashable {
    var a: Int?
    var b: Int?
    var c: Int?
    var d: Int?
    var k: Int?
    var key: Int?
    var name: Int?
    var value: Int?
    var aaaaaaaa10000000zzzzzzzy: Int?
    var aaaaaaaa99999999zzzzzzzz: Int?
    var prefixprefixprefixprefixprefixprefix: Int?
    var k99999999: Int?
  }
}
