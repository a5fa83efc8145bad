import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Values that are given up half made: each that was made is destroyed once, and the error is that of
/// the same type without the marker.
@Suite(.serialized)
struct MemberwiseLifeTests {
  /// A value that is counted.
  struct Life: Decodable, Equatable {
    let number: Int
    private let token: Token

    private final class Token: Sendable {
      init() { Life.count.withLock { $0 += 1 } }
      deinit { Life.count.withLock { $0 -= 1 } }
    }

    static let count = Locked(0)

    init(from decoder: any Decoder) throws {
      token = Token()
      number = try decoder.singleValueContainer().decode(Int.self)
    }

    static func == (first: Life, second: Life) -> Bool { first.number == second.number }
  }

  enum Marked {}
  enum Plain {}

  /// Members of other types among those that the plan decodes itself: decoded from the tape.
  struct Lives<Form: Sendable>: Decodable, Equatable {
    var first: Life
    var text: String
    var part: Part
    var maybe: Part?
    var parts: [Part]
    var more: [Part]?
    var byName: [String: Part]
    var lives: [Life]
    var life: Life?
    var last: Int

    struct Part: Decodable, Equatable {
      var name: String
      var life: Life
      var other: Life?
      var end: Bool
    }
  }

  /// The same without: decoded in one pass.
  struct Texts<Form: Sendable>: Decodable, Equatable {
    var first: String
    var part: Part
    var maybe: Part?
    var parts: [Part]
    var more: [Part]?
    var byName: [String: Part]
    var words: [String]
    var texts: [String: String]
    var lines: [[[Double]]]
    var last: Int

    struct Part: Decodable, Equatable {
      var name: String
      var words: [String]?
      var deep: Deep?
      var end: Bool
    }

    struct Deep: Decodable, Equatable {
      var note: String?
      var list: [Int]
    }
  }

  private static let long = "a text that does not fit in place"

  private static let livesText: String = {
    let part = #"{"name":"\#(long)","life":1,"other":2,"end":true}"#
    return
      #"{"first":1,"text":"\#(long)","part":\#(part),"maybe":\#(part),"parts":[\#(part),\#(part)],"#
      + #""more":[\#(part)],"byName":{"a":\#(part),"b":\#(part)},"lives":[1,2],"life":3,"last":4}"#
  }()

  private static let textsText: String = {
    let deep = #"{"note":"\#(long)","list":[1,2]}"#
    let part = #"{"name":"\#(long)","words":["\#(long)","x"],"deep":\#(deep),"end":true}"#
    return #"{"first":"\#(long)","part":\#(part),"maybe":\#(part),"parts":[\#(part),\#(part)],"#
      + #""more":[\#(part)],"byName":{"a":\#(part),"b":\#(part)},"words":["\#(long)"],"#
      + #""texts":{"k":"\#(long)"},"lines":[[[1,2],[3]]],"last":4}"#
  }()

  /// `text` with each of its values replaced by another one or cut off there, and with each name
  /// replaced or written with an escape.
  private static func damaged(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var texts: [String] = []
    func isOfWord(_ byte: UInt8) -> Bool { " abcdefghijklmnopqrstuvwxyz".utf8.contains(byte) }
    for position in bytes.indices {
      let (before, after) = (bytes[..<position], bytes[position...])
      func add(_ middle: String, dropping count: Int = 0) {
        texts.append(String(decoding: before + middle.utf8 + after.dropFirst(count), as: UTF8.self))
      }
      let others: [String] =
        switch bytes[position] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): ["-", "1e400", "\"x\"", "null"]
        case UInt8(ascii: "\""): ["", "1", "\"\\q", "\"\\u0061"]
        case UInt8(ascii: "["), UInt8(ascii: "{"): ["", "null,", "[", "{"]
        case UInt8(ascii: "]"), UInt8(ascii: "}"): ["", ",", "]", "}"]
        case UInt8(ascii: ","): ["", ",,", ":"]
        case UInt8(ascii: ":"): ["", ":null,\"unknown\":", ": "]
        default: []
        }
      for other in others { add(other, dropping: 1) }
      if after.starts(with: "true".utf8) {
        for other in ["1", "null", "tru", "false"] { add(other, dropping: 4) }
      }
      // Once in each word, which are most of the text.
      let isInWord = before.last.map(isOfWord) == true && isOfWord(bytes[position])
      if !isInWord { texts.append(String(decoding: before, as: UTF8.self)) }
    }
    return texts
  }

  func outcome<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    _ decoder: StreamJSONDecoder
  ) -> String {
    do {
      var description = ""
      dump(try decoder.decode(type, from: text), to: &description)
      // Dictionaries are in no order, and objects are numbered at the ends of lines.
      return description.removing("Marked", "Plain").utf8.split(separator: UInt8(ascii: "\n"))
        .map { line in String(decoding: line.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self) }
        .sorted().joined(separator: "\n")
    } catch {
      return "\(error) \((error as? DecodingError)?.jsonError.map { "\($0)" } ?? "")"
        .removing("Marked", "Plain")
    }
  }

  func compare<First: Decodable, Second: Decodable>(
    _ marked: First.Type,
    _ plain: Second.Type,
    _ text: String
  ) throws {
    let decoder = StreamJSONDecoder()
    let before = Life.count.withLock { $0 }
    for _ in 0..<24 {
      _ = try decoder.decode(marked, from: text)
      _ = try decoder.decode([First].self, from: "[\(text),\(text)]")
      _ = try decoder.decode([String: First].self, from: #"{"a":\#(text),"b":\#(text)}"#)
    }
    for (position, damaged) in Self.damaged(text).enumerated() {
      guard position.isMultiple(of: TestScale.stride(inDebug: 12)) else { continue }
      let new = StreamJSONDecoder()
      let expected = outcome(plain, damaged, decoder)
      #expect(outcome(marked, damaged, new) == expected, "\(damaged)")
      #expect(outcome(marked, damaged, decoder) == expected, "\(damaged)")
      let array = "[\(text),\(damaged)]"
      #expect(outcome([First].self, array, new) == outcome([Second].self, array, decoder))
      let dictionary = #"{"a":\#(text),"b":\#(damaged)}"#
      let byName = outcome([String: Second].self, dictionary, decoder)
      #expect(outcome([String: First].self, dictionary, new) == byName)
      #expect(outcome([String: First].self, dictionary, decoder) == byName)
      let isRead = (try? Self.read(marked, damaged)) != nil
      #expect(isRead != expected.contains("DecodingError"), "\(damaged)")
      #expect(Life.count.withLock { $0 } == before, "\(damaged)")
    }
  }

  static let environment = DecodingEnvironment.makeLocked(readsAllItCan: true)

  /// Decodes `text` with a decoder that has given up nothing so far.
  static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    let decoder = CoreDecoder(environment: environment)
    if let type = type as? any MemberwiseDecodable.Type { decoder.learn(type) }
    return try decoder.decode(type, from: text)
  }

  @Test func `what was made of an object is destroyed when it is given up`() throws {
    try compare(Lives<Marked>.self, Lives<Plain>.self, Self.livesText)
    #expect(StreamJSONDecoder.memberwiseReport(for: Lives<Marked>.self).state == .active)
  }

  @Test func `what was read of a text is destroyed when it is given up`() throws {
    try compare(Texts<Marked>.self, Texts<Plain>.self, Self.textsText)
    #expect(StreamJSONDecoder.memberwiseReport(for: Texts<Marked>.self).state == .active)
  }
}

extension MemberwiseLifeTests.Lives: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Lives.Part: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Texts: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Texts.Part: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Texts.Deep: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
