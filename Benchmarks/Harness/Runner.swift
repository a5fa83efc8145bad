import StreamJSONTestSupport

/// Checks a case, then times its two contenders in turn.
struct Runner {
  /// How many samples to take of each contender.
  let sampleCount: Int

  /// The shortest time that a sample of the faster contender may take, in nanoseconds.
  private let minimumSample = 5_000_000.0

  /// How often a case is measured until it is undisturbed.
  let attemptCount: Int

  init(sampleCount: Int, attemptCount: Int = 1) {
    self.sampleCount = sampleCount
    self.attemptCount = attemptCount
  }

  /// Everything that the report says about `benchCase`.
  func run(_ benchCase: BenchCase) throws -> CaseResult {
    do {
      let prepared = try benchCase.prepare()
      let checked = try prepared.check()
      let foundationAllocations = try prepared.foundation.flatMap { try allocations(of: $0) }
      let streamJSONAllocations = try allocations(of: prepared.streamJSON)
      let iterations = try iterationCount(for: prepared)
      let measured = try undisturbedMeasurement(of: prepared, iterations)
      return CaseResult(
        suite: benchCase.suite,
        name: benchCase.name,
        byteCount: prepared.byteCount,
        iterations: iterations,
        foundation: measured.foundation,
        streamJSON: measured.streamJSON,
        ratios: measured.ratios,
        foundationAllocations: foundationAllocations,
        streamJSONAllocations: streamJSONAllocations,
        modelAllocations: checked.modelAllocations,
        peaks: try prepared.peaks?()
      )
    } catch {
      throw BenchFailure("\(benchCase.suite)/\(benchCase.name): \(error)")
    }
  }

  /// Times the contenders until their ratios are close together, or as often as is allowed: those that are
  /// closest together, whatever they say.
  private func undisturbedMeasurement(
    of prepared: PreparedCase,
    _ iterations: Int
  ) throws -> Measurement {
    var best = try measurement(of: prepared, iterations)
    for _ in 1..<max(attemptCount, 1) where best.spread > Samples.largestUndisturbedSpread {
      let next = try measurement(of: prepared, iterations)
      if next.spread < best.spread { best = next }
    }
    return best
  }

  /// Times the contenders in turn.
  ///
  /// Both do the same number of iterations per sample, and they take turns going first, so that
  /// whatever else the machine does affects both.
  private func measurement(
    of prepared: PreparedCase,
    _ iterations: Int
  ) throws -> Measurement {
    guard let reference = prepared.foundation else {
      let samples = try (0..<sampleCount).map { _ in try sample(prepared.streamJSON, iterations) }
      return Measurement(foundation: nil, streamJSON: Samples(samples), ratios: nil)
    }
    var foundation: [Double] = []
    var streamJSON: [Double] = []
    for turn in 0..<sampleCount {
      if turn.isMultiple(of: 2) {
        foundation.append(try sample(reference, iterations))
        streamJSON.append(try sample(prepared.streamJSON, iterations))
      } else {
        streamJSON.append(try sample(prepared.streamJSON, iterations))
        foundation.append(try sample(reference, iterations))
      }
    }
    return Measurement(
      foundation: Samples(foundation),
      streamJSON: Samples(streamJSON),
      ratios: Samples(ratiosOf: foundation, to: streamJSON)
    )
  }

  /// The samples of both contenders.
  private struct Measurement {
    let foundation: Samples?
    let streamJSON: Samples
    let ratios: Samples?

    /// That of the ratios, or of the times if there are none.
    var spread: Double { ratios?.spread ?? streamJSON.spread }
  }

  /// The heap allocations of one iteration, once anything kept between iterations exists.
  ///
  /// The minimum of three counts, because the runtime sometimes allocates something for itself; one
  /// where a single sample is asked for.
  private func allocations(of contender: Contender) throws -> Int? {
    try contender.run(1)
    return try (0..<min(3, sampleCount)).compactMap { _ in
      try AllocationCounter.count { try contender.run(1) }
    }.min()
  }

  /// The number of iterations that makes a sample of the faster contender long enough.
  private func iterationCount(for prepared: PreparedCase) throws -> Int {
    var iterations = 1
    while true {
      var shortest = try nanoseconds(prepared.streamJSON, iterations)
      if shortest >= minimumSample, let contender = prepared.foundation {
        shortest = min(shortest, try nanoseconds(contender, iterations))
      }
      if shortest >= minimumSample { return iterations }
      // A tenth more than the first guess; at most tenfold, since short times are inexact.
      let missing = minimumSample / max(shortest, 1) * 1.1
      iterations = Int((Double(iterations) * min(missing, 10)).rounded(.up))
    }
  }

  /// The time of one of `iterations`, in nanoseconds.
  private func sample(_ contender: Contender, _ iterations: Int) throws -> Double {
    try nanoseconds(contender, iterations) / Double(iterations)
  }

  private func nanoseconds(_ contender: Contender, _ iterations: Int) throws -> Double {
    let start = ProcessClock.nanoseconds
    try contender.run(iterations)
    return ProcessClock.nanoseconds - start
  }
}
