import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Members of every number type of the standard library, at the limits of each.
struct MemberwiseNumberTests {
  enum Marked {}
  enum Plain {}

  struct Numbers<Form: Sendable, Number: Decodable & Equatable & Sendable>: Decodable, Equatable {
    var first: Number
    var second: Number?
    var third: Number
    var fourth: Number?
    var last: Bool
  }

  private static let texts =
    [
      "null", "true", "\"1\"", "[]", "0", "-0", "-1", "1.0", "1e2", "-1e-1", "0.1", "3.5e38",
      "1e400",
    ]
    + [7, 8, 15, 16, 31, 32, 63, 64, 127, 128].flatMap { bits in
      // One below and above each power of two that is a limit, of either sign.
      let power = bits < 128 ? UInt128(1) << UInt128(bits) : 0
      return [power &- 1, power, power &+ 1].flatMap { ["\($0)", "-\($0)"] }
    }

  private func compare<Number: Decodable & Equatable & Sendable>(_ type: Number.Type) throws {
    typealias MarkedNumbers = Numbers<Marked, Number>
    typealias PlainNumbers = Numbers<Plain, Number>
    let tests = MemberwiseLifeTests()
    let decoder = StreamJSONDecoder()
    // From the tape: with names as they are, and with any names.
    let (second, third) = (StreamJSONDecoder(), StreamJSONDecoder())
    second.validation = .strict
    third.duplicateKeyPolicy = .reject
    let good = #"{"first":1,"second":2,"third":3,"fourth":null,"last":true}"#
    let expected = PlainNumbers(
      first: try decoder.decode(Number.self, from: "1"),
      second: try decoder.decode(Number.self, from: "2"),
      third: try decoder.decode(Number.self, from: "3"),
      fourth: nil,
      last: true
    )
    for _ in 0..<24 { #expect(try decoder.decode(PlainNumbers.self, from: good) == expected) }
    for _ in 0..<24 { _ = try decoder.decode(MarkedNumbers.self, from: good) }
    #expect(StreamJSONDecoder.memberwiseReport(for: MarkedNumbers.self).state == .active)
    for (index, number) in Self.texts.enumerated() {
      guard index.isMultiple(of: TestScale.stride(inDebug: 4)) else { continue }
      for text in [
        #"{"first":\#(number),"second":2,"third":3,"last":true}"#,
        #"{"first":1,"second":\#(number),"third":3,"fourth":\#(number),"last":false}"#,
        #"{"last":true,"fourth":\#(number),"third":\#(number),"first":1}"#,
      ] {
        let array = "[\(good),\(text)]"
        for decoder in [decoder, second, third] {
          let expected = tests.outcome(PlainNumbers.self, text, decoder)
          #expect(tests.outcome(MarkedNumbers.self, text, decoder) == expected, "\(text)")
          let elements = tests.outcome([PlainNumbers].self, array, decoder)
          #expect(tests.outcome([MarkedNumbers].self, array, decoder) == elements, "\(text)")
        }
        // By a decoder that has given up nothing.
        let read = try? MemberwiseLifeTests.read(MarkedNumbers.self, text)
        let plain = try? decoder.decode(PlainNumbers.self, from: text)
        #expect(read?.first == plain?.first && read?.second == plain?.second, "\(text)")
        #expect(read?.third == plain?.third && read?.fourth == plain?.fourth, "\(text)")
      }
    }
  }

  @Test func `members of signed integer types are as without the marker`() throws {
    try compare(Int.self)
    try compare(Int8.self)
    try compare(Int16.self)
    try compare(Int32.self)
    try compare(Int64.self)
    try compare(Int128.self)
  }

  @Test func `members of unsigned integer types are as without the marker`() throws {
    try compare(UInt.self)
    try compare(UInt8.self)
    try compare(UInt16.self)
    try compare(UInt32.self)
    try compare(UInt64.self)
    try compare(UInt128.self)
  }

  @Test func `members of floating-point types are as without the marker`() throws {
    try compare(Double.self)
    try compare(Float.self)
  }

  @Test func `short integers are read in one pass`() throws {
    typealias Bytes = Numbers<Marked, UInt8>
    let text = #"{"first":255,"second":2,"third":3,"fourth":null,"last":true}"#
    _ = try StreamJSONDecoder().decode(Bytes.self, from: text)
    let value = try MemberwiseLifeTests.read(Bytes.self, text)
    #expect(value == Bytes(first: 255, second: 2, third: 3, fourth: nil, last: true))
  }
}

extension MemberwiseNumberTests.Numbers: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseNumberTests.Marked {}
