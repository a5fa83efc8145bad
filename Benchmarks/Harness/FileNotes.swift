import Foundation
import StreamJSON

/// What the suite `files` measures: a large file of lines, decoded by one core and by several.
enum FileNotes {
  /// The measurements, one line each, printed as they come.
  static func lines(_ options: Options, _ print: (String) -> Void) throws {
    let byteCount = options.gigabyteCount * 1_000_000_000
    // A larger file takes minutes.
    let sampleCount = options.gigabyteCount > 1 ? 1 : min(3, options.sampleCount)
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("StreamJSON-\(ProcessInfo.processInfo.processIdentifier).ndjson")
    defer { try? FileManager.default.removeItem(at: url) }
    let lineCount = try writeLines(ofAbout: byteCount, to: url)
    print("\(options.gigabyteCount) GB of log lines, best of \(sampleCount) processes for each:")
    print("                     GB/s  speedup  GB/s of processor time   peak memory")
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let forms: [(String, FileSample.Form)] =
      [("one at a time", .singly)]
      + powers(upTo: cores).map { ($0 == 1 ? "1 task" : "\($0) tasks", .batches($0)) }
    var samples: [[[Double]]] = forms.map { _ in [] }
    for _ in 0..<sampleCount {
      for (position, form) in forms.enumerated() {
        let sample = try take(FileSample(form: form.1, path: url.path))
        guard sample[0] == Double(lineCount) else {
          throw BenchFailure("\(sample[0]) lines of \(lineCount)")
        }
        samples[position].append(sample)
      }
    }
    let single = samples[0].map { $0[1] }.min() ?? 0
    for (position, form) in forms.enumerated() {
      let seconds = samples[position].map { $0[1] }.min() ?? 0
      let processor = samples[position].map { $0[2] }.min() ?? 0
      let memory = samples[position].map { $0[3] }.max() ?? 0
      let columns = [
        (Double(byteCount) / seconds / 1e9).fixed(3), (single / seconds).fixed(2),
        (Double(byteCount) / processor / 1e9).fixed(3), "\((memory / 1e6).fixed(1)) MB",
      ]
      let name = form.0 + String(repeating: " ", count: 19 - form.0.count)
      let gap = String(repeating: " ", count: 20)
      print("  \(name)\(columns[0])    \(columns[1])   \(columns[2])\(gap)\(columns[3])")
    }
  }

  private static func powers(upTo count: Int) -> [Int] {
    var powers = [1]
    while let last = powers.last, last * 2 < count { powers.append(last * 2) }
    return count > 1 ? powers + [count] : powers
  }

  /// Runs this program again, only to take the sample.
  private static func take(_ sample: FileSample) throws -> [Double] {
    let output = try OwnProcess.output(["--file-sample", sample.name])
    let numbers = output.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 4 else { throw BenchFailure("a sample printed '\(output)'") }
    return numbers
  }

  /// Writes the lines of the document of log lines, again and again.
  ///
  /// - Returns: The number of lines.
  private static func writeLines(ofAbout byteCount: Int, to url: URL) throws -> Int {
    let text = try Document.logLines.bytes()
    let lines = text.dropFirst().dropLast().split(separator: UInt8(ascii: "}")).map { line in
      line.drop { $0 == UInt8(ascii: ",") } + [UInt8(ascii: "}"), 0x0A]
    }
    let all = Data(lines.joined())
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw BenchFailure("cannot write \(url.path)")
    }
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    var (lineCount, written) = (0, 0)
    while written + all.count <= byteCount {
      try file.write(contentsOf: all)
      written += all.count
      lineCount += lines.count
    }
    for line in lines where written < byteCount {
      try file.write(contentsOf: Data(line))
      written += line.count
      lineCount += 1
    }
    return lineCount
  }
}
