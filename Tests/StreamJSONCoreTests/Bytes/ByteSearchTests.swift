import Testing

@testable import StreamJSONCore

/// The tests on eight and on 32 bytes at once, for each byte at each place, against their definitions.
struct ByteSearchTests {
  private static let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]

  private static func endsRun(_ byte: UInt8, quote: UInt8) -> Bool {
    byte == quote || byte == UInt8(ascii: "\\") || byte < 0x20
  }

  /// A block of `filler` with `byte` at `place`.
  private func block(_ byte: UInt8, at place: Int, filler: UInt8) -> UInt64 {
    (0..<8).reduce(0) { block, position in
      block | UInt64(position == place ? byte : filler) << UInt64(8 * position)
    }
  }

  /// The place of the first mark.
  private func first(_ marks: UInt64) -> Int? {
    marks == 0 ? nil : ByteSearch.firstMarked(marks)
  }

  /// Bytes that end no run, among them those next to the ones that do.
  private static let fillers: [UInt8] = [
    0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0x80, 0xA2, 0xDC, 0xFF,
  ]

  @Test(arguments: fillers)
  func `a block's marks are those of the definition`(filler: UInt8) {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        let block = block(byte, at: place, filler: filler)
        for quote in Self.quotes {
          let marked = first(ByteSearch.stringStops(in: block, quote: quote))
          #expect(marked == (Self.endsRun(byte, quote: quote) ? place : nil), "\(byte) \(place)")
        }
        let ends = byte == UInt8(ascii: "\\") || byte < 0x20
        #expect(first(ByteSearch.escapeStops(in: block)) == (ends ? place : nil))
      }
    }
  }

  @Test(arguments: fillers)
  func `a vector's tests are those of the definition`(filler: UInt8) {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<32 {
        var vectors = [ByteVector(repeating: filler), ByteVector(repeating: filler)]
        vectors[place / 16][place % 16] = byte
        // Whether one of the two has a mark.
        func isMarked(_ marks: (ByteVector) -> ByteVectorMask) -> Bool {
          ByteSearch.hasMark(marks(vectors[0]) .| marks(vectors[1]))
        }
        for quote in Self.quotes {
          #expect(
            isMarked { ByteSearch.stringStops(in: $0, quote: quote) }
              == Self.endsRun(byte, quote: quote),
            "\(byte) \(place)"
          )
        }
        let ends = byte == UInt8(ascii: "\\") || byte < 0x20
        #expect(isMarked(ByteSearch.escapeStops(in:)) == ends)
        #expect(isMarked(ByteSearch.lineEnds(in:)) == (byte == 0x0A || byte == 0x0D))
        #expect(isMarked(ByteSearch.nonASCII(in:)) == (byte | filler >= 0x80))
      }
    }
  }
}
