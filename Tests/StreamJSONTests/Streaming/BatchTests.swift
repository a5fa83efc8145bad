import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Several values at a time are the same values as one by one, and the same errors.
@Suite struct BatchTests {
  /// Values and errors of batches that are pushed.
  private func pushed<T: Decodable & Equatable>(
    _ type: T.Type,
    _ chunks: [ArraySlice<UInt8>],
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder
  ) -> [StreamOutcome<T>] {
    let stream = decoder.makeStream(of: type, framing: framing)
    var outcomes: [StreamOutcome<T>] = []
    func push(_ body: (([T]) -> Void) throws -> Void) -> Bool {
      do {
        try body {
          #expect(!$0.isEmpty)
          outcomes += $0.map { .value($0) }
        }
        return true
      } catch {
        let outcome = StreamOutcome<T>(error)
        if outcomes.last != outcome { outcomes.append(outcome) }
        return false
      }
    }
    for chunk in chunks {
      var rest = chunk
      while !push({ try stream.appendBatches(rest, forEach: $0) }) { rest = [] }
    }
    while !push({ try stream.finishBatches(forEach: $0) }) {}
    let values = outcomes.count { $0.value != nil }
    #expect(stream.progress.valueCount == values)
    return outcomes
  }

  /// Values and errors of batches that are pulled.
  private func pulled<T: Decodable & Equatable>(
    _ type: T.Type,
    _ bytes: [UInt8],
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder
  ) -> [StreamOutcome<T>] {
    let values = decoder.valueIterator(of: type, in: bytes, framing: framing)
    var outcomes: [StreamOutcome<T>] = []
    while true {
      do {
        guard let batch = try values.nextBatch() else { break }
        #expect(!batch.isEmpty)
        outcomes += batch.map { .value($0) }
      } catch {
        outcomes.append(StreamOutcome(error))
      }
    }
    let results = decoder.results(of: type, in: bytes, framing: framing)
    var count = 0
    while let batch = results.nextBatch() { count += batch.count }
    #expect(count == outcomes.count)
    #expect(results.progress.recordIndex == count)
    #expect(results.progress.valueCount == outcomes.count { $0.value != nil })
    return outcomes
  }

  private func requireSame<T: Decodable & Equatable>(
    _ type: T.Type,
    _ bytes: [UInt8],
    _ framing: JSONFraming,
    _ decoder: StreamJSONDecoder = StreamJSONDecoder(),
    everySplit: Bool = true
  ) {
    let expected = outcomes(of: type, in: [bytes[...]], framing: framing, decoder: decoder)
    #expect(pulled(type, bytes, framing, decoder) == expected)
    for chunking in Chunks.assortment(of: bytes, seed: 1, everySplit: everySplit) {
      let found = pushed(type, chunking.chunks, framing, decoder)
      if found != expected {
        Issue.record("\(T.self), \(framing), \(chunking): \(found), one by one: \(expected)")
      }
    }
  }

  @Test(arguments: Corpus.streams, SplitTests.framings)
  func `streams in any framing`(stream: CorpusText, framing: JSONFraming) {
    let bytes = Array(stream.bytes.prefix(300))
    requireSame(JSONTree.self, bytes, framing, everySplit: false)
    requireSame(Int.self, bytes, framing, everySplit: false)
  }

  /// Arrays of scalars, with something at fault, of another type, or unusual at every place.
  private static let arrays: [String] = {
    let elements = ["1", "-2.5", "3e2", "\"a\"", "\"\\u00e9\"", "true", "12345678901234567890"]
    let odd = [
      "", "null", "{}", "[1]", "{\"a\":[", "01", "\"\u{7}\"", "x", "1 2", "\"\\x\"", "nul", "]",
      String(repeating: "9", count: 400), "\"" + String(repeating: "b", count: 300) + "\"",
    ]
    var arrays = ["[]", "", "[", "[1", "[1,2,3,]", "[1,2,3] x"]
    for element in elements {
      let list = Array(repeating: element, count: 24)
      arrays.append("[" + list.joined(separator: ",") + "]")
      arrays.append(" [\n" + list.joined(separator: " ,\n ") + "\r\n] ")
    }
    for element in odd {
      var list = Array(repeating: "7", count: 30)
      list[20] = element
      arrays.append("[" + list.joined(separator: ", ") + "]")
      list = Array(repeating: "\"text\"", count: 20)
      list[3] = element
      arrays.append("[" + list.joined(separator: ",") + "]")
    }
    return arrays
  }()

  @Test(arguments: Array(stride(from: 0, to: arrays.count, by: TestScale.stride(inDebug: 7))))
  func `arrays of scalars, divided at every byte`(index: Int) {
    let text = Self.arrays[index]
    let bytes = Array(text.utf8)
    requireSame(Double.self, bytes, .arrayElements())
    requireSame(Int.self, bytes, .arrayElements())
    requireSame(UInt8.self, bytes, .arrayElements(), everySplit: false)
    requireSame(String.self, bytes, .arrayElements(), everySplit: false)
    requireSame(Bool.self, bytes, .arrayElements(), everySplit: false)
    requireSame(Int?.self, bytes, .arrayElements(), everySplit: false)
    let inside = Array("{\"a\":[[],\(text)],\"b\":2}".utf8)
    requireSame(Double.self, inside, .arrayElements(at: "/a/1"), everySplit: false)
  }

  @Test(arguments: Array(stride(from: 0, to: arrays.count, by: TestScale.stride(inDebug: 5))))
  func `settings that look at each element`(index: Int) {
    let text = Self.arrays[index]
    let bytes = Array(text.utf8)
    let strict = StreamJSONDecoder()
    strict.validation = .strict
    let json5 = StreamJSONDecoder()
    json5.allowsJSON5 = true
    let short = StreamJSONDecoder()
    short.limits.maximumElementByteCount = 5
    let shallow = StreamJSONDecoder()
    shallow.limits = JSONLimits(maximumDepth: 1, maximumByteCount: 90)
    let floats = StreamJSONDecoder()
    floats.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "text",
      negativeInfinity: "a",
      nan: "-"
    )
    for decoder in [strict, json5, short, shallow, floats] {
      requireSame(Double.self, bytes, .arrayElements(), decoder, everySplit: false)
      requireSame(String.self, bytes, .arrayElements(), decoder, everySplit: false)
    }
  }

  @Test func `many pieces`() throws {
    let numbers = (0..<100_000).map { Double($0) / 8 }
    let text = "[" + numbers.map { "\($0)" }.joined(separator: ", ") + "]"
    let values = StreamJSONDecoder().valueIterator(
      of: Double.self,
      in: text.utf8,
      framing: .arrayElements()
    )
    var found: [Double] = []
    var batchCount = 0
    while let batch = try values.nextBatch() {
      found += batch
      batchCount += 1
    }
    #expect(found == numbers)
    #expect(batchCount < 20)
    #expect(values.progress.byteOffset == text.utf8.count)
    #expect(values.progress.byteCount == Int64(text.utf8.count))
    #expect(values.progress.fraction == 1)
    let stream = StreamJSONDecoder().makeStream(of: Double.self, framing: .arrayElements())
    found = []
    batchCount = 0
    try stream.appendBatches(text.utf8) {
      found += $0
      batchCount += 1
    }
    try stream.finishBatches { found += $0 }
    #expect(found == numbers)
    #expect(batchCount > 1)
  }

  @Test func `values before a bad record come first, in either way of asking`() throws {
    let data = "1\n2\nx\n4\n5\n"
    let values = StreamJSONDecoder().valueIterator(of: Int.self, in: data.utf8, framing: .lines)
    #expect(try values.nextBatch() == [1, 2])
    #expect(throws: DecodingError.self) { try values.next() }
    #expect(try values.next() == 4)
    #expect(values.progress.valueCount == 3)
    #expect(values.progress.errorCount == 1)
    #expect(values.progress.byteOffset == 7)
    #expect(try values.nextBatch() == [5])
    #expect(try values.nextBatch() == nil)
    #expect(try values.next() == nil)
    #expect(values.progress.byteOffset == 10)
  }

  @Test func `the errors of a body are thrown`() throws {
    struct Stop: Error {}
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .lines)
    #expect(throws: Stop.self) { try stream.appendBatches("1\n2\n".utf8) { _ in throw Stop() } }
    var found: [[Int]] = []
    try stream.appendBatches("3\n4".utf8) { found.append($0) }
    try stream.finishBatches { found.append($0) }
    #expect(found == [[3], [4]])
  }

  @Test func `progress of a stream`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .arrayElements(at: "/a"))
    #expect(stream.progress.byteOffset == 0)
    try stream.append(#"{"b":1,"a":[1,2"#.utf8) { _ in }
    #expect(stream.progress.byteOffset == 14)
    #expect(stream.progress.valueCount == 1)
    #expect(stream.progress.fraction == nil)
    #expect(throws: DecodingError.self) { try stream.append(#"2,"x""#.utf8) { _ in } }
    #expect(stream.progress.byteOffset == 20)
    #expect(stream.progress.valueCount == 2)
    #expect(stream.progress.errorCount == 1)
    #expect(stream.progress.recordIndex == 3)
    try stream.append("]}  ".utf8) { _ in }
    #expect(stream.progress.byteOffset == 24)
  }

  @Test func `an error that is held back and ends the stream is thrown once`() throws {
    let stream = StreamJSONDecoder().makeStream(of: Int.self, framing: .arrayElements())
    #expect(try stream.append("[1,x,2]".utf8) == [1])
    #expect(throws: DecodingError.self) { try stream.finish { _ in } }
    try stream.finish { _ in }
    #expect(stream.progress.errorCount == 1)
  }
}
