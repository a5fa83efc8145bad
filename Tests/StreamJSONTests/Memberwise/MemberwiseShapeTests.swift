import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Types of many shapes, all with the compiler's initializer: each is planned at the first object, and no
/// plan is given up.
struct MemberwiseShapeTests {
  struct One<A: Decodable & SendableMetatype>: Decodable, MemberwiseDecodable { var a: A }

  struct Three<
    A: Decodable & SendableMetatype,
    B: Decodable & SendableMetatype,
    C: Decodable & SendableMetatype
  >: Decodable, MemberwiseDecodable {
    var b: B
    var a: A?
    private let c: C
    private enum CodingKeys: String, CodingKey {
      case c = "b"
      case b = "a"
      case a = "c"
    }
  }

  struct Six<
    A: Decodable & SendableMetatype,
    B: Decodable & SendableMetatype,
    C: Decodable & SendableMetatype
  >: Decodable, MemberwiseDecodable {
    var flag: Bool
    var a: [A]
    var b: B?
    var small: Int8?
    var c: C
    var again: C?
  }

  // MARK: - Members

  enum Accent: String, Decodable { case red, green }
  enum Payload: Decodable { case number(Int), text(String, more: Bool?) }
  struct Inner: Decodable, MemberwiseDecodable {
    var flag: Bool
    var number: Double?
  }
  struct Plain: Decodable {
    var small: Int8
    var name: String?
    var number: Int
  }
  struct Nothing: Decodable, MemberwiseDecodable {}
  final class Box: Decodable {
    let number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  private typealias Member = (type: any (Decodable & SendableMetatype).Type, text: String)

  private static let members: [Member] = [
    (Bool.self, "true"), (Int.self, "-7"), (UInt16.self, "9"), (Double.self, "2.5"),
    (String.self, #""a text that does not fit in place""#), ([Int].self, "[1,2]"),
    ([String: Int].self, #"{"a":1}"#), (Date.self, "1.5"), (Accent.self, #""green""#),
    (Payload.self, #"{"text":{"_0":"b"}}"#), (Inner.self, #"{"flag":true}"#),
    (Plain.self, #"{"small":1,"number":2}"#), (Nothing.self, "{}"), (Box.self, "3"),
    (Int??.self, "4"), (SIMD3<Float>.self, "[1,2,3]"), (JSONValue.self, #"{"x":[1,null]}"#),
  ]

  private func check<Value: MemberwiseDecodable>(
    _ type: Value.Type,
    _ text: String,
    _ decoder: RecordedDecoder
  ) throws {
    // Some are known from others by now.
    #expect(decoder.report(type).state != .ineligible)
    for count in 1...4 {
      _ = try decoder.decode(type, text)
      let report = decoder.report(type)
      #expect(report.state == .active, "\(type), object \(count): \(report)")
    }
  }

  @Test(arguments: members.indices)
  func `types of every shape are planned at the first object`(index: Int) throws {
    let decoder = RecordedDecoder()
    let (type, text) = Self.members[index]
    for (number, other) in Self.members.enumerated() {
      let third = Self.members[(index + number) % Self.members.count]
      try checkThree(type, other.type, third.type, (text, other.text, third.text), decoder)
    }
    func checkOne<A: Decodable & SendableMetatype>(_ type: A.Type) throws {
      try check(One<A>.self, #"{"a":\#(text)}"#, decoder)
    }
    try checkOne(type)
  }

  private func checkThree<
    A: Decodable & SendableMetatype,
    B: Decodable & SendableMetatype,
    C: Decodable & SendableMetatype
  >(
    _ first: A.Type,
    _ second: B.Type,
    _ third: C.Type,
    _ texts: (a: String, b: String, c: String),
    _ decoder: RecordedDecoder
  ) throws {
    let (a, b, c) = texts
    try check(Three<A, B, C>.self, #"{"a":\#(b),"b":\#(c),"c":\#(a)}"#, decoder)
    try check(Three<C, A, B>.self, #"{"a":\#(a),"b":\#(b)}"#, decoder)
    try check(
      Six<A, B, C>.self,
      #"{"flag":false,"a":[\#(a)],"b":null,"small":1,"c":\#(c)}"#,
      decoder
    )
    try check(
      Six<C, A, B>.self,
      #"{"flag":true,"a":[\#(c),\#(c)],"b":\#(a),"c":\#(b),"again":\#(b)}"#,
      decoder
    )
    try check(
      Six<Inner, B, One<A>>.self,
      #"{"flag":true,"a":[],"c":{"a":\#(a)}}"#,
      decoder
    )
    try check(Six<B, C?, [String: A]>.self, #"{"flag":true,"a":[],"c":{"x":\#(a)}}"#, decoder)
    try check(One<[Three<B, A, C>]>.self, #"{"a":[{"a":\#(a),"b":\#(c)}]}"#, decoder)
  }

  // MARK: - Shapes that are no matter of types

  @propertyWrapper struct Trimmed: Decodable {
    var wrappedValue: String
    init(from decoder: any Decoder) throws {
      wrappedValue = try decoder.singleValueContainer().decode(String.self)
        .trimmingCharacters(in: .whitespaces)
    }
  }

  struct Wrapped: Decodable, MemberwiseDecodable {
    @Trimmed var name: String
    @JSONLossy var items: [Int]
    @JSONLossy var more: Set<String>?
    @JSONLossy var others: [Inner]
    @JSONTransformed<JSONTransform.SecondsSince1970> var sent: Date
    @JSONTransformed<JSONTransform.MillisecondsSince1970?> var read: Date?
    var number: Int
    enum CodingKeys: String, CodingKey {
      case number
      case items = "x"
      case name, others, more, sent
      case read = "y"
    }
  }

  @Test func `members with wrappers are planned, there or not`() throws {
    let (some, all) = (
      #"{"number":1,"name":" a ","sent":0}"#,
      #"{"number":1,"x":[1,"b",2],"name":"c","others":[{"flag":true}],"more":["d"],"sent":1,"y":2000}"#
    )
    for texts in [[some, all], [all, some]] {
      let decoder = RecordedDecoder()
      #expect(decoder.report(Wrapped.self).state == .pending)
      for _ in 0..<10 {
        for text in texts {
          let value = try decoder.decode(Wrapped.self, text)
          #expect(decoder.report(Wrapped.self).description.hasPrefix("active"))
          let isWhole = text == all
          #expect(value.name == (isWhole ? "c" : "a"))
          #expect(value.items == (isWhole ? [1, 2] : []))
          #expect(value.$items.droppedCount == (isWhole ? 1 : 0))
          #expect(value.more == (isWhole ? ["d"] : nil))
          #expect(value.others.count == (isWhole ? 1 : 0))
          #expect(value.sent == Date(timeIntervalSince1970: isWhole ? 1 : 0))
          #expect(value.read == (isWhole ? Date(timeIntervalSince1970: 2) : nil))
        }
      }
      let null = try decoder.decode(
        Wrapped.self,
        #"{"number":1,"x":null,"name":"c","others":null,"more":null,"sent":1,"y":null}"#
      )
      #expect(null.items.isEmpty && null.more == nil && null.read == nil)
      #expect(throws: DecodingError.self) {
        try decoder.decode(Wrapped.self, #"{"number":1,"x":7,"name":"c","sent":1}"#)
      }
      #expect(decoder.report(Wrapped.self).state == .active)
    }
  }

  struct Only: Decodable, MemberwiseDecodable {
    var number: Int
    private enum CodingKeys: CodingKey { case number }
  }

  struct Quoted: Decodable, MemberwiseDecodable {
    var `default`: Int
    var été: String
    var _under: Int
    var under: Int
    enum CodingKeys: String, CodingKey {
      case `default` = "a"
      case été = "b"
      case _under = "c"
      case under = "d"
    }
  }

  struct Nested: Decodable, MemberwiseDecodable {
    var empty: Nothing
    var list: [Nothing]
    var maybe: Nothing?
  }

  struct Values: Decodable, MemberwiseDecodable {
    var first: JSONValue?
    var second: JSONValue?
    var third: Payload
    var fourth: Payload?
    var fifth: SIMD3<Float>?
    var sixth: SIMD3<Float>?
  }

  @Test func `names, empty types and values of any shape are planned`() throws {
    let decoder = RecordedDecoder()
    try check(Only.self, #"{"number":1}"#, decoder)
    try check(Quoted.self, #"{"a":1,"b":"c","c":2,"d":3}"#, decoder)
    let quoted = try decoder.decode(Quoted.self, #"{"a":1,"b":"c","c":2,"d":3}"#)
    #expect(quoted._under == 2 && quoted.under == 3)
    try check(Nested.self, #"{"empty":{},"list":[{},5,null],"maybe":7}"#, decoder)
    let text = #"{"empty":"x","list":[{"a":[1]},[],null],"maybe":null}"#
    for _ in 0..<9 {
      let nested = try decoder.decode(Nested.self, text)
      #expect(nested.list.count == 3 && nested.maybe == nil)
      #expect(try decoder.decode([Nothing].self, "[1,{},{\"x\":2}]").count == 3)
    }
    #expect(throws: DecodingError.self) { try decoder.decode(Nested.self, #"{"list":[]}"#) }
    try check(Values.self, #"{"third":{"number":{"_0":1}}}"#, decoder)
    for _ in 0..<9 {
      let value = try decoder.decode(
        Values.self,
        #"{"first":1,"second":"a","third":{"text":{"_0":"b"}},"fifth":[1,2,3],"sixth":[4,5,6]}"#
      )
      #expect(value.first == 1 && value.second == "a" && value.fifth?.z == 3 && value.sixth?.x == 4)
    }
    #expect(decoder.report(Values.self).state == .active)
  }

  // MARK: - The schedule

  /// Counts how often it is called.
  struct Counted: Decodable, MemberwiseDecodable {
    var number: Int
    static let count = Locked(0)
    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      Self.count.withLock { $0 += 1 }
    }
    enum CodingKeys: CodingKey { case number }
  }

  @Test func `few of many texts are decoded by the initializer`() throws {
    let decoder = RecordedDecoder()
    _ = decoder.report(Counted.self)
    for _ in 0..<50_000 { _ = try decoder.decode(Counted.self, #"{"number":1}"#) }
    let count = Counted.count.withLock { $0 }
    #expect((6..<12).contains(count), "\(count)")
  }

  /// Counts how often it is called, inside others that do.
  struct Part: Decodable, MemberwiseDecodable {
    var number: Int
    static let count = Locked(0)
    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      Self.count.withLock { $0 += 1 }
    }
    enum CodingKeys: CodingKey { case number }
  }

  struct Whole: Decodable, MemberwiseDecodable {
    var first: Part
    var others: [Part]
    static let count = Locked(0)
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      first = try container.decode(Part.self, forKey: .first)
      others = try container.decode([Part].self, forKey: .others)
      Self.count.withLock { $0 += 1 }
    }
    enum CodingKeys: CodingKey { case first, others }
  }

  @Test func `nor are more objects inside others`() throws {
    let decoder = RecordedDecoder()
    _ = decoder.report(Whole.self)
    let one = #"{"first":{"number":1},"others":[{"number":2},{"number":3},{"number":4}]}"#
    for _ in 0..<50_000 { _ = try decoder.decode(Whole.self, one) }
    #expect(decoder.report(Whole.self).state == .active)
    #expect(decoder.report(Part.self).state == .active)
    let (wholes, parts) = (Whole.count.withLock { $0 }, Part.count.withLock { $0 })
    #expect((6..<12).contains(wholes) && parts == 4 * wholes, "\(wholes), \(parts)")
  }
}
