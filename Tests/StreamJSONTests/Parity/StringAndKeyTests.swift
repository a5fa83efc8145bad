import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Strings, names, duplicates, and the members that keys find.
struct StringAndKeyTests {
  enum Keys: String, CodingKey { case a, b, c }

  @Test(arguments: [
    #"\" \\ \/ \b \f \n \r \t"#, #"\u0000"#, #"\u00e9\u65E5"#, #"\ud83d\ude00"#, #"\ud83d"#,
    #"\ude00\ud83d"#, #"\ud83dx"#, #"\ud83d\n"#, #"\ud83d\u0041"#, #"\u12"#, #"\u12g4"#, #"\x41"#,
    #"\'"#, #"\a"#, #"\v"#, #"\0"#, #"\U0041"#, "\u{7F}", "\u{2028}\u{2029}", "\u{FFFF}", "\u{0}",
    "\u{1F}", "\t", "é漢😀", "plain", #"a\u0000b"#, #"\\u0041"#, #"\uD800\uDC00"#, #"\uDBFF\uDFFF"#,
  ])
  func `strings`(content: String) {
    let text = "\"\(content)\""
    Parity.expectSame(String.self, text)
    Parity.expectSame([String].self, "[\(text),\"\(String(repeating: "x", count: 50))\(content)\"]")
    Parity.expectSame([String: Int].self, "{\(text):1}")
    Parity.expectSame([String: String].self, "{\(text):\(text),\"z\":\(text)}")
    Parity.expectSame(JSONTree.self, "{\(text):[\(text)]}")
  }

  @Test func `characters of all planes, spelled with escapes`() throws {
    for high in stride(from: 0xD800, through: 0xDBFF, by: 0x1D) {
      let pairs = (0xDC00...0xDFFF).map { low in
        #"\u\#(String(high, radix: 16))\u\#(String(low, radix: 16))"#
      }
      let text = Data(#"{"\#(pairs.joined())":["\#(pairs.joined(separator: #"",""#))"]}"#.utf8)
      let expected = try JSONDecoder().decode([String: [String]].self, from: text)
      #expect(try StreamJSONDecoder().decode([String: [String]].self, from: text) == expected)
      #expect(expected.values.first?.count == 1024)
    }
  }

  @Test(
    arguments: [
      [0x80], [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xE6, 0x97],
      [0xF0, 0x9F, 0x98], [0xC3], [0xC3, 0xA9], [0xF4, 0x8F, 0xBF, 0xBF], [0xEF, 0xBF, 0xBF],
    ] as [[UInt8]]
  )
  func `UTF-8`(content: [UInt8]) {
    let quoted = [0x22] + content + [0x22] as [UInt8]
    Parity.expectSame(String.self, quoted)
    Parity.expectSame(String.self, [0x22] + Array(repeating: 0x61, count: 33) + content + [0x22])
    Parity.expectSame([String: Int].self, Array("{".utf8) + quoted + Array(":1}".utf8))
  }

  struct Model: Decodable, Equatable {
    var a: Int
    var b: String?
  }

  @Test(arguments: [
    #"{"a":1,"a":2}"#, #"{"a":1,"b":"x","a":"bad","b":3}"#, #"{"\u0061":1,"a":2}"#,
    #"{"a":1,"\u0061":2}"#, #"{"b":"x","a":1,"b":"y"}"#, #"{"a":"bad","a":2}"#,
    #"{"b":null,"b":"x","a":1}"#, #"{"b":"x","b":null,"a":1}"#,
  ])
  func `the first of several members with one name counts`(text: String) {
    Parity.expectSame(Model.self, text)
    Parity.expectSame(Model.self, text) { $0.keyDecodingStrategy = .convertFromSnakeCase }
    Parity.expectSame([String: Mixed].self, text)
    Parity.expectSame([String: Mixed].self, text) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    Parity.expectSame([String: Int].self, text)
    Parity.expectSame([String: Int].self, text) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    Parity.expectSame(JSONTree.self, text)
  }

  enum Mixed: Decodable, Equatable {
    case number(Int)
    case string(String)
    case null

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }

  @Test func `canonically equivalent names are one name`() {
    enum Accented: String, CodingKey { case composed = "caf\u{E9}", decomposed = "cafe\u{301}" }
    for text in [
      "{\"caf\u{E9}\":1,\"cafe\u{301}\":2}", "{\"cafe\u{301}\":1,\"caf\u{E9}\":2}",
      #"{"caf\u00e9":1,"cafe\u0301":2}"#, #"{"cafe\u0301":1}"#, "{\"caf\u{E9}\":1}",
    ] {
      Parity.expectSame([String: Int].self, text)
      Parity.expectSameTrace(text) { decoder, trace in
        let keyed = try decoder.container(keyedBy: Accented.self)
        trace.note { try keyed.decode(Int.self, forKey: .composed) }
        trace.note { try keyed.decode(Int.self, forKey: .decomposed) }
        trace.note { keyed.allKeys.count }
        let all = try decoder.container(keyedBy: AnyKey.self)
        trace.note { all.allKeys.count }
        trace.note {
          all.contains(AnyKey(stringValue: "caf\u{E9}"))
            && all.contains(AnyKey(stringValue: "cafe\u{301}"))
        }
        trace.note { try all.decode(Int.self, forKey: AnyKey(stringValue: "cafe\u{301}")) }
      }
    }
  }

  @Test func `keys found in any order and any number of times`() {
    Parity.expectSameTrace(#"{"a":1,"b":null,"c":[1,2],"a":5,"d":{}}"#) { decoder, trace in
      let keyed = try decoder.container(keyedBy: Keys.self)
      for key in [Keys.c, .a, .b, .a, .c, .b, .b] {
        trace.note { keyed.contains(key) }
        trace.note { try keyed.decodeNil(forKey: key) }
        trace.note { try keyed.decode(Int.self, forKey: key) }
        trace.note { try keyed.decodeIfPresent(Int.self, forKey: key) }
        trace.note { try keyed.decodeIfPresent([Int].self, forKey: key) }
        trace.note { try keyed.decode(Int?.self, forKey: key) }
        trace.note { try keyed.decode(Int??.self, forKey: key) }
      }
      let others = try decoder.container(keyedBy: AnyKey.self)
      for key in ["d", "x", "a", "", "dd"] as [AnyKey] {
        trace.note { others.contains(key) }
        trace.note { try others.decodeNil(forKey: key) }
        trace.note { try others.decode(Int.self, forKey: key) }
        trace.note { try others.decode(Int?.self, forKey: key) }
        trace.note { try others.decodeIfPresent(Int.self, forKey: key) }
        trace.note { try others.decodeIfPresent(String.self, forKey: key) }
        trace.note { try others.nestedContainer(keyedBy: Keys.self, forKey: key).allKeys }
        trace.note { try others.nestedUnkeyedContainer(forKey: key).count }
      }
    }
  }

  /// Two cases with one name, which the compiler does not synthesize but allows.
  enum Aliases: CodingKey {
    case first, second, third
    var stringValue: String { self == .third ? "b" : "a" }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  @Test func `keys that are new, or have another one's name, after many searches`() {
    let more = (0..<30).map { ",\"m\($0)\":0" }.joined()
    Parity.expectSameTrace("{\"a\":1,\"b\":2,\"c\":3\(more)}") { decoder, trace in
      let keyed = try decoder.container(keyedBy: Keys.self)
      for _ in 0..<40 { trace.note { try keyed.decode(Int.self, forKey: .c) } }
      trace.note { try keyed.decode(Int.self, forKey: .a) }
      trace.note { try keyed.decode(Int.self, forKey: .b) }
      let aliases = try decoder.container(keyedBy: Aliases.self)
      for _ in 0..<40 { trace.note { try aliases.decode(Int.self, forKey: .third) } }
      trace.note { try aliases.decode(Int.self, forKey: .first) }
      trace.note { try aliases.decode(Int.self, forKey: .second) }
      for _ in 0..<40 { trace.note { try aliases.decode(Int.self, forKey: .third) } }
      trace.note { try aliases.decode(Int.self, forKey: .second) }
      let again = try decoder.container(keyedBy: Aliases.self)
      for _ in 0..<40 { trace.note { try again.decode(Int.self, forKey: .third) } }
      trace.note { try again.decode(Int.self, forKey: .second) }
      trace.note { try again.decode(Int.self, forKey: .first) }
    }
  }

  @Test func `allKeys has the keys that the type has`() {
    Parity.expectSameTrace(#"{"x":1,"b":null,"a":2,"":3,"b":4,"\u0063":5}"#) { decoder, trace in
      let keyed = try decoder.container(keyedBy: Keys.self)
      trace.note { keyed.allKeys.map(\.stringValue).sorted() }
      let all = try decoder.container(keyedBy: AnyKey.self)
      trace.note { all.allKeys.map(\.stringValue).sorted() }
    }
  }

  @Test func `allKeys come in the order of the text`() throws {
    let names = (0..<50).map { "key\($0 * 37 % 50)" }
    let text = "{\(names.map { "\"\($0)\":1" }.joined(separator: ","))}"
    struct Names: Decodable {
      var names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      }
    }
    #expect(try StreamJSONDecoder().decode(Names.self, from: text).names == names)
  }

  @Test(arguments: [1, 7, 8, 9, 15, 16, 17, 24, 31, 63, 100, 300])
  func `names of every length, near the end of the text and far from it`(length: Int) {
    let name = String(repeating: "k", count: length)
    let near = [
      name, name.dropLast() + "x", "x" + name.dropFirst(), name + "k", String(name.dropLast()),
    ]
    for other in near.map({ String($0) }) {
      for text in ["{\"\(other)\":1,\"\(name)\":2}", "{\"\(name)\":1}", "{\"\(other)\":1}"] {
        Parity.expectSameTrace(text) { decoder, trace in
          let keyed = try decoder.container(keyedBy: AnyKey.self)
          trace.note { try keyed.decode(Int.self, forKey: AnyKey(stringValue: name)) }
          trace.note { try keyed.decode(Int.self, forKey: AnyKey(stringValue: other)) }
          trace.note { try keyed.decode(Int.self, forKey: AnyKey(stringValue: name)) }
        }
      }
    }
  }

  @Test func `a wide object read from its end`() {
    let count = 2000
    let text =
      "{\((0..<count).map { "\"key\($0)\":\($0),\"key\($0 / 2)\":-1" }.joined(separator: ","))}"
    Parity.expectSameTrace(text) { decoder, trace in
      let keyed = try decoder.container(keyedBy: AnyKey.self)
      for number in (0..<count).reversed() {
        trace.note { try keyed.decode(Int.self, forKey: AnyKey(stringValue: "key\(number)")) }
      }
      trace.note { keyed.contains(AnyKey(stringValue: "key\(count)")) }
    }
  }
}
