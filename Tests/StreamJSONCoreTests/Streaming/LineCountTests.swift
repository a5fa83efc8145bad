import StreamJSONCore
import StreamJSONTestSupport
import Testing

/// Lines and columns counted in blocks, compared with a count byte by byte.
@Suite struct LineCountTests {
  private struct Reference {
    var line = 0
    var column = 0
    var isAfterReturn = false

    mutating func advance(_ byte: UInt8) {
      if byte == 0x0A || byte == 0x0D {
        if byte == 0x0D || !isAfterReturn { line += 1 }
        column = 0
      } else {
        column += 1
      }
      isAfterReturn = byte == 0x0D
    }
  }

  private func advance(_ position: inout StreamPosition, _ bytes: ArraySlice<UInt8>) {
    let buffer = GuardedBuffer(bytes)
    withExtendedLifetime(buffer) {
      // SAFETY: the buffer is alive.
      position.advance(over: unsafe JSONText(buffer.bytes), from: 0, to: bytes.count)
    }
  }

  @Test func `random line ends, cut at random`() {
    var generator = SeededGenerator(seed: 1)
    for round in 0..<60 {
      // From texts of nothing but line ends to texts with hardly any.
      let rate = [1, 0.5, 0.1, 0.01, 0.001][round % 5]
      let bytes = (0..<700).map { _ in
        generator.chance(rate) ? generator.pick([0x0A, 0x0D] as [UInt8]) : 0x20
      }
      var reference = Reference()
      for byte in bytes { reference.advance(byte) }
      for chunking in Chunks.assortment(of: bytes, seed: UInt64(round)) {
        var position = StreamPosition()
        for chunk in chunking.chunks { advance(&position, chunk) }
        #expect(position.offset == bytes.count)
        #expect(position.line == reference.line, "\(chunking)")
        #expect(position.column == reference.column, "\(chunking)")
      }
    }
  }
}
