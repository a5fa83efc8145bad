import StreamJSONTestSupport
import Testing

@testable import StreamJSONCore

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
    let decoder = DocumentDecoder(
      document: Document(),
      options: DecodingOptions(),
      environment: .locked
    )
    var bytes = ByteArena()
    bytes.append(Self.coordinates)
    decoder.document.own(bytes)
    try decoder.scan(decoder.document.text)
    let tape = decoder.document.tape
    #expect(tape.count > 80_000)
    #expect(tape.capacity * MemoryLayout<TapeWord>.size < Self.coordinates.utf8.count)
    #expect(tape.capacity < tape.count * 5 / 4)
  }
}
