import Testing

@testable import StreamJSONCore

struct ByteArenaTests {
  /// Otherwise the bytes would be copied once more, and be in memory twice, just before they are too many.
  @Test(arguments: [1, 100, 4_096, 65_536, 131_072])
  func `an arena near its bound grows to it at once`(size: Int) {
    let bound = 3 << 20 + 77
    let piece = [UInt8](repeating: 0x61, count: size)
    var arena = ByteArena()
    var capacities: Set<Int> = []
    // SAFETY: the text is used within the closure.
    unsafe piece.withUnsafeBufferPointer { bytes in
      let text = unsafe JSONText(bytes)
      while arena.count + size <= bound {
        arena.reserve(size, doublingTo: bound)
        arena.append(text, from: 0, to: size)
        capacities.insert(arena.capacity)
      }
    }
    #expect(capacities.max() == bound)
    #expect(capacities.filter { $0 < bound }.allSatisfy { $0 <= bound / 3 * 2 + 2 })
    #expect(capacities.count < 24)
  }

  @Test func `an arena without a bound doubles`() {
    var arena = ByteArena()
    for _ in 0..<1_000 {
      arena.reserve(1)
      arena.append(0x61)
    }
    #expect(arena.capacity == 1_024)
    #expect(arena.text.bytes == [UInt8](repeating: 0x61, count: 1_000))
  }
}
