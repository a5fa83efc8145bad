import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Every form in which a program has a text, each in a call like those of users.
struct InputTests {
  private let decoder = StreamJSONDecoder()
  private let bytes = Array(" [1,2,3] ".utf8)

  @Test func `texts in every form`() throws {
    let string = " [1,2,3] "
    #expect(try decoder.decode([Int].self, from: Data(bytes)) == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: bytes) == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: bytes[1..<8]) == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: ContiguousArray(bytes)) == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: Data(bytes)[1..<8]) == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: string) == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: string.dropFirst()) == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: string.utf8) == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: string.dropFirst().utf8) == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: "[1,2,3]") == [1, 2, 3])
    #expect(try decoder.decode([Int].self, from: [91, 49, 93]) == [1])
    let whole = try decoder.decode([Int].self, from: bytes.span)
    #expect(whole == [1, 2, 3])
    let raw = try unsafe decoder.decode([Int].self, from: bytes.span.bytes)
    #expect(raw == [1, 2, 3])
    try unsafe bytes.withUnsafeBytes { raw in
      let whole = try unsafe decoder.decode([Int].self, from: raw)
      let part = try unsafe decoder.decode([Int].self, from: raw[1..<8])
      #expect([whole, part] == [[1, 2, 3], [1, 2, 3]])
    }
    try unsafe bytes.withUnsafeBufferPointer { bytes in
      let value = try unsafe decoder.decode([Int].self, from: bytes)
      #expect(value == [1, 2, 3])
    }
  }

  @Test func `bytes that are not contiguous are copied`() throws {
    let backward = Array(bytes.reversed())
    #expect(
      try decoder.decode([Int].self, from: backward.reversed() as ReversedCollection) == [1, 2, 3]
    )
    let tripled = try decoder.decode(
      Scaled.self,
      from: repeatElement(49, count: 2),
      configuration: 3
    )
    #expect(tripled.value == 33)
  }

  /// Optionals are the only results that a closure could mistake for a missing one.
  @Test func `null as an optional is nil in every form`() throws {
    #expect(try decoder.decode(Int?.self, from: Array("null".utf8)[...]) == nil)
    #expect(try decoder.decode(Int?.self, from: "null".utf8) == nil)
    #expect(try decoder.decode(Int?.self, from: "7".utf8) == 7)
  }

  /// JSONDecoder has one `decode(_:from:)`, whose second argument can be `.init`.
  @Test func `calls that are unambiguous for JSONDecoder are unambiguous here`() {
    let plain = JSONDecoder()
    #expect(throws: DecodingError.self) { try plain.decode(Int.self, from: .init()) }
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: .init()) }
    #expect(throws: Never.self) { try plain.decode([Int].self, from: .init("[1]".utf8)) }
    #expect(throws: Never.self) { try decoder.decode([Int].self, from: .init("[1]".utf8)) }
    #expect(throws: Never.self) { try decoder.decode([Int].self, from: .init(bytes)) }
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: .init(count: 4)) }
    #expect(throws: Never.self) {
      try decoder.decode(Scaled.self, from: .init("1".utf8), configuration: 3)
    }
    let decode: (Int.Type, Data) throws -> Int = decoder.decode
    #expect(throws: Never.self) { try decode(Int.self, Data("1".utf8)) }
  }

  struct Scaled: DecodableWithConfiguration, Equatable {
    var value: Int

    init(from decoder: any Decoder, configuration: Int) throws {
      value = try decoder.singleValueContainer().decode(Int.self) * configuration
    }
  }

  enum Tenfold: DecodingConfigurationProviding {
    static var decodingConfiguration: Int { 10 }
  }

  @Test func `configurations in every form`() throws {
    let bytes = Array("7".utf8)
    let string = "7"
    let span = bytes.span
    let results = try unsafe [
      decoder.decode(Scaled.self, from: Data(bytes), configuration: 3),
      decoder.decode(Scaled.self, from: bytes, configuration: 3),
      decoder.decode(Scaled.self, from: bytes[...], configuration: 3),
      decoder.decode(Scaled.self, from: ContiguousArray(bytes), configuration: 3),
      decoder.decode(Scaled.self, from: string, configuration: 3),
      decoder.decode(Scaled.self, from: "7", configuration: 3),
      decoder.decode(Scaled.self, from: [55], configuration: 3),
      decoder.decode(Scaled.self, from: string[...], configuration: 3),
      decoder.decode(Scaled.self, from: string.utf8, configuration: 3),
      decoder.decode(Scaled.self, from: span.bytes, configuration: 3),
      decoder.decode(Scaled.self, from: span, configuration: 3),
      decoder.decode(Scaled.self, withJSONObject: 7, configuration: 3),
    ]
    #expect(results.allSatisfy { $0.value == 21 })
    let provided = try decoder.decode(Scaled.self, from: Data(bytes), configuration: Tenfold.self)
    #expect(provided.value == 70)
  }

  @Test func `texts in every form in place of an object graph`() throws {
    let string = " [1,2,3] "
    let forms: [Any] = [
      Data(bytes), bytes, bytes[1..<8], ContiguousArray(bytes), Data(bytes)[1..<8], string,
      string.dropFirst(), string.utf8, string.dropFirst().utf8, Optional(bytes[...]) as Any,
    ]
    for form in forms {
      #expect(
        try decoder.decode([Int].self, withTextOrJSONObject: form) == [1, 2, 3],
        "\(type(of: form))"
      )
    }
    try unsafe bytes.withUnsafeBytes { raw in
      let value = try unsafe decoder.decode([Int].self, withTextOrJSONObject: raw)
      #expect(value == [1, 2, 3])
    }
  }

  @Test func `a part of a text or graph, and a malformed text`() throws {
    let text = #"{"a":[1,{"b":2}]}"#
    let forms: [Any] = [
      text, text[...], Data(text.utf8), Array(text.utf8), ["a": [1, ["b": 2]] as [Any]],
    ]
    for form in forms {
      let part = try decoder.decode(Int.self, withTextOrJSONObject: form, at: "/a/1/b")
      #expect(part == 2, "\(type(of: form))")
      #expect(throws: DecodingError.self) {
        try decoder.decode(Int.self, withTextOrJSONObject: form, at: "/a/2")
      }
    }
    for malformed in ["{", Data("{".utf8), Array("{".utf8)] as [Any] {
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode(JSONValue.self, withTextOrJSONObject: malformed)
      }
      #expect(error?.jsonError?.kind == .unexpectedEnd)
    }
  }

  /// A set has no order, so it cannot be a text; and only a graph's top level can be one.
  @Test func `other bytes in an object graph are numbers`() throws {
    #expect(try decoder.decode([Int].self, withTextOrJSONObject: [49] as Set<UInt8>) == [49])
    #expect(try decoder.decode([[Int]].self, withTextOrJSONObject: [bytes[1..<3]]) == [[91, 49]])
    #expect(try decoder.decode([Int].self, withTextOrJSONObject: [1, 2] as [Int8]) == [1, 2])
  }

  @Test func `a string at the top level can be a value`() throws {
    let texts: [Any] = ["Ann", "Ann"[...], Optional("Ann") as Any]
    for text in texts {
      #expect(throws: DecodingError.self) {
        try decoder.decode(String.self, withTextOrJSONObject: text)
      }
      let name = try decoder.decode(String.self, withJSONObject: text)
      #expect(name == "Ann")
    }
    let digits = try decoder.decode(String.self, withJSONObject: #""1""#)
    #expect(digits == #""1""#)
    let numbers = try decoder.decode([Int].self, withJSONObject: bytes)
    #expect(numbers == bytes.map(Int.init))
    let data = try decoder.decode(Data.self, withJSONObject: Data(bytes))
    #expect(data == Data(bytes))
    decoder.dateDecodingStrategy = .iso8601
    let date = try decoder.decode(
      Date.self,
      withJSONObject: "2001-01-01T00:00:00Z"
    )
    #expect(date == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func `errors are in the same place in every form`() throws {
    let text = "[1,\n\"x\"]"
    let errors = [
      #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: Data(text.utf8)) },
      #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: text[...]) },
      #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: text.utf8) },
      #expect(throws: DecodingError.self) {
        try decoder.decode([Int].self, withTextOrJSONObject: Array(text.utf8)[...])
      },
    ]
    for error in errors {
      #expect(error?.jsonError?.byteOffset == 4)
      #expect(error?.jsonError?.line == 2)
      #expect(error?.jsonError?.pointer == "/1")
    }
  }
}
