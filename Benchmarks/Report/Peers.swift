import Foundation
import StreamJSON

/// The results of other libraries, measured with programs that are not in this repository.
struct Peers: Decodable {
  let machine: String
  let date: String
  let libraries: [Library]
  let documents: [Document]

  struct Library: Decodable {
    let name: String
    let version: String
    let note: String
  }

  struct Document: Decodable {
    let name: String
    /// How many times as fast as JSONDecoder each library is.
    let ratios: [Double]
  }

  /// Reads the figures in `file`.
  ///
  /// - Throws: `BenchFailure`, which names the file.
  init(file: String) throws(BenchFailure) {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      self = try StreamJSONDecoder().decode(Peers.self, from: data)
    } catch {
      throw BenchFailure("cannot read \(file)")
    }
    guard documents.allSatisfy({ $0.ratios.count == libraries.count }) else {
      throw BenchFailure("\(file) lacks ratios")
    }
  }

  /// The geometric mean of each library over `documents`.
  private func means(of documents: [Document]) -> [Double] {
    libraries.indices.map { library in
      let logarithms = documents.map { log($0.ratios[library]) }
      return exp(logarithms.reduce(0, +) / Double(documents.count))
    }
  }

  private var source: String { "\(machine), \(date)" }

  /// The means of JSONDecoder, of StreamJSON in `run`, and of the other libraries, the slowest first.
  ///
  /// They are those of the documents that all of them decoded. StreamJSON's figures of the day on which the others were
  /// measured are in the table.
  func chart(with run: RecordedRun) -> BarChart {
    let suites = [("plain models", "decode"), ("memberwise models", "memberwise")]
    let common = documents.filter { document in
      suites.allSatisfy { run.cases(of: $0.1, named: [document.name]).count == 1 }
    }
    let names = common.map(\.name)
    let ours = suites.compactMap { models, suite in
      run.cases(of: suite, named: names).geometricMean.map {
        (name: "StreamJSON (\(models))", mean: $0, isOurs: true)
      }
    }
    let others = zip(libraries, means(of: common)).filter { $0.0.name != "StreamJSON" }.map {
      (name: "\($0.name) (\($0.note))", mean: $1, isOurs: false)
    }
    let bars = [("JSONDecoder", 1, false)] + (ours + others).sorted { $0.mean < $1.mean }
    return BarChart(
      title: "Into structs: the geometric mean of \(names.count) documents",
      rows: bars.map { .bar(name: $0.name, ratio: $0.mean, isStrong: $0.isOurs) },
      sources: [
        "Documents: \(names.joined(separator: ", "))", "StreamJSON: \(run.machine)",
        "The others: \(source)",
      ]
    )
  }

  /// All figures, a document a row.
  var table: String {
    let names = libraries.map { "\($0.name) \($0.version), \($0.note)" }
    let rows =
      documents.map { ($0.name, $0.ratios) } + [("**geometric mean**", means(of: documents))]
    return """
      | Document | \(names.joined(separator: " | ")) |
      | --- \(String(repeating: "| ---: ", count: names.count))|
      \(rows.map { name, ratios in
        "| \(name) | \(ratios.map { $0.fixed(1) }.joined(separator: " | ")) |"
      }.joined(separator: "\n"))

      \(source).
      """
  }
}
