import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Every prefix of generated documents, against a reference that closes the text itself and decodes it with
/// JSONDecoder.
@Suite struct PartialPrefixTests {
  enum Color: String, Codable, CaseIterable { case red, reddish, blue }
  enum Level: Int, Codable { case low = 1, high = 12 }

  enum Shape: Codable {
    case circle(radius: Int), point
  }

  struct Name: RawRepresentable, Codable, Hashable { var rawValue: String }

  struct Whole<Value: Codable>: Codable {
    var value: Value
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }
  }

  struct Uppercase: JSONTransform.Rule {
    static func value(from json: String) throws -> String { json.uppercased() }
    static func json(from value: String) throws -> String { value }
  }

  struct Inner: Codable {
    var text: String?
    var code: Int?
    var color: Color?
    var list: [String]?
  }

  struct Pair: Codable {
    var key: String
    var id: UUID
  }

  /// Members of every type that the library knows, all of them optional.
  struct Everything: Codable {
    var string: String?
    var bool: Bool?
    var int: Int?
    var int8: Int8?
    var unsigned: UInt64?
    var double: Double?
    var float: Float?
    var decimal: Decimal?
    var date: Date?
    var url: URL?
    var uuid: UUID?
    var data: Data?
    var color: Color?
    var level: Level?
    var shape: Shape?
    var name: Name?
    var whole: Whole<String>?
    var strings: [String]?
    var ints: [Int]?
    var uuids: [UUID]?
    var colors: [Color]?
    var names: Set<Name>?
    var dictionary: [String: String]?
    var urls: [String: URL]?
    var inner: Inner?
    var inners: [Inner]?
    var value: JSONValue?
    var members: JSONObject?
    var number: JSONNumber?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var byte: UInt8?
    var short: UInt16?
    var word: UInt32?
    var natural: UInt?
    @JSONNullable var nullable: String?
    @JSONTransformed<JSONTransform.SecondsSince1970?> var seconds: Date?
    @JSONTransformed<JSONTransform.Hexadecimal?> var bytes: Data?
    @JSONTransformed<JSONTransform.LenientURL?> var lenient: URL?
    @JSONTransformed<JSONTransform.NumberOrText<Int>?> var count: Int?
    @JSONTransformed<JSONTransform.ISO8601WithFractions?> var precise: Date?
    @JSONTransformed<Uppercase?> var loud: String?
    @JSONLossy var kept: [String]
  }

  /// The same for a type whose members are required.
  struct Required: Codable {
    var string: String
    var color: Color
    var uuid: UUID
    var date: Date
    var url: URL
    var data: Data
    var pair: Pair
    @JSONTransformed<JSONTransform.NumberOrText<Int>> var count: Int
  }

  /// The names of the members that are strings in the model, or have strings in them.
  private static let strings: Set<String> = [
    "string", "text", "strings", "list", "dictionary", "value", "members", "nullable", "kept",
    "key",
  ]

  // MARK: - The reference

  /// The prefix of a text, closed where it stops, with an unfinished string only where the model has strings.
  ///
  /// - Returns: Nil if nothing is left.
  private static func closed(
    _ prefix: Substring,
    includingStrings: Bool,
    hasStringsOnly: Bool
  ) -> String? {
    var out = ""
    // For each open container: its closing, the name of its last member, how long the text was when its last
    // member or element was complete, and whether it has any.
    struct Level {
      var isObject: Bool
      var name = ""
      var keep: String
    }
    var levels: [Level] = []
    var rest = prefix[...]
    func isString() -> Bool {
      hasStringsOnly || levels.contains { strings.contains($0.name) }
    }
    func complete() {
      if levels.isEmpty { return }
      levels[levels.count - 1].keep = out
    }
    var expectsName = false
    while let first = rest.first {
      switch first {
      case "{", "[":
        rest.removeFirst()
        out.append(first)
        levels.append(Level(isObject: first == "{", keep: out))
        expectsName = first == "{"
      case "}", "]":
        rest.removeFirst()
        out.append(first)
        levels.removeLast()
        complete()
        if levels.isEmpty { return out }
      case ",":
        rest.removeFirst()
        out.append(first)
        expectsName = levels.last?.isObject ?? false
      case ":":
        rest.removeFirst()
        out.append(first)
        expectsName = false
      case " ":
        rest.removeFirst()
        out.append(first)
      case "\"":
        // Whether the string is whole, and which part of it is certain.
        var raw = "\""
        var certain = "\""
        rest.removeFirst()
        var isWhole = false
        var pending: String?
        while let character = rest.first {
          rest.removeFirst()
          raw.append(character)
          if character == "\"" {
            isWhole = true
            break
          }
          if character == "\\" {
            guard let kind = rest.first else { break }
            rest.removeFirst()
            raw.append(kind)
            if kind == "u" {
              guard rest.count >= 4 else {
                rest = ""
                break
              }
              let digits = String(rest.prefix(4))
              rest.removeFirst(4)
              raw += digits
              let isHigh = digits.lowercased().hasPrefix("d8")
              if isHigh {
                pending = "\\u" + digits
              } else {
                certain += (pending ?? "") + "\\u" + digits
                pending = nil
              }
            } else {
              certain += "\\" + String(kind)
            }
          } else {
            certain.append(character)
          }
        }
        if isWhole {
          out += raw
          if expectsName {
            levels[levels.count - 1].name = String(raw.dropFirst().dropLast())
          } else {
            complete()
          }
        } else if !expectsName, includingStrings, isString() {
          out += certain + "\""
          complete()
        }
      default:
        // A number or literal, which is complete if something follows it; a literal at once.
        let token = rest.prefix { !",]} ".contains($0) }
        rest.removeFirst(token.count)
        out += token
        let isLiteral = ["true", "false", "null"].contains(token)
        if !rest.isEmpty || isLiteral { complete() }
      }
    }
    guard let last = levels.last else { return nil }
    return last.keep + levels.reversed().map { $0.isObject ? "}" : "]" }.joined()
  }

  private func reference<T: Codable>(
    _ type: T.Type,
    _ prefix: Substring,
    includingStrings: Bool,
    hasStringsOnly: Bool
  ) -> String {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let closed = Self.closed(
      prefix,
      includingStrings: includingStrings,
      hasStringsOnly: hasStringsOnly
    )
    guard let text = closed,
      let value = try? decoder.decode(type, from: Data(text.utf8))
    else { return "nil" }
    return Self.description(value)
  }

  /// As a text that does not depend on the order or the identity of objects.
  private static func description(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    return text ?? "not encodable"
  }

  private func requireReference<T: Codable>(
    _ type: T.Type,
    _ text: String,
    hasStringsOnly: Bool = false
  ) throws {
    let decoder = StreamJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    for isSingle in [true, false] {
      let stream = decoder.makeStream(of: type, framing: .concatenated)
      var last: T?
      for (offset, character) in zip(text.indices, text) {
        try stream.append(Array(String(character).utf8)) { last = $0 }
        let prefix = text[...offset]
        // When asked once for each, or for the second time.
        for includes in isSingle ? [true] : [false, true] {
          let found = try stream.partialValue(includingUnfinishedString: includes)
          let expected =
            prefix.count == text.count
            ? "nil"
            : reference(
              type,
              prefix,
              includingStrings: includes,
              hasStringsOnly: hasStringsOnly
            )
          let description = found.map { Self.description($0) } ?? "nil"
          #expect(description == expected, "\(prefix)")
        }
      }
      try stream.finish { last = $0 }
      let whole = try decoder.decode(type, from: text)
      #expect(last.map { Self.description($0) } == Self.description(whole))
    }
  }

  // MARK: - Every prefix

  @Test(arguments: names) func `each member by itself`(name: String) throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<4 / TestScale.stride(inDebug: 2) {
      try requireReference(Everything.self, Self.object([name], &random))
      try requireReference(Everything.self, Self.object(["int", name], &random))
    }
  }

  @Test(arguments: 0..<UInt64(10)) func `several members`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = Self.names.shuffled(using: &random).prefix(6)
    try requireReference(Everything.self, Self.object(Array(names), &random))
  }

  @Test(arguments: 0..<UInt64(6)) func `required members`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["string", "color", "uuid", "date", "url", "data", "pair", "count"]
    try requireReference(Required.self, Self.object(names.shuffled(using: &random), &random))
  }

  /// What Foundation makes of strings; some of its initializers stop the program at the beginning of one.
  @Test func `types of Foundation never see an unfinished string`() throws {
    struct Model: Codable {
      var locale: Locale?
      var components: URLComponents?
      var zones: [TimeZone]?
      var name: String?
    }
    let text = """
      {"name":"x","locale":{"identifier":"de_AT"},"components":{"scheme":"https","host":"a.b","path":"/c d"},\
      "zones":[{"identifier":"Europe/Vienna"},{"identifier":"Asia/Tokyo"}]}
      """
    let stream = StreamJSONDecoder().makeStream(of: Model.self, framing: .concatenated)
    var last: Model?
    for byte in text.utf8 {
      try stream.append(CollectionOfOne(byte)) { last = $0 }
      guard last == nil, let model = try stream.partialValue() else { continue }
      #expect([nil, "de_AT"].contains(model.locale?.identifier))
      #expect([nil, "https"].contains(model.components?.scheme))
      #expect([nil, "a.b"].contains(model.components?.host))
      #expect(["", "/c d"].contains(model.components?.path ?? ""))
      let zones = (model.zones ?? []).map(\.identifier)
      #expect(zones.elementsEqual(["Europe/Vienna", "Asia/Tokyo"].prefix(zones.count)))
    }
    #expect(last?.locale?.identifier == "de_AT")
    #expect(last?.components?.path == "/c d")
    #expect(last?.zones?.count == 2)
  }

  @Test func `values that are not objects`() throws {
    try requireReference([String].self, #"["a", "b\nc"]"#, hasStringsOnly: true)
    try requireReference([Color].self, #"["red", "reddish"]"#)
    try requireReference([URL].self, #"["https://a.b/c"]"#)
    try requireReference([String: Name].self, #"{"a": "b", "c": "d"}"#)
    try requireReference([Int: String].self, #"{"1": "b", "2": "d"}"#, hasStringsOnly: true)
    try requireReference([Pair].self, #"[{"key":"a","id":"12345678-9ABC-DEF0-1234-56789ABCDEF0"}]"#)
  }
}
