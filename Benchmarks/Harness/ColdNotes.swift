/// What the suite `cold` measures: the first decode of each of many models, and a whole process.
///
/// Each sample is a new process, because what a decoder or the runtime has learned about a type
/// cannot be forgotten.
enum ColdNotes {
  /// The measurements, one line each, printed as they come.
  static func lines(_ options: Options, _ print: (String) -> Void) throws {
    let sampleCount = options.sampleCount
    print(
      "µs per type, for 100 types, medians of \(sampleCount) processes: first decode, second decode"
    )
    for (subject, name) in [
      (ColdSample.Subject.plain, "plain models"), (.collections, "arrays, optionals, dictionaries"),
    ] {
      let (medians, mark) = try medians(of: subject, ColdSample.Contender.allCases, sampleCount)
      let (foundation, streamJSON, model) = (medians[0], medians[1], medians[2])
      print("  \(name)\(mark):")
      print("    JSONDecoder        \(microseconds(foundation))")
      print("    StreamJSONDecoder  \(microseconds(streamJSON))")
      print("    models alone       \(microseconds(model))")
      let ratios = zip(foundation, streamJSON).map { ($0 / $1).fixed(2) }
      print("    ratio              \(ratios.joined(separator: ", "))")
      let beyond = (foundation: foundation[0] - model[0], streamJSON: streamJSON[0] - model[0])
      if min(beyond.foundation, beyond.streamJSON) > 0 {
        let ratio = (beyond.foundation / beyond.streamJSON).fixed(2)
        print("    ratio of first decodes, less the models alone: \(ratio)")
      }
    }
    let (process, mark) = try medians(of: .process, [.foundation, .streamJSON], sampleCount)
    let medians = process.map { $0[0] }
    print("µs of a whole process that decodes 300 bytes\(mark):")
    print("    JSONDecoder        \(microseconds([medians[0]]))")
    print("    StreamJSONDecoder  \(microseconds([medians[1]]))")
    print("    ratio              \((medians[0] / medians[1]).fixed(2))")
  }

  private static func microseconds(_ times: [Double]) -> String {
    times.map { ($0 / 1000).fixed(2) }.joined(separator: ", ")
  }

  /// The spread above which another program was at work; processes vary more than decodes do.
  private static let largestUndisturbedSpread = 2 * Samples.largestUndisturbedSpread

  /// The medians of what each contender's processes report, with the contenders taking turns, and the mark of disturbed
  /// ones, which is usually empty.
  ///
  /// If the first figure of a contender varies too much, all are measured again, up to twice.
  private static func medians(
    of subject: ColdSample.Subject,
    _ contenders: [ColdSample.Contender],
    _ sampleCount: Int
  ) throws -> (medians: [[Double]], mark: String) {
    var best: [[Samples]] = []
    var leastSpread = Double.infinity
    for _ in 0..<3 where leastSpread > largestUndisturbedSpread {
      let samples = try samples(of: subject, contenders, sampleCount)
      let spread = samples.map { $0[0].spread }.max() ?? 0
      if spread < leastSpread { (best, leastSpread) = (samples, spread) }
    }
    let isDisturbed = leastSpread > largestUndisturbedSpread
    return (best.map { $0.map(\.median) }, isDisturbed ? RecordedRun.disturbanceMark : "")
  }

  /// What each contender's processes report: a list of figures.
  private static func samples(
    of subject: ColdSample.Subject,
    _ contenders: [ColdSample.Contender],
    _ sampleCount: Int
  ) throws -> [[Samples]] {
    let samples = contenders.map { ColdSample(subject: subject, contender: $0) }
    var reports: [[[Double]]] = samples.map { _ in [] }
    for _ in 0..<sampleCount {
      for (position, sample) in samples.enumerated() {
        let report = try OwnProcess.output(["--cold-sample", sample.name]).split(separator: " ")
        reports[position].append(report.compactMap { Double($0) })
      }
    }
    return reports.map { reports in
      (reports.first ?? []).indices.map { index in Samples(reports.map { $0[index] }) }
    }
  }
}
