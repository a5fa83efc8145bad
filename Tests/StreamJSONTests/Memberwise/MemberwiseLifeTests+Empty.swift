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
    #expect(StreamJSONDecoder.memberwiseReport(for: Sparse<Marked>.self).state == .active)
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

// MARK: - What pays

extension MemberwiseLifeTests {
  /// Always has a member that is decoded later, and often several more.
  struct Dated: Decodable, MemberwiseDecodable {
    var id: Int
    var name: String
    var place: String
    var created: Life
    var updated: Life?
    var deleted: Life?
    var published: Life?
    var expires: Life?
  }

  /// Has a part whose type gets its plan late.
  struct Outer: Decodable, MemberwiseDecodable {
    var a: String
    var b: String
    var c: String
    var d: String
    var life: Life?
    var part: Part?

    struct Part: Decodable, MemberwiseDecodable {
      var e: String
      var f: String
      var g: String
      var life: Life?
    }
  }

  /// Has a part that is never read from a text, because an enum with a payload has no placeholder.
  struct Owned: Decodable, MemberwiseDecodable {
    var id: Int
    var name: String
    var owner: Owner?

    struct Owner: Decodable, MemberwiseDecodable {
      var name: String
      var login: String
      var about: String
      var kind: Kind
    }

    enum Kind: Decodable { case text(String) }
  }

  /// How many words were on the tape after each of `count` decodes of `text`.
  private func wordCounts<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    _ decoder: CoreDecoder,
    count: Int = 40
  ) throws -> [Int] {
    try (0..<count).map { _ in
      _ = try decoder.decode(type, from: text)
      return decoder.report.tapeWordCount
    }
  }

  @Test func `a text is left to the tape if most of its members are decoded later`() throws {
    let decoder = CoreDecoder(environment: .makeLocked())
    let text =
      #"{"id":1,"name":"\#(Self.long)\#(Self.long)\#(Self.long)","place":"\#(Self.long)","#
      + #""created":1,"updated":2,"deleted":3,"published":4,"expires":5}"#
    // One text is read before that is known; then the tape has all members.
    let counts = try wordCounts(Dated.self, text, decoder)
    #expect(counts.suffix(20).allSatisfy { $0 == counts.max() }, "\(counts)")
  }

  @Test func `a part whose plan comes late has its members decoded later, too`() throws {
    let decoder = CoreDecoder(environment: Self.environment)
    func text(_ part: String) -> String {
      #"{"a":"\#(Self.long)","b":"\#(Self.long)","c":"","d":"","life":1,"part":\#(part)}"#
    }
    _ = try wordCounts(Outer.self, text("null"), decoder)
    _ = try wordCounts(Outer.self, text(#"{"e":"","f":"","g":"","life":null}"#), decoder)
    decoder.forgetReadingAttempts()
    let before = decoder.forgetReadingAttempts()
    let full = text(#"{"e":"","f":"","g":"","life":2}"#)
    let counts = try wordCounts(Outer.self, full, decoder)
    #expect(decoder.forgetReadingAttempts() - before <= 1, "\(counts)")
  }

  @Test func `a part that is never read from a text does not have others noted`() throws {
    let decoder = CoreDecoder(environment: .makeLocked())
    let full =
      #"{"id":1,"name":"x","owner":{"name":"y","login":"","about":"","kind":{"text":{"_0":"z"}}}}"#
    _ = try wordCounts(Owned.self, full, decoder)
    decoder.forgetReadingAttempts()
    // Too short to be read if members may be deferred.
    let counts = try wordCounts(Owned.self, #"{"id":1,"name":"x","owner":null}"#, decoder)
    #expect(counts.filter { $0 == 1 }.count > 30, "\(counts)")
  }
}

extension MemberwiseLifeTests.Sparse: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Sparse.Part: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Around: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
