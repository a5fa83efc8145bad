import Foundation
import Testing

@testable import StreamJSONBench

/// The figures in the documents are those of a recorded run; none was typed by hand.
struct RecordedFiguresTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private let report: MarkdownReport

  init() throws {
    report = try MarkdownReport(
      file: Self.root.appending(path: MarkdownReport.recordedFile).path,
      directory: Self.root.path
    )
  }

  @Test(arguments: MarkdownReport.documents)
  func `the documents have the figures of the recorded run`(document: String) throws {
    let text = try Self.text(of: document)
    #expect(text.contains("<!-- bench "))
    #expect(try report.updated(text) == text)
  }

  @Test func `the charts are those of the recorded figures`() throws {
    for (file, chart) in report.charts { #expect(try Self.text(of: file) == chart, "\(file)") }
  }

  @Test func `the recorded runs were not disturbed`() {
    for run in report.runs {
      #expect(run.disturbed.count <= RecordedRun.maximumDisturbedCount, "\(run.disturbed)")
    }
  }

  /// Without its history, a checkout cannot tell.
  @Test(.enabled(if: hasHistory, "the checkout has no history"))
  func `the recorded commits are in this checkout's history`() throws {
    for recorded in report.commits {
      let commit = try #require(recorded)
      #expect(try Self.status(ofGit: ["merge-base", "--is-ancestor", commit, "HEAD"]) == 0)
    }
  }

  private static let hasHistory =
    (try? status(ofGit: ["rev-parse", "HEAD~20"])) == 0

  private static func status(ofGit arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", root.path] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test func `an unknown block is refused`() {
    for text in [
      "<!-- bench nothing -->\n<!-- end -->", "<!-- bench machine -->\n",
      "<!-- bench machine -->\n<!-- bench decode -->\n<!-- end -->",
    ] {
      #expect(throws: BenchFailure.self) { try report.updated(text) }
    }
  }
}
