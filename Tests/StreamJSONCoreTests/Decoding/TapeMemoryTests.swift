import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// How large a tape is compared with its text.
struct TapeMemoryTests {
  /// Pairs of coordinates: the densest of ordinary texts, at 20 bytes per number.
  private static let coordinates: String = {
    var random = SeededGenerator(seed: 7)
    let pairs = (0..<20_000).map { _ in
      "[\(Double.random(in: -180...180, using: &random)),"
        + "\(Double.random(in: -90...90, using: &random))]"
    }
    return "[" + pairs.joined(separator: ",") + "]"
  }()

  @Test func `the tape of coordinates takes less memory than their text`() throws {
    let decoder = CoreDecoder()
    _ = try decoder.decode([[Double]].self, from: Self.coordinates)
    let report = decoder.report
    #expect(report.tapeWordCount > 80_000)
    #expect(report.tapeByteCount < Self.coordinates.utf8.count)
    #expect(report.tapeByteCount < report.tapeWordCount * MemoryLayout<UInt64>.size * 5 / 4)
  }
}
