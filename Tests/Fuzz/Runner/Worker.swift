import Foundation
import StreamJSONFuzzTargets

/// Runs cases until the time is up or one fails, taking short turns between the targets.
struct Worker {
  private let options: Options
  private let progress: Progress
  private let messageFile: String
  private let clock = ContinuousClock()

  init(_ options: Options, progress: Progress) {
    self.options = options
    self.progress = progress
    messageFile = (options.progressFile ?? "") + "-message"
  }

  /// - Returns: The process's exit status: 1 if the case that `progress` is at has failed.
  func run() -> Int32 {
    let end = clock.now + .seconds(options.seconds)
    let targets = options.targets.map { $0.init() }
    var sources = targets.map { _ in InputSource(seed: options.seed) }
    while clock.now < end {
      for number in targets.indices where clock.now < end {
        progress.current = number
        let pause = min(end, clock.now + .milliseconds(200))
        guard run(targets[number], &sources[number], number, until: pause) else { return 1 }
      }
    }
    return 0
  }

  private func run(
    _ target: any FuzzTarget,
    _ source: inout InputSource,
    _ number: Int,
    until end: ContinuousClock.Instant
  ) -> Bool {
    var next = progress[number]
    repeat {
      for _ in 0..<64 {
        source.begin(case: next)
        if let disagreement = target.disagreement(on: target.input(from: &source)) {
          try? disagreement.write(toFile: messageFile, atomically: false, encoding: .utf8)
          return false
        }
        next += 1
        progress[number] = next
      }
    } while clock.now < end
    return true
  }
}
