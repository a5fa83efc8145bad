import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The examples of the article Large files.
struct LargeFileExampleTests {
  struct User: Decodable, Equatable { var age: Int }
  struct LogLine: Decodable { var level: String }

  @Test func `an array inside a file`() async throws {
    try await withTemporaryFile(
      #"{"export": {"count": 2, "orders": [{"total": 1.5}, {"total": 2}]}}"#.utf8
    ) { url in
      var shown = 0.0
      func show(_ fraction: Double) { shown = fraction }

      struct Order: Decodable {
        var total: Double
      }

      var sum = 0.0
      let orders = StreamJSONDecoder().values(
        of: Order.self,
        inFileAt: url,
        framing: .arrayElements(at: "/export/orders")
      )
      for try await order in orders {
        sum += order.total
        if let fraction = orders.progress.fraction { show(fraction) }
      }

      #expect(sum == 3.5)
      #expect(shown > 0.9)
      #expect(orders.progress.fraction == 1)
    }
  }

  @Test func `an object with many members`() throws {
    try withTemporaryFile(#"{"ada": {"age": 36}, "alan": {"age": 41}}"#.utf8) { url in
      var index: [String: User] = [:]

      let users = StreamJSONDecoder().valueIterator(
        of: JSONMember<User>.self,
        inFileAt: url,
        framing: .objectMembers()
      )
      while let user = try users.next() {
        index[user.key] = user.value
      }

      #expect(index == ["ada": User(age: 36), "alan": User(age: 41)])
      do {
        let users = try StreamJSONDecoder().decode([String: User].self, contentsOf: url)
        #expect(users == index)
      }
      do {
        let data = try Data(contentsOf: url, options: .alwaysMapped)
        let users = try StreamJSONDecoder().decode([String: User].self, from: data)
        #expect(users == index)
      }
    }
  }

  @Test func `lines, some of them bad`() throws {
    try withTemporaryFile("{\"level\":\"error\"}\n{]\n{\"level\":\"error\"}\n".utf8) { url in
      var printed: [String] = []
      func print(_ text: String) { printed.append(text) }

      var errorCount = 0
      let lines = StreamJSONDecoder().results(of: LogLine.self, inFileAt: url, framing: .lines)
      for line in lines {
        switch line {
        case .success(let line):
          if line.level == "error" { errorCount += 1 }
        case .failure(let error):
          print(error.jsonError?.description ?? "\(error)")
        }
      }

      #expect(errorCount == 2)
      #expect(printed.count == 1)
      #expect(printed.first?.contains("line 2, column 2") == true)
    }
  }

  @Test func `chunks from anywhere`() throws {
    struct Reader {
      var chunks = ["{\"level\":\"in", "fo\"}\n{\"level\"", ":\"error\"}"]
      mutating func read() throws -> [UInt8]? {
        chunks.isEmpty ? nil : Array(chunks.removeFirst().utf8)
      }
    }
    var reader = Reader()
    var levels: [String] = []
    func count(_ line: LogLine) { levels.append(line.level) }

    let stream = StreamJSONDecoder().makeStream(of: LogLine.self, framing: .lines)
    while let chunk = try reader.read() {
      try stream.append(chunk) { line in
        count(line)
      }
    }
    try stream.finish { line in
      count(line)
    }

    #expect(levels == ["info", "error"])
  }

  private let log = "{\"level\":\"error\"}\n{\"level\":\"info\"}\n{\"level\":\"error\"}\n"

  @Test func `all cores`() async throws {
    let decoder = StreamJSONDecoder()
    try await withTemporaryFile(log.utf8) { url in
      func print(_ fraction: Double) { #expect(fraction == 1) }

      var count = 0
      let batches = decoder.batches(
        of: LogLine.self,
        inFileAt: url,
        framing: .lines,
        concurrency: ProcessInfo.processInfo.activeProcessorCount
      )
      for try await lines in batches {
        count += lines.count { $0.level == "error" }
        print(batches.progress.fraction ?? 0)
      }

      #expect(count == 2)
    }
    let data = Data(#"[{"age": 36}, {"age": 41}]"#.utf8)

    let users = try await decoder.decode([User].self, from: data, concurrency: 4)

    #expect(users.map(\.age) == [36, 41])
  }

  @Test func `parts of a file`() async throws {
    @Sendable
    func count(_ bytes: Range<Int64>, of url: URL) throws -> Int {
      var errors = 0
      let lines = StreamJSONDecoder().valueIterator(
        of: LogLine.self,
        inFileAt: url,
        framing: .lines,
        byteRange: bytes
      )
      while let line = try lines.next() {
        if line.level == "error" { errors += 1 }
      }
      return errors
    }

    try await withTemporaryFile(log.utf8) { url in
      let size = Int64(try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
      let errors = try await withThrowingTaskGroup(of: Int.self) { group in
        for part in 0..<8 {
          let bytes = size * Int64(part) / 8..<size * Int64(part + 1) / 8
          group.addTask { try count(bytes, of: url) }
        }
        return try await group.reduce(0, +)
      }

      #expect(errors == 2)
    }
  }

  @Test func `small values`() throws {
    let decoder = StreamJSONDecoder()
    try withTemporaryFile("[1, 2.5, 3]".utf8) { url in
      var sum = 0.0

      let values = decoder.valueIterator(of: Double.self, inFileAt: url, framing: .arrayElements())
      while let numbers = try values.nextBatch() {
        for number in numbers { sum += number }
      }

      #expect(sum == 6.5)
    }
  }

  #if !os(Windows) && (Foundation || !canImport(FoundationEssentials))
  @Test func `standard input`() async throws {
    func countLines(_ input: JSONFileDescriptor = .standardInput) async throws -> Int {
      var count = 0
      for try await _ in StreamJSONDecoder().values(of: LogLine.self, in: input, framing: .lines) {
        count += 1
      }
      return count
    }

    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("{\"level\":\"a\"}\n".utf8))
    try pipe.fileHandleForWriting.close()
    #expect(try await countLines(JSONFileDescriptor(pipe.fileHandleForReading)) == 1)
  }
  #endif
}
