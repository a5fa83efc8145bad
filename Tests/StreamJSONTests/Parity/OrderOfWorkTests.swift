import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The order of checks: first the scan, then the values that the model reads.
struct OrderOfWorkTests {
  struct Picky: Decodable, Equatable {
    var a: Int
  }

  @Test(arguments: [
    #"{"a":"text",}x"#, #"{"a":"text""#, #"[{"a":"text"},tru]"#, #"{"a":"text","b":nulx}"#,
    #"{"a":"text","b":"\u12"}"#, #"{"a":"text"} {"#, #"{"a":"text","b":[1,,2]}"#,
  ])
  func `a fault of structure comes before a fault of type`(text: String) {
    let result = Parity.expectSame(Picky.self, text)
    #expect(result.failure?.text == Failure.notValidJSON)
  }

  @Test func `a model is not asked when the structure is bad`() {
    struct Loud: Decodable {
      init(from decoder: any Decoder) throws { Issue.record("init(from:) ran") }
    }
    for text in ["{", "[1 2]", "nul", #"{"a":1}}"#, ""] {
      #expect(throws: DecodingError.self) {
        try StreamJSONDecoder().decode(Loud.self, from: text)
      }
    }
  }

  static let malformedScalars = [
    "01", "1.", "--1", "1e", "-", "1-2+3.4.5", "1e999", #""\q""#, #""\ud800""#, #""\uZZZZ""#,
    "\"\u{1}\"", "\"\t\"", "\"\n\"", "0e1", "-01", "1.e2", "1e+", "1.2.3", "1e1e1", "1-2",
  ]

  @Test(arguments: malformedScalars)
  func `values that are not read are not checked`(scalar: String) {
    let accepted = Parity.expectSame(Picky.self, #"{"a":1,"b":\#(scalar)}"#)
    #expect(accepted.isAccepted)
    Parity.expectSame(Nothing.self, "[\(scalar)]")
    Parity.expectSame(Nothing.self, scalar)
  }

  @Test(arguments: malformedScalars)
  func `values that are read are checked`(scalar: String) {
    Parity.expectSame([String].self, "[\(scalar)]")
    Parity.expectSame([Int].self, "[\(scalar)]")
    Parity.expectSame(String.self, scalar)
    Parity.expectSame(Int.self, scalar)
    if scalar != "0e1" {
      Parity.expectSame(Double.self, scalar)
      Parity.expectSame([String: Double].self, #"{"a":\#(scalar)}"#)
    }
  }

  @Test func `invalid UTF-8 that is not read is not checked`() {
    for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE6, 0x97]] as [[UInt8]] {
      let text = Array(#"{"a":1,"b":""#.utf8) + bytes + Array(#""}"#.utf8)
      #expect(Parity.expectSame(Picky.self, text).isAccepted)
      #expect(!Parity.expectSame([String: AnyString].self, text).isAccepted)
    }
  }

  /// A number or a string.
  struct AnyString: Decodable, Equatable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(Int.self)) == nil { _ = try container.decode(String.self) }
    }
  }

  @Test(arguments: [
    #"{"a":1,"\q":2}"#, #"{"a":1,"\ud800":2}"#, "{\"a\":1,\"\u{1}\":2}", #"{"\u00zz":0,"a":1}"#,
  ])
  func `all names of an object that is opened are checked`(text: String) {
    #expect(!Parity.expectSame(Picky.self, text).isAccepted)
    // Not opened, not checked.
    #expect(Parity.expectSame(Nothing.self, text).isAccepted)
    #expect(Parity.expectSame(Picky.self, #"{"a":1,"b":\#(text)}"#).isAccepted)
    #expect(!Parity.expectSame([String: Int].self, text).isAccepted)
  }

  @Test(arguments: [
    "[1,]", #"{"a":1,}"#, "[[1,],]", #"{"a":1,"b":{"c":[2,],},}"#, "[1,\n]", "[,]", "[1,,]", "{,}",
    #"{"a":1,,}"#, "[,1]", "[1,", #"{"a":1,"#, ",", "[],", "[1],",
  ])
  func `one trailing comma is accepted`(text: String) {
    Parity.expectSame(Nothing.self, text)
    Parity.expectSame([Int].self, text)
    Parity.expectSame(Picky.self, text)
  }

  @Test(arguments: [
    "", " ", "\n\t\r ", "\"", "{", "[", "{}x", "{} {}", "1 2", "[] //", "{}\u{0}", "{}\u{A0}",
    "\u{B}{}", "\u{C}{}", "// x\n1", "/* */1", "tru", "nul", "falsey", "True", "undefined", "'a'",
    "NaN", "Infinity", "+1", ".5", "0x10", "1a", "]", "}", ":", "[1}", #"{"a":1]"#, #"{"a" 1}"#,
    #"{"a":}"#, "{1:2}", "{a:1}", #"{"a"}"#, #"["a":1]"#, "[1 2]", #"{"a":1 "b":2}"#, "-", "+",
  ])
  func `malformed texts give one error`(text: String) {
    let (ours, theirs) = Parity.outcomes(of: JSONTree.self, from: Array(text.utf8))
    #expect(ours == theirs)
    #expect(ours.failure?.path == [])
    #expect(ours.failure?.text == Failure.notValidJSON)
  }

  @Test func `a byte-order mark is skipped once`() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    Parity.expectSame([Int].self, mark + Array("[1]".utf8))
    Parity.expectSame([Int].self, mark + mark + Array("[1]".utf8))
    Parity.expectSame(Nothing.self, mark)
  }

  @Test func `fragments of every type are texts`() {
    Parity.expectSame(Int.self, "1")
    Parity.expectSame(Double.self, " -1.5e3 ")
    Parity.expectSame(String.self, #""text""#)
    Parity.expectSame(Bool.self, "true")
    Parity.expectSame(Bool.self, "\tfalse\n")
    Parity.expectSame(Int?.self, "null")
    Parity.expectSame([Int].self, "[]")
    Parity.expectSame([String: Int].self, "{}")
    Parity.expectSame(Int??.self, "null")
  }

  @Test(arguments: [1, 2, 511, 512, 513, 600, 5000])
  func `512 levels are accepted and 513 are not`(depth: Int) {
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let objects =
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    #expect(Parity.expectSame(Nothing.self, arrays).isAccepted == (depth <= 512))
    #expect(Parity.expectSame(Nothing.self, objects).isAccepted == (depth <= 512))
    Parity.expectSame(Nothing.self, arrays) { $0.allowsJSON5 = true }
  }

  @Test func `errors of the model pass through unchanged`() throws {
    struct Own: Error, Equatable { var number: Int }
    struct Thrower: Decodable {
      init(from decoder: any Decoder) throws { throw Own(number: 7) }
    }
    struct Corrupter: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [AnyKey(stringValue: "mine")], debugDescription: "own words")
        )
      }
    }
    let decoder = StreamJSONDecoder()
    #expect(throws: Own(number: 7)) { try decoder.decode(Thrower.self, from: "[]") }
    #expect(throws: Own(number: 7)) { try decoder.decode([Thrower].self, from: "[1]") }
    let (ours, theirs) = Parity.outcomes(of: Corrupter.self, from: Array("[]".utf8))
    #expect(ours.failure == theirs.failure)
    #expect(ours.failure?.text == "own words")
  }
}
