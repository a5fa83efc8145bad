/// What the command line asks for.
struct Options: Equatable {
  /// Print the names of the cases and run none.
  var listsCases = false

  /// Print the usage and run nothing.
  var showsHelp = false

  /// Run only cases with this text in `suite/name`, ignoring case.
  var filter: String?

  /// Run only these suites, if there are any.
  var suites: [String] = []

  /// Run every suite.
  var runsAllSuites = false

  /// Print allocations, memory and the spread of the samples, too, in lines of any length.
  var isVerbose = false

  /// Samples of each contender per case.
  var sampleCount = 11

  /// The directory with the three well-known files.
  var corpus: String?

  /// Stream this many bytes, print the peak memory and run nothing else, which is what the suite
  /// `stream` asks of a separate process.
  var streamedByteCount: Int?

  /// Take this sample, print its times and run nothing else, which is what the suite `cold` asks of
  /// a separate process.
  var coldSample: ColdSample?

  /// Decode this file, print the times and run nothing else, which is what the suite `files` asks of
  /// a separate process.
  var fileSample: FileSample?

  /// The size of the file that the suite `files` writes, in gigabytes.
  var gigabyteCount = 1

  /// Where to write the results as JSON.
  var jsonFile: String?

  /// Where to draw the ratios.
  var svgFile: String?

  /// Write the figures of the documents from the run that is recorded in this file and from what else is
  /// recorded beside it, and measure nothing.
  var reportedFile: String?

  /// Print models for the texts in some files, and measure nothing.
  var inference: InferenceRequest?

  /// Write the models of the suite `inferred` to this directory, and measure nothing.
  var inferredDirectory: String?

  /// Look for memory that grows, and time nothing.
  var soaks = false

  /// Compare the decoders, and time nothing.
  var checksOnly = false

  /// Run one contender of one case this many times, and measure nothing.
  var repeatCount: Int?

  /// The contender that `repeatCount` applies to.
  var contender = ContenderName.streamJSON

  static let usage = """
    Usage: bench [options]

    Runs the suites \(Suites.short.map(\.name).joined(separator: " and ")) unless an option says which.

      --full         run all suites, which takes several minutes
      --list         print the names of the cases and stop
      --verbose      print allocations, memory and the spread of the samples, too
      --filter TEXT  run only cases with TEXT in suite/name
      --suite NAME   run only this suite; may be given several times
      --samples N    take N samples of each decoder per case (\(Options().sampleCount))
      --corpus DIR   add twitter.json, citm_catalog.json and canada.json from DIR
      --gigabytes N  the size of the file that the suite files writes (1)
      --json FILE    write the results to FILE as JSON
      --svg FILE     write a bar chart of the ratios to FILE
      --report FILE  write the figures of README.md and Benchmarks/RESULTS.md, and the charts,
                     from the run in FILE, which --json has written, and measure nothing
      --repeat N     run one contender of the one selected case N times and measure nothing,
                     for tools that count or sample: the work of N and of M runs differs by
                     that of N - M runs
      --only NAME    the contender that --repeat runs: streamjson (the default) or foundation
      --check        run the selected cases once, compare the decoders, and time nothing
      --soak         run the selected cases over and over, look for memory that grows, and time
                     nothing
      --infer NAME FILE...
                     print Codable models for the JSON texts in the files, in an enum of that name,
                     and measure nothing
      --infer-all DIR
                     write the models of the suite inferred to DIR, which is
                     Benchmarks/Models/Inferred, those of the corpus with --corpus, and measure
                     nothing; then run Benchmarks/Models/generate
      --help         print this

    Exit status: 0; 1 if the decoders differ, memory grows or a file cannot be written; 2 for a
    wrong option.
    """

  init() {}

  /// Reads the command line, without the program's name.
  ///
  /// - Throws: `UsageFailure`, in words for the user.
  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--full": runsAllSuites = true
      case "--list": listsCases = true
      case "--help", "-h": showsHelp = true
      case "--filter": filter = try Self.value(of: option, &rest)
      case "--suite": suites.append(try Self.value(of: option, &rest))
      case "--samples": sampleCount = try Self.count(of: option, &rest)
      case "--corpus": corpus = try Self.value(of: option, &rest)
      case "--stream-memory": streamedByteCount = try Self.count(of: option, &rest)
      case "--cold-sample": coldSample = try Self.sample(of: option, &rest)
      case "--file-sample": fileSample = try Self.fileSample(of: option, &rest)
      case "--gigabytes": gigabyteCount = try Self.count(of: option, &rest)
      case "--json": jsonFile = try Self.value(of: option, &rest)
      case "--svg": svgFile = try Self.value(of: option, &rest)
      case "--report": reportedFile = try Self.value(of: option, &rest)
      case "--infer": inference = try Self.inference(of: option, &rest)
      case "--infer-all": inferredDirectory = try Self.value(of: option, &rest)
      case "--verbose": isVerbose = true
      case "--soak": soaks = true
      case "--check": checksOnly = true
      case "--repeat": repeatCount = try Self.count(of: option, &rest)
      case "--only": contender = try Self.contender(of: option, &rest)
      default: throw UsageFailure("unknown option '\(option)'")
      }
    }
  }

  /// Whether the case is among those asked for.
  func selects(_ benchCase: BenchCase) -> Bool {
    if !suites.isEmpty, !suites.contains(benchCase.suite) { return false }
    guard let filter else { return selectsSuites || isInShortRun(benchCase) }
    return "\(benchCase.suite)/\(benchCase.name)".lowercased().contains(filter.lowercased())
  }

  /// The names of the selected suites that have nothing but their notes.
  var suitesWithoutCases: [String] {
    guard filter == nil else { return [] }
    let chosen = selectsSuites ? Suites.all : Suites.short
    return chosen.filter { suite in
      suite.cases(corpus).isEmpty && (suites.isEmpty || suites.contains(suite.name))
    }.map(\.name)
  }

  private static func sample(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws -> ColdSample {
    let text = try value(of: option, &rest)
    guard let sample = ColdSample(name: text) else {
      throw UsageFailure("\(option) needs the name of a sample, not '\(text)'")
    }
    return sample
  }

  private static func fileSample(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws -> FileSample {
    let text = try value(of: option, &rest)
    guard let sample = FileSample(name: text) else {
      throw UsageFailure("\(option) needs the name of a sample, not '\(text)'")
    }
    return sample
  }

  /// Whether an option says which suites are meant.
  private var selectsSuites: Bool { runsAllSuites || listsCases || !suites.isEmpty }

  private func isInShortRun(_ benchCase: BenchCase) -> Bool {
    Suites.short.contains { $0.name == benchCase.suite }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst(), !value.hasPrefix("--") else {
      throw UsageFailure("\(option) needs a value")
    }
    return value
  }

  private static func count(of option: String, _ rest: inout ArraySlice<String>) throws -> Int {
    let text = try value(of: option, &rest)
    guard let count = Int(text), count > 0 else {
      throw UsageFailure("\(option) needs a number of at least 1, not '\(text)'")
    }
    return count
  }

  private static func inference(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws -> InferenceRequest {
    let name = try value(of: option, &rest)
    var files = [try value(of: option, &rest)]
    while let file = rest.first, !file.hasPrefix("--") {
      files.append(file)
      rest.removeFirst()
    }
    return InferenceRequest(name: name, files: files)
  }

  private static func contender(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws -> ContenderName {
    let text = try value(of: option, &rest)
    guard let name = ContenderName(rawValue: text) else {
      throw UsageFailure("\(option) needs streamjson or foundation, not '\(text)'")
    }
    return name
  }
}

/// The two contenders, as `--only` names them.
enum ContenderName: String {
  case streamJSON = "streamjson"
  case foundation
}

/// A command line that cannot be carried out.
struct UsageFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
