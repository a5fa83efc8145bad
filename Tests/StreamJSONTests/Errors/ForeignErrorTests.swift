import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Errors that the standard library or a model throws, and how much is known about their places.
@Suite struct ForeignErrorTests {
  enum Kind: String, Decodable { case small, large }

  struct Item: Decodable {
    var kind: Kind
    var id: UUID
  }

  /// A decoder of a text in a string, as in many APIs.
  struct Embedded<Inner: TextDecoder>: Decodable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      try Inner.decode(text)
    }
  }

  protocol TextDecoder { static func decode(_ text: String) throws }
  enum Foundations: TextDecoder {
    static func decode(_ text: String) throws {
      _ = try JSONDecoder().decode([String: Int].self, from: Data(text.utf8))
    }
  }
  enum Streams: TextDecoder {
    static func decode(_ text: String) throws {
      _ = try StreamJSONDecoder().decode([String: Int].self, from: text)
    }
  }

  func thrown<T: Decodable>(
    _ type: T.Type,
    _ text: String,
    _ change: (StreamJSONDecoder) -> Void = { _ in }
  ) throws -> DecodingError {
    let decoder = StreamJSONDecoder()
    change(decoder)
    return try #require(
      #expect(throws: DecodingError.self) { try decoder.decode(type, from: text) }
    )
  }

  /// A key that is never asked for a number by JSONDecoder.
  private enum TrappingKey: String, CodingKey {
    case outer, inner

    var intValue: Int? { fatalError("asked for a number") }
    init?(intValue: Int) { nil }
  }

  @Test func `keys are not asked for their numbers`() throws {
    struct Inner: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TrappingKey.self)
        throw DecodingError.dataCorruptedError(
          forKey: .inner,
          in: container,
          debugDescription: "refused"
        )
      }
    }
    struct Outer: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TrappingKey.self)
        _ = try container.decode(Inner.self, forKey: .outer)
      }
    }
    // The error itself is not shown to the test, whose description would ask.
    var pointer: JSONPointer?
    do {
      _ = try StreamJSONDecoder().decode(Outer.self, from: #"{"outer": {"inner": 1}}"#)
    } catch let error as DecodingError {
      pointer = error.jsonError?.pointer
    }
    #expect(pointer == "/outer/inner")
  }

  @Test func `an unknown case of an enum has its place`() throws {
    let thrown = try thrown(
      [String: [Item]].self,
      "{\"items\": [\n  {\"kind\": \"huge\", \"id\": \"\(UUID())\"}]}"
    )
    let error = try #require(thrown.jsonError)
    #expect(error.kind == .invalidValue)
    #expect(error.pointer == "/items/0/kind")
    #expect((error.line, error.column) == (2, 12))
    #expect(
      error.description
        == "found a string that isn't a valid Kind (line 2, column 12, byte 23, at /items/0/kind)"
    )
    guard case .dataCorrupted(let context) = thrown else { return #expect(Bool(false)) }
    #expect(context.codingPath.map(\.stringValue) == ["items", "Index 0", "kind"])
    #expect(context.debugDescription == "Cannot initialize Kind from invalid String value huge")
  }

  @Test func `an unknown case in a stream has its record`() throws {
    struct Line: Decodable { var kind: Kind }
    let text = Array("{\"kind\":\"small\"}\n{\"kind\":\"huge\"}\n".utf8)
    for cut in 0..<text.count {
      let stream = StreamJSONDecoder().makeStream(of: Line.self, framing: .lines)
      let thrown = #expect(throws: DecodingError.self) {
        try stream.append(Array(text[..<cut])) { _ in }
        try stream.append(Array(text[cut...])) { _ in }
      }
      let error = try #require(thrown?.jsonError)
      #expect(error.recordIndex == 1)
      #expect(error.pointer == "/kind")
      #expect((error.line, error.byteOffset) == (2, 25))
      #expect(error.description.hasSuffix("(record 2, line 2, column 9, byte 25, at /kind)"))
    }
  }

  @Test func `a model's own error has its place, whatever the key strategy`() throws {
    struct Model: Decodable {
      var firstName: Strict
      struct Strict: Decodable {
        init(from decoder: any Decoder) throws {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "never good enough.")
          )
        }
      }
    }
    let error = try thrown([Model].self, #"[{"first_name": "x"}]"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    #expect(
      error.jsonError?.description
        == "found a string that isn't a valid Strict (line 1, column 17, byte 16, at /0/first_name)"
    )
  }

  @Test func `a model's error about a member is at the member`() throws {
    struct Model: Decodable {
      enum CodingKeys: CodingKey { case a, b }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        throw DecodingError.dataCorruptedError(forKey: .b, in: container, debugDescription: "no")
      }
    }
    let error = try thrown([Model].self, #"[{"a": 1, "b": 2}]"#).jsonError
    #expect(
      error?.description
        == "found a number that isn't a valid Model (line 1, column 16, byte 15, at /0/b)"
    )
  }

  @Test func `the last duplicate has the error if it counts`() throws {
    struct Model: Decodable { var g: Kind }
    let text = "{\"g\":\"small\",\n \"g\":\"huge\"}"
    let errors = [
      try thrown(Model.self, text) { $0.duplicateKeyPolicy = .useLast },
      try thrown([String: Kind].self, text) { $0.duplicateKeyPolicy = .useLast },
    ]
    for error in errors {
      #expect(error.jsonError?.line == 2)
      #expect(error.jsonError?.byteOffset == 19)
    }
  }

  /// Refuses its second element.
  struct SecondRefused: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try container.decode(Int.self)
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "refused")
    }
  }

  @Test func `an error about the next element is about that element`() throws {
    let text = #"{"values":[1,22,3]}"#
    let error = try thrown([String: SecondRefused].self, text)
    let place = try #require(error.jsonError)
    #expect(place.pointer == "/values/1" && place.byteOffset == 13)
    #expect(StreamJSONDecoder().locate(error, in: Data(text.utf8)) == place)
    // There is no such element.
    #expect(try thrown(SecondRefused.self, "[1]").jsonError?.pointer == .root)
  }

  @Test func `a decoder inside a model does not lead astray`() throws {
    let text = #"{"a": 1, "r": "{\"a\": true}"}"#
    struct Model<Inner: TextDecoder>: Decodable {
      var r: Embedded<Inner>
    }
    let error = try thrown(Model<Foundations>.self, text).jsonError
    #expect(error?.pointer == "/r")
    #expect(error?.byteOffset == 14)
    #expect(
      error?.description.hasPrefix("found a string that isn't a valid Embedded<Foundations> (")
        == true
    )
    // The place in the inner text, as that decoder knows it.
    #expect(try thrown(Model<Streams>.self, text).jsonError?.byteOffset == 6)

    struct Direct: Decodable {
      enum CodingKeys: CodingKey { case r }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try Foundations.decode(container.decode(String.self, forKey: .r))
      }
    }
    let direct = try thrown([Direct].self, "[\(text)]").jsonError
    #expect(direct?.pointer == "/0")
  }

  // MARK: - Values

  @Test func `what others say is shown only on request`() throws {
    let secret = "hunter2SECRET"
    struct Dated: Decodable { var date: Date }
    for shows in [false, true] {
      let change = { (decoder: StreamJSONDecoder) in
        decoder.showsValuesInErrors = shows
        decoder.dateDecodingStrategy = .custom { decoder in
          let text = try decoder.singleValueContainer().decode(String.self)
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: text)
          )
        }
      }
      let errors = [
        try thrown(Kind.self, "\"\(secret)\"", change),
        try thrown([UUID].self, "[\"\(secret)\"]", change),
        try thrown(Dated.self, "{\"date\": \"\(secret)\"}", change),
        try thrown([String: Kind].self, "{\"a\": \"\(secret)\"}", change),
      ]
      for thrown in errors {
        let error = try #require(thrown.jsonError)
        var dumped = ""
        dump(error, to: &dumped)
        let sentences = [
          error.description, error.debugDescription, error.localizedDescription, dumped,
        ]
        for sentence in sentences { #expect(shows || !sentence.contains(secret), "\(sentence)") }
        if shows { #expect(error.description.contains(secret)) }
      }
    }
    let range = try thrown(ClosedRange<Int>.self, "[98765432, 2]").jsonError
    #expect(range?.description.contains("98765432") == false)
    #expect(range?.description.hasPrefix("found an array that isn't a valid ") == true)
  }

  @Test func `what others say is abbreviated`() throws {
    let error = try thrown(Kind.self, "\"\(String(repeating: "x", count: 500_000))\"") {
      $0.showsValuesInErrors = true
    }.jsonError
    let description = try #require(error?.description)
    #expect(
      description.contains("which isn't a valid Kind: Cannot initialize Kind from invalid String")
    )
    #expect(description.utf8.count < 500)
    #expect(description.contains("x… ("))
  }

  /// A model's or rule's error that says more than belongs into a log.
  struct Leak: Error { let secret: String }

  enum Refusal: JSONTransform.Rule {
    static func value(from json: String) throws -> String { throw Leak(secret: json) }
    static func json(from value: String) -> String { value }
  }

  enum CorruptedRefusal: JSONTransform.Rule {
    static func value(from json: String) throws -> String {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: json, underlyingError: Leak(secret: json))
      )
    }
    static func json(from value: String) -> String { value }
  }

  struct Refusing: Decodable {
    init(from decoder: any Decoder) throws {
      throw Leak(secret: try decoder.singleValueContainer().decode(String.self))
    }
  }

  @Test(arguments: [false, true])
  func `what a rule or an element throws is shown only on request, and abbreviated`(
    shows: Bool
  ) throws {
    struct Elements: Decodable { @JSONLossy var items: [Refusing] }
    struct Members: Decodable { @JSONLossy var items: [String: Refusing] }
    let secret = "hunter2" + String(repeating: "x", count: 100_000)
    let decoder = StreamJSONDecoder()
    decoder.showsValuesInErrors = shows
    let elements = try decoder.decode(Elements.self, from: #"{"items": ["\#(secret)"]}"#)
    let members = try decoder.decode(Members.self, from: #"{"items": {"a": "\#(secret)"}}"#)
    let errors =
      [
        try thrown(JSONTransformed<Refusal>.self, "\"\(secret)\"") {
          $0.showsValuesInErrors = shows
        },
        try thrown([JSONTransformed<CorruptedRefusal>].self, "[\"\(secret)\"]") {
          $0.showsValuesInErrors = shows
        },
      ] + elements.$items.errors + members.$items.errors
    #expect(errors.count == 4)
    for thrown in errors {
      let error = try #require(thrown.jsonError)
      var dumped = ""
      dump(thrown, to: &dumped)
      let sentences = [
        error.description, error.debugDescription, error.localizedDescription, "\(thrown)", dumped,
      ]
      for sentence in sentences {
        #expect(shows || !sentence.contains("hunter2"), "\(sentence.prefix(1000))")
        #expect(sentence.utf8.count < 50_000)
      }
      #expect(error.description.contains("isn't a valid"))
      #expect(error.description.contains("hunter2") == shows)
    }
  }

  @Test func `odd keys of a graph are shown only on request`() throws {
    struct Odd: Hashable, CustomStringConvertible { var description: String { "hunter2" } }
    let graph: [AnyHashable: Any] = [Odd(): 1, "b": 2]
    for shows in [false, true] {
      let decoder = StreamJSONDecoder()
      decoder.showsValuesInErrors = shows
      let thrown = #expect(throws: DecodingError.self) {
        try decoder.decode([String: Int].self, withJSONObject: graph)
      }
      #expect("\(try #require(thrown))".contains("hunter2") == shows)
      let sentence = try #require(thrown?.jsonError).description
      #expect(
        sentence.contains(shows ? "with the key hunter2 of type Odd" : "with a key of type Odd")
      )
    }
  }
}
