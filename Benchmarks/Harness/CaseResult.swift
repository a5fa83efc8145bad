import Foundation

/// The measurements of one case.
struct CaseResult: Sendable {
  let suite: String
  let name: String

  /// The bytes of JSON text that one iteration reads.
  let byteCount: Int

  /// The iterations in each sample of StreamJSON.
  let iterations: Int

  /// What was compared with, if anything.
  let foundation: Samples?
  let streamJSON: Samples

  /// How many times faster StreamJSON is, by neighboring samples.
  let ratios: Samples?

  /// Heap allocations per iteration; nil where they cannot be counted.
  let foundationAllocations: Int?
  let streamJSONAllocations: Int?

  /// The heap blocks of the finished model; nil if there is no model.
  let modelAllocations: Int?

  /// The memory beyond the model; nil if there is no model.
  let peaks: HeapPeaks?

  /// How many times faster StreamJSON is: the median of the ratios of neighboring samples.
  var ratio: Double? { ratios?.median }
}

extension Sequence<CaseResult> {
  /// The geometric mean of the ratios; nil if there are none.
  var geometricMean: Double? {
    let logarithms = compactMap { $0.ratio.map { log($0) } }
    guard !logarithms.isEmpty else { return nil }
    return exp(logarithms.reduce(0, +) / Double(logarithms.count))
  }
}

extension [CaseResult] {
  /// The suites, in the order in which they were run.
  var suites: [String] {
    var names: [String] = []
    for result in self where !names.contains(result.suite) {
      names.append(result.suite)
    }
    return names
  }

  /// The geometric mean that the bench is judged by: the decode suite's, or that of all cases if no
  /// case of that suite was run.
  var headlineMean: Double? {
    filter { $0.suite == Suites.decode.name }.geometricMean ?? geometricMean
  }
}
