import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// Batches that several tasks decode are what one core decodes.
@Suite struct FileBatchTests {
  private func requireSame(
    in url: URL,
    _ framing: JSONFraming,
    decoder: StreamJSONDecoder = StreamJSONDecoder(),
    concurrency: Int,
    partByteCount: Int64
  ) async throws {
    var expected: [StreamOutcome<JSONTree>] = []
    let values = decoder.valueIterator(of: JSONTree.self, inFileAt: url, framing: framing)
    var ends = false
    while !ends {
      do {
        if let value = try values.next() { expected.append(.value(value)) } else { ends = true }
      } catch {
        expected.append(StreamOutcome(error))
      }
    }
    let batches = decoder.batches(
      of: JSONTree.self,
      inFileAt: url,
      framing: framing,
      concurrency: concurrency,
      partByteCount: partByteCount
    )
    let iterator = batches.makeAsyncIterator()
    var found: [StreamOutcome<JSONTree>] = []
    ends = false
    while !ends {
      do {
        if let batch = try await iterator.next() {
          #expect(!batch.isEmpty)
          found += batch.map { .value($0) }
        } else {
          ends = true
        }
      } catch {
        found.append(StreamOutcome(error))
      }
    }
    // With the lines and records of the file.
    #expect(found == expected)
    #expect(batches.progress.valueCount == values.progress.valueCount)
    #expect(batches.progress.errorCount == values.progress.errorCount)
    #expect(batches.progress.byteCount == values.progress.byteCount)
    let results = decoder.resultBatches(
      of: JSONTree.self,
      inFileAt: url,
      framing: framing,
      concurrency: concurrency,
      partByteCount: partByteCount
    )
    var outcomes: [StreamOutcome<JSONTree>] = []
    for await batch in results {
      #expect(!batch.isEmpty)
      outcomes += batch.map { result in
        switch result {
        case .success(let value): .value(value)
        case .failure(let error): StreamOutcome(error)
        }
      }
    }
    #expect(outcomes == expected)
    #expect(results.progress == batches.progress)
  }

  @Test(arguments: Corpus.streams, [(1, 1), (2, 7), (3, 40), (2, 1000)])
  func `streams in their framings`(
    stream: CorpusText,
    size: (concurrency: Int, partByteCount: Int)
  ) async throws {
    let bytes = stream.bytes.prefix(600)
    try await withTemporaryFile(bytes) { url in
      for framing in Set([stream.framing, .lines, .textSequence]) {
        try await requireSame(
          in: url,
          framing,
          concurrency: size.concurrency,
          partByteCount: Int64(size.partByteCount)
        )
      }
    }
  }

  @Test func `random files, some of them bad`() async throws {
    var random = SeededGenerator(seed: 1)
    var generator = JSONGenerator(seed: 2)
    let separators = ["\n", "\r\n", "\n\n", " \n", "\n\u{1E}", "\u{1E}", "\r", "]\n"]
    for round in 0..<40 * TestScale.factor {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        bytes += random.pick(separators).utf8
        bytes += generator.text().prefix(100).filter { $0 != 0x0A || random.chance(0.1) }
      }
      let decoder = StreamJSONDecoder()
      if round % 4 == 0 { decoder.limits.maximumElementByteCount = 30 }
      if round % 8 == 1 { decoder.limits.maximumByteCount = bytes.count / 2 }
      let (concurrency, size) = (random.pick([1, 2, 4]), random.pick([1, 10, 60, 300]))
      try await withTemporaryFile(bytes) { url in
        try await requireSame(
          in: url,
          round % 2 == 0 ? .lines : .textSequence,
          decoder: decoder,
          concurrency: concurrency,
          partByteCount: Int64(size)
        )
      }
    }
  }

  @Test(arguments: [0, 1, 2, 8])
  func `many parts in order`(concurrency: Int) async throws {
    let count = 200_000
    let text = (0..<count).map { "\($0)\n" }.joined()
    try await withTemporaryFile(text.utf8) { url async throws in
      var next = 0
      let batches = StreamJSONDecoder().batches(
        of: Int.self,
        inFileAt: url,
        framing: .lines,
        concurrency: concurrency,
        partByteCount: 10_000
      )
      var offset: Int64 = 0
      for try await batch in batches {
        #expect(batch.elementsEqual(next..<next + batch.count))
        next += batch.count
        #expect(batches.progress.valueCount == next)
        #expect(batches.progress.byteOffset > offset)
        offset = batches.progress.byteOffset
      }
      #expect(next == count)
      #expect(batches.progress.fraction == 1)
    }
  }

  /// Counts how many of these are decoded at the same time.
  private struct Counted: Decodable {
    static let counts = Locked((running: 0, most: 0, all: 0))

    init(from decoder: any Decoder) throws {
      Self.counts.withLock {
        $0.running += 1
        $0.all += 1
        $0.most = max($0.most, $0.running)
      }
      defer { Self.counts.withLock { $0.running -= 1 } }
      _ = try Int(from: decoder)
      for _ in 0..<200 where Task.isCancelled { break }
    }
  }

  @Test func `tasks end with the sequence, and decode no more than two parts ahead each`()
    async throws
  {
    let text = String(repeating: "1\n", count: 100_000)
    try await withTemporaryFile(text.utf8) { url async throws in
      do {
        let batches = StreamJSONDecoder().batches(
          of: Counted.self,
          inFileAt: url,
          framing: .lines,
          concurrency: 2,
          partByteCount: 2000
        ).makeAsyncIterator()
        #expect(try await batches.next()?.count == 1000)
        try await Task.sleep(for: .milliseconds(200))
        #expect(Counted.counts.withLock { $0.all } <= 6000)
      }
      let all = Counted.counts.withLock { $0.all }
      try await Task.sleep(for: .milliseconds(200))
      #expect(Counted.counts.withLock { $0.all } <= all + 2000)
      #expect(Counted.counts.withLock { $0.most } <= 2)
    }
  }

  @Test func `a canceled task gets an error, and then the end`() async throws {
    let text = String(repeating: "[1]\n", count: 50_000)
    try await withTemporaryFile(text.utf8) { url async throws in
      let task = Task {
        let batches = StreamJSONDecoder().batches(
          of: [Int].self,
          inFileAt: url,
          framing: .lines,
          concurrency: 2,
          partByteCount: 1000
        ).makeAsyncIterator()
        var count = 0
        do {
          while let batch = try await batches.next() {
            count += batch.count
            if count == 1000 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
          }
          return -1
        } catch is CancellationError {
          return try await batches.next() == nil ? count : -2
        }
      }
      #expect(try await task.value == 1000)
      let results = Task {
        let batches = StreamJSONDecoder().resultBatches(
          of: [Int].self,
          inFileAt: url,
          framing: .lines,
          concurrency: 2,
          partByteCount: 1000
        )
        var last: Result<[Int], DecodingError>?
        for await batch in batches {
          last = batch.last
          unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        }
        return last
      }
      guard case .failure(let error) = await results.value,
        case .dataCorrupted(let context) = error
      else {
        Issue.record("no error")
        return
      }
      #expect(context.underlyingError is CancellationError)
    }
  }

  @Test func `a file that is not there`() async throws {
    let batches = StreamJSONDecoder().batches(
      of: Int.self,
      inFileAt: URL(filePath: "/no/such/file"),
      framing: .lines,
      concurrency: 2
    ).makeAsyncIterator()
    await #expect(throws: CocoaError.self) { try await batches.next() }
    #expect(try await batches.next() == nil)
  }

  /// Errors that models keep have the place in the file, too, once the values are handed over.
  @Test func `errors that models keep`() async throws {
    struct Kept: Decodable, Sendable {
      var error: DecodingError?

      init(from decoder: any Decoder) throws {
        do {
          _ = try Int(from: decoder)
        } catch let error as DecodingError {
          self.error = error
        }
      }
    }
    let text = (0..<200).map { $0 % 3 == 0 ? "\"x\"\n" : "\($0)\n\n" }.joined()
    try await withTemporaryFile(text.utf8) { url async throws in
      let decoder = StreamJSONDecoder()
      var expected: [String] = []
      for result in decoder.results(of: Kept.self, inFileAt: url, framing: .lines) {
        if let error = try result.get().error { expected.append("\(error.jsonError as Any)") }
      }
      var found: [String] = []
      let batches = decoder.batches(
        of: Kept.self,
        inFileAt: url,
        framing: .lines,
        concurrency: 2,
        partByteCount: 50
      )
      for try await batch in batches {
        for value in batch {
          if let error = value.error { found.append("\(error.jsonError as Any)") }
        }
      }
      #expect(found == expected)
      #expect(found.count == 67)
    }
  }
}
