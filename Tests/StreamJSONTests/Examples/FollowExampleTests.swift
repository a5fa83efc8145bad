import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

/// The example of the article Large files that follows a log.
struct FollowExampleTests {
  struct LogLine: Decodable, Sendable { var level: String }

  /// Which file was read, and how far.
  struct Place: Codable, Equatable {
    var fileNumber = 0
    var offset: UInt64 = 0
  }

  /// Follows a log from `place` on, until the task is canceled.
  func follow(
    _ log: URL,
    from place: Place,
    line: (LogLine) -> Void,
    save: (Place) throws -> Void
  ) async throws {
    var place = place
    func attributes() throws -> (fileNumber: Int, size: UInt64) {
      let all = try FileManager.default.attributesOfItem(atPath: log.path)
      return (all[.systemFileNumber] as? Int ?? 0, all[.size] as? UInt64 ?? 0)
    }
    while true {
      let (fileNumber, size) = try attributes()
      let file = try FileHandle(forReadingFrom: log)
      // The log may have been rotated between the two calls above.
      guard try attributes().fileNumber == fileNumber else { continue }
      // Another file, or one that was emptied, is read from its beginning.
      if place.fileNumber != fileNumber || place.offset > size {
        place = Place(fileNumber: fileNumber)
      }
      let start = place.offset
      var end = start
      try file.seek(toOffset: start)
      let stream = StreamJSONDecoder().makeStream(of: LogLine.self, framing: .lines)
      while true {
        try Task.checkCancellation()
        // Fetched before reading, so nothing written before a replacement is missed.
        let now = try? attributes()
        let chunk = try file.read(upToCount: 1 << 16) ?? Data()
        try stream.append(chunk) { line($0) }
        place.offset = start + UInt64(stream.progress.byteOffset)
        end += UInt64(chunk.count)
        if !chunk.isEmpty {
          try save(place)
        } else if let now, now.fileNumber != fileNumber || now.size < end {
          place = Place()
          break
        } else {
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      try file.close()
    }
  }

  /// A task that follows a log until it has a number of lines.
  private struct Following {
    let lines = Locked<[String]>([])
    let place: Locked<Place>
    private let reader: Task<Void, any Error>

    init(_ log: URL, from start: Place = Place()) {
      let (lines, place) = (lines, Locked(start))
      self.place = place
      reader = Task {
        try await FollowExampleTests().follow(log, from: start) { line in
          lines.withLock { $0.append(line.level) }
        } save: { now in
          place.withLock { $0 = now }
        }
      }
    }

    /// Waits until there are lines in addition to those that were asked for before.
    func next(_ count: Int) async throws -> [String] {
      while lines.withLock({ $0.count < count }) { try await Task.sleep(for: .milliseconds(5)) }
      return lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }

    /// Ends the task; returns where it was.
    func cancel() async throws -> Place {
      reader.cancel()
      await #expect(throws: CancellationError.self) { try await reader.value }
      return place.withLock { $0 }
    }
  }

  private func write(_ text: String, to url: URL) throws {
    let file = try FileHandle(forWritingTo: url)
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  @Test func `a log that grows, is rotated and is emptied`() async throws {
    try await withTemporaryFile("{\"level\":\"a\"}\n{\"level\":\"b\"}\n{\"lev".utf8) { log in
      let old = log.appendingPathExtension("old")
      defer { try? FileManager.default.removeItem(at: old) }
      let first = Following(log)
      #expect(try await first.next(2) == ["a", "b"])
      try write("el\":\"c\"}\n", to: log)
      #expect(try await first.next(1) == ["c"])
      // A writer that has the file open still writes to it.
      try FileManager.default.moveItem(at: log, to: old)
      try write("{\"level\":\"d\"}\n", to: old)
      #expect(try await first.next(1) == ["d"])
      try Data("{\"level\":\"e\"}\n{\"level\":\"f\"}\n{\"".utf8).write(to: log)
      #expect(try await first.next(2) == ["e", "f"])
      let place = try await first.cancel()
      #expect(place.offset == 28)

      // Another run continues after the last complete line.
      let second = Following(log, from: place)
      try write("level\":\"g\"}\n", to: log)
      #expect(try await second.next(1) == ["g"])
      try FileHandle(forWritingTo: log).truncate(atOffset: 0)
      try await Task.sleep(for: .milliseconds(300))
      try write("{\"level\":\"h\"}\n", to: log)
      #expect(try await second.next(1) == ["h"])
      // Emptied after a half-written line: the new lines end after the old complete one, before the half one's end.
      try write("{\"level\":\"a line that is never completed", to: log)
      try await Task.sleep(for: .milliseconds(300))
      try FileHandle(forWritingTo: log).truncate(atOffset: 0)
      try write("{\"level\":\"i\"}\n{\"level\":\"j\"}\n", to: log)
      #expect(try await second.next(2) == ["i", "j"])
      #expect(try await second.cancel().offset == 28)
    }
  }
}
