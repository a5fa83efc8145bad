import Testing

@testable import StreamJSONBench

/// The report that the bench prints, with results that were made up.
struct TextReportTests {
  /// A result with these speeds in megabytes a second; without the first, it is compared with nothing.
  private static func result(
    _ suite: String,
    _ name: String,
    foundation: Double?,
    streamJSON: Double
  ) -> CaseResult {
    let byteCount = 123_456
    func samples(_ speed: Double) -> Samples { Samples([Double(byteCount) * 1000 / speed]) }
    return CaseResult(
      suite: suite,
      name: name,
      byteCount: byteCount,
      iterations: 1,
      foundation: foundation.map(samples),
      streamJSON: samples(streamJSON),
      ratios: foundation.map { Samples([streamJSON / $0]) },
      foundationAllocations: 1000,
      streamJSONAllocations: 10,
      modelAllocations: 10,
      peaks: HeapPeaks(foundation: 1_000_000, streamJSON: 1000)
    )
  }

  private static let machine =
    "a processor with many cores, an operating system of version 1.2.3, a compiler, a machine"

  private static let note = "a note about a suite"

  /// Prints all of a report.
  private static func report(_ results: [CaseResult], isVerbose: Bool = false) {
    let cases = results.map { result in
      BenchCase(suite: result.suite, name: result.name) { throw BenchFailure("nothing is timed") }
    }
    let report = TextReport(cases: cases, isVerbose: isVerbose)
    report.begin(machine: machine, sampleCount: 21)
    for result in results { report.add(result) }
    report.note(note)
    report.end(results)
  }

  /// The lines that `report` prints, after the machine.
  private static func lines(_ output: [UInt8]) throws -> [Substring] {
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let machine = try #require(lines.firstIndex { $0.hasSuffix("a machine") })
    #expect(lines[...machine].suffix(2).joined(separator: " ") == Self.machine)
    #expect(lines[...machine].suffix(2).allSatisfy { $0.count <= 80 })
    return Array(lines[(machine + 1)...])
  }

  private static func printFewResults() {
    report([
      result("decode", "middling", foundation: 100, streamJSON: 400),
      result("decode", "slowest", foundation: 200, streamJSON: 100),
      result("decode", "fastest", foundation: 50, streamJSON: 1600),
      result("decode", "alone", foundation: nil, streamJSON: 100),
      result("setup", "only", foundation: 100, streamJSON: 300),
      result("streams", "alone", foundation: nil, streamJSON: 100),
    ])
  }

  @Test func `the summary comes last, in words, and names the slowest case`() async throws {
    let process = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        TextReportTests.printFewResults()
      }
    )
    let lines = try Self.lines(process.standardOutputContent)
    let end = try #require(lines.firstIndex { $0 == Self.note })
    let words = lines[(end + 1)...].joined(separator: " ").split(separator: " ")
    #expect(
      words.joined(separator: " ") == """
        decode: StreamJSON is 4.00 times as fast as JSONDecoder (geometric mean), \
        from the slowest, 0.50 times (slowest), to 32.00 times (fastest). \
        setup: StreamJSON is 3.00 times as fast as JSONDecoder (geometric mean), \
        from the slowest, 3.00 times (only), to 3.00 times (only).
        """
    )
  }

  @Test func `each case has a line of the table`() async throws {
    let process = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        TextReportTests.printFewResults()
      }
    )
    let table = try Self.lines(process.standardOutputContent).dropFirst().prefix { $0 != Self.note }
    #expect(
      table.map { $0.split(separator: " ") } == [
        ["case", "JSONDecoder", "StreamJSON", "ratio"],
        ["decode/middling", "100.0", "400.0", "4.00"],
        ["decode/slowest", "200.0", "100.0", "0.50"],
        ["decode/fastest", "50.0", "1600.0", "32.00"],
        ["decode/alone", "-", "100.0", "-"],
        ["setup/only", "100.0", "300.0", "3.00"],
        ["streams/alone", "-", "100.0", "-"],
      ]
    )
    #expect(Set(table.map(\.count)).count == 1)
  }

  /// Each case that the bench can run, with ratios that are as long as any.
  private static func printAllSuites(isVerbose: Bool) throws {
    let results = Bench.allCases().map {
      result($0.suite, $0.name, foundation: 100, streamJSON: 12_345.6)
    }
    report(results, isVerbose: isVerbose)
  }

  @Test func `no line is longer than a terminal is wide`() async throws {
    let process = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        try TextReportTests.printAllSuites(isVerbose: false)
      }
    )
    let lines = try Self.lines(process.standardOutputContent)
    #expect(lines.contains { $0.hasPrefix("decode/") })
    #expect(lines.filter { $0.count > 80 } == [])
  }

  @Test func `with --verbose, the lines have all columns`() async throws {
    let process = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        try TextReportTests.printAllSuites(isVerbose: true)
      }
    )
    let lines = try Self.lines(process.standardOutputContent)
    let heading = try #require(lines.first { $0.hasPrefix("case ") })
    #expect(heading.split(separator: " ").count == 12)
    let table = lines.filter { $0.hasPrefix("decode/") }
    #expect(Set(table.map(\.count)) == [heading.count])
  }
}
