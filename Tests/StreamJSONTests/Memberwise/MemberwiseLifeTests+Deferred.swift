import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Members of types that are not known to the library, in values that are read in one pass.
extension MemberwiseLifeTests {
  /// A value that notes where and in which order it was made.
  struct Noted: Decodable, Equatable {
    let number: Int
    private let life: Life

    static let paths = Locked<[String]>([])

    init(from decoder: any Decoder) throws {
      let path = decoder.codingPath.map { key in
        "\(type(of: key)).\(key.stringValue).\(key.intValue ?? -1)".removing("Marked", "Plain")
      }
      Self.paths.withLock { $0.append(path.joined(separator: "/")) }
      life = try Life(from: decoder)
      number = life.number
    }
  }

  enum Accent: String, Decodable { case red, green, blue }

  struct Late<Form: Sendable>: Decodable, Equatable {
    var first: String
    var accent: Accent
    var life: Noted?
    var part: Part
    var maybe: Part?
    var parts: [Part]
    var more: [Part]?
    var byName: [String: Part]
    var lives: [Noted]
    var accents: Set<Accent>
    var named: [String: Noted]
    var simple: Simple
    var last: Noted?

    struct Part: Decodable, Equatable {
      var name: String
      var life: Noted?
      var accent: Accent
      var deep: [Deep]
    }

    struct Deep: Decodable, Equatable {
      var note: String?
      var small: Int8
      var life: Noted?
    }

    struct Simple: Decodable, Equatable {
      var name: String
    }
  }

  private static let lateText: String = {
    let long = "a text that does not fit in place"
    let deep = #"{"note":"\#(long)","small":1,"life":5}"#
    let part = #"{"name":"\#(long)","life":1,"accent":"green","deep":[\#(deep),\#(deep)]}"#
    return #"{"first":"\#(long)","accent":"red","life":6,"part":\#(part),"maybe":\#(part),"#
      + #""parts":[\#(part),\#(part)],"more":[\#(part)],"byName":{"a":\#(part)},"lives":[1,2],"#
      + #""accents":["blue"],"named":{"x":7},"simple":{"name":"\#(long)"},"last":8}"#
  }()

  @Test func `what was read and what was to be decoded later is destroyed when it is given up`()
    throws
  {
    try compare(Late<Marked>.self, Late<Plain>.self, Self.lateText)
    #expect(StreamJSONDecoder.memberwiseReport(for: Late<Marked>.self).state == .active)
  }

  /// `text` decoded as `type` again and again, at first for the plans; how many words there were on the
  /// tape each time, and the paths that were noted the last time.
  ///
  /// A build with assertions decodes some texts in the ordinary way to check the promise.
  private func read<Value: Decodable>(
    _ type: Value.Type,
    _ text: String
  ) throws -> (value: Value, wordCounts: Set<Int>, paths: [String]) {
    let decoder = CoreDecoder(environment: Self.environment)
    var (values, counts): ([Value], Set<Int>) = ([], [])
    for _ in 0..<40 {
      Noted.paths.withLock { $0 = [] }
      values = [try decoder.decode(type, from: text)]
      counts.insert(decoder.report.tapeWordCount)
    }
    // Members that could be nil or empty were first expected to be so.
    #expect(decoder.forgetReadingAttempts() <= 1)
    return (values[0], counts, Noted.paths.withLock { $0 })
  }

  @Test func `values with members of unknown types are read in one pass`() throws {
    let marked = try read(Late<Marked>.self, Self.lateText)
    // The members that the library knows are not on the tape, but for those in dictionaries.
    #expect(marked.wordCounts.contains(147))
    #expect(marked.value.part.deep[1].life?.number == 5)
    let plain = try read(Late<Plain>.self, Self.lateText)
    #expect(plain.wordCounts == [204])
    #expect(marked.paths == plain.paths)
    #expect(marked.paths.count == 23)
  }

  @Test func `members are decoded in the order of the properties`() throws {
    let text =
      #"{"last":1,"life":2,"first":"","#
      + #""lives":[3],"accent":"red","accents":[],"named":{},"simple":{"name":""},"byName":{},"#
      + #""parts":[{"deep":[{"life":4,"small":0}],"life":5,"name":"","accent":"red"}],"#
      + #""part":{"name":"","deep":[],"accent":"blue","life":6}}"#
    let marked = try read(Late<Marked>.self, text)
    let plain = try read(Late<Plain>.self, text)
    #expect((marked.wordCounts.min() ?? 0) < (plain.wordCounts.min() ?? 0))
    #expect(marked.paths == plain.paths)
  }

  @Test func `nothing is run for a text with a fault at its end`() throws {
    let decoder = StreamJSONDecoder()
    for _ in 0..<24 { _ = try decoder.decode(Late<Marked>.self, from: Self.lateText) }
    Noted.paths.withLock { $0 = [] }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Late<Marked>.self, from: Self.lateText + "x")
    }
    #expect(Noted.paths.withLock { $0 } == [])
  }

  @Test func `arrays of any size have their members decoded later`() throws {
    for count in [0, 1, 2, 7, 300, 5000 / TestScale.stride(inDebug: 5)] {
      func text(_ failing: Int) -> String {
        let elements = (0..<count).map { number in
          let life = number == failing ? "true" : "\(number)"
          return #"{"name":"\#(number)","accent":"blue","deep":[],"life":\#(life)}"#
        }
        return "[\(elements.joined(separator: ","))]"
      }
      typealias Parts<Form: Sendable> = [Late<Form>.Part]
      let before = Life.count.withLock { $0 }
      let value = try read(Parts<Marked>.self, text(-1)).value
      #expect(value.map { $0.life?.number ?? -1 } == Array(0..<count))
      for failing in Set([0, count / 2, count - 1]) where count > 0 {
        let text = text(failing)
        let decoder = StreamJSONDecoder()
        let expected = outcome(Parts<Plain>.self, text, decoder)
        #expect(outcome(Parts<Marked>.self, text, decoder) == expected)
        #expect(expected.contains("DecodingError"))
      }
      withExtendedLifetime(value) {
        #expect(Life.count.withLock { $0 } == before + count)
      }
    }
  }

  /// Keeps decoders.
  struct Keeping<Form: Sendable>: Decodable {
    var name: String
    var number: Int?
    var flag: Bool?
    var kept: [Kept]

    struct Kept: Decodable {
      let decoder: any Decoder
      let parent: any Decoder

      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        parent = try decoder.container(keyedBy: JSONKey.self).superDecoder(
          forKey: JSONKey(stringValue: "x")
        )
      }
    }
  }

  @Test func `decoders that are kept of members decoded later stay usable`() throws {
    let text = #"{"name":"a","kept":[{"x":1},{"x":{"y":2}}]}"#
    func sight(of decoder: any Decoder) -> String {
      let number = (try? decoder.singleValueContainer().decode(Int.self)) ?? -1
      let value = (try? decoder.singleValueContainer().decode(JSONValue.self)).map { "\($0)" }
      let container = try? decoder.container(keyedBy: JSONKey.self)
      let names = container?.allKeys.map(\.stringValue) ?? []
      let name = Result { try container?.decode(Int.self, forKey: JSONKey(stringValue: "name")) }
      let whole = (try? Keeping<Plain>(from: decoder))?.kept.map { "\($0.parent.codingPath)" }
      return "\(decoder.codingPath) \(number) \(value ?? "") \(names) \(name) \(whole ?? [])"
    }
    func sights<Form: Sendable>(_ form: Form.Type, isArray: Bool) throws -> [String] {
      let decoder = StreamJSONDecoder()
      var sights: [String] = []
      for _ in 0..<40 {
        let values =
          isArray
          ? try decoder.decode([Keeping<Form>].self, from: "[\(text)]")
          : [try decoder.decode(Keeping<Form>.self, from: text)]
        _ = try decoder.decode([Int].self, from: "[1,2,3]")
        sights += values[0].kept.flatMap { [sight(of: $0.decoder), sight(of: $0.parent)] }
      }
      return sights
    }
    let expected = try sights(Plain.self, isArray: false)
    #expect(Set(expected).count == 3)
    #expect(try sights(Marked.self, isArray: false) == expected)
    #expect(try sights(Marked.self, isArray: true) == sights(Plain.self, isArray: true))
    let plain = try read(Keeping<Plain>.self, text)
    let marked = try read(Keeping<Marked>.self, text)
    #expect((marked.wordCounts.min() ?? 0) < (plain.wordCounts.min() ?? 0))
  }

  /// Decodes another text with the decoder that is decoding it, and looks around in a `deinit`.
  struct Reentering<Form: Sendable>: Decodable {
    var name: String
    var part: Part?
    var failing: Failing?

    final class Part: Decodable {
      let inner: [String]
      let decoder: any Decoder

      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        let number = try decoder.singleValueContainer().decode(Int.self)
        inner = try (0..<number).map { number in
          let text = #"{"name":"\#(number)","part":\#(number)}"#
          return try MemberwiseLifeTests.decoder.value.decode(Reentering<Form>.self, from: text)
            .name
        }
      }

      deinit {
        let keys = try? decoder.container(keyedBy: JSONKey.self).allKeys.map(\.stringValue)
        Noted.paths.withLock { $0.append("\(keys ?? [])") }
      }
    }

    /// Throws an error about another place.
    struct Failing: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [JSONKey(stringValue: "name")], debugDescription: "no")
        )
      }
    }
  }

  @TaskLocal static var decoder = SharedDecoder(value: StreamJSONDecoder())

  struct SharedDecoder: @unchecked Sendable {
    let value: StreamJSONDecoder
  }

  @Test func `members decoded later may use the decoder and throw any error`() throws {
    func outcomes<Form: Sendable>(
      _ form: Form.Type,
      _ configure: (StreamJSONDecoder) -> Void
    ) -> [String] {
      let decoder = StreamJSONDecoder()
      configure(decoder)
      return Self.$decoder.withValue(SharedDecoder(value: decoder)) {
        var outcomes: [String] = []
        for number in 0..<48 {
          let failing = number % 4 == 3 ? #","failing":1"# : ""
          let text = #"{"name":"a text that does not fit in place","part":3\#(failing)}"#
          Noted.paths.withLock { $0 = [] }
          do {
            let value = try decoder.decode(Reentering<Form>.self, from: text)
            outcomes.append("\(value.name) \(value.part?.inner ?? [])")
          } catch {
            let place = (error as? DecodingError)?.jsonError.map { "\($0)" } ?? "none"
            outcomes.append("\(error) \(place)".removing("Marked", "Plain"))
            // An object that cannot be decoded by a plan is tried again.
            Noted.paths.withLock { $0 = Array(Set($0)).sorted() }
          }
          outcomes += Noted.paths.withLock { $0 }
        }
        return outcomes
      }
    }
    let settings: [(StreamJSONDecoder) -> Void] = [
      { _ in }, { $0.duplicateKeyPolicy = .useLast }, { $0.showsValuesInErrors = true },
    ]
    for configure in settings {
      #expect(outcomes(Marked.self, configure) == outcomes(Plain.self, configure))
    }
  }
}

extension MemberwiseLifeTests.Late: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Late.Part: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Late.Deep: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Late.Simple: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Keeping: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Reentering: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
