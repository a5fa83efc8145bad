import Foundation

/// Prints the results as a table, each line as soon as its case is finished.
struct TextReport {
  /// The width of the first column.
  private let nameWidth: Int

  /// False for a suite that has nothing but its notes.
  private let hasTable: Bool

  init(cases: [BenchCase]) {
    hasTable = !cases.isEmpty
    nameWidth = cases.map { $0.suite.count + 1 + $0.name.count }.max() ?? 0
  }

  func begin(machine: String, sampleCount: Int) {
    print(machine)
    guard hasTable else { return print() }
    print(
      """
      \(sampleCount) samples of each, in turns; MB/s at the median, ± half the interquartile range;
      ratio of the medians; heap allocations per decode, and the heap blocks of the model itself;
      the most heap in use beyond the model, in bytes per byte of the text.

      """
    )
    line(
      "case",
      "bytes",
      ["JSONDecoder MB/s", "StreamJSON MB/s"],
      "ratio",
      ["JSONDecoder", "StreamJSON", "model"],
      ["JSONDecoder", "StreamJSON"]
    )
  }

  func add(_ result: CaseResult) {
    let speeds = [result.foundation, result.streamJSON].map {
      $0.map { speed($0, result.byteCount) } ?? "-"
    }
    line(
      "\(result.suite)/\(result.name)",
      result.byteCount.grouped,
      speeds,
      result.ratio?.fixed(2) ?? "-",
      [
        result.foundation == nil ? "-" : result.foundationAllocations?.grouped ?? "n/a",
        result.streamJSONAllocations?.grouped ?? "n/a",
        result.modelAllocations?.grouped ?? "-",
      ],
      [result.peaks?.foundation, result.peaks?.streamJSON].map { peak in
        peak.map { (Double($0) / Double(result.byteCount)).fixed(2) } ?? "-"
      }
    )
  }

  /// Prints a line about a suite as a whole.
  func note(_ text: String) {
    print(text)
    fflush(nil)
  }

  /// Prints the geometric means, with the one that counts last.
  func end(_ results: [CaseResult]) {
    print()
    for suite in results.suites {
      let members = results.filter { $0.suite == suite && $0.ratio != nil }
        .sorted { $0.ratio ?? 0 < $1.ratio ?? 0 }
      guard let mean = members.geometricMean, let least = members.first, let most = members.last
      else { continue }
      let range = [least, most].map { "\($0.ratio?.fixed(2) ?? "") (\($0.name))" }
      print("\(suite): geometric mean of the ratios \(mean.fixed(2)), ", terminator: "")
      print("from \(range.joined(separator: " to "))")
    }
    guard let mean = results.headlineMean else { return }
    print("Geometric mean of the ratios: \(mean.fixed(2))")
  }

  private func line(
    _ name: String,
    _ bytes: String,
    _ speeds: [String],
    _ ratio: String,
    _ allocations: [String],
    _ peaks: [String]
  ) {
    let cells = [
      bytes.leftPadded(to: 10), speeds[0].leftPadded(to: 17), speeds[1].leftPadded(to: 17),
      ratio.leftPadded(to: 6), allocations[0].leftPadded(to: 12),
      allocations[1].leftPadded(to: 11), allocations[2].leftPadded(to: 8),
      peaks[0].leftPadded(to: 12), peaks[1].leftPadded(to: 11),
    ]
    print(
      name.padding(toLength: nameWidth, withPad: " ", startingAt: 0) + cells.joined(separator: " ")
    )
    // A run takes a while, and a reader at the end of a pipe should see the lines as they come.
    fflush(nil)
  }

  private func speed(_ timing: Timing, _ byteCount: Int) -> String {
    let spread = "±" + (timing.spread * 100).fixed(1) + "%"
    return timing.megabytesPerSecond(byteCount).fixed(1) + spread.leftPadded(to: 8)
  }
}

extension Double {
  /// The number with exactly `digits` digits after the point.
  func fixed(_ digits: Int) -> String {
    String(format: "%.\(digits)f", self)
  }
}

extension Int {
  /// The number with commas between groups of three digits.
  fileprivate var grouped: String {
    let digits = String(self)
    var text = ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0, (digits.count - offset).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
