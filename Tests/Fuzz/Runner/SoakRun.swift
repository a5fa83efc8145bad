import Foundation
import StreamJSONFuzzTargets
import StreamJSONTestSupport

/// Runs each topic for a while and checks whether the process grows.
struct SoakRun {
  /// The topics to run.
  let topics: [SoakTopic]

  /// How long to run all topics together, in seconds.
  let seconds: Double

  /// How much a topic may grow in its second half: what the allocator leaves between blocks.
  private static let tolerance = 1_500_000

  private let clock = ContinuousClock()

  /// Runs to the end.
  ///
  /// - Returns: The process's exit status: 1 when a topic has grown.
  func run() -> Int32 {
    guard ResidentMemory.byteCount != nil else {
      print("The resident memory cannot be measured here.")
      return 2
    }
    print("resident memory in MB, from when a topic is under way until its end")
    let width = (topics.map { $0.name.count }.max() ?? 0) + 2
    var isFlat = true
    for topic in topics {
      let report = run(topic)
      isFlat = isFlat && report.isFlat
      let name = topic.name.padding(toLength: width, withPad: " ", startingAt: 0)
      print("\(report.isFlat ? " " : "!") \(name)\(report)")
      fflush(nil)
    }
    print(isFlat ? "All flat." : "FAILED: the topics marked with ! grow.")
    return isFlat ? 0 : 1
  }

  private struct Report: CustomStringConvertible {
    var rounds = 0
    var samples: [Int] = []

    /// From the median of the second quarter to that of the last one: memory that a topic needs
    /// only once may be needed late.
    var growth: Int {
      let count = samples.count / 4
      let (early, late) = (samples.dropFirst(count).prefix(count), samples.suffix(count))
      guard count > 0 else { return 0 }
      return late.sorted()[count / 2] - early.sorted()[count / 2]
    }

    var isFlat: Bool { growth <= SoakRun.tolerance }

    var description: String {
      let some = stride(from: 0, to: samples.count, by: max(1, samples.count / 6))
        .map { Self.inMegabytes(samples[$0]) }
      return "\(some.joined(separator: " "))  \(growth > 0 ? "+" : "")"
        + "\(Self.inMegabytes(growth)) in \(rounds) rounds"
    }

    private static func inMegabytes(_ count: Int) -> String {
      let tenths = (Double(count) / 1e5).rounded()
      return "\(tenths / 10)"
    }
  }

  private func run(_ topic: SoakTopic) -> Report {
    let round = topic.begin()
    let time = Duration.seconds(seconds / Double(topics.count))
    let start = clock.now
    var report = Report()
    func work(until end: ContinuousClock.Instant) {
      repeat {
        round(report.rounds)
        report.rounds += 1
      } while clock.now < end
    }
    // Memory that is set up on the way does not count.
    work(until: start + time * 0.3)
    let sampleCount = 28
    for number in 0..<sampleCount {
      work(until: start + time * (0.3 + 0.7 * Double(number + 1) / Double(sampleCount)))
      report.samples.append(ResidentMemory.byteCount ?? 0)
    }
    return report
  }
}
