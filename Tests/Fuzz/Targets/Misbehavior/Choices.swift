import StreamJSONTestSupport

/// The bytes that determine a program while it runs: each choice takes one.
///
/// Once they are used up, every choice is the first one, which stops.
struct Choices {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  /// `count` bytes determined by `seed`.
  init(seed: UInt64, count: Int) {
    var random = SeededGenerator(seed: seed)
    self.init((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
  }

  var isOver: Bool { bytes.isEmpty }

  mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

  /// A number below `count`.
  mutating func below(_ count: Int) -> Int { Int(next()) % count }

  /// A seed for choices that must not depend on how many the main program makes.
  mutating func fork() -> UInt64 {
    UInt64(next()) << 8 | UInt64(next())
  }
}
