import Foundation
import StreamJSON
import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Streams of marked types, whose values are read in one pass where they can be, against streams of the
/// same types without the marker.
struct MemberwiseStreamTests {
  enum Marked {}
  enum Plain {}

  struct Line<Form: Sendable>: Decodable, Equatable {
    var id: Int
    var name: String
    var note: String?
    var part: Part?
    var parts: [Part]?

    struct Part: Decodable, Equatable {
      var x: Double
      var tags: [String]
    }
  }

  static let good = [
    #"{"id":1,"name":"a","note":null,"part":{"x":1.5,"tags":["b"]},"parts":[]}"#,
    #"{ "id" : 2 , "name" : "a name that is not short" , "more" : [ { "x" : [ ] } ] }"#,
    #"{"name":"\u00e9\n","id":3,"parts":[{"x":1,"tags":[]},{"tags":["é"],"x":-2e3}]}"#,
  ]

  /// Values that are decoded from the tape: escaped names, duplicates, what does not fit or is missing.
  static let others = [
    #"{"i\u0064":4,"name":"a"}"#, #"{"id":5,"name":"a","id":6}"#, #"{"id":"7","name":"a"}"#,
    #"{"id":8}"#, #"{"id":9,"name":"a","parts":[{"x":1,"tags":[]},{"x":1}]}"#, "null", "7", "[]",
    #"{"id":99999999999999999999,"name":"a"}"#, #"{"id":10,"name":"\uD800"}"#,
  ]

  /// What ends an array or spoils a line.
  static let faults = [
    #"{"id":1,"name":"a"},"#, #"{"id":1 "name":"a"}"#, #"{"id":1,"name":"a"} x"#,
  ]

  static let texts: [(String, JSONFraming)] = {
    let values = good + others.flatMap { [$0, good[0]] } + good
    let array = "[\(values.joined(separator: ", "))]"
    let faulty = good + faults.flatMap { [$0, good[1]] }
    return [
      (array, .arrayElements()), (#"{"a":[1],"b":\#(array)}"#, .arrayElements(at: "/b")),
      (values.joined(separator: "\n"), .lines), (values.joined(separator: " \r\n\n "), .lines),
      (faulty.joined(separator: "\n"), .lines), (values.joined(separator: "\n"), .concatenated),
      ("[" + faulty.joined(separator: ","), .arrayElements()),
      (faulty.joined(separator: " "), .concatenated), ("[]", .arrayElements()), ("", .lines),
      ("[" + good[0] + "]" + good[0], .arrayElements()), ("\u{FEFF}" + good[0], .lines),
    ]
  }()

  private static func agree(
    _ text: String,
    _ framing: JSONFraming,
    in chunks: [ArraySlice<UInt8>],
    _ configure: (StreamJSONDecoder) -> Void = { _ in }
  ) {
    func run<Form: Sendable>(_ form: Form.Type) -> [String] {
      let decoder = StreamJSONDecoder()
      configure(decoder)
      return outcomes(of: Line<Form>.self, in: chunks, framing: framing, decoder: decoder)
        .map { Self.sameName("\($0)") }
    }
    #expect(run(Marked.self) == run(Plain.self), "\(text) in \(chunks.map(\.count))")
  }

  private static func sameName(_ text: String) -> String {
    text.removing("Marked", "Plain")
  }

  @Test(arguments: texts.indices)
  func `values, errors and places are those of plain types, split anywhere`(index: Int) {
    let (text, framing) = Self.texts[index]
    let bytes = Array(text.utf8)
    // Without the optimizer at every 29th byte.
    for split in stride(from: 0, through: bytes.count, by: Growth.scaled(1, debug: 29)) {
      Self.agree(text, framing, in: [bytes[..<split], bytes[split...]])
    }
    for size in [1, 2, 7, 64, 300] {
      let chunks = stride(from: 0, to: bytes.count, by: size).map { start in
        bytes[start..<min(start + size, bytes.count)]
      }
      Self.agree(text, framing, in: chunks)
    }
  }

  @Test(arguments: texts.indices, [2, 3, 20, 60])
  func `limits are those of plain types`(index: Int, limit: Int) {
    let (text, framing) = Self.texts[index]
    let chunks = [ArraySlice(Array(text.utf8))]
    Self.agree(text, framing, in: chunks) { $0.limits.maximumDepth = limit }
    Self.agree(text, framing, in: chunks) { $0.limits.maximumElementByteCount = limit }
    Self.agree(text, framing, in: chunks) { $0.limits.maximumByteCount = 4 * limit }
  }

  /// A record is too large with what comes after its value, and ends with its line.
  @Test(arguments: ["", " ", "\r", "  \r", "x", "{}"])
  func `lines end and are too large where those of plain types do`(rest: String) throws {
    let line = #"{"id":1,"name":"a"}"#
    let lines = Array(repeating: line, count: 8) + [line + rest, line, line + rest]
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    func run<Form: Sendable>(_ form: Form.Type, _ limit: Int) -> [String] {
      let decoder = StreamJSONDecoder()
      decoder.limits.maximumElementByteCount = limit
      let stream = decoder.makeStream(of: Line<Form>.self, framing: .lines)
      var seen: [String] = []
      for start in stride(from: 0, to: bytes.count, by: 50) {
        var chunk = bytes[start..<min(start + 50, bytes.count)]
        while true {
          do {
            try stream.append(chunk) { seen.append("\($0)") }
            break
          } catch {
            seen.append("\(error)")
            chunk = []
          }
        }
        seen.append("\(stream.progress)")
      }
      return seen.map(Self.sameName)
    }
    for limit in [line.utf8.count, line.utf8.count + 1, 1000] {
      // The first decoder may make the plan.
      _ = run(Marked.self, limit)
      #expect(run(Marked.self, limit) == run(Plain.self, limit), "\(limit)")
    }
  }

  /// Otherwise the tests above would compare the ordinary way with itself.
  @Test(arguments: [JSONFraming.arrayElements(), .lines, .concatenated])
  func `values are read in one pass`(framing: JSONFraming) throws {
    let separator = framing == .arrayElements() ? "," : "\n"
    let start = framing == .arrayElements() ? "[" : ""
    let text = start + Array(repeating: Self.good[0], count: 200).joined(separator: separator)
    let counts = try DecodeReport.valueCounts(of: Line<Marked>.self, in: text, framing: framing)
    #expect(counts.all == 200)
    #expect(counts.read > 190)
  }

  @Test func `values can be pulled, in batches, and as results`() throws {
    let values = Self.good + Self.others.flatMap { [$0, Self.good[0]] } + Self.good
    let bytes = Array(values.joined(separator: "\n").utf8)
    func pull<Form: Sendable>(_ form: Form.Type) -> [String] {
      let decoder = StreamJSONDecoder()
      let results = decoder.results(of: Line<Form>.self, in: Data(bytes), framing: .lines)
      return results.map { result in
        switch result {
        case .success(let value): "\(value)"
        case .failure(let error): "\(Failure(error)) \(error.jsonError.map { "\($0)" } ?? "")"
        }
      }.map(Self.sameName)
    }
    #expect(pull(Marked.self) == pull(Plain.self))
    #expect(pull(Marked.self).count == values.count)
  }

  @Test func `a partial value is decoded after others were read`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Line<Marked>.self, framing: .arrayElements())
    var count = 0
    let text = "[" + Array(repeating: Self.good[0], count: 80).joined(separator: ",")
    try stream.append(Array((text + #",{"id":5,"name":"ab"#).utf8)) { _ in count += 1 }
    #expect(count == 80)
    #expect(try stream.partialValue()?.name == "ab")
    try stream.append(Array(#"c"}]"#.utf8)) { value in
      #expect(value.name == "abc")
      count += 1
    }
    try stream.finish { _ in count += 1 }
    #expect(count == 81)
    #expect(stream.progress.valueCount == 81)
  }
}

extension MemberwiseStreamTests.Line: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseStreamTests.Marked {}
extension MemberwiseStreamTests.Line.Part: _MarkedDecodable, SendableMetatype, MemberwiseDecodable
where Form == MemberwiseStreamTests.Marked {}
