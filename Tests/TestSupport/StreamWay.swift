import Foundation
package import StreamJSON

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A way to take the values of a stream.
///
/// All of them give the same values and errors.
package enum StreamWay: String, CaseIterable, Sendable {
  /// Pushed in chunks, one value or several at a time, or all that a chunk completes.
  case pushed, pushedSeveral, pushedArrays
  /// Pulled from an asynchronous sequence of chunks or of single bytes, as values or results.
  case chunkValues, chunkResults, byteValues, byteResults
  /// From memory: pulled, and without waiting one value or several at a time.
  case dataValues, dataIterator, dataSeveral, dataResults
  /// The same from a file or a pipe.
  case fileValues, fileIterator, fileSeveral, fileResults, pipeResults
  /// The same from what the program has opened.
  case descriptorValues, descriptorIterator, descriptorResults
  /// From memory or a file that several tasks decode, as values or results.
  case dataBatches, dataResultBatches, fileBatches, fileResultBatches
  /// From a file, each record in the range in which it begins. Lines and records are counted from there.
  case ranges

  /// Whether other tasks take part, for which threads of the pool must be free.
  package var needsThreads: Bool {
    switch self {
    case .dataBatches, .dataResultBatches, .fileBatches, .fileResultBatches: true
    default: false
    }
  }

  /// Whether the stream can be taken in this way.
  package func allows(_ stream: StreamCase) -> Bool {
    switch self {
    case .ranges:
      stream.isDivisible && stream.decoder.limits.maximumByteCount >= stream.bytes.count
    case .pipeResults:
      // The pipe has to hold all bytes.
      stream.bytes.count < 4096
    #if os(Windows)
    case .descriptorValues, .descriptorIterator, .descriptorResults: false
    #endif
    default: true
    }
  }
}

/// A stream, and what decides about its values.
package struct StreamCase: Sendable, CustomStringConvertible {
  package let bytes: [UInt8]
  package let framing: JSONFraming
  package let decoder: StreamJSONDecoder

  package init(_ bytes: [UInt8], _ framing: JSONFraming, _ decoder: StreamJSONDecoder) {
    self.bytes = bytes
    self.framing = framing
    self.decoder = decoder
  }

  package var isDivisible: Bool {
    if case .separated = framing { return true }
    return framing == .lines || framing == .textSequence
  }

  package var description: String {
    "\(framing) \(decoder.limits), \(String(decoding: bytes.prefix(300), as: UTF8.self).debugDescription)"
  }

  /// The values and errors in the order of the stream, and how far it was read.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - way: How they are taken.
  ///   - cuts: Where the chunks end, in ascending order, or the ranges.
  /// - Returns: A line for each value and error, and one for the end.
  /// - Throws: The system's errors about files and pipes.
  package func outcomes<T: Decodable & Sendable>(
    of type: T.Type,
    taken way: StreamWay,
    cutAt cuts: [Int]
  ) async throws -> [String] {
    let chunks = Chunking(bytes, cutAt: cuts, name: "").chunks
    let data = Data(bytes)
    var log = StreamLog<T>()
    switch way {
    case .pushed, .pushedSeveral, .pushedArrays:
      push(chunks, way, to: &log)
    case .chunkValues:
      try await log.add(decoder.values(of: type, in: ReadySource(chunks), framing: framing))
    case .chunkResults:
      await log.add(decoder.results(of: type, in: ReadySource(chunks), framing: framing))
    case .byteValues:
      try await log.add(decoder.values(of: type, in: ReadySource(bytes), framing: framing))
    case .byteResults:
      await log.add(decoder.results(of: type, in: ReadySource(bytes), framing: framing))
    case .dataValues:
      try await log.add(decoder.values(of: type, in: data, framing: framing))
    case .dataIterator, .dataSeveral:
      let values = decoder.valueIterator(of: type, in: data, framing: framing)
      try await log.add(values, several: way == .dataSeveral)
    case .dataResults:
      log.add(decoder.results(of: type, in: data, framing: framing))
    case .dataBatches, .dataResultBatches:
      let (batches, resultBatches) = StreamJSONDecoder.partByteCount.withValue(
        Int64(max(1, cuts.first ?? 1))
      ) {
        (
          decoder.batches(of: type, in: data, framing: framing, concurrency: 3),
          decoder.resultBatches(of: type, in: data, framing: framing, concurrency: 3)
        )
      }
      if way == .dataBatches {
        try await log.add(batches)
      } else {
        await log.add(resultBatches)
      }
    case .pipeResults:
      try takeFromPipe(type, to: &log)
    default:
      try await withTemporaryFile(bytes) { url in
        try await take(type, way, fromFileAt: url, cutAt: cuts, to: &log)
      }
    }
    return log.lines
  }

  private func push<T: Decodable & Sendable>(
    _ chunks: [ArraySlice<UInt8>],
    _ way: StreamWay,
    to log: inout StreamLog<T>
  ) {
    let stream = decoder.makeStream(of: T.self, framing: framing)
    func isDone(_ body: (inout StreamLog<T>) throws -> Bool) -> Bool {
      do {
        return try body(&log)
      } catch {
        log.add(error)
        return false
      }
    }
    for chunk in chunks {
      var rest = chunk
      while !isDone({ log in
        switch way {
        case .pushedSeveral: try stream.appendBatches(rest) { for value in $0 { log.add(value) } }
        case .pushedArrays:
          let values = try stream.append(rest)
          for value in values { log.add(value) }
          // The next call throws the error that comes after the values, if there is one.
          return values.isEmpty
        default: try stream.append(rest) { log.add($0) }
        }
        return true
      }) {
        rest = []
      }
    }
    while !isDone({ log in
      try stream.finish { log.add($0) }
      return true
    }) {}
    log.end(stream.progress)
  }

  private func take<T: Decodable & Sendable>(
    _ type: T.Type,
    _ way: StreamWay,
    fromFileAt url: URL,
    cutAt cuts: [Int],
    to log: inout StreamLog<T>
  ) async throws {
    let partByteCount = Int64(max(1, cuts.first ?? 1))
    switch way {
    case .fileValues:
      try await log.add(decoder.values(of: type, inFileAt: url, framing: framing))
    case .fileIterator, .fileSeveral:
      let values = decoder.valueIterator(of: type, inFileAt: url, framing: framing)
      try await log.add(values, several: way == .fileSeveral)
    case .fileBatches:
      try await log.add(
        decoder.batches(
          of: type,
          inFileAt: url,
          framing: framing,
          concurrency: 3,
          partByteCount: partByteCount
        )
      )
    case .fileResultBatches:
      await log.add(
        decoder.resultBatches(
          of: type,
          inFileAt: url,
          framing: framing,
          concurrency: 3,
          partByteCount: partByteCount
        )
      )
    case .ranges:
      log.isInParts = true
      var start = 0
      for end in cuts + [bytes.count] {
        let range = Int64(start)..<Int64(end)
        start = end
        for result in decoder.results(
          of: type,
          inFileAt: url,
          framing: framing,
          byteRange: range
        ) {
          log.add(result)
        }
      }
    case .descriptorValues, .descriptorIterator, .descriptorResults:
      #if !os(Windows)
      let handle = try FileHandle(forReadingFrom: url)
      defer { try? handle.close() }
      let descriptor = JSONFileDescriptor(handle.fileDescriptor)
      if way == .descriptorValues {
        try await log.add(decoder.values(of: type, in: descriptor, framing: framing))
      } else if way == .descriptorIterator {
        let values = decoder.valueIterator(of: type, in: descriptor, framing: framing)
        try await log.add(values, several: false)
      } else {
        log.add(decoder.results(of: type, in: descriptor, framing: framing))
      }
      #endif
    default:
      log.add(decoder.results(of: type, inFileAt: url, framing: framing))
    }
  }

  private func takeFromPipe<T: Decodable & Sendable>(
    _ type: T.Type,
    to log: inout StreamLog<T>
  ) throws {
    #if !os(Windows)
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pipe")
    // SAFETY: the system reads a C string that outlives the call.
    guard unsafe mkfifo(url.path, 0o600) == 0 else { throw POSIXError(.EIO) }
    defer { try? FileManager.default.removeItem(at: url) }
    // For reading, too, so that it does not wait for a reader.
    let writer = try FileHandle(forUpdating: url)
    try writer.write(contentsOf: Data(bytes))
    let results = decoder.results(of: type, inFileAt: url, framing: framing)
    try writer.close()
    log.add(results)
    #endif
  }

  /// How the values taken in `way` differ from those of the stream in one pushed chunk; nil if they do not.
  package func difference<T: Decodable & Sendable>(
    of type: T.Type,
    taken way: StreamWay,
    cutAt cuts: [Int],
    from whole: [String]
  ) async throws -> String? {
    guard way.allows(self) else { return nil }
    let found = try await outcomes(of: type, taken: way, cutAt: cuts)
    let expected = way == .ranges ? whole.dropLast().map(StreamLog<T>.inPart) : whole
    guard found != expected else { return nil }
    let place = zip(found, expected).prefix { $0 == $1 }.count
    return """
      \(self), \(way), cut at \(cuts.prefix(40)): outcome \(place) is \
      \(found.dropFirst(place).first ?? "missing"), pushed whole \
      \(expected.dropFirst(place).first ?? "missing")
      """
  }
}

/// A list of what a stream delivered.
private struct StreamLog<T: Sendable> {
  var lines: [String] = []

  /// Whether lines and records are counted in parts of the stream, and so are not compared.
  var isInParts = false

  private static var separator: String { " ¶ " }

  mutating func add(_ value: T) { lines.append("\(value)") }

  mutating func add(_ error: any Error) {
    let jsonError = (error as? DecodingError)?.jsonError
    var line = "\(Failure(error))"
    if let jsonError { line += " \(jsonError.kind) at \(jsonError.byteOffset)" }
    if let record = jsonError?.record { line += ", record \(record.byteRange)" }
    line += Self.separator
    if let jsonError { line += "\(jsonError)" }
    if isInParts { line = Self.inPart(line) }
    // The error that has ended a stream is thrown again for every further chunk.
    if lines.last != line { lines.append(line) }
  }

  mutating func add(_ result: Result<T, DecodingError>) {
    switch result {
    case .success(let value): add(value)
    case .failure(let error): add(error)
    }
  }

  /// Adds the next value or error; false at the end.
  mutating func add(_ next: () async throws -> T?) async throws -> Bool {
    try await addSeveral { try await next().map { [$0] } }
  }

  mutating func addSeveral(_ next: () async throws -> [T]?) async throws -> Bool {
    do {
      guard let values = try await next() else { return false }
      for value in values { add(value) }
    } catch {
      add(error)
    }
    return true
  }

  mutating func add(_ results: JSONResultIterator<T>) where T: Decodable {
    for result in results { add(result) }
    end(results.progress)
  }

  mutating func add(_ values: JSONValueIterator<T>, several: Bool) async throws
  where T: Decodable {
    if several {
      while try await addSeveral({ try values.nextBatch() }) {}
    } else {
      while try await add({ try values.next() }) {}
    }
    end(values.progress)
  }

  mutating func add<Source>(_ values: JSONValueSequence<T, Source>) async throws
  where T: Decodable {
    let iterator = values.makeAsyncIterator()
    while try await add({ try await iterator.next() }) {}
    end(values.progress)
  }

  mutating func add<Source>(_ results: JSONResultSequence<T, Source>) async
  where T: Decodable, Source.Failure == Never {
    for await result in results { add(result) }
    end(results.progress)
  }

  mutating func add(_ batches: JSONBatchSequence<T, any Error>) async throws {
    let iterator = batches.makeAsyncIterator()
    while try await addSeveral({ try await iterator.next() }) {}
    end(batches.progress)
  }

  mutating func add(_ batches: JSONBatchSequence<Result<T, DecodingError>, Never>) async {
    for await results in batches {
      for result in results { add(result) }
    }
    end(batches.progress)
  }

  mutating func end(_ progress: JSONProgress) {
    let id = progress.lastEventID ?? "-"
    let time = progress.retryMilliseconds.map { "\($0)" } ?? "-"
    let counts = """
      \(progress.valueCount) values, \(progress.errorCount) errors, \(progress.keepAliveCount) \
      blank, \(progress.skippedByteCount) skipped
      """
    lines.append("end at \(progress.byteOffset), \(counts), \(progress.isTerminated) \(id) \(time)")
  }

  /// What a line has in common with that of the same record in a part of the stream.
  static func inPart(_ line: String) -> String {
    String(line[..<(line.range(of: separator)?.lowerBound ?? line.endIndex)])
  }
}

/// A source whose elements are there at once; its iterator is a struct.
package struct ReadySource<Element: Sendable>: AsyncSequence, Sendable {
  package typealias Failure = Never

  private let elements: [Element]

  package init(_ elements: [Element]) { self.elements = elements }

  package struct AsyncIterator: AsyncIteratorProtocol {
    private var elements: IndexingIterator<[Element]>

    fileprivate init(_ elements: [Element]) { self.elements = elements.makeIterator() }

    package mutating func next() async -> Element? { elements.next() }

    package mutating func next(isolation: isolated (any Actor)?) async -> Element? {
      elements.next()
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(elements) }
}
