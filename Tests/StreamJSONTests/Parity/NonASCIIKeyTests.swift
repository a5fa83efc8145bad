import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Keys outside ASCII: which names they find, and in which spelling.
struct NonASCIIKeyTests {
  struct Model: Decodable, Equatable {
    var composed: Int?
    var decomposed: Int?
    var kelvin: Int?
    var semicolon: Int?
    var accent: Int?
    var long: Int?
    var middle: Int?
    var marked: Int?
    var plain: Int?

    enum CodingKeys: String, CodingKey {
      case composed = "\u{E9}"
      case decomposed = "e\u{300}"
      // Canonically equivalent to ASCII: K, ; and `.
      case kelvin = "\u{212A}"
      case semicolon = "a\u{37E}"
      case accent = "\u{1FEF}b"
      case long = "\u{212A}elvin and a name that is longer than sixteen bytes"
      // More than eight bytes with the sign, and fewer without it.
      case middle = "degrees\u{212A}"
      case marked = "K\u{327}"
      case plain = "K2"
    }
  }

  private static let names = [
    "\u{E9}", "e\u{301}", "\u{E8}", "e\u{300}", "K", "\u{212A}", "a;", "a\u{37E}", "`b",
    "\u{1FEF}b", "Kelvin and a name that is longer than sixteen bytes",
    "\u{212A}elvin and a name that is longer than sixteen bytes", "degreesK", "degrees\u{212A}",
    "\u{136}", "K\u{327}", "\u{212A}\u{327}", "e", "k", "K2", "\u{212A}2", "\\u212a", "\\u004B", "",
  ]

  @Test(arguments: names)
  func `a name of each spelling`(name: String) {
    for text in [
      "{\"\(name)\":1}", "{\"x\":0,\"\(name)\":1,\"y\":0}", "{\"\(name)\":1,\"\(name)\":2}",
    ] {
      Parity.expectSame(Model.self, text)
      Parity.expectSame([Model].self, "[\(text),{},\(text),{\"é\":2},\(text)]")
      Parity.expectSame(Asking.self, text)
    }
  }

  @Test func `two names of each spelling, the first one counts`() {
    for first in Self.names {
      for second in Self.names {
        Parity.expectSame(Model.self, "{\"\(first)\":1,\"\(second)\":2}")
        Parity.expectSame(Asking.self, "{\"z\":0,\"\(first)\":1,\"\(second)\":2}")
      }
    }
  }

  @Test func `names of a wide object in another order`() {
    let others = (0..<100).map { ",\"n\($0)\":0" }.joined()
    let names = ["degreesK", "`b", "a;", "K", "K2"].map { "\"\($0)\":1" }
    for names in [names, names.reversed()] {
      let text = "{\(names.joined(separator: ","))\(others)}"
      Parity.expectSame([Model].self, "[\(text),\(text)]")
      Parity.expectSame([Asking].self, "[\(text),\(text)]")
    }
  }

  /// Asks for the same names as Strings, twice and in another order.
  struct Asking: Decodable, Equatable {
    var values: [Int?] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      for name in NonASCIIKeyTests.names + NonASCIIKeyTests.names.reversed() {
        guard !name.hasPrefix("\\") else { continue }
        let key = AnyKey(stringValue: name)
        let value = try container.decodeIfPresent(Int.self, forKey: key)
        if (value != nil) != container.contains(key) { throw Unexpected() }
        values.append(value)
      }
    }
  }

  /// Several cases with one name, some in a different spelling.
  enum Twins: CodingKey, CaseIterable {
    case first, second, third, other

    var stringValue: String {
      switch self {
      case .first, .second: "Kelvin"
      case .third: "\u{212A}elvin"
      case .other: "other"
      }
    }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  @Test func `cases with one name are one key`() {
    for text in [
      #"{"Kelvin":1,"other":2}"#, #"{"other":2,"Kelvin":1}"#, #"{"Kelvin":1,"Kelvin":2}"#,
      #"{"Kelvin":1,"other":2,"Kelvin":3}"#, #"{"\u212Aelvin":1,"other":2}"#,
    ] {
      for keys in [Twins.allCases, Twins.allCases.reversed(), Twins.allCases + Twins.allCases] {
        Parity.expectSameTrace("[\(text),\(text)]") { decoder, trace in
          var elements = try decoder.unkeyedContainer()
          while !elements.isAtEnd {
            let container = try elements.nestedContainer(keyedBy: Twins.self)
            for key in keys { trace.note { try container.decode(Int.self, forKey: key) } }
          }
        }
      }
    }
  }

  /// Like `Twins`, but always asked for from the last case first.
  enum LateTwins: CodingKey, CaseIterable {
    case first, second, third, other

    var stringValue: String { self == .other ? "other" : "Kelvin" }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  @Test func `cases with one name are one key, whichever was asked for first`() {
    let text = #"{"Kelvin":1,"other":2,"Kelvin":3}"#
    Parity.expectSameTrace("[\(text),\(text)]") { decoder, trace in
      var elements = try decoder.unkeyedContainer()
      for keys in [LateTwins.allCases.reversed(), LateTwins.allCases] {
        let container = try elements.nestedContainer(keyedBy: LateTwins.self)
        for key in keys { trace.note { try container.decode(Int.self, forKey: key) } }
      }
    }
  }

  @Test func `every character that is equivalent to one of ASCII`() {
    let ascii = Set((UInt8(0x20)..<0x7F).map { String(Unicode.Scalar($0)) })
    var found: [String] = []
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // As the standard library sees it.
      guard let index = ascii.firstIndex(of: String(Character(scalar))) else { continue }
      let name = String(Character(scalar))
      Parity.expectSame(One.self, "{\"\(ascii[index])\":1}") { $0.userInfo[One.name] = name }
      found.append(name)
    }
    #expect(found.count == 3)
  }

  /// Asks for one name.
  struct One: Decodable, Equatable {
    static let name: CodingUserInfoKey = {
      guard let key = CodingUserInfoKey(rawValue: "name") else { preconditionFailure() }
      return key
    }()

    var value: Int?

    init(from decoder: any Decoder) throws {
      guard let name = decoder.userInfo[Self.name] as? String else { return }
      let container = try decoder.container(keyedBy: AnyKey.self)
      value = try container.decode(Int.self, forKey: AnyKey(stringValue: name))
    }
  }
}
