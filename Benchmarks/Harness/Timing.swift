/// The samples of one contender: nanoseconds per iteration.
struct Timing: Sendable {
  /// In ascending order.
  private let samples: [Double]

  init(samples: [Double]) {
    self.samples = samples.sorted()
  }

  /// The median, in nanoseconds.
  var median: Double { quantile(0.5) }

  /// The shortest sample, in nanoseconds.
  var minimum: Double { samples.first ?? .nan }

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
    guard let last = samples.last else { return .nan }
    let position = Double(samples.count - 1) * fraction
    let below = Int(position)
    guard below + 1 < samples.count else { return last }
    let weight = position - Double(below)
    return samples[below] * (1 - weight) + samples[below + 1] * weight
  }
}
