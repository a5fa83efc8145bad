import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Structs without properties, whose `init(from:)` asks for nothing, so the names in their objects are not looked at.
struct MemberwiseEmptyTests {
  enum Marked {}
  enum Plain {}

  struct Empty<Form: Sendable>: Decodable, Equatable {}

  struct Around<Form: Sendable>: Decodable, Equatable {
    var one: Empty<Form>
    var maybe: Empty<Form>?
    var list: [Empty<Form>]
    var byName: [String: Empty<Form>]
    var inner: Inner<Form>
  }

  struct Inner<Form: Sendable>: Decodable, Equatable {
    var one: Empty<Form>
    var lists: [[Empty<Form>]]?
  }

  /// Objects whose names are no valid keys, or are there twice.
  private static let objects: [[UInt8]] = [
    Array(#"{"\ud800":1}"#.utf8), Array(#"{"a":1,"a":2}"#.utf8), Array("{\"\u{1}\":1}".utf8),
    Array(#"{"a":1,"\u0061":{}}"#.utf8), Array(#"{"":{"":0,"":1}}"#.utf8),
    Array(#"{""#.utf8) + [0xFF] + Array(#"":1}"#.utf8),
    Array(#"{""#.utf8) + [0xC3] + Array(#"":1}"#.utf8), Array("{}".utf8), Array("7".utf8),
  ]

  /// The text of `format`, with `object` in place of each dollar sign.
  private static func text(_ format: String, _ object: [UInt8]) -> Data {
    Data(format.utf8.flatMap { $0 == UInt8(ascii: "$") ? object : [$0] })
  }

  private static let around =
    #"{"one":$,"maybe":$,"list":[$,$],"byName":{"a":$},"inner":{"one":$,"lists":[[$]]}}"#

  /// What each of 24 decodes gives, in which the type gets its plan and has several objects recorded.
  private static func outcomes<Value: Decodable & Equatable>(
    _ type: Value.Type,
    _ text: Data,
    _ decoder: JSONDecoder
  ) -> Set<String> {
    Set(
      (0..<24).map { _ in
        do {
          return "\(try decoder.decode(type, from: text))".removing("Marked", "Plain")
        } catch {
          return "\(error)".removing("Marked", "Plain")
        }
      }
    )
  }

  private static func compare<First: Decodable & Equatable, Second: Decodable & Equatable>(
    _ marked: First.Type,
    _ plain: Second.Type,
    _ format: String
  ) {
    for object in objects {
      let text = text(format, object)
      for configure in settings {
        let decoder = StreamJSONDecoder()
        configure(decoder)
        let expected = outcomes(plain, text, decoder)
        #expect(expected.count == 1)
        #expect(
          outcomes(marked, text, decoder) == expected,
          "\(String(decoding: text, as: UTF8.self))"
        )
      }
      let expected = outcomes(plain, text, JSONDecoder())
      let found = outcomes(marked, text, StreamJSONDecoder())
      #expect(found.count == 1)
      if !expected.contains(where: { $0.contains("Error") }) { #expect(found == expected) }
    }
  }

  private static let settings: [@Sendable (StreamJSONDecoder) -> Void] = [
    { _ in }, { $0.duplicateKeyPolicy = .reject }, { $0.duplicateKeyPolicy = .useLast },
    { $0.keyDecodingStrategy = .convertFromSnakeCase },
    { $0.keyDecodingStrategy = .custom { $0[$0.count - 1] } },
  ]

  @Test func `names in an object that nobody asks for are not looked at`() {
    Self.compare(Empty<Marked>.self, Empty<Plain>.self, "$")
    Self.compare([Empty<Marked>].self, [Empty<Plain>].self, "[$,$]")
    Self.compare([String: Empty<Marked>].self, [String: Empty<Plain>].self, #"{"a":$}"#)
    Self.compare(Around<Marked>.self, Around<Plain>.self, Self.around)
    Self.compare([Around<Marked>].self, [Around<Plain>].self, "[\(Self.around)]")
  }

  @Test func `nor in a stream`() {
    for object in Self.objects {
      for (format, framing) in [("[$,$]", JSONFraming.arrayElements()), ("$\n$", .lines)] {
        for configure in Self.settings {
          let decoder = StreamJSONDecoder()
          configure(decoder)
          for _ in 0..<8 {
            let chunk = Array(Self.text(format, object))[...]
            let marked = StreamJSONTests.outcomes(
              of: Empty<Marked>.self,
              in: [chunk],
              framing: framing,
              decoder: decoder
            )
            let plain = StreamJSONTests.outcomes(
              of: Empty<Plain>.self,
              in: [chunk],
              framing: framing,
              decoder: decoder
            )
            let words = plain.map { "\($0)".removing("Marked", "Plain") }
            #expect(marked.map { "\($0)".removing("Marked", "Plain") } == words)
          }
        }
      }
    }
  }

  @Test func `nor in an object graph`() throws {
    for policy in [JSONDuplicateKeyPolicy.useFirst, .reject] {
      let decoder = StreamJSONDecoder()
      decoder.keyDecodingStrategy = .custom { _ in JSONKey(stringValue: "one") }
      decoder.duplicateKeyPolicy = policy
      for _ in 0..<60 {
        _ = try decoder.decode([Empty<Marked>].self, withJSONObject: [["a": 1, "b": 2], [:]])
      }
    }
  }
}

extension MemberwiseEmptyTests.Empty: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseEmptyTests.Marked {}
extension MemberwiseEmptyTests.Around: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseEmptyTests.Marked {}
extension MemberwiseEmptyTests.Inner: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseEmptyTests.Marked {}
