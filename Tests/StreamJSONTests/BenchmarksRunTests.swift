import Testing

@testable import StreamJSONBench

extension BenchCase: CustomTestStringConvertible {
  /// The case, as `--list` prints it.
  public var testDescription: String { "\(suite)/\(name)" }
}

/// Runs everything that the bench times once, to find benchmarks that no longer work.
struct BenchmarksRunTests {
  @Test(arguments: Bench.allCases())
  func `both contenders of each case run and agree`(benchCase: BenchCase) throws {
    let prepared = try benchCase.prepare()
    _ = try prepared.check()
    try prepared.streamJSON.run(1)
    try prepared.foundation?.run(1)
  }

  @Test func `names of cases are unique`() {
    let names = Bench.allCases().map(\.testDescription)
    #expect(Set(names).count == names.count)
  }

  @Test func `the command line says which contender to repeat`() throws {
    let options = try Options(arguments: ["--repeat", "12", "--only", "foundation"])
    #expect(options.repeatCount == 12)
    #expect(options.contender == .foundation)
    #expect(throws: UsageFailure.self) { try Options(arguments: ["--only", "nobody"]) }
    #expect(throws: UsageFailure.self) { try Options(arguments: ["--repeat", "0"]) }
  }
}
