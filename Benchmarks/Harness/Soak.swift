import StreamJSONTestSupport

/// Decodes the cases' documents over and over: the process must not grow.
///
/// It is not a test, because Swift Testing keeps the backtrace of every error that is thrown in its
/// process. The topics of `fuzz --soak` have models for what the cases do not cover.
struct Soak {
  /// The cases to run, without large ones and those of the suite `tokenize`.
  let cases: [BenchCase]

  /// Memory that is set up on the way does not count; the second pass is the last to need any.
  private static let warmUpPassCount = 4
  private static let passCount = 10

  /// The passes after the warm-up must add fewer bytes than this.
  ///
  /// They add none. A leak of small blocks fills gaps of about a megabyte first, and shows then.
  private static let bound = 1_000_000

  /// Documents of this many bytes take long and exercise nothing that smaller ones do not.
  private static let largeByteCount = 800_000

  /// Runs to the end.
  ///
  /// - Returns: A line for the user.
  /// - Throws: `BenchFailure` if the process has grown.
  func run() throws -> String {
    guard ResidentMemory.byteCount != nil else {
      return "soak: the resident memory cannot be measured here"
    }
    let prepared = try prepare()
    try pass(prepared, count: Self.warmUpPassCount)
    let before = ResidentMemory.byteCount ?? 0
    try pass(prepared, count: Self.passCount)
    let after = ResidentMemory.byteCount ?? 0
    let growth =
      "resident memory grew by \(after - before) bytes, to \(after), in \(Self.passCount) passes "
      + "over \(prepared.count) cases"
    guard after - before < Self.bound else {
      throw BenchFailure("soak: \(growth), which must be less than \(Self.bound)")
    }
    return "soak: \(growth)"
  }

  private func prepare() throws -> [PreparedCase] {
    // The scanner alone makes no values.
    let decoding = cases.filter { $0.suite != Suites.tokenize.name }
    let prepared = try decoding.compactMap { benchCase in
      let prepared = try benchCase.prepare()
      return prepared.byteCount < Self.largeByteCount ? prepared : nil
    }
    guard !prepared.isEmpty else {
      throw UsageFailure("--soak needs a case that decodes less than \(Self.largeByteCount) bytes")
    }
    return prepared
  }

  private func pass(_ prepared: [PreparedCase], count: Int) throws {
    for _ in 0..<count {
      for each in prepared {
        try each.streamJSON.run(1 + 1_000_000 / (each.byteCount + 100_000))
      }
    }
  }
}
