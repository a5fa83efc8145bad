import StreamJSONFuzzTargets
import StreamJSONTestSupport
import Testing

/// Processes do not grow; `fuzz --soak` runs longer.
struct SoakTests {
  /// The topics, except those that take long in a debug build; their targets run in `FuzzTests`.
  private static let names = SoakTopic.all.map(\.name).filter {
    !["misbehaviour", "threads", "files"].contains($0)
  }

  /// Each in its own process, because all memory of a process is measured.
  @Test(arguments: names)
  func `memory stays as it is`(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      guard let topic = SoakTopic.all.first(where: { $0.name == name }) else { return }
      guard ResidentMemory.byteCount != nil else { return }
      let round = topic.begin()
      let count = 1500 * TestScale.factor
      for number in 0..<count { round(number) }
      let before = ResidentMemory.byteCount ?? 0
      for number in count..<(2 * count) { round(number) }
      let growth = (ResidentMemory.byteCount ?? 0) - before
      precondition(growth < 1_000_000, "\(name): \(growth) bytes more")
    }
  }
}
