import StreamJSONTestSupport

/// Checks a case, then times its two contenders in turn.
struct Runner {
  /// How many samples to take of each contender.
  let sampleCount: Int

  /// The shortest time that a sample of a contender may take at the first attempt, in nanoseconds.
  private let minimumSample = 5_000_000.0

  /// How often a case is measured until it is undisturbed, each time with samples that take twice as long.
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
      let measured = try undisturbedMeasurement(of: prepared)
      return CaseResult(
        suite: benchCase.suite,
        name: benchCase.name,
        byteCount: prepared.byteCount,
        iterations: measured.iterations,
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

  /// Times the contenders until times and ratios are close together, or as often as is allowed: those that are
  /// closest together, whatever they say.
  ///
  /// Each attempt takes the same number of samples as the one before, but each sample takes twice as long, so that a
  /// short disturbance matters half as much.
  private func undisturbedMeasurement(of prepared: PreparedCase) throws -> Measurement {
    var best = try measurement(of: prepared, minimumSample)
    for attempt in 1..<max(attemptCount, 1) where best.spread > Samples.largestUndisturbedSpread {
      let next = try measurement(of: prepared, minimumSample * Double(1 << attempt))
      if next.spread < best.spread { best = next }
    }
    return best
  }

  /// Times the contenders in turn, each for `duration` nanoseconds or longer.
  ///
  /// They take turns going first, so that whatever else the machine does affects both.
  private func measurement(
    of prepared: PreparedCase,
    _ duration: Double
  ) throws -> Measurement {
    let iterations = try iterationCount(for: prepared.streamJSON, duration)
    guard let reference = prepared.foundation else {
      let samples = try (0..<sampleCount).map { _ in try sample(prepared.streamJSON, iterations) }
      return Measurement(iterations, foundation: nil, streamJSON: samples)
    }
    let referenceIterations = try iterationCount(for: reference, duration)
    var foundation: [Double] = []
    var streamJSON: [Double] = []
    for turn in 0..<sampleCount {
      let isReferenceFirst = turn.isMultiple(of: 2)
      if isReferenceFirst { foundation.append(try sample(reference, referenceIterations)) }
      streamJSON.append(try sample(prepared.streamJSON, iterations))
      if !isReferenceFirst { foundation.append(try sample(reference, referenceIterations)) }
    }
    return Measurement(iterations, foundation: foundation, streamJSON: streamJSON)
  }

  /// The samples of both contenders.
  private struct Measurement {
    /// Those of StreamJSON in a sample.
    let iterations: Int
    let foundation: Samples?
    let streamJSON: Samples
    let ratios: Samples?

    init(_ iterations: Int, foundation: [Double]?, streamJSON: [Double]) {
      self.iterations = iterations
      self.foundation = foundation.map { Samples($0) }
      self.streamJSON = Samples(streamJSON)
      ratios = foundation.map { Samples(ratiosOf: $0, to: streamJSON) }
    }

    /// The largest spread of the times and of the ratios.
    var spread: Double { max(streamJSON.spread, foundation?.spread ?? 0, ratios?.spread ?? 0) }
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

  /// The number of iterations that take `contender` `duration` nanoseconds or longer.
  private func iterationCount(for contender: Contender, _ duration: Double) throws -> Int {
    var iterations = 1
    while true {
      let time = try nanoseconds(contender, iterations)
      if time >= duration { return iterations }
      // A tenth more than the first guess; at most tenfold, since short times are inexact.
      let missing = duration / max(time, 1) * 1.1
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
