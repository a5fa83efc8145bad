import Dispatch
import Foundation
import StreamJSON

/// How bytes reach a stream.
enum Source: Sendable, CustomStringConvertible {
  /// Chunks of so many bytes that are pushed.
  case pushed(Int)
  /// Chunks of so many bytes that are pulled.
  case pulled(Int)
  /// Single bytes of an `AsyncSequence` of bytes.
  case pulledBytes
  /// Whole lines that a loop over single bytes collects and pushes.
  case collected

  var description: String {
    switch self {
    case .pushed(let size): "pushed, chunks of \(size)"
    case .pulled(let size): "pulled, chunks of \(size)"
    case .pulledBytes: "pulled, bytes"
    case .collected: "collected into lines and pushed"
    }
  }
}

/// How records are laid out.
enum SourceFraming: String, Sendable {
  case lines, events

  var framing: JSONFraming { self == .lines ? .lines : .serverSentEvents() }

  /// What comes before a record, and after it.
  fileprivate var start: [UInt8] { self == .lines ? [] : Array("event: message\ndata: ".utf8) }
  fileprivate var end: [UInt8] { self == .lines ? [0x0A] : [0x0A, 0x0A] }

  /// The text of a line, if it is a record.
  fileprivate func record(in line: [UInt8]) -> ArraySlice<UInt8>? {
    guard self == .events else { return line[...] }
    return line.starts(with: "data: ".utf8) ? line.dropFirst(6) : nil
  }
}

extension BenchCase {
  /// A case that decodes log lines from `source`, in records of `framing`.
  ///
  /// It is compared with JSONDecoder, called for each record that a loop over single bytes collects.
  static func source(_ source: Source, _ framing: SourceFraming) -> BenchCase {
    BenchCase(suite: "sources", name: "\(framing), \(source)") {
      let text = try SourceText(framing)
      return PreparedCase(
        byteCount: text.bytes.count,
        foundation: Contender { iterations in
          for _ in 0..<iterations { try text.decodeRecords { blackHole($0) } }
        },
        streamJSON: Contender { iterations in
          for _ in 0..<iterations { try text.read(from: source) { blackHole($0) } }
        },
        check: {
          var (expected, actual): ([LogLine], [LogLine]) = ([], [])
          try text.decodeRecords { expected.append($0) }
          try text.read(from: source) { actual.append($0) }
          guard expected == actual else {
            throw BenchFailure("the source gives different values")
          }
          return CheckedCase(modelAllocations: ModelAllocations.count(of: expected))
        }
      )
    }
  }
}

/// Log lines, one for each record.
private struct SourceText: Sendable {
  let bytes: [UInt8]
  let framing: SourceFraming

  init(_ framing: SourceFraming) throws {
    let array = try Document.logLines.bytes()
    let lines = array.dropFirst().dropLast().split(separator: UInt8(ascii: "}")).map { line in
      line.drop { $0 == UInt8(ascii: ",") || $0 == 0x0A } + [UInt8(ascii: "}")]
    }
    bytes = lines.flatMap { framing.start + $0 + framing.end }
    self.framing = framing
  }

  /// Collects the bytes of each record, and decodes it with JSONDecoder.
  func decodeRecords(_ body: (LogLine) -> Void) throws {
    let decoder = JSONDecoder()
    var line: [UInt8] = []
    for byte in bytes {
      guard byte == 0x0A else {
        line.append(byte)
        continue
      }
      if let record = framing.record(in: line) {
        body(try decoder.decode(LogLine.self, from: Data(record)))
      }
      line.removeAll(keepingCapacity: true)
    }
  }

  func read(from source: Source, _ body: @escaping (LogLine) -> Void) throws {
    switch source {
    case .pushed(1): try pushBytes(body)
    case .pushed(let size):
      try ChunkedText(bytes, size: size).push(framing: framing.framing, of: LogLine.self, body)
    case .collected: try collect(body)
    case .pulled(let size):
      let values = StreamJSONDecoder()
        .values(of: LogLine.self, in: Chunked(bytes: bytes, size: size), framing: framing.framing)
      try awaiting { for try await value in values { body(value) } }
    case .pulledBytes:
      let values = StreamJSONDecoder()
        .values(of: LogLine.self, in: SingleBytes(bytes: bytes), framing: framing.framing)
      try awaiting { for try await value in values { body(value) } }
    }
  }

  private func pushBytes(_ body: (LogLine) -> Void) throws {
    let stream = StreamJSONDecoder().makeStream(of: LogLine.self, framing: framing.framing)
    for byte in bytes { try stream.append(CollectionOfOne(byte)) { body($0) } }
    try stream.finish { body($0) }
  }

  private func collect(_ body: (LogLine) -> Void) throws {
    let stream = StreamJSONDecoder().makeStream(of: LogLine.self, framing: framing.framing)
    var line: [UInt8] = []
    for byte in bytes {
      line.append(byte)
      guard byte == 0x0A else { continue }
      try stream.append(line) { body($0) }
      line.removeAll(keepingCapacity: true)
    }
    try stream.append(line) { body($0) }
    try stream.finish { body($0) }
  }
}

/// Waits for `body`, which runs as a task.
private func awaiting(_ body: @escaping () async throws -> Void) throws {
  let work = Work(body: body)
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    await work.run()
    done.signal()
  }
  done.wait()
  try work.result.get()
}

/// `@unchecked Sendable`: the thread that made it waits until the task has ended.
private final class Work: @unchecked Sendable {
  private let body: () async throws -> Void
  private(set) var result: Result<Void, any Error> = .success(())

  init(body: @escaping () async throws -> Void) {
    self.body = body
  }

  func run() async {
    do { try await body() } catch { result = .failure(error) }
  }
}

/// Bytes in chunks.
private struct Chunked: AsyncSequence, Sendable {
  typealias Element = ArraySlice<UInt8>

  let bytes: [UInt8]
  let size: Int

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<UInt8>
    let size: Int

    mutating func next() async -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size)
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: bytes[...], size: size) }
}

/// Bytes one by one.
private struct SingleBytes: AsyncSequence, Sendable {
  typealias Element = UInt8

  let bytes: [UInt8]

  struct AsyncIterator: AsyncIteratorProtocol {
    let bytes: [UInt8]
    var position = 0

    mutating func next() async -> UInt8? {
      guard position < bytes.count else { return nil }
      defer { position += 1 }
      return bytes[position]
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: bytes) }
}
