import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Which types get a plan, and which keep to their own `init(from:)`.
struct MemberwisePlanTests {
  private func state<Value: MemberwiseDecodable>(_ type: Value.Type) -> MemberwiseReport.State {
    StreamJSONDecoder.memberwisePlan(for: type).state
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

  enum Colour: String, Decodable { case red, green, blue }
  enum Single: String, Decodable { case only }

  struct Enums: Decodable, MemberwiseDecodable, Equatable {
    var first: Colour
    var second: Colour
    var third: Colour?
    var fourth: Colour?
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

  @Test func `types whose initialiser is the compiler's are planned`() {
    #expect(state(Reordered.self) == .planned)
    #expect(state(ManyBools.self) == .planned)
    #expect(state(Generic<Int>.self) == .planned)
    #expect(state(Generic<String>.self) == .planned)
    #expect(state(Generic<Int?>.self) == .planned)
    #expect(state(Generic<[Inner]>.self) == .planned)
    #expect(state(Inner.self) == .planned)
    #expect(state(Outer.self) == .planned)
    #expect(state(DoubleOptional.self) == .planned)
    #expect(state(Enums.self) == .planned)
    #expect(state(Foreign.self) == .planned)
    #expect(state(Recursive.self) == .planned)
    #expect(state(Observed.self) == .planned)
  }

  @Test func `a report names the members`() {
    let report = StreamJSONDecoder.memberwisePlan(for: Reordered.self)
    #expect(report.members == ["first", "third", "second", "fourth"])
    #expect(report.description == "planned: first, third, second, fourth")
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

  struct Validating: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(Int.self, forKey: .number)
      guard number >= 0 else {
        throw DecodingError.dataCorruptedError(forKey: .number, in: container, debugDescription: "")
      }
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Trimming: Decodable, MemberwiseDecodable {
    var text: String
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      text = try container.decode(String.self, forKey: .text)
        .trimmingCharacters(in: .whitespaces)
    }
    enum CodingKeys: CodingKey { case text }
  }

  struct Bounding: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = min(50, try container.decode(Int.self, forKey: .number))
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Defaulting: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decodeIfPresent(Int.self, forKey: .number) ?? 7
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Catching: Decodable, MemberwiseDecodable {
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = (try? container.decode(Int.self, forKey: .number)) ?? 7
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

  struct Swapping: Decodable, MemberwiseDecodable {
    var first: Int
    var second: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let values = try [CodingKeys.first, .second].map {
        try container.decode(Int.self, forKey: $0)
      }
      (first, second) = (values.min() ?? 0, values.max() ?? 0)
    }
    enum CodingKeys: CodingKey { case first, second }
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

  @Test func `types whose initialiser does more are refused`() {
    #expect(state(Object.self) == .refused)
    #expect(state(Payload.self) == .refused)
    #expect(state(Left.self) == .refused)
    #expect(state(Lazy.self) == .refused)
    #expect(state(Empty.self) == .refused)
    #expect(state(Validating.self) == .refused)
    #expect(state(Trimming.self) == .refused)
    #expect(state(Bounding.self) == .refused)
    #expect(state(Defaulting.self) == .refused)
    #expect(state(Catching.self) == .refused)
    #expect(state(Asking.self) == .refused)
    #expect(state(Swapping.self) == .refused)
    #expect(state(Single1.self) == .refused)
    #expect(state(Nested.self) == .refused)
    #expect(state(Configured.self) == .refused)
    #expect(state(StructKeys.self) == .refused)
  }

  @Test func `a custom mirror cannot mislead`() throws {
    let value = try StreamJSONDecoder().decode(Mirrored.self, from: #"{"first":1,"second":2}"#)
    #expect(state(Mirrored.self) == .refused)
    #expect((value.first, value.second) == (1, 2))
  }

  // MARK: - Waiting

  struct Custom: Decodable, Equatable {
    var text: String
    init(text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
  }

  struct OneCustom: Decodable, MemberwiseDecodable, Equatable {
    var number: Int
    var custom: Custom
  }

  struct TwoCustoms: Decodable, MemberwiseDecodable, Equatable {
    var first: Custom
    var second: Custom
    enum CodingKeys: String, CodingKey {
      case first = "second"
      case second = "first"
    }
  }

  @Test func `types of which the library knows no values wait for one`() throws {
    let decoder = StreamJSONDecoder()
    #expect(state(OneCustom.self) == .waiting)
    let one = try decoder.decode(OneCustom.self, from: #"{"custom":"x","number":1}"#)
    #expect(one == OneCustom(number: 1, custom: Custom(text: "x")))
    #expect(state(OneCustom.self) == .planned)
    let other = try decoder.decode(OneCustom.self, from: #"{"custom":"y","number":2}"#)
    #expect(other == OneCustom(number: 2, custom: Custom(text: "y")))
  }

  @Test func `members of the same unknown type wait for values that differ`() throws {
    let decoder = StreamJSONDecoder()
    for text in ["x", "x", "y"] {
      #expect(state(TwoCustoms.self) == .waiting)
      let value = try decoder.decode(
        TwoCustoms.self,
        from: #"{"first":"x","second":"\#(text)"}"#
      )
      #expect(value == TwoCustoms(first: Custom(text: text), second: Custom(text: "x")))
    }
    #expect(state(TwoCustoms.self) == .planned)
    let value = try decoder.decode(TwoCustoms.self, from: #"{"first":"1","second":"2"}"#)
    #expect(value == TwoCustoms(first: Custom(text: "2"), second: Custom(text: "1")))
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
    #expect(state(Strong.self) == .waiting)
    #expect(state(Weak.self) == .refused)
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
    #expect(state(Strong.self) == .planned)
    #expect(state(UnownedKeeper.self) == .refused)
    #expect(state(WeakKeeper.self) == .refused)
  }
}

extension MemberwisePlanTests.Generic: MemberwiseDecodable {}
