import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Which types get a plan, and which keep to their own `init(from:)`.
struct MemberwisePlanTests {
  private func state<Value: MemberwiseDecodable>(_ type: Value.Type) -> JSONMemberwiseReport.State {
    StreamJSONDecoder.memberwiseReport(for: type).state
  }

  /// The state of `type` after its first object, before which it waits for one.
  private func state<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    after text: String
  ) throws -> JSONMemberwiseReport.State {
    let decoder = RecordedDecoder()
    #expect(decoder.report(type).state == .pending)
    _ = try decoder.decode(type, text)
    return decoder.report(type).state
  }

  // MARK: - Planned

  struct Scalars: Decodable, MemberwiseDecodable, Equatable {
    var bool: Bool
    var int8: Int8
    let double: Double
    var string: String
    var int64: Int64?
    var uint8: UInt8
    var uint16: UInt16?
    var float: Float
    var otherBool: Bool?
    var int: Int
    private var hidden = 0
  }

  struct Reordered: Decodable, MemberwiseDecodable, Equatable {
    var first: Int
    var second: Int
    var third: String
    var fourth: Int?
    enum CodingKeys: String, CodingKey {
      case fourth = "first"
      case third
      case first = "second"
      case second = "fourth"
    }
  }

  struct ManyBools: Decodable, MemberwiseDecodable, Equatable {
    var a: Bool, b: Bool, c: Bool, d: Bool, e: Bool, f: Bool, g: Bool, h: Bool, i: Bool, j: Bool
    enum CodingKeys: CodingKey { case j, i, h, g, f, e, d, c, b, a }
  }

  struct Generic<Part: Decodable & Sendable & Equatable>: Decodable, Equatable {
    var part: Part
    var other: Part?
    var number: Int
  }

  struct Inner: Decodable, MemberwiseDecodable, Equatable {
    var flag: Bool
    var number: Int
    var small: Int8?
  }

  struct Outer: Decodable, MemberwiseDecodable, Equatable {
    var flag: Bool
    var inner: Inner
    var other: Inner?
    var third: Inner
    var list: [Inner]
    var more: [Inner]?
    var byName: [String: Inner]
    var set: Set<String>
  }

  struct DoubleOptional: Decodable, MemberwiseDecodable, Equatable {
    var one: Int?
    var two: Int??
    var three: String???
  }

  enum Accent: String, Decodable { case red, green, blue }
  enum Single: String, Decodable { case only }

  struct Enums: Decodable, MemberwiseDecodable, Equatable {
    var first: Accent
    var second: Accent
    var third: Accent?
    var fourth: Accent?
    var single: Single
    var double: Single
  }

  struct Foreign: Decodable, MemberwiseDecodable, Equatable {
    var date: Date
    var url: URL
    var decimal: Decimal
    var data: Data
    var otherDate: Date?
  }

  struct Recursive: Decodable, MemberwiseDecodable, Equatable {
    var name: String
    var children: [Recursive]
    var more: [Recursive]?
  }

  struct Observed: Decodable, MemberwiseDecodable {
    var number: Int { didSet { Issue.record("observed") } }
    var twice: Int { 2 * number }
  }

  private static let inner = #"{"flag":true,"number":1}"#

  @Test func `types whose initializer is the compiler's are planned`() throws {
    let inner = Self.inner
    #expect(try state(Reordered.self, after: #"{"second":1,"fourth":2,"third":"x"}"#) == .active)
    let bools = "abcdefghij".map { "\"\($0)\":true" }.joined(separator: ",")
    #expect(try state(ManyBools.self, after: "{\(bools)}") == .active)
    #expect(try state(Generic<Int>.self, after: #"{"part":1,"number":2}"#) == .active)
    #expect(try state(Generic<String>.self, after: #"{"part":"x","number":2}"#) == .active)
    #expect(try state(Generic<Int?>.self, after: #"{"part":null,"number":2}"#) == .active)
    #expect(try state(Generic<[Inner]>.self, after: #"{"part":[],"number":2}"#) == .active)
    #expect(try state(Inner.self, after: inner) == .active)
    let outer =
      #"{"flag":true,"inner":\#(inner),"third":\#(inner),"list":[],"byName":{},"set":[]}"#
    #expect(try state(Outer.self, after: outer) == .active)
    #expect(try state(DoubleOptional.self, after: "{}") == .active)
    let enums = #"{"first":"red","second":"red","single":"only","double":"only"}"#
    #expect(try state(Enums.self, after: enums) == .active)
    let foreign = #"{"date":1,"url":"a:b","decimal":1,"data":""}"#
    #expect(try state(Foreign.self, after: foreign) == .active)
    #expect(try state(Recursive.self, after: #"{"name":"x","children":[]}"#) == .active)
    #expect(try state(Observed.self, after: #"{"number":1}"#) == .active)
    #expect(try state(Empty.self, after: "{}") == .active)
  }

  @Test func `a report names the members`() throws {
    _ = state(Reordered.self)
    let text = #"{"first":0,"third":"x","second":1,"fourth":2}"#
    _ = try StreamJSONDecoder().decode(Reordered.self, from: text)
    let report = StreamJSONDecoder.memberwiseReport(for: Reordered.self)
    #expect(report.keys == ["first", "third", "second", "fourth"])
    #expect(report.description == "active: first, third, second, fourth")
  }

  // MARK: - Refused

  final class Object: Decodable, MemberwiseDecodable { var number: Int = 0 }

  enum Payload: Decodable, MemberwiseDecodable { case one(Int), two(String) }

  struct Left: Decodable, MemberwiseDecodable {
    var number: Int
    var left = 1
    enum CodingKeys: CodingKey { case number }
  }

  struct Lazy: Decodable, MemberwiseDecodable {
    var number: Int
    lazy var twice = 2 * number
    enum CodingKeys: CodingKey { case number }
  }

  struct Empty: Decodable, MemberwiseDecodable {}

  struct Defaulting: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decodeIfPresent(Int.self, forKey: .number) ?? 7
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Asking: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = container.allKeys
      number = try container.decode(Int.self, forKey: .number)
    }
    enum CodingKeys: CodingKey { case number }
  }

  /// Its cases have other names than its properties.
  struct Renaming: Decodable, MemberwiseDecodable {
    var first: Int
    init(from decoder: any Decoder) throws {
      first = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .other)
    }
    enum CodingKeys: CodingKey { case other }
  }

  struct TwoContainers: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: CodingKeys.self)
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Contained: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number =
        container.contains(.number) ? try container.decode(Int.self, forKey: .number) : 7
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Twice: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = try container.decode(String?.self, forKey: .number)
      number = try container.decode(Int?.self, forKey: .number) ?? 0
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Upper: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try Single1(from: container.superDecoder(forKey: .number)).number
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Single1: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  struct Nested: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .number)
        .decode(Int.self, forKey: .number)
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Configured: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(Int.self, forKey: .number) + decoder.userInfo.count
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct StructKeys: Decodable, MemberwiseDecodable {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      number = try container.decode(Int.self, forKey: Key(stringValue: "number"))
    }
  }

  struct Mirrored: Decodable, MemberwiseDecodable, CustomReflectable {
    var first: Int
    var second: Int
    var customMirror: Mirror { Mirror(self, children: ["second": second, "first": first]) }
  }

  @Test func `types whose initializer does more are refused`() throws {
    // Without an object.
    #expect(state(Object.self) == .ineligible)
    #expect(state(Payload.self) == .ineligible)
    let text = #"{"number":1}"#
    #expect(try state(Left.self, after: text) == .ineligible)
    #expect(try state(Lazy.self, after: text) == .ineligible)
    #expect(try state(Defaulting.self, after: text) == .ineligible)
    #expect(try state(Asking.self, after: text) == .ineligible)
    #expect(try state(Single1.self, after: "1") == .ineligible)
    #expect(try state(Nested.self, after: #"{"number":{"number":1}}"#) == .ineligible)
    #expect(try state(Configured.self, after: text) == .ineligible)
    #expect(try state(StructKeys.self, after: text) == .ineligible)
    #expect(try state(Renaming.self, after: #"{"other":1}"#) == .ineligible)
    #expect(try state(TwoContainers.self, after: text) == .ineligible)
    #expect(try state(Contained.self, after: text) == .ineligible)
    #expect(try state(Contained.self, after: "{}") == .ineligible)
    #expect(try state(Twice.self, after: #"{"number":null}"#) == .ineligible)
    #expect(try state(Upper.self, after: text) == .ineligible)
  }

  @Test func `a custom mirror cannot mislead`() throws {
    let value = try StreamJSONDecoder().decode(Mirrored.self, from: #"{"first":1,"second":2}"#)
    #expect(state(Mirrored.self) == .ineligible)
    #expect((value.first, value.second) == (1, 2))
  }

  // MARK: - Waiting

  /// An initializer that makes no value says nothing about those that it would make.
  @Test func `a type waits for an object that can be decoded`() throws {
    let decoder = RecordedDecoder()
    for text in ["{}", #"{"flag":1}"#, "1", #"{"flag":true,"number":"x"}"#] {
      #expect(throws: DecodingError.self) { try decoder.decode(Inner.self, text) }
      #expect(decoder.report(Inner.self).state == .pending)
    }
    _ = try decoder.decode(Inner.self, Self.inner)
    #expect(decoder.report(Inner.self).state == .active)
  }

  final class Box: Decodable, Sendable {
    let number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  struct Strong: Decodable, MemberwiseDecodable {
    var box: Box?
    var other: Box
    var number: Int
  }

  struct Weak: Decodable, MemberwiseDecodable {
    weak var box: Box?
    var number: Int
  }

  /// An object that outlives its decode.
  final class Keeper: Decodable, @unchecked Sendable {
    static let all = Locked<[Keeper]>([])
    init(from decoder: any Decoder) throws { Self.all.withLock { $0.append(self) } }
  }

  struct UnownedKeeper: Decodable, MemberwiseDecodable {
    var number: Int
    unowned var keeper: Keeper
  }

  struct WeakKeeper: Decodable, MemberwiseDecodable {
    var number: Int
    weak var keeper: Keeper?
  }

  @Test func `strong references are planned, and no others`() throws {
    let decoder = StreamJSONDecoder()
    // Known from here on.
    #expect(state(Strong.self) == .pending)
    // Without an object.
    #expect(state(Weak.self) == .ineligible)
    for _ in 0..<3 {
      let value = try decoder.decode(Strong.self, from: #"{"box":1,"other":2,"number":3}"#)
      #expect(value.box?.number == 1 && value.other.number == 2 && value.number == 3)
      let weak = try decoder.decode(Weak.self, from: #"{"box":1,"number":3}"#)
      #expect(weak.box == nil && weak.number == 3)
      let unowned = try decoder.decode(UnownedKeeper.self, from: #"{"keeper":1,"number":3}"#)
      #expect(unowned.keeper === Keeper.all.withLock(\.last))
      let weakKeeper = try decoder.decode(WeakKeeper.self, from: #"{"keeper":1,"number":3}"#)
      #expect(weakKeeper.keeper === Keeper.all.withLock(\.last))
    }
    #expect(state(Strong.self) == .active)
    #expect(state(UnownedKeeper.self) == .ineligible)
    #expect(state(WeakKeeper.self) == .ineligible)
  }
}

extension MemberwisePlanTests.Generic: MemberwiseDecodable {}
