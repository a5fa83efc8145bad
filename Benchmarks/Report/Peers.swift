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

    var isOurs: Bool { name == "StreamJSON" }
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

  /// The documents that are files that anybody can get; the others are generated.
  private var publicDocuments: [Document] { documents.filter { $0.name.hasSuffix(".json") } }

  var publicCount: Int { publicDocuments.count }

  /// The geometric mean of each library for the public documents; StreamJSON's, for plain and for memberwise models,
  /// come first.
  var means: [Double] {
    libraries.indices.map { library in
      let logarithms = publicDocuments.map { log($0.ratios[library]) }
      return exp(logarithms.reduce(0, +) / Double(logarithms.count))
    }
  }

  private var source: String { "\(machine), \(date)" }

  /// The commits of StreamJSON that were measured beside the others.
  var commits: [String] { libraries.filter(\.isOurs).map(\.version) }

  /// The means, JSONDecoder's among them, the slowest first.
  var chart: BarChart {
    let bars = zip(libraries, means).map { library, mean in
      (name: "\(library.name) (\(library.note))", mean: mean, isOurs: library.isOurs)
    }
    let rows = [("JSONDecoder", 1, false)] + bars.sorted { $0.mean < $1.mean }
    return BarChart(
      title: "Into structs: the geometric mean of \(publicCount) public documents",
      rows: rows.map { .bar(name: $0.name, ratio: $0.mean, isStrong: $0.isOurs) },
      source: "\(source), StreamJSON at commit \(Set(commits).sorted().joined(separator: ", "))"
    )
  }

  /// What the chart shows.
  var caption: String {
    """
    Geometric means of \(publicCount) public documents, decoded into structs in release builds
    (\(source)).
    """
  }

  /// All figures, a document a row.
  var table: String {
    let names = libraries.map { "\($0.name) \($0.version), \($0.note)" }
    let rows =
      documents.map { ($0.name, $0.ratios) } + [("**geometric mean of the public files**", means)]
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
