import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The traps that earlier libraries fell into, one test each.
@Suite struct StreamTrapTests {
  private static let array = JSONFraming.arrayElements()

  private func values<T: Decodable & Equatable>(
    _ type: T.Type,
    _ chunks: [String],
    _ framing: JSONFraming
  ) -> [StreamOutcome<T>] {
    outcomes(of: type, in: chunks.map { ArraySlice(Array($0.utf8)) }, framing: framing)
  }

  @Test func `a number is cut by a chunk boundary`() {
    #expect(values(Int.self, ["[12", "34]"], Self.array) == [.value(1234)])
    #expect(values(Int.self, ["12", "34\n"], .lines) == [.value(1234)])
    #expect(values(Double.self, ["-1", ".", "5e", "-", "1 "], .concatenated) == [.value(-0.15)])
  }

  @Test func `a number ends with the input and is delivered by finish`() throws {
    for framing in [JSONFraming.lines, .concatenated] {
      let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: framing)
      var values: [Int] = []
      try stream.append(Array("12".utf8)) { values.append($0) }
      #expect(values.isEmpty)
      try stream.finish { values.append($0) }
      #expect(values == [12])
    }
  }

  @Test func `a number at the end of an array that is cut is not delivered`() {
    let found = values(Int.self, ["[1,23"], Self.array)
    #expect(found.map(\.value) == [1, nil])
    #expect(found[1].jsonError?.kind == .unexpectedEnd)
  }

  @Test func `a literal is cut`() {
    #expect(
      values(Bool.self, ["[tr", "ue,f", "alse]"], Self.array) == [.value(true), .value(false)]
    )
    #expect(values(Int?.self, ["n", "ul", "l\n"], .lines) == [.value(nil)])
  }

  @Test func `an escape is cut`() {
    #expect(
      values(String.self, [#"["a\"#, #"n\u00"#, #"e9\\"#, #""]"#], Self.array) == [.value("a\né\\")]
    )
  }

  @Test func `a surrogate pair is cut between its halves`() {
    #expect(values(String.self, [#"["\uD83D"#, #"\uDE00"]"#], Self.array) == [.value("😀")])
  }

  @Test func `a UTF-8 sequence is cut`() {
    let bytes = Array(#"["😀é"]"#.utf8)
    for chunking in Chunks.everySplit(of: bytes) {
      #expect(outcomes(of: String.self, in: chunking.chunks, framing: Self.array) == [.value("😀é")])
    }
  }

  @Test func `CRLF is cut and is one line end`() {
    let found = values(Int.self, ["1\r", "\n2\r", "\nx\r\n"], .lines)
    #expect(found.map(\.value) == [1, 2, nil])
    #expect(found[2].jsonError?.line == 3)
    #expect(
      values(Int.self, ["data: 1\r", "\n\r", "\ndata: 2\r", "\n\r", "\n"], .serverSentEvents())
        == [.value(1), .value(2)]
    )
  }

  @Test func `a byte-order mark is cut`() {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("[1]".utf8)
    for chunking in Chunks.everySplit(of: bytes) {
      #expect(outcomes(of: Int.self, in: chunking.chunks, framing: Self.array) == [.value(1)])
    }
    let half = outcomes(of: Int.self, in: [bytes[0..<2]], framing: Self.array)
    #expect(half[0].jsonError?.byteOffset == 0)
  }

  /// The processor time of this thread, since other tests run at the same time.
  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      // SAFETY: the function fills in the variable and keeps nothing.
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    try body()
    return now() - start
  }

  /// Quadratic work would take 16 times as long here, not 4 times.
  @Test(arguments: [1, 64, 1024])
  func `an element is not scanned again from its start with each chunk`(size: Int) throws {
    func time(_ count: Int) throws -> Double {
      let bytes = Array("[\"".utf8) + [UInt8](repeating: 0x61, count: count) + Array("\"]".utf8)
      let chunks = Chunks.pieces(of: bytes, size: size).chunks
      let stream = StreamJSONDecoder().makeStream(of: String.self, framing: Self.array)
      var found: [Int] = []
      let seconds = try seconds {
        for chunk in chunks { try stream.append(chunk) { found.append($0.utf8.count) } }
        try stream.finish { _ in }
      }
      #expect(found == [count])
      return seconds
    }
    let count = size == 1 ? 10_000 : 250_000
    _ = try time(count)
    let ratios = try (0..<5).map { _ in try time(4 * count) / time(count) }
    #expect((ratios.min() ?? 0) < 9)
  }

  /// Copying the remainder for each of 20,000 elements would copy 4 GB.
  @Test func `the rest of the buffer is not copied for each element`() throws {
    func time(_ count: Int) throws -> Double {
      let bytes = Array(("[" + String(repeating: "1,", count: count) + "1]").utf8)
      let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: Self.array)
      var found = 0
      let seconds = try seconds { try stream.append(bytes) { found += $0 } }
      #expect(found == count + 1)
      return seconds
    }
    _ = try time(5000)
    let ratios = try (0..<5).map { _ in try time(20_000) / time(5000) }
    #expect((ratios.min() ?? 0) < 9)
  }

  @Test func `a value does not wait for a buffer to fill`() throws {
    let texts: [(String, JSONFraming)] = [
      (#"[{"a":1},"#, Self.array), (#"{"x":{"a":1}"#, .objectMembers()),
      (#"{"a":1}"#, .concatenated),
      ("{\"a\":1}\n", .lines), ("\u{1E}{\"a\":1}\n", .textSequence),
      ("data: {\"a\":1}\n\n", .serverSentEvents()),
    ]
    for (text, framing) in texts {
      let stream = StreamJSONDecoder().makeStream(of: [String: Int].self, framing: framing)
      var found: [[String: Int]] = []
      try stream.append(Array(text.utf8)) { found.append($0) }
      #expect(found == [["a": 1]], "\(framing)")
    }
  }

  @Test func `an element is delivered with its last byte`() throws {
    for element in [#"{"a":[1]}"#, "[]", #""text""#, "true", "null"] {
      let stream = StreamJSONDecoder().makeStream(of: JSONTree.self, framing: Self.array)
      var count = 0
      for byte in "[\(element)".utf8.dropLast() { try stream.append([byte]) { _ in count += 1 } }
      #expect(count == 0)
      try stream.append([element.utf8.last ?? 0]) { _ in count += 1 }
      #expect(count == 1)
    }
  }

  @Test func `a trailing comma is what JSONDecoder takes it for and no more`() {
    #expect(values(Int.self, ["[1", ",", "]"], Self.array) == [.value(1)])
    for text in ["[,]", "[1,,]", "[,1]"] {
      #expect(values(Int.self, [text], Self.array).last?.jsonError != nil, "\(text)")
      #expect(throws: (any Error).self) {
        try JSONDecoder().decode([Int].self, from: Data(text.utf8))
      }
    }
    let decoder = StreamJSONDecoder()
    decoder.validation = .strict
    let strict = outcomes(of: Int.self, in: "[1,]", framing: Self.array, decoder: decoder)
    #expect(strict.map(\.value) == [1, nil])
  }

  @Test func `garbage after the array is an error`() {
    for text in ["[1]]", "[1] x", "[1][2]", "[1],"] {
      let found = values(Int.self, [text], Self.array)
      #expect(found.map(\.value) == [1, nil], "\(text)")
      #expect(found[1].jsonError?.kind == .trailingBytes)
    }
    #expect(values(Int.self, ["[1] \r\n\t"], Self.array) == [.value(1)])
  }

  @Test func `the end of the input inside an element is an error`() {
    let texts: [(String, JSONFraming)] = [
      ("[[1]", Self.array), ("[", Self.array), ("", Self.array), ("[1,", Self.array),
      (#"{"a""#, .objectMembers()), ("[1", .lines), ("[1", .concatenated),
      ("\u{1E}[1", .textSequence),
      ("data: [1", .serverSentEvents()),
    ]
    for (text, framing) in texts {
      let found = values(JSONTree.self, [text], framing)
      #expect(found.last?.jsonError?.kind == .unexpectedEnd, "\(text) \(framing)")
      #expect(found.last?.jsonError?.byteOffset == text.utf8.count, "\(text) \(framing)")
    }
  }

  @Test func `scalars and null are elements`() {
    let found = values(JSONTree.self, [#"[1,"a",true,false,null,[],{}]"#], Self.array)
    #expect(found.count == 7)
    #expect(found.allSatisfy { $0.value != nil })
    #expect(values(Int?.self, ["null\n1\n"], .lines) == [.value(nil), .value(1)])
  }

  @Test func `blank lines and CRLF are not records`() {
    #expect(
      values(Int.self, ["\n\r\n  \n1\r\n\n\t\n2\n\n"], .lines) == [.value(1), .value(2)]
    )
  }

  @Test func `empty chunks change nothing`() {
    #expect(
      values(Int.self, ["", "[", "", "1", "", "", "2", "", "]", ""], Self.array) == [.value(12)]
    )
  }

  @Test func `chunks of one byte give the same`() {
    let text = #"[{"a":[1,2.5,"x"]},null]"#
    #expect(
      outcomes(
        of: JSONTree.self,
        in: Chunks.singleBytes(of: Array(text.utf8)).chunks,
        framing: Self.array
      )
        == values(JSONTree.self, [text], Self.array)
    )
  }

  @Test func `an element is larger than any buffer`() {
    let long = String(repeating: "abcdefgh", count: 50_000)
    let bytes = Array("[\"\(long)\",1]".utf8)
    let found = outcomes(
      of: JSONTree.self,
      in: Chunks.pieces(of: bytes, size: 4096).chunks,
      framing: Self.array
    )
    #expect(found.count == 2)
    #expect(found.first == .value(.string(Array(long.utf8))))
  }

  @Test func `an error in one element does not lose the next`() {
    #expect(
      values(Int.self, [#"[1,"x",3,{},5]"#], Self.array).map(\.value) == [1, nil, 3, nil, 5]
    )
    #expect(values(Int.self, ["1\n{\n3\n]\n5"], .lines).map(\.value) == [1, nil, 3, nil, 5])
  }

  @Test func `elements are decoded from their own bytes, with every digit`() throws {
    let digits = "3.14159265358979323846264338327950288"
    let expected = try #require(Decimal(string: digits))
    #expect(
      values(Decimal.self, ["[3.1415926535", digits.dropFirst(12) + "]"], Self.array) == [
        .value(expected)
      ]
    )
  }
}
