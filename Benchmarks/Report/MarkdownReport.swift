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
  let costs: Costs

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
    costs = try Costs(file: "\(directory)/Benchmarks/costs.json")
  }

  /// The commits that were measured.
  var commits: [String?] {
    [run.commit, debugRun.commit, updateRun.commit, costs.commit] + peers.commits
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
    case "costs": return "\n" + tableOfCosts + "\n"
    case "sizes": return "\n" + costs.table + "\n"
    case "peers": return "\n" + peers.table + "\n"
    case "sizes machine": return "\n\(costs.machine)\n"
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

  /// The most important figures, which readers can check with public files.
  private var summary: String {
    """
    On \(peers.publicCount) public documents, it's **\(peers.means[0].fixed(1)) times** as fast as `JSONDecoder` with your \
    existing models, and
    **\(peers.means[1].fixed(1)) times** as fast with one extra line per struct (geometric means, in release builds). It adds
    \(costs.addedMegabytes) MB to a program and \(costs.seconds("debug")) seconds of processor time to a clean debug build; \
    see [What it costs](#what-it-costs).
    """
  }

  /// What it costs to depend on the library.
  private var tableOfCosts: String {
    let dynamic = costs.megabytes("Foundation", "dynamic")
    let whole = costs.megabytes("Foundation", "static")
    let essentials = costs.megabytes("FoundationEssentials", "static")
    let memory = run.cases.filter { $0.suite == "decode" && $0.bytes > 1000 }
    let ours = Self.median(memory.map { Double($0.streamjsonPeakBytes ?? 0) / Double($0.bytes) })
    let foundation = Self.median(
      memory.map { Double($0.foundationPeakBytes ?? 0) / Double($0.bytes) }
    )
    return """
      | | JSONDecoder | StreamJSONDecoder |
      | --- | ---: | ---: |
      | Added to a clean debug build, seconds of processor time | 0 | \(costs.seconds("debug")) |
      | Added to a clean release build, seconds of processor time | 0 | \(costs.seconds("release")) |
      | A program that decodes one model, dynamically linked, MB | \(dynamic.without) | \(dynamic.with) |
      | The same, statically linked, MB | \(whole.without) | \(whole.with) |
      | The same without the trait `Foundation`, MB | \(essentials.without) | \(essentials.with) |
      | Speed in debug builds, times JSONDecoder's | 1 | \(debugRun.mean(of: "decode")?.fixed(1) ?? "?") |
      | First decode of a type, times JSONDecoder's speed | 1 | \(speedOfFirstDecode) |
      | Memory in addition to the model, bytes per byte of JSON (median) | \(foundation) | \(ours) |
      """
  }

  /// How many times as fast as JSONDecoder the first decode of a type is, from the notes of the suite `cold`.
  private var speedOfFirstDecode: String {
    let words = (run.notes["cold"] ?? []).map { $0.split { " ,".contains($0) } }
    return words.first { $0.first == "ratio" }?.dropFirst().first.map(String.init) ?? "?"
  }

  private static func median(_ values: [Double]) -> String {
    values.isEmpty ? "?" : values.sorted()[values.count / 2].fixed(1)
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
