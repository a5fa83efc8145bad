import StreamJSONTestSupport
import Testing

@testable import StreamJSONBench

/// Decodes the models of the benchmarks over and over: the process must not grow.
///
/// The topics of `fuzz --soak` have models for what these do not cover.
struct BenchmarksSoakTests {
  @Test(.enabled(if: Growth.scaled(1, debug: 0) == 1, "takes long without the optimizer"))
  func `memory stays as it is with the models of the benchmarks`() async {
    await #expect(processExitsWith: .success) {
      guard ResidentMemory.byteCount != nil else { return }
      var cases: [PreparedCase] = []
      for each in Bench.allCases() where each.suite != "tokenize" {
        let prepared = try each.prepare()
        // Large ones take long and exercise nothing that the others do not.
        if prepared.byteCount < 800_000 { cases.append(prepared) }
      }
      func pass() throws {
        for each in cases { try each.streamJSON.run(1 + 1_000_000 / (each.byteCount + 100_000)) }
      }
      // Memory that is set up on the way does not count, nor do pieces that the allocator cannot use
      // again at first: they grow by 3 MB a pass in the beginning, and by 0.4 after ten.
      for _ in 0..<8 { try pass() }
      let before = ResidentMemory.byteCount ?? 0
      for _ in 0..<(2 * TestScale.factor) { try pass() }
      let growth = (ResidentMemory.byteCount ?? 0) - before
      precondition(growth < 2_000_000, "\(growth) bytes more")
    }
  }
}
