import Foundation
import StreamJSON
import StreamJSONTestSupport
import Testing

@testable import StreamJSONBench

extension BenchCase: CustomTestStringConvertible {
  /// The case, as `--list` prints it.
  public var testDescription: String { "\(suite)/\(name)" }
}

/// Runs some of what the bench times once, to find benchmarks that no longer work.
struct BenchmarksRunTests {
  /// The first case of each suite: all of them take minutes, and the gate has the bench run them.
  @Test(arguments: Suites.all.compactMap { $0.cases(nil).first })
  func `both contenders of each case run and agree`(benchCase: BenchCase) async throws {
    // On its own thread: a case that waits for a task would block one of the few threads that all tests share until
    // the tests that were started before have ended.
    let outcome = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: Result { try Self.run(benchCase) })
      }
    }
    try outcome.get()
  }

  private static func run(_ benchCase: BenchCase) throws {
    let prepared = try benchCase.prepare()
    _ = try prepared.check()
    // The check has decoded all of it once; the gate has the bench itself run all cases.
    guard TestScale.stride(inDebug: 2) == 1 else { return }
    try prepared.streamJSON.run(1)
    try prepared.foundation?.run(1)
  }

  @Test func `names of cases are unique`() {
    let names = Bench.allCases().map(\.testDescription)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: ColdSample.Subject.allCases, ColdSample.Contender.allCases)
  func `each sample of the suite cold can be taken`(
    subject: ColdSample.Subject,
    contender: ColdSample.Contender
  ) throws {
    let sample = ColdSample(subject: subject, contender: contender)
    let times = try sample.take()
    #expect(times.count == (subject == .process ? 1 : 2))
    #expect(times.allSatisfy { $0 > 0 })
    let options = try Options(arguments: ["--cold-sample", sample.name])
    #expect(options.coldSample == sample)
    #expect(throws: UsageFailure.self) { try Options(arguments: ["--cold-sample", "plain"]) }
  }

  @Test func `a file can be decoded in each form`() async throws {
    let line =
      #"{"timestamp":"","level":"","service":"","message":"","status":1,"duration":2,"#
      + #""request_id":"","bytes":3}"#
    let text = String(repeating: line + "\n", count: 30)
    try await withTemporaryFile(text.utf8) { url in
      for form in [FileSample.Form.singly, .batches(1), .batches(2)] {
        let sample = FileSample(form: form, path: url.path)
        let numbers = try await sample.take()
        #expect(numbers.count == 4)
        #expect(numbers.first == 30)
        let options = try Options(arguments: ["--file-sample", sample.name, "--gigabytes", "10"])
        #expect(options.fileSample == sample)
        #expect(options.gigabyteCount == 10)
      }
    }
    #expect(throws: UsageFailure.self) { try Options(arguments: ["--file-sample", "0:file"]) }
  }

  @Test func `the progress of a file has its throughput and the time left`() throws {
    let values = StreamJSONDecoder().valueIterator(
      of: Int.self,
      in: Data("[1,2,3,4,5,6,7,8,9]".utf8),
      framing: .arrayElements()
    )
    for _ in 0..<5 { _ = try values.next() }
    let text = ThroughputLine.text(for: values.progress, after: 0.000_005)
    #expect(text.hasPrefix("53%, 5 values, "))
    #expect(text.hasSuffix(" s left"))
  }

  @Test func `the command line says which contender to repeat`() throws {
    let options = try Options(arguments: ["--repeat", "12", "--only", "foundation"])
    #expect(options.repeatCount == 12)
    #expect(options.contender == .foundation)
    #expect(throws: UsageFailure.self) { try Options(arguments: ["--only", "nobody"]) }
    #expect(throws: UsageFailure.self) { try Options(arguments: ["--repeat", "0"]) }
  }

  @Test func `the command line asks for a soak of the selected cases`() throws {
    let options = try Options(arguments: ["--suite", "tries", "--soak"])
    #expect(options.soaks)
    #expect(options.suites == ["tries"])
    #expect(try Options(arguments: ["--full"]).soaks == false)
    #expect(try Options(arguments: ["--full", "--check"]).checksOnly)
    #expect(try Options(arguments: ["--full"]).checksOnly == false)
  }

  /// In its own process, because all memory of a process is measured.
  @Test func `a soak fails if memory grows`() async {
    await #expect(processExitsWith: .success) {
      guard ResidentMemory.byteCount != nil else { return }
      let leaking = BenchCase(suite: "decode", name: "leaking") {
        var kept: [[UInt8]] = []
        return PreparedCase(
          byteCount: 1,
          foundation: nil,
          streamJSON: Contender { _ in kept.append([UInt8](repeating: 1, count: 200_000)) },
          check: { CheckedCase() }
        )
      }
      let flat = Bench.allCases().filter { $0.suite == "setup" }
      _ = try Soak(cases: flat).run()
      #expect(throws: BenchFailure.self) { try Soak(cases: flat + [leaking]).run() }
      #expect(throws: UsageFailure.self) { try Soak(cases: []).run() }
    }
  }

  @Test(arguments: [
    ([], ["decode", "setup"]), (["--samples", "3"], ["decode", "setup"]),
    (["--suite", "keys"], ["keys"]), (["--filter", "tries/"], ["tries"]),
    (["--full"], Suites.all.map(\.name)), (["--list"], Suites.all.map(\.name)),
  ])
  func `the short suites run unless others are asked for`(
    arguments: [String],
    suites: [String]
  ) throws {
    let options = try Options(arguments: arguments)
    let selected =
      Bench.allCases().filter(options.selects).map(\.suite) + options.suitesWithoutCases
    #expect(Set(selected) == Set(suites))
  }
}
