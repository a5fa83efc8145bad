import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The case, path and description of every error.
struct ErrorTextTests {
  static let values = ["null", "true", "1", "1.5", #""text""#, "[]", "[1]", "{}", #"{"a":1}"#]

  struct Model: Decodable, Equatable { var a: Int }
  enum Named: String, Decodable { case one, two }
  enum Numbered: Int, Decodable { case one = 1, two }
  enum Loaded: Decodable, Equatable {
    case none
    case one(Int)
    case two(a: Int, b: String?)
  }

  private static func compare<T: Decodable & Equatable>(_ type: T.Type) {
    for value in values {
      Parity.expectSame(type, value)
      Parity.expectSame([T].self, "[\(value)]")
      Parity.expectSame([String: T].self, #"{"key":\#(value)}"#)
      Parity.expectSame(T?.self, value)
      Parity.expectSame([T?].self, "[null,\(value)]")
      Parity.expectSame([[T]].self, "[[],[\(value)]]")
      Parity.expectSame([String: [T]].self, #"{"key":[\#(value)]}"#)
      Parity.expectSame([String: T].self, #"{"key":\#(value)}"#) {
        $0.keyDecodingStrategy = .convertFromSnakeCase
      }
    }
  }

  @Test func `scalars`() {
    Self.compare(Bool.self)
    Self.compare(String.self)
    Self.compare(Double.self)
    Self.compare(Float.self)
    Self.compare(Int.self)
    Self.compare(Int8.self)
    Self.compare(Int16.self)
    Self.compare(Int32.self)
    Self.compare(Int64.self)
    Self.compare(Int128.self)
    Self.compare(UInt.self)
    Self.compare(UInt8.self)
    Self.compare(UInt16.self)
    Self.compare(UInt32.self)
    Self.compare(UInt64.self)
    Self.compare(UInt128.self)
  }

  @Test func `collections and models`() {
    Self.compare(Model.self)
    Self.compare([Int].self)
    Self.compare([Model].self)
    Self.compare([String: Int].self)
    Self.compare([Int: Int].self)
    Self.compare([String: Model].self)
    Self.compare(Set<Int>.self)
    Self.compare(ContiguousArray<Int>.self)
    Self.compare([[Int]].self)
    Self.compare(Int?.self)
    Self.compare(Int??.self)
    Self.compare([Int?].self)
    Self.compare(ClosedRange<Int>.self)
    Self.compare(Range<Int>.self)
    Self.compare(Single<Int>.self)
  }

  @Test func `enums`() {
    Self.compare(Named.self)
    Self.compare(Numbered.self)
    Self.compare(Loaded.self)
    for text in [
      #""one""#, #""three""#, "1", "9", "{}", #"{"none":{}}"#, #"{"one":{"_0":1}}"#,
      #"{"one":{}}"#, #"{"two":{"a":1}}"#, #"{"two":{"a":"x"}}"#, #"{"one":{"_0":1},"none":{}}"#,
      #"{"three":{}}"#, #"{"one":null}"#, #"{"one":[]}"#,
    ] {
      Parity.expectSame(Named.self, text)
      Parity.expectSame(Numbered.self, text)
      Parity.expectSame(Loaded.self, text)
      Parity.expectSame([String: [Loaded]].self, #"{"list":[\#(text)]}"#)
    }
  }

  @Test func `a boolean where null is found is a mismatch`() {
    let result = Parity.expectSame(Bool.self, "null")
    #expect(
      result.failure?.description
        == "typeMismatch(Bool) at []: Expected to decode Bool but found null instead."
    )
  }

  @Test func `the path of a missing key is the object's`() {
    let result = Parity.expectSame([Model].self, #"[{"a":1},{"b":1}]"#)
    #expect(
      result.failure?.description == """
        keyNotFound(a) at [Index 1#1]: No value associated with key \
        CodingKeys(stringValue: "a", intValue: nil) ("a").
        """
    )
  }
}

/// A model that holds one value in an unkeyed container.
private struct Single<Element: Decodable & Equatable>: Decodable, Equatable {
  var value: Element

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    value = try container.decode(Element.self)
  }
}
