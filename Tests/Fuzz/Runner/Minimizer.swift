/// Makes a failing input smaller for as long as it fails: first delta debugging (Zeller and
/// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002), then simpler bytes.
struct Minimizer {
  /// Whether an input still fails.
  let fails: ([UInt8]) -> Bool

  /// The trials that are left; a failure that takes a process each time gets fewer.
  var trialCount: Int

  /// When the last trial may begin, because an input that never ends takes ten seconds each time.
  let end = ContinuousClock.now + .seconds(90)

  private var hasTrials: Bool { trialCount > 0 && ContinuousClock.now < end }

  /// The smallest failing input found.
  mutating func minimize(_ input: [UInt8]) -> [UInt8] {
    var input = input
    var size = max(1, input.count / 2)
    while hasTrials {
      let before = input.count
      removeRuns(of: size, from: &input)
      if size == 1, input.count == before { break }
      size = max(1, min(size / 2, input.count))
    }
    simplify(&input)
    return input
  }

  private mutating func removeRuns(of size: Int, from input: inout [UInt8]) {
    var start = 0
    while start < input.count, hasTrials {
      var smaller = input
      smaller.removeSubrange(start..<min(start + size, input.count))
      trialCount -= 1
      if fails(smaller) { input = smaller } else { start += size }
    }
  }

  private mutating func simplify(_ input: inout [UInt8]) {
    for place in input.indices where !"a0 ".utf8.contains(input[place]) {
      for byte in "a0 ".utf8 where hasTrials {
        var simpler = input
        simpler[place] = byte
        trialCount -= 1
        if fails(simpler) {
          input = simpler
          break
        }
      }
    }
  }
}
