/// The figures of the documents, written from a recorded run.
///
/// A document has a pair of comments for each block, `<!-- bench NAME -->` and `<!-- end -->`, each on its own
/// line. The text between them is replaced.
struct MarkdownReport {
  let run: RecordedRun
  /// The suite `decode` in a debug build.
  let debugRun: RecordedRun
  /// The suites `update` and `tries`.
  let updateRun: RecordedRun
  let peers: Peers
  let sizes: ProgramSizes

  /// The documents with such blocks.
  static let documents = [
    "README.md", "Benchmarks/RESULTS.md",
    "Sources/StreamJSON/StreamJSON.docc/DefaultsAndUpdates.md",
    "Sources/StreamJSON/StreamJSON.docc/Recipes.md",
  ]

  /// Where the run is recorded.
  static let recordedFile = "Benchmarks/results.json"

  /// Reads the run in `file`, and what else is recorded in the checkout in `directory`.
  ///
  /// - Throws: `BenchFailure`, which names the file that is missing or malformed.
  init(file: String, directory: String) throws(BenchFailure) {
    run = try RecordedRun(file: file)
    debugRun = try RecordedRun(file: "\(directory)/Benchmarks/debug.json")
    updateRun = try RecordedRun(file: "\(directory)/Benchmarks/update.json")
    peers = try Peers(file: "\(directory)/Benchmarks/peers.json")
    sizes = try ProgramSizes(file: "\(directory)/Benchmarks/sizes.json")
  }

  /// The commits that were measured.
  var commits: [String?] {
    [run.commit, debugRun.commit, updateRun.commit, sizes.commit] + peers.commits
  }

  /// The runs that may have been disturbed.
  var runs: [RecordedRun] { [run, debugRun, updateRun] }

  /// `text`, a document, with the figures of the run.
  ///
  /// - Throws: `BenchFailure` if a block has no end, or a name that no figures have.
  func updated(_ text: String) throws(BenchFailure) -> String {
    var lines: [Substring] = []
    var block: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "<!-- end -->" { block = nil }
      if block == nil { lines.append(line) }
      if line.hasPrefix("<!-- bench ") {
        guard block == nil else { throw BenchFailure("a block has no end") }
        let name = String(line.dropFirst(11).dropLast(4))
        block = name
        lines += try contents(of: name).split(separator: "\n", omittingEmptySubsequences: false)
      }
    }
    guard block == nil else { throw BenchFailure("a block has no end") }
    return lines.joined(separator: "\n")
  }

  /// The charts, by the names of their files.
  var charts: [String: String] {
    [
      "Benchmarks/ratios.svg": BarChart(machine: run.machine, results: run.results).text,
      "Benchmarks/peers.svg": peers.chart.text,
    ]
  }

  private func contents(of block: String) throws(BenchFailure) -> String {
    switch block {
    case "machine": return "\n\(run.machine)\n"
    case "debug machine": return "\n\(debugRun.machine)\n"
    case "debug": return "\n" + (Self.table(of: "decode", in: debugRun) ?? "") + "\n"
    case "sizes": return "\n" + sizes.table + "\n"
    case "peers": return "\n" + peers.table + "\n"
    case "sizes machine": return "\n\(sizes.machine)\n"
    case "chart": return "\n" + peers.caption + "\n"
    case "defaults": return "\n" + costOfDefaults + "\n"
    case "chosen": return "\n" + speedOfChoosing + "\n"
    case "summary": return "\n" + summary + "\n"
    default:
      if block.hasPrefix("notes "), let lines = run.notes[String(block.dropFirst(6))] {
        return (["", "```"] + lines + ["```", ""]).joined(separator: "\n")
      }
      guard let table = Self.table(of: block, in: run) else {
        throw BenchFailure("no suite '\(block)' was run")
      }
      return "\n" + table + "\n"
    }
  }

  /// The two most important figures, and what was measured.
  private var summary: String {
    """
    StreamJSON is a drop-in subclass of Foundation's `JSONDecoder`. In release builds, it decodes plain models
    **\(mean(of: "decode")) times** as fast as `JSONDecoder` does, \
    and structs that opt in to memberwise decoding **\(mean(of: "memberwise")) times** as fast.
    These are geometric means: the first over \(speeds(of: "decode").count) documents (\(range(of: "decode"))), \
    the second over \(speeds(of: "memberwise").count) of them (\(range(of: "memberwise"))).
    (\(run.machine).)
    """
  }

  /// What a memberwise type loses if it has defaults.
  private var costOfDefaults: String {
    """
    If no key is missing, objects of a type with defaults decode \(ratio("update", "defaults")) times as fast as with \
    JSONDecoder. If the type is
    memberwise instead, they decode \(ratio("update", "memberwise")) times as fast.
    """
  }

  /// What a type that a member chooses takes.
  private var speedOfChoosing: String {
    """
    This decodes \(ratio("tries", "a type chosen by a member")) times as fast as with JSONDecoder. A model that tries one
    type after the other decodes \(ratio("tries", "either of two, half failing")) times as fast.
    """
  }

  private func ratio(_ suite: String, _ name: String) -> String {
    updateRun.results.first { $0.suite == suite && $0.name == name }?.ratio?.fixed(1) ?? "?"
  }

  private func mean(of suite: String) -> String {
    run.mean(of: suite)?.fixed(1) ?? "?"
  }

  private func range(of suite: String) -> String {
    let bounds = [speeds(of: suite).min(), speeds(of: suite).max()].map { $0?.fixed(1) ?? "?" }
    return "\(bounds[0]) to \(bounds[1])"
  }

  private func speeds(of suite: String) -> [Double] {
    run.results.filter { $0.suite == suite }.compactMap(\.ratio)
  }

  /// The cases of a suite, one a row; nil if there are none.
  private static func table(of suite: String, in run: RecordedRun) -> String? {
    let cases = run.cases.filter { $0.suite == suite }
    guard !cases.isEmpty else { return nil }
    let hasPeaks = cases.contains { $0.streamjsonPeakBytes != nil }
    let (peakHeading, peakBlanks) =
      hasPeaks ? (" JSONDecoder, memory | StreamJSON, memory |", " | |") : ("", "")
    var rows = [
      """
      | Case | Bytes | JSONDecoder, MB/s | StreamJSON, MB/s | Ratio | JSONDecoder, allocations | \
      StreamJSON, allocations | Model alone, allocations |\(peakHeading)
      """,
      "| --- " + String(repeating: "| ---: ", count: hasPeaks ? 9 : 7) + "|",
    ]
    for entry in cases {
      let speed = { (contender: RecordedRun.Contender?) in
        contender.map { Int((Double(entry.bytes) * 1000 / $0.medianNs).rounded()).grouped } ?? ""
      }
      let peak = { (bytes: Int?) in
        bytes.map { (Double($0) / Double(entry.bytes)).fixed(2) } ?? ""
      }
      var cells = [
        entry.name, entry.bytes.grouped, speed(entry.foundation), speed(entry.streamjson),
        entry.ratio?.fixed(1) ?? "", entry.foundation?.allocations?.grouped ?? "",
        entry.streamjson.allocations?.grouped ?? "", entry.modelAllocations?.grouped ?? "",
      ]
      if hasPeaks { cells += [peak(entry.foundationPeakBytes), peak(entry.streamjsonPeakBytes)] }
      rows.append("| " + cells.joined(separator: " | ") + " |")
    }
    if let mean = run.mean(of: suite) {
      rows.append("| **geometric mean** | | | | **\(mean.fixed(1))** | | | |\(peakBlanks)")
    }
    return rows.joined(separator: "\n")
  }
}
