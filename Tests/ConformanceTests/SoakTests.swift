import StreamJSONFuzzTargets
import StreamJSONTestSupport
import Testing

/// Processes do not grow; `fuzz --soak` runs longer.
struct SoakTests {
  /// The topics, except those that take long in a debug build; their targets run in `FuzzTests`.
  private static let names = SoakTopic.all.map(\.name).filter {
    !["misbehavior", "threads", "files"].contains($0)
  }

  /// In their own process, because all memory of a process is measured, one after the other, because
  /// Swift 6.2 passes no arguments to such processes.
  @Test func `memory stays as it is`() async {
    await #expect(processExitsWith: .success) {
      guard ResidentMemory.byteCount != nil else { return }
      for topic in SoakTopic.all where Self.names.contains(topic.name) {
        let round = topic.begin()
        let count = 1500 * TestScale.factor / TestScale.stride(inDebug: 6)
        for number in 0..<count { round(number) }
        let before = ResidentMemory.byteCount ?? 0
        for number in count..<(2 * count) { round(number) }
        let growth = (ResidentMemory.byteCount ?? 0) - before
        precondition(growth < 1_000_000, "\(topic.name): \(growth) bytes more")
      }
    }
  }
}
