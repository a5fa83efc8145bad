import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The records that begin in ranges of a file.
@Suite struct FilePartTests {
  private func requireSame(
    in url: URL,
    _ framing: JSONFraming,
    _ partitions: [[Range<Int64>]],
    decoder: StreamJSONDecoder = StreamJSONDecoder()
  ) throws {
    let whole = decoder.results(of: JSONTree.self, inFileAt: url, framing: framing).map(
      \.outcomeInPart
    )
    for partition in partitions {
      let parts = partition.map { range in
        decoder.results(of: JSONTree.self, inFileAt: url, framing: framing, byteRange: range)
          .map(\.outcomeInPart)
      }
      guard parts.joined().elementsEqual(whole) else {
        Issue.record("\(framing), \(partition): \(parts), whole: \(whole)")
        continue
      }
    }
  }

  private static let splittable: [JSONFraming] = [.lines, .textSequence, .separated(by: 0x2C)]

  @Test(arguments: Corpus.streams, splittable)
  func `two parts divided at any byte have each record once`(
    stream: CorpusText,
    framing: JSONFraming
  ) throws {
    let bytes = stream.bytes.prefix(400 / TestScale.stride(inDebug: 2))
    try withTemporaryFile(bytes) { url in
      let end = Int64(bytes.count)
      try requireSame(in: url, framing, (0...end).map { [0..<$0, $0..<end] })
      // One range for each byte, most of them shorter than a record.
      try requireSame(in: url, framing, [(0..<end).map { $0..<($0 + 1) }])
      try requireSame(in: url, framing, [[.min..<(.max)], [.min..<7, 7..<(.max)]])
    }
  }

  @Test(arguments: [
    "1\r\n2\r\n\r\n3", "\n\n1\n", "1\n", "1", "", "\u{FEFF}1\n2\n", "\u{FEFF}\n2", "\n\u{FEFF}1\n2",
    "\"äöü€\u{1F600}\"\n\"日本\"\r\n{]\n[1,\n2]\n  7  \n\t\n8",
    "\u{1E}1\n\u{1E}\u{1E}2\n\u{1E}[1\u{1E}3 \r\n\u{1E}\"é\"\n", "x\n\u{1E}1\n", " \u{1E}1",
    "\u{1E}1\nx\u{1E}2\n", "\u{1E}12", "\u{1E}\"a\u{1E}b\"\n",
  ])
  func `line ends, characters and separators may be divided`(text: String) throws {
    let bytes = Array(text.utf8)
    var random = SeededGenerator(seed: 3)
    try withTemporaryFile(bytes) { url in
      for framing in Self.splittable {
        let end = Int64(bytes.count)
        try requireSame(in: url, framing, (0...end).map { [0..<$0, $0..<end] })
        try requireSame(
          in: url,
          framing,
          (1...8).map { Partition.random(of: bytes.count, largest: $0, &random) }
        )
      }
    }
  }

  @Test func `thousands of partitions of random files`() throws {
    var random = SeededGenerator(seed: 1)
    var generator = JSONGenerator(seed: 2)
    let separators = ["\n", "\r\n", "\n\n", " \n", "\n\u{1E}", "\u{1E}", "\n\u{1E}\u{1E}"]
    for round in 0..<60 * TestScale.factor {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        bytes += random.pick(separators).utf8
        bytes += generator.text().prefix(200).filter { $0 != 0x0A || random.chance(0.1) }
      }
      try withTemporaryFile(bytes) { url in
        let largest = random.pick([3, 20, 200, 1000])
        let partitions = (0..<25).map { _ in
          Partition.random(of: bytes.count, largest: largest, &random)
        }
        let framing = Self.splittable[round % 2]
        try requireSame(in: url, framing, partitions)
        let decoder = StreamJSONDecoder()
        decoder.limits.maximumElementByteCount = 30
        try requireSame(in: url, framing, Array(partitions.prefix(2)), decoder: decoder)
      }
    }
  }

  @Test func `records longer than the pieces that a file is read in`() throws {
    let long = String(repeating: "a", count: 300_000)
    let text = "\"\(long)\"\n1\n\"\(long)\"\r\n\n2\n"
    try withTemporaryFile(text.utf8) { url in
      let end = Int64(text.utf8.count)
      let cuts: [Int64] = [
        1, 4095, 4096, 200_000, 300_001, 300_002, 300_003, 300_004, 300_005, 450_000,
      ]
      try requireSame(in: url, .lines, cuts.map { [0..<$0, $0..<end] })
      try requireSame(
        in: url,
        .lines,
        [stride(from: 0, to: end, by: 1 << 16).map { $0..<($0 + 1 << 16) }]
      )
    }
  }

  @Test func `errors have the byte offsets of the file`() throws {
    try withTemporaryFile("1\n22\n[\n4\n5]\n".utf8) { url throws in
      let decoder = StreamJSONDecoder()
      let values = decoder.valueIterator(
        of: Int.self,
        inFileAt: url,
        framing: .lines,
        byteRange: 3..<9
      )
      let first = #expect(throws: DecodingError.self) { try values.next() }
      #expect(first?.jsonError?.byteOffset == 6)
      #expect(first?.jsonError?.line == 1)
      #expect(first?.jsonError?.recordIndex == 0)
      #expect(try values.next() == 4)
      #expect(try values.next() == nil)
      let rest = decoder.results(of: Int.self, inFileAt: url, framing: .lines, byteRange: 9..<12)
      #expect(rest.map { (try? $0.get()) ?? -1 } == [-1])
    }
  }

  @Test(arguments: ["\n", "\r", "\r\n", ""])
  func `columns count from the line, wherever the range begins`(lineEnd: String) throws {
    let bytes = Array("\u{1E}1\(lineEnd)\u{1E}2 \u{1E}x\u{1E}[\n\u{1E}y".utf8)
    let decoder = StreamJSONDecoder()
    for text in [bytes, [UInt8](repeating: 0x20, count: 150_000) + bytes] {
      // The line then begins in another piece of the file.
      let stride = text.count > bytes.count ? 4 : 1
      try withTemporaryFile(text) { url in
        let columns = { (range: Range<Int64>?) -> [[Int64]] in
          decoder.results(of: Int.self, inFileAt: url, framing: .textSequence, byteRange: range)
            .compactMap { result -> [Int64]? in
              guard case .failure(let failure) = result, let error = failure.jsonError else {
                return nil
              }
              return [Int64(error.byteOffset), Int64(error.column)]
            }
        }
        let whole = columns(nil)
        #expect(whole.count == (lineEnd.isEmpty ? 4 : 3))
        for offset in Swift.stride(from: text.count - bytes.count, to: text.count, by: stride) {
          let (cut, end) = (Int64(offset), Int64(text.count))
          let parts = columns(0..<cut) + columns(cut..<end)
          #expect(parts == whole, "\(offset)")
        }
      }
    }
  }

  @Test func `the limit for all bytes counts from the beginning of the file`() throws {
    try withTemporaryFile("1\n2\n3\n4\n".utf8) { (url) throws in
      let decoder = StreamJSONDecoder()
      decoder.limits.maximumByteCount = 5
      let kinds = { (bytes: Range<Int64>) throws -> [JSONError.Kind?] in
        let results = decoder.results(
          of: Int.self,
          inFileAt: url,
          framing: .lines,
          byteRange: bytes
        )
        return results.map { (result) -> JSONError.Kind? in
          if case .failure(let error) = result { error.jsonError?.kind } else { nil }
        }
      }
      #expect(try kinds(0..<4) == [nil, nil])
      #expect(try kinds(2..<8) == [nil, .byteLimitExceeded])
      #expect(try kinds(6..<8) == [.byteLimitExceeded])
    }
  }

  @Test func `what cannot be divided is refused`() throws {
    let decoder = StreamJSONDecoder()
    try withTemporaryFile("1\n".utf8) { url in
      for framing in SplitTests.framings where !Self.splittable.contains(framing) {
        let error = #expect(throws: CocoaError.self) {
          try decoder
            .valueIterator(of: Int.self, inFileAt: url, framing: framing, byteRange: 0..<1).next()
        }
        #expect(error?.code == .featureUnsupported)
        #expect(error?.url == url)
      }
    }
    let error = #expect(throws: CocoaError.self) {
      try decoder.valueIterator(
        of: Int.self,
        inFileAt: URL(filePath: "/dev/null"),
        framing: .lines,
        byteRange: 0..<1
      ).next()
    }
    #expect(error?.code == .fileReadUnknown)
    #expect((error?.underlying as? POSIXError)?.code == .ESPIPE)
  }

  #if !os(Windows)
  @Test func `a pipe is read from its beginning to its end`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pipe")
    // SAFETY: the system reads a C string that outlives the call.
    #expect(unsafe mkfifo(url.path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(at: url) }
    let text = (0..<100_000).map { "\($0)\n" }.joined()
    // Opening a pipe waits for the other side, which must not be a task behind all other tests.
    Thread.detachNewThread { try? Data(text.utf8).write(to: url) }
    var next = 0
    for result in StreamJSONDecoder().results(of: Int.self, inFileAt: url, framing: .lines) {
      #expect(try result.get() == next)
      next += 1
    }
    #expect(next == 100_000)
  }
  #endif
}
