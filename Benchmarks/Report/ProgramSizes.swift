import Foundation
import StreamJSON

/// The sizes of statically linked programs, as `Benchmarks/sizes --record` wrote them.
struct ProgramSizes: Decodable {
  /// The machine and the commit.
  let machine: String
  let programs: [Program]

  struct Program: Decodable {
    let decoder: String
    let foundation: String
    let bytes: Int
  }

  /// Reads the sizes in `file`.
  ///
  /// - Throws: `BenchFailure`, which names the file.
  init(file: String) throws(BenchFailure) {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      self = try StreamJSONDecoder().decode(ProgramSizes.self, from: data)
    } catch {
      throw BenchFailure("cannot read \(file)")
    }
  }

  /// The commit that was measured.
  var commit: String? { RecordedRun.commit(in: machine) }

  /// A program a row.
  var table: String {
    let rows = programs.map { program in
      "| \(program.decoder) | \(program.foundation) | \((Double(program.bytes) / 1e6).fixed(1)) |"
    }
    return (["| Decoder | Linked with | MB |", "| --- | --- | ---: |"] + rows)
      .joined(separator: "\n")
  }
}
