/// Ratios as a bar chart: a self-contained SVG file.
struct BarChart {
  let title: String
  let rows: [Row]
  /// The line below the chart: the machine and the commit.
  let source: String

  /// The contents of one row.
  enum Row {
    case heading(String)
    case bar(name: String, ratio: Double, isStrong: Bool)
  }

  private let labelWidth = 210.0
  private let plotWidth = 520.0
  private let rowHeight = 22.0
  private let top = 64.0

  /// The text of the SVG file.
  var text: String {
    let height = top + Double(rows.count) * rowHeight + 44
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 \(height.fixed(0))" width="800" \
      height="\(height.fixed(0))" font-family="Helvetica, Arial, sans-serif" font-size="12">
      """,
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
      label(
        title,
        x: 16,
        y: 26,
        "font-size=\"17\" font-weight=\"bold\""
      ),
      label("times as fast as JSONDecoder; longer is better", x: 16, y: 45, "fill=\"#57606a\""),
    ]
    lines += gridLines(rowCount: rows.count)
    for (row, content) in rows.enumerated() {
      lines += draw(content, y: top + Double(row) * rowHeight)
    }
    lines.append(label(source, x: 16, y: height - 14, "fill=\"#57606a\" font-size=\"10\""))
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The ratio at the right edge: a multiple of the distance between the grid lines.
  private var maximum: Double { max(2, (largest / step).rounded(.up) * step) }

  private var largest: Double {
    rows.compactMap { if case .bar(_, let ratio, _) = $0 { ratio } else { nil } }.max() ?? 1
  }

  /// The distance between grid lines: at most about ten of them.
  private var step: Double {
    [0.5, 1, 2, 5, 10, 20, 50].first { largest / $0 <= 10 } ?? 100
  }

  private func gridLines(rowCount: Int) -> [String] {
    let bottom = top + Double(rowCount) * rowHeight
    return stride(from: 0, through: maximum, by: step).flatMap { value in
      [
        line(x: x(of: value), from: top, to: bottom, color: "#d8dee4"),
        label(
          value.fixed(step < 1 ? 1 : 0),
          x: x(of: value),
          y: bottom + 15,
          "fill=\"#57606a\" text-anchor=\"middle\""
        ),
      ]
    } + [line(x: x(of: 1), from: top, to: bottom, color: "#57606a")]
  }

  private func draw(_ row: Row, y: Double) -> [String] {
    let baseline = y + rowHeight - 7
    switch row {
    case .heading(let name):
      return [label(name, x: 16, y: baseline, "font-weight=\"bold\"")]
    case .bar(let name, let ratio, let isStrong):
      let weight = isStrong ? "font-weight=\"bold\"" : ""
      let width = (x(of: ratio) - labelWidth).fixed(1)
      return [
        label(name, x: labelWidth - 8, y: baseline, "text-anchor=\"end\" \(weight)"),
        """
        <rect x="\(labelWidth.fixed(0))" y="\((y + 3).fixed(1))" width="\(width)" \
        height="\((rowHeight - 6).fixed(1))" rx="2" fill="\(isStrong ? "#0a3069" : "#2f81f7")"/>
        """,
        label(ratio.fixed(2), x: x(of: ratio) + 6, y: baseline, weight),
      ]
    }
  }

  private func x(of ratio: Double) -> Double {
    labelWidth + ratio / maximum * plotWidth
  }

  private func line(x: Double, from top: Double, to bottom: Double, color: String) -> String {
    let x = x.fixed(1)
    return """
      <line x1="\(x)" x2="\(x)" y1="\(top.fixed(1))" y2="\(bottom.fixed(1))" stroke="\(color)"/>
      """
  }

  private func label(_ text: String, x: Double, y: Double, _ attributes: String) -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return """
      <text x="\(x.fixed(1))" y="\(y.fixed(1))" \(attributes)>\(escaped)</text>
      """
  }
}

extension BarChart {
  /// The chart of the cases of a run, with the mean of each suite.
  init(machine: String, results: [CaseResult]) {
    self.init(
      title: "StreamJSON against JSONDecoder",
      rows: results.suites.flatMap { suite -> [Row] in
        let members = results.filter { $0.suite == suite }
        guard let mean = members.geometricMean else { return [] }
        let bars = members.compactMap { result in
          result.ratio.map { Row.bar(name: result.name, ratio: $0, isStrong: false) }
        }
        return [.heading(suite)] + bars
          + [.bar(name: "geometric mean", ratio: mean, isStrong: true)]
      },
      source: machine
    )
  }
}
