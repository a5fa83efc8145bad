import Foundation

/// Times StreamJSONDecoder against Foundation's JSONDecoder.
@main
enum Bench {
  static func main() async {
    do {
      let options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
      if options.showsHelp { return print(Options.usage) }
      if let byteCount = options.streamedByteCount {
        return print(try StreamNotes.streamWithoutKeeping(byteCount: byteCount))
      }
      if let sample = options.coldSample {
        return print(try sample.take().map { "\($0)" }.joined(separator: " "))
      }
      if let sample = options.fileSample {
        return print(try await sample.take().map { "\($0)" }.joined(separator: " "))
      }
      if let file = options.reportedFile { return try report(file) }
      if let request = options.inference { return print(try request.source()) }
      if let directory = options.inferredDirectory {
        return try InferredDocument.writeAll(to: directory, corpus: options.corpus)
      }
      let cases = try selectedCases(options)
      if options.listsCases { return cases.forEach { print("\($0.suite)/\($0.name)") } }
      if options.soaks { return print(try Soak(cases: cases).run()) }
      if options.checksOnly { return try check(cases) }
      if let count = options.repeatCount {
        try repeatOnly(cases, options.contender, count)
      } else {
        try run(cases, options)
      }
    } catch let failure as UsageFailure {
      fail("\(failure)\n\n\(Options.usage)", status: 2)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  /// Writes the figures of the documents in the working directory, which is the checkout.
  private static func report(_ file: String) throws {
    let report = try MarkdownReport(file: file, directory: ".")
    for run in report.runs where run.disturbed.count > RecordedRun.maximumDisturbedCount {
      throw BenchFailure("the run was disturbed: \(run.disturbed.joined(separator: ", "))")
    }
    for document in MarkdownReport.documents {
      let text = try String(contentsOfFile: document, encoding: .utf8)
      try report.updated(text).write(toFile: document)
    }
    for (file, chart) in report.charts { try chart.write(toFile: file) }
  }

  /// Every available case.
  ///
  /// Those that read twitter.json, citm_catalog.json and canada.json are only available if `corpus`
  /// names the directory of these files.
  static func allCases(corpus: String? = nil) -> [BenchCase] {
    Suites.all.flatMap { $0.cases(corpus) }
  }

  private static func selectedCases(_ options: Options) throws(UsageFailure) -> [BenchCase] {
    for suite in options.suites where !Suites.all.contains(where: { $0.name == suite }) {
      let names = Suites.all.map(\.name).joined(separator: ", ")
      throw UsageFailure("there is no suite '\(suite)'; there are \(names)")
    }
    if let corpus = options.corpus {
      for document in Document.corpus(in: corpus) {
        let path = "\(corpus)/\(document.name)"
        guard FileManager.default.isReadableFile(atPath: path) else {
          throw UsageFailure("--corpus: cannot read \(path)")
        }
      }
    }
    let cases = allCases(corpus: options.corpus).filter(options.selects)
    guard !cases.isEmpty || !options.suitesWithoutCases.isEmpty else {
      throw UsageFailure("no case matches the filter")
    }
    return cases
  }

  /// Runs each case once, and compares the decoders.
  ///
  /// - Throws: `BenchFailure` for the first case in which they differ.
  private static func check(_ cases: [BenchCase]) throws {
    for benchCase in cases {
      do {
        let prepared = try benchCase.prepare()
        _ = try prepared.check()
        try prepared.streamJSON.run(1)
      } catch {
        throw BenchFailure("\(benchCase.suite)/\(benchCase.name): \(error)")
      }
    }
    print("The decoders agree in \(cases.count) cases.")
  }

  private static func run(_ cases: [BenchCase], _ options: Options) throws {
    let machine = Machine.description
    let report = TextReport(cases: cases, isVerbose: options.isVerbose)
    report.begin(machine: machine, sampleCount: options.sampleCount)
    // A run that is recorded may take its time.
    let runner = Runner(
      sampleCount: options.sampleCount,
      attemptCount: options.jsonFile == nil ? 1 : 6
    )
    var results: [CaseResult] = []
    var progress = ProgressLine(caseCount: cases.count)
    for benchCase in cases {
      let result = try progress.showing(benchCase) { try runner.run(benchCase) }
      report.add(result)
      results.append(result)
    }
    var notes: [(suite: String, lines: [String])] = []
    // The cases are written even if one of these fails.
    let noted = Result {
      guard options.filter == nil else { return }
      let others = options.suitesWithoutCases
      for suite in Suites.all
      where results.contains(where: { $0.suite == suite.name }) || others.contains(suite.name) {
        var lines: [String] = []
        try suite.notes?(options) {
          report.note($0)
          lines.append($0)
        }
        if !lines.isEmpty { notes.append((suite.name, lines)) }
      }
    }
    if let file = options.jsonFile {
      try JSONReport(machine: machine, results: results, notes: notes).text.write(toFile: file)
    }
    if let file = options.svgFile {
      try BarChart(machine: machine, results: results).text.write(toFile: file)
    }
    try noted.get()
    report.end(results)
  }

  /// Runs one contender of the only case `count` times, without checking or timing anything.
  ///
  /// The preparation is the same for every count, so it cancels out of the difference between two counts.
  private static func repeatOnly(
    _ cases: [BenchCase],
    _ contender: ContenderName,
    _ count: Int
  ) throws {
    guard let benchCase = cases.first, cases.count == 1 else {
      throw UsageFailure("--repeat needs one case, not \(cases.count): see --suite and --filter")
    }
    let prepared = try benchCase.prepare()
    let name = "\(benchCase.suite)/\(benchCase.name)"
    let chosen =
      switch contender {
      case .streamJSON: prepared.streamJSON
      case .foundation: prepared.foundation
      }
    guard let chosen else { throw UsageFailure("\(name) is compared with nothing") }
    try chosen.run(count)
    print("\(name): \(prepared.byteCount) bytes, \(count) times by \(contender.rawValue)")
  }

  /// Prints `message` to standard error and ends the program.
  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
    exit(status)
  }
}

extension String {
  /// Writes the text to a file.
  ///
  /// - Throws: `BenchFailure`, which names the file.
  fileprivate func write(toFile path: String) throws(BenchFailure) {
    do {
      try Data(utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw BenchFailure("cannot write \(path)")
    }
  }
}
