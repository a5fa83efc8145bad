import FuzzTargets
import TestSupport
import Testing

/// Processes do not grow; `fuzz --soak` looks for longer.
struct SoakTests {
  /// The topics without those that take long in a debug build; their targets run in `FuzzTests`.
  private static let names = SoakTopic.all.map(\.name).filter {
    !["misbehaviour", "threads", "files"].contains($0)
  }

  /// In a process of its own each: what is looked at is all the memory of a process.
  ///
  /// AddressSanitizer keeps freed memory for a while, and that is what would be seen.
  @Test(arguments: names)
  func `memory stays as it is`(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      guard let topic = SoakTopic.all.first(where: { $0.name == name }) else { return }
      let round = topic.begin()
      let count = 600 * TestScale.factor
      for number in 0..<count { round(number) }
      guard let before = ResidentMemory.byteCount else { return }
      for number in count..<(4 * count) { round(number) }
      let growth = (ResidentMemory.byteCount ?? 0) - before
      precondition(growth < 1_000_000, "\(name): \(growth) bytes more")
    }
  }
}
