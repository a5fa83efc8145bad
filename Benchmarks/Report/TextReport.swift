import Foundation

/// Prints the results as a table, each line as soon as its case is finished.
struct TextReport {
  /// The width of the first column; longer names have their own lines.
  private let nameWidth: Int

  /// False for a suite that has nothing but its notes.
  private let hasTable: Bool

  /// Whether a line has all columns, and not just what fits a terminal.
  private let isVerbose: Bool

  init(cases: [BenchCase], isVerbose: Bool) {
    hasTable = !cases.isEmpty
    let longest = cases.map { $0.suite.count + 1 + $0.name.count }.max() ?? 0
    // The other columns take 34 of a terminal's 80 characters.
    nameWidth = isVerbose ? longest : min(longest, 46)
    self.isVerbose = isVerbose
  }

  func begin(machine: String, sampleCount: Int) {
    var row = ""
    for part in machine.split(separator: ", ") {
      if row.count + part.count > 76 {
        print(row + ",")
        row = ""
      }
      row += (row.isEmpty ? "" : ", ") + part
    }
    print(row)
    guard hasTable else { return print() }
    print("\(sampleCount) samples of each, in turns; megabytes a second at the median.")
    if isVerbose {
      print(
        """
        ± half the interquartile range; the median of the ratios of neighboring samples; heap allocations per
        decode, and the heap blocks of the model itself; the most heap in use beyond the model, in bytes per
        byte of the text.
        """
      )
    }
    print()
    line("case", [("bytes", 10)], [("JSONDecoder", 12), ("StreamJSON", 12), ("ratio", 7)])
  }

  func add(_ result: CaseResult) {
    let timings = [result.foundation, result.streamJSON]
    let speeds = timings.map { timing in
      timing.map { $0.megabytesPerSecond(result.byteCount).fixed(1) } ?? "-"
    }
    line(
      "\(result.suite)/\(result.name)",
      [(result.byteCount.grouped, 10)],
      [(speeds[0], 12), (speeds[1], 12), (result.ratio?.fixed(2) ?? "-", 7)],
      timings.map { timing in
        (timing.map { "±" + ($0.spread * 100).fixed(1) + "%" } ?? "-", 11)
      }
        + [
          result.foundation == nil ? "-" : result.foundationAllocations?.grouped ?? "n/a",
          result.streamJSONAllocations?.grouped ?? "n/a",
          result.modelAllocations?.grouped ?? "-",
        ].map { ($0, 11) }
        + [result.peaks?.foundation, result.peaks?.streamJSON].map { peak in
          (peak.map { (Double($0) / Double(result.byteCount)).fixed(2) } ?? "-", 11)
        }
    )
  }

  /// Prints a line about a suite as a whole.
  func note(_ text: String) {
    print(text)
    fflush(nil)
  }

  /// Prints how much faster the suites are, in words.
  func end(_ results: [CaseResult]) {
    for suite in results.suites {
      let members = results.filter { $0.suite == suite && $0.ratio != nil }
        .sorted { $0.ratio ?? 0 < $1.ratio ?? 0 }
      guard let mean = members.geometricMean, let least = members.first, let most = members.last
      else { continue }
      let ends = [least, most].map { "\($0.ratio?.fixed(2) ?? "") times (\($0.name))" }
      print(
        """

        \(suite): StreamJSON is \(mean.fixed(2)) times as fast as JSONDecoder
          (geometric mean), from the slowest,
          \(ends[0]),
          to \(ends[1]).
        """
      )
    }
  }

  private typealias Cell = (text: String, width: Int)

  /// Prints a line; without `details` it is the heading.
  private func line(
    _ name: String,
    _ size: [Cell],
    _ speeds: [Cell],
    _ details: [Cell]? = nil
  ) {
    var cells = speeds
    if isVerbose {
      let headings = [
        "JSONDecoder", "StreamJSON", "JSONDecoder", "StreamJSON", "model", "JSONDecoder",
        "StreamJSON",
      ]
      cells = size + speeds + (details ?? headings.map { ($0, 11) })
    }
    let isLong = name.count > nameWidth
    if isLong { print(name) }
    print(
      (isLong ? "" : name).padding(toLength: nameWidth, withPad: " ", startingAt: 0)
        + cells.map { " " + $0.text.leftPadded(to: $0.width) }.joined()
    )
    // A run takes a while, and a reader at the end of a pipe should see the lines as they come.
    fflush(nil)
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
  var grouped: String {
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
