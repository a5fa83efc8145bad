import Foundation
import StreamJSON

/// What it costs to depend on the library, as `Benchmarks/costs --record` wrote it.
struct Costs: Decodable {
  /// The machine and the commit.
  let machine: String
  let programs: [Program]
  let builds: [Build]

  /// A release build of a program that decodes one model.
  struct Program: Decodable {
    let decoder: String
    let foundation: String
    let linking: String
    let bytes: Int

    /// The size in millions of bytes.
    var megabytes: String { (Double(bytes) / 1e6).fixed(1) }
  }

  /// What the library adds to a clean build of such a program.
  struct Build: Decodable {
    let configuration: String
    /// Seconds of processor time.
    let seconds: Double
  }

  /// Reads the costs in `file`.
  ///
  /// - Throws: `BenchFailure`, which names the file.
  init(file: String) throws(BenchFailure) {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      self = try StreamJSONDecoder().decode(Costs.self, from: data)
    } catch {
      throw BenchFailure("cannot read \(file)")
    }
  }

  /// The commit that was measured.
  var commit: String? { RecordedRun.commit(in: machine) }

  /// A program a row.
  var table: String {
    let rows = programs.map {
      "| \($0.decoder) | \($0.foundation) | \($0.linking) | \($0.megabytes) |"
    }
    return (["| Decoder | Linked with | How | MB |", "| --- | --- | --- | ---: |"] + rows)
      .joined(separator: "\n")
  }

  /// The processor time that the library adds to a clean build, in seconds.
  func seconds(_ configuration: String) -> String {
    builds.first { $0.configuration == configuration }?.seconds.fixed(0) ?? "?"
  }

  /// How much larger the library makes a dynamically linked program, in millions of bytes.
  var addedMegabytes: String {
    let sizes = programs.filter { $0.linking == "dynamic" }.map(\.bytes)
    return sizes.count == 2 ? (Double(sizes[1] - sizes[0]) / 1e6).fixed(1) : "?"
  }

  /// The size of a program without the library, and with it, in millions of bytes.
  func megabytes(_ foundation: String, _ linking: String) -> (without: String, with: String) {
    let sizes = ["JSONDecoder", "StreamJSONDecoder"].map { decoder in
      programs.first {
        $0.decoder == decoder && $0.foundation == foundation && $0.linking == linking
      }?.megabytes ?? "?"
    }
    return (sizes[0], sizes[1])
  }
}
