import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Records after their lengths.
@Suite struct LengthFramingTests {
  private func found(
    _ bytes: [UInt8],
    _ prefix: JSONLengthPrefix,
    _ decoder: StreamJSONDecoder = StreamJSONDecoder()
  ) -> [String] {
    decoder.results(of: JSONTree.self, in: bytes, framing: .lengthPrefixed(prefix)).map { result in
      switch result {
      case .success(let value): "\(value)"
      case .failure(let error):
        "\(error.jsonError.map { "\($0.kind) at \($0.location?.byteOffset ?? -1)" } ?? "?")"
      }
    }
  }

  private func found(
    _ text: String,
    _ prefix: JSONLengthPrefix,
    _ decoder: StreamJSONDecoder = StreamJSONDecoder()
  ) -> [String] { found(Array(text.utf8), prefix, decoder) }

  private func tree(_ text: String) throws -> String {
    "\(try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8)))"
  }

  @Test func `messages of a language server`() throws {
    let bodies = [#"{"jsonrpc":"2.0","id":1}"#, #"{"é":"\n"}"#, "[]"]
    let headers = [
      "Content-Length: %\r\n", "content-length:%\r\nContent-Type: application/vscode-jsonrpc\r\n",
      "Content-Type: x; charset=utf-8\nCONTENT-LENGTH:   %  \n",
    ]
    var text = ""
    for (body, header) in zip(bodies, headers) {
      text += header.replacing("%", with: "\(body.utf8.count)") + "\r\n" + body
    }
    #expect(found(text, .headers) == (try bodies.map(tree)))
  }

  @Test func `native messaging, and lengths on lines`() throws {
    let bodies = [#"{"a":1}"#, "12", #""x""#]
    for (prefix, isBig) in [(JSONLengthPrefix.littleEndian, false), (.bigEndian, true)] {
      var bytes: [UInt8] = []
      for body in bodies {
        let digits = [UInt8(body.utf8.count), 0, 0, 0]
        bytes += (isBig ? digits.reversed() : digits) + Array(body.utf8)
      }
      #expect(found(bytes, prefix) == (try bodies.map(tree)))
    }
    let lines = bodies.map { "\($0.utf8.count)\n\($0)\n" }.joined()
    #expect(found(lines, .line) == (try bodies.map(tree)))
  }

  @Test func `a bad record does not move the next one`() throws {
    let decoder = StreamJSONDecoder()
    decoder.limits.maximumElementByteCount = 5
    let one = try tree("1")
    // Malformed, too short, too long, too large, and empty.
    let text = "3\n[x]1\n14\n1   3\n1 26\n[1,23]0\n1\n1"
    let results = found(text, .line, decoder)
    #expect(results.filter { $0 == one }.count == 3, "\(results)")
    #expect(results.count == 7, "\(results)")
    #expect(results.contains { $0.hasPrefix("byteLimitExceeded") })
  }

  @Test(arguments: [
    ("-5\n[1]", JSONLengthPrefix.line, 0), ("x\n", .line, 0), ("3x\n[1]", .line, 1),
    ("3 4\n[1]", .line, 2), ("1e0\n[1]", .line, 1), ("3.0\n[1]", .line, 1), ("-0\n1", .line, 0),
    ("+3\n[1]", .line, 0), ("Content-Length: 3e0\r\n\r\n[1]", .headers, 17),
    ("Content-Length: -0\r\n\r\n1", .headers, 16), ("Content-Length: 3.0\r\n\r\n[1]", .headers, 17),
    ("Content-Length: -3\r\n\r\n[1]", .headers, 16),
    ("Content-Length: \r\n\r\n[1]", .headers, 16), ("Content-Type: a\r\n\r\n[1]", .headers, 0),
    ("nothing\r\n\r\n[1]", .headers, 0),
    ("Content-Length: 3\nContent-Length: 4\n\n[1]", .headers, 18),
  ])
  func `a length that is none ends the stream at its place`(
    text: String,
    prefix: JSONLengthPrefix,
    offset: Int
  ) {
    for start in ["", prefix == .line ? "1\n7" : "Content-Length: 1\n\n7"] {
      let found = found(start + text, prefix)
      let place = "unexpectedByte(expected: \(JSONError.Expectation.length)) at"
      #expect(
        found.last?.replacing("StreamJSONCore.JSONError.Expectation.", with: "")
          .hasPrefix(place.replacing("StreamJSONCore.JSONError.Expectation.", with: "")) == true,
        "\(found)"
      )
      #expect(found.last?.hasSuffix(" at \(start.utf8.count + offset)") == true, "\(found)")
      #expect(found.count == (start.isEmpty ? 1 : 2))
    }
  }

  @Test func `zeros before a length, and a length of zero`() throws {
    #expect(found("007\n{\"a\":1}0\n2\n12", .line).count == 3)
    #expect(found("Content-Length: 003\r\n\r\n[1]", .headers) == [try tree("[1]")])
    #expect(found("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n7", .headers).count == 2)
  }

  @Test func `a huge length takes no memory and no time`() {
    let huge = String(repeating: "9", count: 40)
    for (text, prefix) in [
      ("\(huge)\n[1]", JSONLengthPrefix.line), ("Content-Length: \(huge)\r\n\r\n[1]", .headers),
    ] {
      let found = found(text, prefix)
      #expect(found.count == 1 && found[0].hasPrefix("byteLimitExceeded"), "\(found)")
    }
    let binary = found([0xFF, 0xFF, 0xFF, 0xFF, 0x31], .bigEndian)
    #expect(binary.count == 1 && binary[0].hasPrefix("byteLimitExceeded"), "\(binary)")
    // Below the limit, but there are no bytes: nothing is reserved for them.
    let cut = found([0, 0xFF, 0xFF, 0xFF, 0x31], .bigEndian)
    #expect(cut.count == 1 && cut[0].hasPrefix("unexpectedEnd"), "\(cut)")
  }

  @Test func `a length that looks like a byte-order mark is a length`() throws {
    // 12,565,487 bytes, of which the least significant come first.
    let count = 0x00BF_BBEF
    let body = Array("\"".utf8) + [UInt8](repeating: 0x78, count: count - 2) + Array("\"".utf8)
    let values = StreamJSONDecoder().valueIterator(
      of: String.self,
      in: [0xEF, 0xBB, 0xBF, 0x00] + body + [3, 0, 0, 0] + Array("\"b\"".utf8),
      framing: .lengthPrefixed(.littleEndian)
    )
    #expect(try values.next()?.utf8.count == count - 2)
    #expect(try values.next() == "b")
  }

  @Test func `headers without an end are bounded`() {
    let flood = String(repeating: "a: b\n", count: 2000)
    let found = found(flood, .headers)
    #expect(found.count == 1, "\(found)")
  }

  @Test func `a stream that ends in a length or record`() {
    for text in ["3", "3\n[1", "3\n", "12\n{\"a\":"] {
      let results = found(text, .line)
      #expect(results.count == 1 && results[0].hasPrefix("unexpectedEnd"), "\(results)")
    }
    #expect(found([3, 0], .littleEndian).count == 1)
    #expect(found([], .littleEndian).isEmpty)
    #expect(found(" \n", .line).isEmpty)
  }

  @Test func `a record is there with its last byte`() throws {
    let stream = StreamJSONDecoder().makeStream(of: [Int].self, framing: .lengthPrefixed(.line))
    var counts: [Int] = []
    for byte in "3\n[1]5\n[2,3]\n".utf8 { counts.append(try stream.append([byte]).count) }
    #expect(counts == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0])
  }

  @Test func `what has arrived of a record`() throws {
    let stream = StreamJSONDecoder().makeStream(of: [Int].self, framing: .lengthPrefixed(.line))
    _ = try stream.append("7\n[1,2,".utf8)
    #expect(try stream.partialValue() == [1, 2])
    #expect(try stream.append("3]1\n7".utf8) == [[1, 2, 3]])
  }

  @Test func `memberwise values`() throws {
    struct Message: MemberwiseDecodable, Codable, Equatable {
      var id: Int
      var text: String
    }
    let body = #"{"id":1,"text":"abcdefghij"}  "#
    let text = String(repeating: "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", count: 50)
    let values = StreamJSONDecoder().values(
      of: Message.self,
      in: text.utf8,
      framing: .lengthPrefixed(.headers)
    )
    _ = values
    let iterator = StreamJSONDecoder().valueIterator(
      of: Message.self,
      in: text.utf8,
      framing: .lengthPrefixed(.headers)
    )
    var count = 0
    while let message = try iterator.next() {
      #expect(message == Message(id: 1, text: "abcdefghij"))
      count += 1
    }
    #expect(count == 50)
    #expect(iterator.progress.byteOffset == Int64(text.utf8.count))
  }
}
