import Foundation
import StreamJSON

/// A run as `bench --json` wrote it.
struct RecordedRun: Decodable {
  /// The machine and the commit.
  let machine: String
  let cases: [Case]
  /// The lines that suites print in addition to their cases.
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

    /// The largest spread of the times and of the ratios.
    var spread: Double { max(streamjson.spread, foundation?.spread ?? 0, ratioSpread ?? 0) }
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

  /// The cases during which another program was at work: the ratios or the times of a decoder have an interquartile
  /// range above 5 % of the median.
  ///
  /// Notes are among them if they have the mark.
  var disturbed: [String] {
    cases.filter { $0.spread > Samples.largestUndisturbedSpread }.map { "\($0.suite)/\($0.name)" }
      + notes.values.joined().filter { $0.contains(Self.disturbanceMark) }
  }

  /// What notes say of a measurement during which another program was at work.
  static let disturbanceMark = " (disturbed)"

  /// How many cases may be disturbed.
  static var maximumDisturbedCount: Int { 2 }

  /// The commit that was measured.
  var commit: String? { Self.commit(in: machine) }

  /// The commit that the description of a machine names.
  static func commit(in machine: String) -> String? {
    machine.components(separatedBy: "commit ").dropFirst().first
  }

  /// The geometric mean of a suite's ratios, if it was run.
  func mean(of suite: String) -> Double? {
    results.filter { $0.suite == suite }.geometricMean
  }

  /// The rows of a chart.
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
