import Foundation
import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

/// The tape that the article *Design* draws is the one that the scanner writes.
struct TapeDrawingTests {
  private static let text = #"{"id":7,"tags":["a\n",-2.5]}"#

  private static let design = URL(filePath: #filePath)
    .appending(path: "../../../../Sources/StreamJSONCore/StreamJSONCore.docc/Design.md")
    .standardized

  @Test func `the tape is as it is drawn`() throws {
    let article = try String(contentsOf: Self.design, encoding: .utf8)
    let lines = article.split(separator: "\n" as Character, omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex { $0.hasPrefix("entry  ") })
    #expect(lines[heading - 2] == Substring(Self.text))
    let drawn = lines[(heading + 1)...].prefix { $0 != "```" }.map(Self.words)
    let rows = try Self.rows(of: Self.text).map { Self.words($0[...]) }
    #expect(drawn.count == rows.count)
    // A remark may follow.
    for (drawn, row) in zip(drawn, rows) { #expect(drawn.starts(with: row)) }
  }

  private static func words(_ line: Substring) -> [Substring] {
    line.split(separator: " " as Character)
  }

  /// A line for each entry.
  private static func rows(of text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    var scanner = Scanner(maximumDepth: 512, allowsTrailingComma: false)
    var tape = Tape(capacity: 16)
    // SAFETY: nothing uses the tape after this function.
    defer { unsafe tape.deallocate() }
    // SAFETY: the text is used within the closure.
    let isWhole = try unsafe bytes.withUnsafeBufferPointer { bytes in
      try unsafe scanner.scan(
        JSONText(bytes),
        into: &tape,
        isFinal: true,
        dialect: StandardJSON.self
      )
    }
    #expect(isWhole)
    var rows: [String] = []
    var entry = Tape.root
    while entry < tape.count {
      let word = tape[entry]
      if word.isContainer {
        rows.append("\(entry) \(word.kind) \(word.offset)")
        let second = tape[entry + 1]
        rows.append("\(entry + 1) end \(second.end) count \(second.count)")
        entry += 2
      } else {
        let (start, end) = tape.byteRange(of: entry)
        var row = "\(entry) \(word.kind) \(start) \(end - start)"
        if word.kind == .string, word.flags.contains(.escaped) { row += " escaped" }
        rows.append(row)
        entry += 1
      }
    }
    return rows
  }
}
