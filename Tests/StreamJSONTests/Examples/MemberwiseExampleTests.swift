import Foundation
import StreamJSON
import Testing

/// The examples of the article on memberwise decoding, compiled and run.
struct MemberwiseExampleTests {
  @Test func `a marked type is decoded as any other`() throws {
    let decoder = StreamJSONDecoder()
    let lines = try decoder.decode([LogLine].self, from: #"[{"time": "12:00", "level": 3}]"#)
    print(lines[0].level)  // 3
    #expect(lines.count == 1)
    #expect(lines[0].time == "12:00")
    #expect(lines[0].level == 3)
  }

  @Test func `a report describes the state of a type`() throws {
    let waiting = StreamJSONDecoder.memberwiseReport(for: Point.self)
    print(waiting)
    #expect(waiting.description.hasPrefix("pending: a decoder makes its plan after about"))
    // That it is marked is found out after some short texts.
    let decoder = StreamJSONDecoder()
    for _ in 0..<24 {
      _ = try decoder.decode(LogLine.self, from: #"{"time": "12:00", "level": 3}"#)
    }
    let report = StreamJSONDecoder.memberwiseReport(for: LogLine.self)
    print(report)  // active: time, level
    #expect(report.description == "active: time, level")
  }
}

private struct LogLine: Codable {
  let time: String
  let level: Int
}

extension LogLine: MemberwiseDecodable {}

private struct Point: Codable, MemberwiseDecodable {
  let x: Int
}
