import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Members of types that are not known to the library, and that are nil or empty in most values.
extension MemberwiseLifeTests {
  struct Sparse<Form: Sendable>: Decodable, Equatable {
    var name: String
    var life: Life?
    var lives: [Life]
    var more: [Life]?
    var parts: [Part]
    var byName: [String: Part]

    struct Part: Decodable, Equatable {
      var count: Int
      var life: Life?
      var lists: [[Life]]
      var flags: [Bool]?
    }
  }

  /// Has a member that is always decoded after all others.
  struct Around<Form: Sendable>: Decodable, Equatable {
    var accent: Accent
    var first: Sparse<Form>.Part
    var second: Sparse<Form>.Part?
    var words: [String]
  }

  private static let long = "a text that does not fit in place"
  private static let emptyPart = #"{"count":1,"life":null,"lists":[ ],"flags":[]}"#
  private static let fullPart = #"{"count":2,"life":1,"lists":[[2],[]],"flags":[true]}"#

  private static func sparse(_ life: String, _ lives: String, _ part: String) -> String {
    #"{"name":"\#(long)","life":\#(life),"lives":\#(lives),"more":\#(lives),"#
      + #""parts":[\#(emptyPart),\#(part)],"byName":{"a":\#(part)}}"#
  }

  private static let emptyText = sparse("null", "[]", emptyPart)
  private static let fullTexts = [
    sparse("3", "[]", emptyPart), sparse("null", "[3,4]", emptyPart),
    sparse("null", "[]", fullPart),
  ]

  @Test func `members that are nil or empty are not decoded later`() throws {
    let decoder = CoreDecoder(environment: Self.environment)
    for number in 0..<40 {
      let value = try decoder.decode(Sparse<Marked>.self, from: Self.emptyText)
      #expect(value.life == nil && value.lives.isEmpty && value.more?.isEmpty == true)
      #expect(value.parts[0].lists.isEmpty && value.byName["a"]?.flags?.isEmpty == true)
      // The root, and none of its members.
      if number == 39 { #expect(decoder.report.tapeWordCount == 1) }
    }
    #expect(decoder.forgetReadingAttempts() == 0)
  }

  @Test(arguments: fullTexts)
  func `a text is given up once when a member is not empty`(_ full: String) throws {
    let decoder = CoreDecoder(environment: Self.environment)
    let other = CoreDecoder(environment: Self.environment)
    for number in 0..<80 {
      let text = number < 40 || number.isMultiple(of: 3) ? Self.emptyText : full
      let value = try decoder.decode(Sparse<Marked>.self, from: text)
      let expected = try other.decode(Sparse<Plain>.self, from: text)
      #expect("\(value)".removing("Marked") == "\(expected)".removing("Plain"))
    }
    #expect(decoder.forgetReadingAttempts() == 1)
  }

  @Test func `what was read is destroyed when a member is not empty`() throws {
    for text in [Self.emptyText] + Self.fullTexts {
      try compare(Sparse<Marked>.self, Sparse<Plain>.self, text)
    }
    #expect(StreamJSONDecoder.memberwiseReport(for: Sparse<Marked>.self).state == .planned)
  }

  @Test func `a member is not noted in an object around its own`() throws {
    func text(_ first: String, _ second: String) -> String {
      #"{"accent":"red","first":\#(first),"second":\#(second),"words":["\#(Self.long)"]}"#
    }
    let parts = [Self.emptyPart, Self.fullPart, #"{"count":1,"life":true,"lists":[]}"#, "null"]
    for first in parts {
      for second in parts {
        let decoder = StreamJSONDecoder()
        let empty = text(Self.emptyPart, Self.emptyPart)
        for _ in 0..<24 { _ = try decoder.decode(Around<Marked>.self, from: empty) }
        for text in [empty, text(first, second), empty, text(first, second)] {
          let expected = outcome(Around<Plain>.self, text, StreamJSONDecoder())
          #expect(outcome(Around<Marked>.self, text, decoder) == expected)
        }
      }
    }
  }

  @Test func `an empty array counts as depth`() throws {
    let text = Self.emptyText
    for depth in 1...4 {
      let decoder = StreamJSONDecoder()
      for _ in 0..<24 { _ = try decoder.decode(Sparse<Marked>.self, from: text) }
      decoder.limits.maximumDepth = depth
      let expected = outcome(Sparse<Plain>.self, text, decoder)
      #expect(outcome(Sparse<Marked>.self, text, decoder) == expected)
      #expect(expected.contains("DecodingError") == (depth < 4))
    }
  }

  @Test func `records of a stream have members that are nil or empty`() throws {
    let texts = [Self.emptyText] + Self.fullTexts
    let lines = (0..<200).map { texts[$0.isMultiple(of: 7) ? $0 % texts.count : 0] }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    func values<Value: Decodable & Equatable>(
      _ type: Value.Type,
      _ chunks: [ArraySlice<UInt8>]
    ) -> [String] {
      outcomes(of: type, in: chunks, framing: .lines, decoder: StreamJSONDecoder())
        .map { "\($0)".removing("Marked", "Plain") }
    }
    let expected = values(Sparse<Plain>.self, [bytes[...]])
    #expect(expected.count == lines.count)
    for chunking in Chunks.assortment(of: bytes, seed: 5) {
      #expect(values(Sparse<Marked>.self, chunking.chunks) == expected, "\(chunking)")
    }
  }
}

extension MemberwiseLifeTests.Sparse: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Sparse.Part: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Around: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
