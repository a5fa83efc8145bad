import Foundation
import StreamJSON

/// A run as `bench --json` wrote it.
struct RecordedRun: Decodable {
  /// The machine and the commit.
  let machine: String
  let cases: [Case]
  /// The lines that suites have printed besides their cases.
  let notes: [String: [String]]

  struct Case: Decodable {
    let name: String
    let suite: String
    let bytes: Int
    let foundation: Contender?
    let streamjson: Contender
    let modelAllocations: Int?
    let foundationPeakBytes: Int?
    let streamjsonPeakBytes: Int?
    let ratio: Double?
    let ratioSpread: Double?
  }

  struct Contender: Decodable {
    let medianNs: Double
    let spread: Double
    let allocations: Int?
  }

  /// Reads the run in `file`.
  ///
  /// - Throws: `BenchFailure`, which names the file.
  init(file: String) throws(BenchFailure) {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      let decoder = StreamJSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      self = try decoder.decode(RecordedRun.self, from: data)
    } catch {
      throw BenchFailure("cannot read \(file)")
    }
  }

  /// The cases whose ratios, or times if there are none, have an interquartile range above 5 % of the median:
  /// another program was at work.
  var disturbed: [String] {
    cases.filter { ($0.ratioSpread ?? $0.streamjson.spread) > Samples.largestUndisturbedSpread }
      .map { "\($0.suite)/\($0.name)" }
  }

  /// How many cases may be disturbed.
  static var maximumDisturbedCount: Int { 2 }

  /// The commit that was measured.
  var commit: String? {
    machine.components(separatedBy: "commit ").dropFirst().first
  }

  /// What a chart is drawn from.
  var results: [CaseResult] {
    cases.map { entry in
      CaseResult(
        suite: entry.suite,
        name: entry.name,
        byteCount: entry.bytes,
        iterations: 1,
        foundation: entry.foundation.map { Samples([$0.medianNs]) },
        streamJSON: Samples([entry.streamjson.medianNs]),
        ratios: entry.ratio.map { Samples([$0]) },
        foundationAllocations: entry.foundation?.allocations,
        streamJSONAllocations: entry.streamjson.allocations,
        modelAllocations: entry.modelAllocations,
        peaks: nil
      )
    }
  }
}
