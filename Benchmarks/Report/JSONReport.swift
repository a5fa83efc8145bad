/// The results as a JSON text, for programs to read.
struct JSONReport {
  let machine: String
  let results: [CaseResult]
  /// What else the suites have printed.
  let notes: [(suite: String, lines: [String])]

  /// The text: times in nanoseconds per decode, and null for anything not measured.
  var text: String {
    var writer = JSONWriter(isPretty: true)
    writer.object {
      $0.member("machine", machine)
      $0.array("cases") {
        for result in results {
          $0.object { Self.write(result, to: &$0) }
        }
      }
      $0.object("notes") {
        for note in notes {
          $0.array(note.suite) { for line in note.lines { $0.element(line) } }
        }
      }
      $0.object("geomean_by_suite") {
        for suite in results.suites {
          $0.member(suite, results.filter { $0.suite == suite }.geometricMean)
        }
      }
      $0.member("geomean_ratio", results.headlineMean)
    }
    return writer.text + "\n"
  }

  private static func write(_ result: CaseResult, to writer: inout JSONWriter) {
    writer.member("name", result.name)
    writer.member("suite", result.suite)
    writer.member("bytes", result.byteCount)
    writer.member("iterations", result.iterations)
    if let foundation = result.foundation {
      writer.object("foundation") { write(foundation, result.foundationAllocations, to: &$0) }
    } else {
      writer.null("foundation")
    }
    writer.object("streamjson") { write(result.streamJSON, result.streamJSONAllocations, to: &$0) }
    writer.member("model_allocations", result.modelAllocations)
    writer.member("foundation_peak_bytes", result.peaks?.foundation)
    writer.member("streamjson_peak_bytes", result.peaks?.streamJSON)
    writer.member("ratio", result.ratio)
    writer.member("ratio_spread", result.ratios?.spread)
  }

  private static func write(_ timing: Samples, _ allocations: Int?, to writer: inout JSONWriter) {
    writer.member("median_ns", timing.median)
    writer.member("min_ns", timing.minimum)
    writer.member("spread", timing.spread)
    writer.member("allocations", allocations)
  }
}
