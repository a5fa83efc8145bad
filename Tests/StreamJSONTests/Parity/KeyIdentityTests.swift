import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Keys whose name is not fixed by the compiler: each is asked for its name each time.
struct KeyIdentityTests {
  @TaskLocal static var names = ["id", "ID"]

  /// One byte that stands for a name found by lookup.
  struct Interned: CodingKey {
    var number: UInt8
    var stringValue: String { KeyIdentityTests.names[Int(number)] }
    var intValue: Int? { nil }
    init(number: UInt8) { self.number = number }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  /// No bytes at all.
  struct Nothing: CodingKey {
    var stringValue: String { KeyIdentityTests.names[0] }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  /// An enum whose payload holds the name.
  enum Wrapping: CodingKey {
    case known(Interned)
    case other

    var stringValue: String {
      switch self {
      case .known(let key): key.stringValue
      case .other: "other"
      }
    }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  /// A struct that claims to be an enum.
  struct Pretending: CodingKey, CustomReflectable {
    var number: UInt8
    var stringValue: String { KeyIdentityTests.names[Int(number)] }
    var intValue: Int? { nil }
    var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
    init(number: UInt8) { self.number = number }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  struct Generic<Part: Sendable>: CodingKey {
    var part: Part
    var stringValue: String { KeyIdentityTests.names[0] }
    var intValue: Int? { nil }
    init(part: Part) { self.part = part }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  protocol Asked: CodingKey {
    static var first: Self { get }
  }

  struct Model<Key: Asked>: Decodable, Equatable {
    var id: Int?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decodeIfPresent(Int.self, forKey: .first)
    }
  }

  private func expectAskedEachTime<Key: Asked>(
    _ type: Key.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = #"[{"id":1,"ID":2},{"ID":2,"id":1}]"#
    let kept = StreamJSONDecoder()
    for names in [["id", "ID"], ["ID", "id"], ["none"], ["id"]] {
      let expected = names[0] == "id" ? 1 : names[0] == "ID" ? 2 : nil
      try Self.$names.withValue(names) {
        for decoder in [JSONDecoder(), kept, StreamJSONDecoder()] {
          let ids = try decoder.decode([Model<Key>].self, from: Data(text.utf8)).map(\.id)
          #expect(ids == [expected, expected], sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test func `keys other than enums without payloads are asked each time`() throws {
    try expectAskedEachTime(Interned.self)
    try expectAskedEachTime(Nothing.self)
    try expectAskedEachTime(Wrapping.self)
    try expectAskedEachTime(Pretending.self)
    try expectAskedEachTime(Generic<Bool?>.self)
    try expectAskedEachTime(Generic<Never?>.self)
  }

  /// More cases than there is room for at first, in a separate type for each test, because decoders remember what they
  /// learn about a type.
  enum Forty<Test>: String, CodingKey, CaseIterable {
    case k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19,
      k20, k21, k22, k23, k24, k25, k26, k27, k28, k29, k30, k31, k32, k33, k34, k35, k36, k37, k38,
      k39
  }

  private func check<Test>(_ type: Forty<Test>.Type, first: Int) throws {
    let keys = type.allCases
    let members = keys.enumerated().map { "\"\($1.rawValue)\":\($0)" }
    let decoder = StreamJSONDecoder()
    decoder.userInfo[.script] = Script { decoder, _ in
      let container = try decoder.container(keyedBy: type)
      for number in [first] + Array(keys.indices) {
        #expect(try container.decode(Int.self, forKey: keys[number]) == number)
      }
    }
    _ = try decoder.decode(Scripted.self, from: "{\(members.joined(separator: ","))}")
  }

  @Test func `an enum of many cases, whichever is asked for first`() throws {
    try check(Forty<Int>.self, first: 0)
    try check(Forty<Bool>.self, first: 16)
    try check(Forty<String>.self, first: 32)
    try check(Forty<Double>.self, first: 39)
  }
}

extension KeyIdentityTests.Interned: KeyIdentityTests.Asked {
  static var first: Self { Self(number: 0) }
}
extension KeyIdentityTests.Nothing: KeyIdentityTests.Asked {
  static var first: Self { Self() }
}
extension KeyIdentityTests.Wrapping: KeyIdentityTests.Asked {
  static var first: Self { .known(.first) }
}
extension KeyIdentityTests.Pretending: KeyIdentityTests.Asked {
  static var first: Self { Self(number: 0) }
}
extension KeyIdentityTests.Generic: KeyIdentityTests.Asked where Part: ExpressibleByNilLiteral {
  static var first: Self { Self(part: nil) }
}
