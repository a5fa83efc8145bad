import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The examples of the article Large files.
struct LargeFileExampleTests {
  struct User: Decodable, Equatable { var age: Int }
  struct LogLine: Decodable { var level: String }

  @Test func `an array inside a file`() throws {
    try withTemporaryFile(
      #"{"export": {"count": 2, "orders": [{"total": 1.5}, {"total": 2}]}}"#.utf8
    ) { url in
      struct Order: Decodable {
        var total: Double
      }

      var sum = 0.0
      var orders = try StreamJSONDecoder().values(
        of: Order.self,
        inFileAt: url,
        framing: .arrayElements(at: "/export/orders")
      )
      while let order = try orders.next() {
        sum += order.total
      }

      #expect(sum == 3.5)
    }
  }

  @Test func `an object with many members`() throws {
    try withTemporaryFile(#"{"ada": {"age": 36}, "alan": {"age": 41}}"#.utf8) { url in
      var index: [String: User] = [:]

      var users = try StreamJSONDecoder().values(
        of: JSONMember<User>.self,
        inFileAt: url,
        framing: .objectMembers()
      )
      while let user = try users.next() {
        index[user.name] = user.value
      }

      #expect(index == ["ada": User(age: 36), "alan": User(age: 41)])
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
      let lines = try StreamJSONDecoder().results(of: LogLine.self, inFileAt: url, framing: .lines)
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

    var stream = StreamJSONDecoder().makeStream(of: LogLine.self, framing: .lines)
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
}
