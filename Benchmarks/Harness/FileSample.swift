import Foundation
import StreamJSON

/// What a process of the suite `files` does: it decodes a file of log lines.
struct FileSample: Equatable {
  /// How the file is read.
  enum Form: Equatable {
    /// One value at a time.
    case singly
    /// In batches that so many tasks decode.
    case batches(Int)
  }

  let form: Form
  let path: String

  /// Names the sample on the command line.
  var name: String {
    switch form {
    case .singly: "singly:\(path)"
    case .batches(let concurrency): "\(concurrency):\(path)"
    }
  }

  init(form: Form, path: String) {
    self.form = form
    self.path = path
  }

  init?(name: String) {
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    path = parts[1]
    if parts[0] == "singly" {
      form = .singly
    } else {
      guard let concurrency = Int(parts[0]), concurrency > 0 else { return nil }
      form = .batches(concurrency)
    }
  }

  /// Decodes the file in this process, with a line that shows how far it is.
  ///
  /// - Returns: The number of lines, the seconds that passed, the seconds of processor time, and the
  ///   peak memory of the process in bytes.
  func take() async throws -> [Double] {
    let url = URL(fileURLWithPath: path)
    let decoder = StreamJSONDecoder()
    var line = ThroughputLine()
    let (clock, start) = (ProcessClock.nanoseconds, ContinuousClock.now)
    var (count, total) = (0, 0)
    switch form {
    case .singly:
      let values = decoder.valueIterator(of: LogLine.self, inFileAt: url, framing: .lines)
      while let value = try values.next() {
        count += 1
        total &+= value.bytes
        if count.isMultiple(of: 4096) { line.show(values.progress) }
      }
    case .batches(let concurrency):
      let batches = decoder.batches(
        of: LogLine.self,
        inFileAt: url,
        framing: .lines,
        concurrency: concurrency
      )
      for try await values in batches {
        count += values.count
        for value in values { total &+= value.bytes }
        line.show(batches.progress)
      }
    }
    blackHole(total)
    line.clear()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let processor = (ProcessClock.nanoseconds - clock) / 1e9
    return [Double(count), seconds, processor, Double(Machine.peakMemory)]
  }
}
