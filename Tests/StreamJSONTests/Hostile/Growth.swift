import Foundation
import Testing

/// How the cost of some work grows with its size.
///
/// Measures the processor time of this thread, which is hardly affected by other work on the
/// machine, and takes the minimum of several runs.
enum Growth {
  /// Expects four times the size to take less than ten times the time.
  ///
  /// - Parameters:
  ///   - size: The smaller size; large enough for about a millisecond in a release build.
  ///   - sourceLocation: The test to report a failure for.
  ///   - prepare: Makes the input of a given size, and returns the work to time on it.
  /// - Throws: Any error that the work throws.
  static func expectLinear(
    size: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ prepare: (Int) throws -> () throws -> Void
  ) throws {
    let ratio = try ratio(size: size, prepare)
    #expect(
      ratio < 10,
      "four times the size, \(ratio) times the time",
      sourceLocation: sourceLocation
    )
  }

  /// How many times as long four times the size takes.
  ///
  /// Linear work takes four times as long, n log n a little more, quadratic work sixteen times. The
  /// ratio is measured again before it counts as too large, at last with four times the sizes: what
  /// no longer fits a cache that other tests use, too, takes more than its share once, and quadratic
  /// work always does.
  static func ratio(size: Int, _ prepare: (Int) throws -> () throws -> Void) throws -> Double {
    var ratio = Double.infinity
    for size in [size, size * 4] where ratio >= 10 {
      let small = try prepare(size)
      let large = try prepare(size * 4)
      for _ in 0..<3 where ratio >= 10 {
        let smallTime = try leastTime(small)
        // Far below a millisecond the clock's resolution shows.
        ratio = try leastTime(large) / max(smallTime, 0.000_1)
      }
    }
    return ratio
  }

  /// The shortest processor time of three runs, in seconds.
  private static func leastTime(_ work: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<3 {
      let start = now()
      try work()
      least = min(least, now() - start)
    }
    return least
  }

  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A smaller number in debug builds, where everything takes tens of times as long.
  static func scaled(_ release: Int, debug: Int) -> Int {
    #if DEBUG
    debug
    #else
    release
    #endif
  }
}
