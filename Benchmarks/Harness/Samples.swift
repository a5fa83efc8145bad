/// What was measured of one contender, in nanoseconds per iteration, or the ratios of two.
struct Samples: Sendable {
  /// In ascending order.
  private let sorted: [Double]

  init(_ samples: [Double]) {
    sorted = samples.sorted()
  }

  /// The ratio of each of `dividends` to the one of `divisors` that was taken beside it.
  ///
  /// The speed of a shared machine changes from one moment to the next, sometimes by half. That affects two neighbors
  /// equally, but if it happens in the middle of a run, it changes a ratio of medians just as much.
  init(ratiosOf dividends: [Double], to divisors: [Double]) {
    self.init(zip(dividends, divisors).map { $0 / $1 })
  }

  var median: Double { quantile(0.5) }

  var minimum: Double { sorted.first ?? .nan }

  /// Half the distance between the quartiles, as a fraction of the median.
  var spread: Double { (quantile(0.75) - quantile(0.25)) / 2 / median }

  /// The spread above which another program was at work: an interquartile range of 5 % of the median.
  static let largestUndisturbedSpread = 0.025

  /// Megabytes (of a million bytes) per second at the median.
  func megabytesPerSecond(_ byteCount: Int) -> Double {
    Double(byteCount) * 1000 / median
  }

  /// The value below which the fraction `fraction` of the samples lies, interpolated.
  private func quantile(_ fraction: Double) -> Double {
    guard let last = sorted.last else { return .nan }
    let position = Double(sorted.count - 1) * fraction
    let below = Int(position)
    guard below + 1 < sorted.count else { return last }
    let weight = position - Double(below)
    return sorted[below] * (1 - weight) + sorted[below + 1] * weight
  }
}
