import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// An object and the JSON text that means the same.
struct GraphKind: Sendable, CustomStringConvertible {
  let name: String
  let json: String
  let make: @Sendable () -> Any

  var description: String { name }

  init(_ name: String, _ json: String, _ make: @escaping @autoclosure @Sendable () -> Any) {
    self.name = name
    self.json = json
    self.make = make
  }

  static let all: [GraphKind] =
    scalars + strings + nothings + collections + [
      GraphKind("UUID", "\"00000000-0000-0000-0000-000000000001\"", UUID.sample),
      GraphKind("NSUUID", "\"00000000-0000-0000-0000-000000000001\"", NSUUID.sample),
    ]

  private static let scalars: [GraphKind] = [
    GraphKind("true", "true", true),
    GraphKind("false", "false", false),
    GraphKind("NSNumber true", "true", NSNumber(value: true)),
    GraphKind("NSNumber false", "false", NSNumber(value: false)),
    GraphKind("Int", "-1", -1),
    GraphKind("Int8", "1", 1 as Int8),
    GraphKind("Int16", "-32768", Int16.min),
    GraphKind("Int32", "-2147483648", Int32.min),
    GraphKind("Int64 least", "-9223372036854775808", Int64.min),
    GraphKind("Int128", "1", 1 as Int128),
    GraphKind("Int128 least", "-170141183460469231731687303715884105728", Int128.min),
    GraphKind("UInt", "18446744073709551615", UInt.max),
    GraphKind("UInt8", "255", UInt8.max),
    GraphKind("UInt16", "65535", UInt16.max),
    GraphKind("UInt32", "4294967295", UInt32.max),
    GraphKind("UInt64", "9223372036854775808", UInt64(1) << 63),
    GraphKind("UInt128", "340282366920938463463374607431768211455", UInt128.max),
    GraphKind("Float", "1.5", 1.5 as Float),
    GraphKind("Double", "0.1", 0.1),
    GraphKind("Double whole", "3.0", 3.0),
    GraphKind("CGFloat", "0.1", 0.1 as CGFloat),
    GraphKind("NSNumber Int8", "1", NSNumber(value: 1 as Int8)),
    GraphKind("NSNumber UInt8", "0", NSNumber(value: 0 as UInt8)),
    GraphKind("NSNumber Int16", "1", NSNumber(value: 1 as Int16)),
    GraphKind("NSNumber Int32", "1", NSNumber(value: 1 as Int32)),
    GraphKind("NSNumber Int64", "-9223372036854775808", NSNumber(value: Int64.min)),
    GraphKind("NSNumber UInt64", "18446744073709551615", NSNumber(value: UInt64.max)),
    GraphKind("NSNumber Float", "0.5", NSNumber(value: 0.5 as Float)),
    GraphKind("NSNumber Double", "1e300", NSNumber(value: 1e300)),
    GraphKind("Decimal", "0.1", Decimal(1) / 10),
    GraphKind("Decimal small", "-1e-100", Decimal(sign: .minus, exponent: -100, significand: 1)),
    GraphKind(
      "NSDecimalNumber",
      "12345678901234567890.123456789",
      NSDecimalNumber(string: "12345678901234567890.123456789")
    ),
    GraphKind("NSDecimalNumber whole", "100000", NSDecimalNumber(string: "1e5")),
    GraphKind("NSDecimalNumber zero", "0", NSDecimalNumber.zero),
  ]

  private static let strings: [GraphKind] = [
    GraphKind("String", "\"a\"", "a"),
    GraphKind("String empty", "\"\"", ""),
    GraphKind("String to escape", #""\"\\\n\u0000""#, "\"\\\n\0"),
    GraphKind("String outside ASCII", "\"é漢😀\"", "é漢😀"),
    GraphKind("Substring", "\"bc\"", "abcd".dropFirst().dropLast()),
    GraphKind("NSString", "\"é\"", NSString(string: "é")),
    GraphKind("NSMutableString", "\"m\"", NSMutableString(string: "m")),
    GraphKind("AnyHashable", "\"h\"", AnyHashable("h")),
  ]

  private static let nothings: [GraphKind] = [
    GraphKind("NSNull", "null", NSNull()),
    GraphKind("nil", "null", Int?.none as Any),
    GraphKind("nil twice", "null", Int??.some(.none) as Any),
    GraphKind("nil in Any", "null", Any?.some(Any?.none as Any) as Any),
    GraphKind("Optional", "5", Int??.some(5) as Any),
    GraphKind("Optional in Any", "true", Any?.some(Bool?.some(true) as Any) as Any),
  ]

  private static let collections: [GraphKind] = [
    GraphKind("[Any]", "[1,\"a\",null,[true]]", [1, "a", NSNull(), [true]] as [Any]),
    GraphKind("[Any?]", "[1,null]", [1, nil] as [Any?]),
    GraphKind("[Int]", "[1,2]", [1, 2]),
    GraphKind("[Double]", "[0.5,2]", [0.5, 2]),
    GraphKind("[NSNumber]", "[true,1,0.5]", [true, 1, 0.5] as [NSNumber]),
    GraphKind("[UInt8] inside", "[[1,2]]", [[1, 2] as [UInt8]]),
    GraphKind("[Character's Substring]", "[\"a\"]", ["a" as Substring]),
    GraphKind("ArraySlice", "[2]", [1, 2][1...]),
    GraphKind("ContiguousArray", "[2]", [2] as ContiguousArray),
    GraphKind("Set", "[7]", Set([7])),
    GraphKind("NSArray", "[1,[\"x\"]]", NSArray(array: [1, NSArray(array: ["x"])])),
    GraphKind("NSMutableArray", "[]", NSMutableArray()),
    GraphKind("NSSet", "[\"x\"]", NSSet(object: "x")),
    GraphKind("NSOrderedSet", "[3,1]", NSOrderedSet(array: [3, 1])),
    GraphKind("[String: Any]", #"{"a":{"b":[1]}}"#, ["a": ["b": [1]]] as [String: Any]),
    GraphKind("[String: Any?]", #"{"a":null,"b":1}"#, ["a": nil, "b": 1] as [String: Any?]),
    GraphKind("[String: Int]", #"{"a":1}"#, ["a": 1]),
    GraphKind("[[String: [Double]]]", #"[{"a":[0.5]}]"#, [["a": [0.5]]]),
    GraphKind("[String: NSNumber]", #"{"a":true}"#, ["a": true as NSNumber]),
    GraphKind("[Substring: Int]", #"{"b":1}"#, ["ab".dropFirst(): 1]),
    GraphKind("[AnyHashable: Any]", #"{"a":1}"#, ["a": 1] as [AnyHashable: Any]),
    GraphKind("[NSString: Any]", #"{"é":1}"#, ["é" as NSString: 1] as [NSString: Any]),
    GraphKind(
      "[AnyHashable: Any] of NSString",
      #"{"a":1}"#,
      [AnyHashable("a" as NSString): 1] as [AnyHashable: Any]
    ),
    GraphKind("NSDictionary", #"{"a":[true]}"#, NSDictionary(dictionary: ["a": [true]])),
    GraphKind("NSMutableDictionary", "{}", NSMutableDictionary()),
    GraphKind("names outside ASCII", #"{"é":1,"b":2}"#, ["é": 1, "b": 2]),
  ]
}

extension UUID {
  fileprivate static let sample = UUID(
    uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
  )
}

extension NSUUID {
  fileprivate static var sample: NSUUID {
    NSUUID(uuidString: UUID.sample.uuidString) ?? NSUUID()
  }
}

/// Every kind of object in every place.
struct GraphKindTests {
  private func expectParity<T: Decodable & Equatable>(
    _ type: T.Type,
    _ object: Any,
    _ json: String
  ) {
    let decoder = StreamJSONDecoder()
    let fromText = outcome { try decoder.decode(type, from: json) }
    let fromGraph = outcome { try decoder.decode(type, withJSONObject: object) }
    #expect(fromGraph == fromText, "\(type)")
  }

  @Test(.enabled(if: graphsMayHoldClasses), arguments: GraphKind.all)
  func `means the same as the text in every place`(_ kind: GraphKind) {
    let (object, json) = (kind.make(), kind.json)
    if !json.hasPrefix("\"") { expectParity(JSONTree.self, object, json) }
    expectParity(JSONTree.self, [object], "[\(json)]")
    expectParity(JSONTree.self, ["m": object], "{\"m\":\(json)}")
    expectParity([String: JSONTree].self, ["m": object, "n": 1], "{\"m\":\(json),\"n\":1}")
    expectParity(
      JSONTree.self,
      [["m": [object, object]]],
      "[{\"m\":[\(json),\(json)]}]"
    )
    expectParity(JSONTree.self, NSArray(object: ["m": object]), "[{\"m\":\(json)}]")
    expectParity(
      JSONTree.self,
      NSDictionary(object: object, forKey: "m" as NSString),
      "{\"m\":\(json)}"
    )
    expectParity(JSONTree.self, Any?.some([Any?.some(object)]) as Any, "[\(json)]")
  }

  @Test(.enabled(if: graphsMayHoldClasses), arguments: GraphKind.all)
  func `fits the same types as the text, with the same errors`(_ kind: GraphKind) {
    func expect<T: Decodable & Equatable>(_ type: T.Type) {
      let (object, json) = (kind.make(), kind.json)
      expectParity([T].self, [object], "[\(json)]")
      expectParity([[String: T?]].self, [["m": object]], "[{\"m\":\(json)}]")
      expectParity(Member<T>.self, ["member": object], "{\"member\":\(json)}")
      expectParity(OptionalMember<T>.self, ["member": object], "{\"member\":\(json)}")
    }
    expect(Bool.self)
    expect(String.self)
    expect(Int.self)
    expect(Int8.self)
    expect(Int64.self)
    expect(Int128.self)
    expect(UInt.self)
    expect(UInt8.self)
    expect(UInt16.self)
    expect(UInt32.self)
    expect(UInt64.self)
    expect(UInt128.self)
    expect(Float.self)
    expect(Double.self)
    expect(Decimal.self)
    expect(UUID.self)
    expect(URL.self)
    expect(Date.self)
    expect(Data.self)
    expect([Int].self)
    expect([String: Double].self)
    expect(Member<Int>.self)
    expect(JSONTree.self)
  }

  @Test func `a dictionary that is missing a member is missing it`() {
    expectParity(Member<Int>.self, ["Member": 1], #"{"Member":1}"#)
    expectParity([Member<Int>].self, [["other": 1]], #"[{"other":1}]"#)
  }

  @Test(.enabled(if: graphsMayHoldClasses))
  func `text in Data, bytes or a string at the top level is decoded`() throws {
    let decoder = StreamJSONDecoder()
    let json = #"{"member": [1, 2,]}"#
    let forms: [Any] = [
      json, json[...], NSString(string: json), Data(json.utf8), NSData(data: Data(json.utf8)),
      Array(json.utf8), String?.some(json) as Any, Data?.some(Data(json.utf8)) as Any,
      [UInt8]?.some(Array(json.utf8)) as Any,
    ]
    for form in forms {
      #expect(
        try decoder.decode(Member<[Int]>.self, withTextOrJSONObject: form)
          == Member(member: [1, 2]),
        "\(type(of: form))"
      )
    }
    #expect(try decoder.decode([Int].self, withJSONObject: [49, 50]) == [49, 50])
    #expect(try decoder.decode([Int].self, withJSONObject: NSArray(array: [49])) == [49])
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, withJSONObject: "{") }
    #expect(try decoder.decode(String.self, withJSONObject: "\"a\"") == "\"a\"")
  }
}

struct Member<T: Decodable & Equatable>: Decodable, Equatable {
  var member: T
}

struct OptionalMember<T: Decodable & Equatable>: Decodable, Equatable {
  var member: T?
}
