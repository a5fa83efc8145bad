import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// Members of types that are not known to the library, in values that are read in one pass.
extension MemberwiseLifeTests {
  /// A value that notes where and in which order it was made.
  struct Noted: Decodable, Equatable {
    let number: Int
    private let life: Life

    static let paths = Locked<[String]>([])

    init(from decoder: any Decoder) throws {
      let path = decoder.codingPath.map { key in
        "\(type(of: key)).\(key.stringValue).\(key.intValue ?? -1)".replacing(
          /Marked|Plain/,
          with: ""
        )
      }
      Self.paths.withLock { $0.append(path.joined(separator: "/")) }
      life = try Life(from: decoder)
      number = life.number
    }
  }

  enum Colour: String, Decodable { case red, green, blue }

  struct Late<Form: Sendable>: Decodable, Equatable {
    var first: String
    var colour: Colour
    var life: Noted?
    var part: Part
    var maybe: Part?
    var parts: [Part]
    var more: [Part]?
    var byName: [String: Part]
    var lives: [Noted]
    var colours: Set<Colour>
    var named: [String: Noted]
    var simple: Simple
    var last: Noted?

    struct Part: Decodable, Equatable {
      var name: String
      var life: Noted?
      var colour: Colour
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
    let part = #"{"name":"\#(long)","life":1,"colour":"green","deep":[\#(deep),\#(deep)]}"#
    return #"{"first":"\#(long)","colour":"red","life":6,"part":\#(part),"maybe":\#(part),"#
      + #""parts":[\#(part),\#(part)],"more":[\#(part)],"byName":{"a":\#(part)},"lives":[1,2],"#
      + #""colours":["blue"],"named":{"x":7},"simple":{"name":"\#(long)"},"last":8}"#
  }()

  @Test func `what was read and what was to be decoded later is destroyed when it is given up`()
    throws
  {
    try compare(Late<Marked>.self, Late<Plain>.self, Self.lateText)
    #expect(StreamJSONDecoder.memberwisePlan(for: Late<Marked>.self).state == .planned)
  }

  /// A decoder that has given up nothing, with `bytes` decoded as `type`.
  private func read<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    _ check: (DocumentDecoder) -> Void
  ) throws -> Value {
    let decoder = DocumentDecoder(
      document: Document(),
      options: DecodingOptions(),
      environment: Self.environment
    )
    // The first ones are examples for plans.
    for _ in 0..<4 {
      try unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
        // SAFETY: the bytes exist until the closure has returned.
        _ = try unsafe decoder.decode(type, from: JSONText(bytes))
      }
      decoder.reset()
    }
    Noted.paths.withLock { $0 = [] }
    defer { decoder.reset() }
    return try unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
      // SAFETY: as above.
      let value = try unsafe decoder.decode(type, from: JSONText(bytes))
      check(decoder)
      return value
    }
  }

  @Test func `values with members of unknown types are read in one pass`() throws {
    let value = try read(Late<Marked>.self, Self.lateText) { decoder in
      #expect(decoder.memory.readings.givenUpCount == 0)
      // The members that the library knows are not on the tape, but for those in dictionaries.
      #expect(decoder.document.tape.count == 167)
    }
    #expect(value.part.deep[1].life?.number == 5)
    let marked = Noted.paths.withLock { $0 }
    _ = try read(Late<Plain>.self, Self.lateText) {
      #expect($0.document.tape.count == 204)
    }
    #expect(marked == Noted.paths.withLock { $0 })
    #expect(marked.count == 23)
  }

  @Test func `members are decoded in the order of the properties`() throws {
    let text =
      #"{"last":1,"life":2,"first":"","#
      + #""lives":[3],"colour":"red","colours":[],"named":{},"simple":{"name":""},"byName":{},"#
      + #""parts":[{"deep":[{"life":4,"small":0}],"life":5,"name":"","colour":"red"}],"#
      + #""part":{"name":"","deep":[],"colour":"blue","life":6}}"#
    _ = try read(Late<Marked>.self, text) { #expect($0.memory.readings.givenUpCount == 0) }
    let marked = Noted.paths.withLock { $0 }
    _ = try read(Late<Plain>.self, text) { _ in }
    #expect(marked == Noted.paths.withLock { $0 })
  }

  @Test func `nothing is run for a text with a fault at its end`() throws {
    let decoder = StreamJSONDecoder()
    for _ in 0..<4 { _ = try decoder.decode(Late<Marked>.self, from: Self.lateText) }
    Noted.paths.withLock { $0 = [] }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Late<Marked>.self, from: Self.lateText + "x")
    }
    #expect(Noted.paths.withLock { $0 } == [])
  }

  @Test func `arrays of any size have their members decoded later`() throws {
    for count in [0, 1, 2, 7, 300, 5000] {
      func text(_ failing: Int) -> String {
        let elements = (0..<count).map { number in
          let life = number == failing ? "true" : "\(number)"
          return #"{"name":"\#(number)","colour":"blue","deep":[],"life":\#(life)}"#
        }
        return "[\(elements.joined(separator: ","))]"
      }
      typealias Parts<Form: Sendable> = [Late<Form>.Part]
      let before = Life.count.withLock { $0 }
      let value = try read(Parts<Marked>.self, text(-1)) {
        #expect($0.memory.readings.givenUpCount == 0)
      }
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
    func paths<Form: Sendable>(_ form: Form.Type) throws -> [String] {
      let decoder = StreamJSONDecoder()
      for _ in 0..<4 { _ = try decoder.decode(Keeping<Form>.self, from: text) }
      let value = try decoder.decode(Keeping<Form>.self, from: text)
      _ = try decoder.decode([Int].self, from: "[1,2,3]")
      return try value.kept.map { kept in
        let number = (try? kept.parent.singleValueContainer().decode(Int.self)) ?? -1
        let names = try kept.parent.singleValueContainer().decode(JSONValue.self)
        return "\(kept.parent.codingPath.map(\.stringValue)) \(number) \(names)"
      }
    }
    #expect(try paths(Marked.self) == paths(Plain.self))
  }
}

extension MemberwiseLifeTests.Late: MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Late.Part: MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Late.Deep: MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Late.Simple: MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
extension MemberwiseLifeTests.Keeping: MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseLifeTests.Marked {}
