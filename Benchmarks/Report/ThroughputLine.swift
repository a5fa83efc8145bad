import Foundation
import StreamJSON

/// A line on the terminal that says how far a file has been read, how fast, and how long the rest will
/// take; nothing if there is no terminal.
struct ThroughputLine {
  private let start = ContinuousClock.now
  private var shown = ContinuousClock.now
  private let isVisible = isatty(STDERR_FILENO) != 0

  /// Shows the line, at most ten times in a second.
  mutating func show(_ progress: JSONProgress) {
    let now = ContinuousClock.now
    guard isVisible, now - shown > .milliseconds(100) else { return }
    shown = now
    write(Self.text(for: progress, after: (now - start) / .seconds(1)))
  }

  /// Removes the line.
  func clear() {
    if isVisible { write("") }
  }

  /// What the line says after so many seconds.
  static func text(for progress: JSONProgress, after seconds: Double) -> String {
    let speed = Double(progress.byteOffset) / max(seconds, 0.001)
    var parts = ["\(progress.valueCount) values", "\((speed / 1e6).fixed(0)) MB/s"]
    if let fraction = progress.fraction, let byteCount = progress.byteCount {
      let left = Double(byteCount - progress.byteOffset) / max(speed, 1)
      parts.insert("\((fraction * 100).fixed(0))%", at: 0)
      parts.append("\(left.fixed(0)) s left")
    }
    return parts.joined(separator: ", ")
  }

  /// Replaces the line, which the terminal erases from its beginning.
  private func write(_ text: String) {
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
  }
}
