import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// That the keys in coding paths are those that the models used, and that none is made for a path.
struct PathKeyTests {
  /// A key that can only be asked for its name, as real ones are.
  enum Trapping: CodingKey {
    case a, b, list, parent

    var stringValue: String {
      switch self {
      case .a: "a"
      case .b: "b"
      case .list: "list"
      case .parent: "super"
      }
    }
    var intValue: Int? { nil }
    init?(stringValue: String) { fatalError("made a key for a path") }
    init?(intValue: Int) { fatalError("made a key for a path") }
  }

  /// A key of any name that can only be asked for it.
  struct TrappingText: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { stringValue.count }
    init(stringLiteral value: String) { stringValue = value }
    init?(stringValue: String) { fatalError("made a key for a path") }
    init?(intValue: Int) { fatalError("made a key for a path") }
  }

  /// Reads its path, then fails or decodes a list of itself.
  struct Reader: Decodable {
    var path: [Failure.Step]

    init(from decoder: any Decoder) throws {
      path = decoder.codingPath.map(Failure.Step.init)
      _ = try decoder.singleValueContainer().decode([Reader].self)
    }
  }

  private static let text = #"{"a":{"a":1,"b":[{"a":"x"},2]},"list":[[],3,"x"],"super":{"b":null}}"#

  private func exercise<Key: CodingKey>(
    _ keys: @escaping @Sendable (String) -> Key,
    configure: @escaping Parity.Configuration = { _ in }
  ) {
    Parity.expectSameTrace(Self.text, configure: configure) { decoder, trace in
      let outer = try decoder.container(keyedBy: Key.self)
      trace.note(path: outer.codingPath)
      trace.note { try outer.decode(Reader.self, forKey: keys("list")).path }
      trace.note { try outer.decode(Int.self, forKey: keys("list")) }
      trace.note { try outer.decode([Int].self, forKey: keys("list")) }
      trace.note { try outer.decode(Date.self, forKey: keys("a")) }
      trace.note { try outer.decodeIfPresent(Bool.self, forKey: keys("a")) }
      trace.note { try outer.decode([String: [Int]].self, forKey: keys("super")) }
      let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: keys("a"))
      trace.note(path: inner.codingPath)
      trace.note { try inner.decode(String.self, forKey: keys("a")) }
      var list = try inner.nestedUnkeyedContainer(forKey: keys("b"))
      trace.note(path: list.codingPath)
      let element = try list.nestedContainer(keyedBy: Key.self)
      trace.note(path: element.codingPath)
      trace.note { try element.decode(Reader.self, forKey: keys("a")).path }
      trace.note { try element.decode(UInt8.self, forKey: keys("a")) }
      trace.note { try list.decode(String.self) }
      let above = try outer.superDecoder()
      trace.note(path: above.codingPath)
      let own = try outer.superDecoder(forKey: keys("super"))
      trace.note(path: own.codingPath)
      let members = try own.container(keyedBy: Key.self)
      trace.note(path: members.codingPath)
      trace.note { try members.decode(String.self, forKey: keys("b")) }
      trace.note { try members.nestedContainer(keyedBy: Key.self, forKey: keys("b")) }
      trace.note { try members.nestedUnkeyedContainer(forKey: keys("a")) }
      // The two that were opened before are still in use.
      trace.note { try inner.decode(String.self, forKey: keys("b")) }
      trace.note(path: list.codingPath + element.codingPath)
    }
  }

  @Test func `keys that cannot be made are not made`() {
    exercise { name -> Trapping in
      switch name {
      case "a": .a
      case "b": .b
      case "list": .list
      default: .parent
      }
    }
    exercise { TrappingText(stringLiteral: $0) }
    for strategy in [
      JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase, .custom { $0[$0.count - 1] },
    ] {
      exercise(
        { TrappingText(stringLiteral: $0) },
        configure: { $0.keyDecodingStrategy = strategy }
      )
    }
  }

  /// A struct whose initializer changes the name.
  struct Lowercased: CodingKey {
    var stringValue: String
    var intValue: Int?
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue.lowercased() }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  }

  /// A key with a payload, which no name can become.
  enum Loaded: CodingKey {
    case name(String)
    case number(Int, String)

    var stringValue: String {
      switch self {
      case .name(let name), .number(_, let name): name
      }
    }
    var intValue: Int? { if case .number(let number, _) = self { number } else { nil } }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  /// A class.
  final class Shared: CodingKey {
    let stringValue: String
    var intValue: Int? { 7 }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test func `keys that are more than their names`() {
    exercise { Lowercased($0) }
    exercise { Loaded.name($0) }
    exercise { Loaded.number($0.count, $0) }
    exercise { Shared(stringValue: $0) }
    exercise { AnyKey(stringValue: $0) }
    Parity.expectSameTrace(#"{"Ab":{"Cd":[{"1":[]}]}}"#) { decoder, trace in
      let outer = try decoder.container(keyedBy: Lowercased.self)
      trace.note { try outer.decode(Reader.self, forKey: Lowercased("Ab")) }
      trace.note { try outer.decode([String: [String]].self, forKey: Lowercased("Ab")) }
      trace.note { try outer.decode([String: [[Int: Int]]].self, forKey: Lowercased("Ab")) }
      let inner = try outer.nestedContainer(keyedBy: Loaded.self, forKey: Lowercased("Ab"))
      trace.note { try inner.decode([Int].self, forKey: .number(9, "Cd")) }
      trace.note { try inner.decode([Int: Reader].self, forKey: .number(9, "Cd")) }
    }
  }

  enum BaseKeys: String, CodingKey { case a, b, list, parent = "super" }
  enum OtherKeys: String, CodingKey { case list, b, a }

  class Base: Decodable {
    var errors: [Failure] = []
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: BaseKeys.self)
      errors.append(
        contentsOf: [outcome { try container.decode(Bool.self, forKey: .a) }.failure].compactMap {
          $0
        }
      )
    }
  }

  final class Derived: Base {
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: OtherKeys.self)
      try super.init(from: decoder)
      for failure in [
        outcome { try container.decode(Bool.self, forKey: .a) }.failure,
        outcome { try container.decode([Bool].self, forKey: .list) }.failure,
        outcome { try container.decode(Base.self, forKey: .list) }.failure,
      ] { if let failure { errors.append(failure) } }
    }
  }

  @Test func `a superclass with other keys over the same object`() {
    Parity.expectSameTrace("[\(Self.text)]") { decoder, trace in
      var list = try decoder.unkeyedContainer()
      trace.note { try list.decode(Derived.self).errors }
    }
    Parity.expectSameTrace(#"{"list":\#(Self.text)}"#) { decoder, trace in
      let outer = try decoder.container(keyedBy: OtherKeys.self)
      trace.note { try outer.decode(Derived.self, forKey: .list).errors }
      let second = try decoder.container(keyedBy: BaseKeys.self)
      trace.note { try second.decode(Derived.self, forKey: .list).errors }
      trace.note { try outer.decode(Derived.self, forKey: .list).errors }
    }
  }

  @Test func `two key types, and a dictionary, over one object`() {
    // With one member, since JSONDecoder visits several in any order.
    Parity.expectSameTrace(#"{"list":[[],3,"x"]}"#) { decoder, trace in
      let first = try decoder.container(keyedBy: BaseKeys.self)
      let second = try decoder.container(keyedBy: OtherKeys.self)
      let third = try decoder.container(keyedBy: AnyKey.self)
      for _ in 0..<2 {
        trace.note { try first.decode(Bool.self, forKey: .list) }
        trace.note { try [String: Int](from: decoder) }
        trace.note { try decoder.singleValueContainer().decode([String: [Bool]].self) }
        trace.note { try decoder.singleValueContainer().decode([String: Reader].self).count }
        trace.note { try second.decode(Bool.self, forKey: .list) }
        trace.note { try third.decode(Reader.self, forKey: "list") }
        trace.note { try first.decode(Reader.self, forKey: .list) }
        trace.note { try second.decode(Reader.self, forKey: .list) }
        trace.note { try [Int: Int](from: decoder) }
        trace.note { try first.decode([String].self, forKey: .list) }
      }
    }
    Parity.expectSameTrace(Self.text) { decoder, trace in
      let first = try decoder.container(keyedBy: BaseKeys.self)
      let third = try decoder.container(keyedBy: AnyKey.self)
      let one = try first.nestedContainer(keyedBy: OtherKeys.self, forKey: .a)
      let other = try third.nestedContainer(keyedBy: BaseKeys.self, forKey: "super")
      trace.note { try one.decode(Bool.self, forKey: .a) }
      trace.note { try other.decode(Bool.self, forKey: .b) }
      trace.note { try one.decode([Reader].self, forKey: .b).count }
    }
  }

  enum Numbered: Int, CodingKey { case one = 1, two }

  @Test func `keys with numbers keep them`() {
    Parity.expectSameTrace(#"{"one":{"two":[{"one":"x"}]},"1":{"2":[]},"two":3}"#) {
      decoder,
      trace in
      let outer = try decoder.container(keyedBy: Numbered.self)
      trace.note { try outer.decode(Bool.self, forKey: .two) }
      trace.note { try outer.decode(Bool.self, forKey: .one) }
      let inner = try outer.nestedContainer(keyedBy: Numbered.self, forKey: .one)
      trace.note(path: inner.codingPath)
      trace.note { try inner.decode([[String: Int]].self, forKey: .two) }
      trace.note { try outer.decode([Int: Bool].self, forKey: .one) }
    }
  }

  @Test func `an error can be caught by the type of its last key`() throws {
    struct Model: Decodable {
      var a: Int
      enum CodingKeys: String, CodingKey { case a }
      enum More: String, CodingKey { case a, b }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try decoder.container(keyedBy: More.self).decodeIfPresent(Int.self, forKey: .b)
        _ = try [String: Nothing](from: decoder)
        a = try container.decode(Int.self, forKey: .a)
      }
    }
    for decoder in [JSONDecoder(), StreamJSONDecoder()] {
      do {
        _ = try decoder.decode([Model].self, from: Data(#"[{"a":"x","b":1}]"#.utf8))
        Issue.record("nothing was thrown")
      } catch DecodingError.typeMismatch(_, let context)
        where context.codingPath.last is Model.CodingKeys
      {
        #expect(context.codingPath.count == 2)
      }
    }
  }
}
