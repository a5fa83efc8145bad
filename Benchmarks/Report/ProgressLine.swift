import Foundation

/// A line on the terminal that says which case is running; nothing if there is no terminal.
struct ProgressLine {
  private let caseCount: Int
  private var startedCount = 0
  private let isVisible = isatty(STDERR_FILENO) != 0

  init(caseCount: Int) {
    self.caseCount = caseCount
  }

  /// Says that `benchCase` runs, as long as `body` does.
  mutating func showing<Result>(
    _ benchCase: BenchCase,
    _ body: () throws -> Result
  ) rethrows -> Result {
    startedCount += 1
    write("\(startedCount) of \(caseCount): \(benchCase.suite)/\(benchCase.name)")
    defer { write("") }
    return try body()
  }

  /// Replaces the line, which the terminal erases from its beginning.
  private func write(_ text: String) {
    guard isVisible else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
  }
}
