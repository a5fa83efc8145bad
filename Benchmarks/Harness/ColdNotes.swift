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
      let medians = try medians(of: subject, ColdSample.Contender.allCases, sampleCount)
      let (foundation, streamJSON, model) = (medians[0], medians[1], medians[2])
      print("  \(name):")
      print("    JSONDecoder        \(microseconds(foundation))")
      print("    StreamJSONDecoder  \(microseconds(streamJSON))")
      print("    models alone       \(microseconds(model))")
      let ratios = zip(foundation, streamJSON).map { ($0 / $1).fixed(2) }
      let beyond = (foundation[0] - model[0]) / (streamJSON[0] - model[0])
      print(
        "    ratio              \(ratios.joined(separator: ", ")); "
          + "first decode minus models alone: \(beyond.fixed(2))"
      )
    }
    let medians = try medians(of: .process, [.foundation, .streamJSON], sampleCount).map {
      $0[0]
    }
    print("µs of a whole process that decodes 300 bytes:")
    print("    JSONDecoder        \(microseconds([medians[0]]))")
    print("    StreamJSONDecoder  \(microseconds([medians[1]]))")
    print("    ratio              \((medians[0] / medians[1]).fixed(2))")
  }

  private static func microseconds(_ times: [Double]) -> String {
    times.map { ($0 / 1000).fixed(2) }.joined(separator: ", ")
  }

  /// The medians of what each contender's processes report, with the contenders taking turns.
  private static func medians(
    of subject: ColdSample.Subject,
    _ contenders: [ColdSample.Contender],
    _ sampleCount: Int
  ) throws -> [[Double]] {
    let samples = contenders.map { ColdSample(subject: subject, contender: $0) }
    var reports: [[[Double]]] = samples.map { _ in [] }
    for _ in 0..<sampleCount {
      for (position, sample) in samples.enumerated() {
        let report = try OwnProcess.output(["--cold-sample", sample.name]).split(separator: " ")
        reports[position].append(report.compactMap { Double($0) })
      }
    }
    return reports.map { reports in
      (reports.first ?? []).indices.map { index in
        Samples(reports.map { $0[index] }).median
      }
    }
  }
}
