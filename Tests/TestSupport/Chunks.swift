/// One way to cut a byte stream into chunks.
///
/// The chunks are slices that do not start at index 0, so that code which takes a chunk for an
/// array fails here.
package struct Chunking: Sendable, CustomStringConvertible {
  /// How the stream was cut, to name the failing case.
  package let name: String

  /// Where the bytes were cut, in bytes from the start.
  package let cuts: [Int]

  /// The chunks; joined, they are the bytes that were cut.
  package let chunks: [ArraySlice<UInt8>]

  package var description: String { name }

  /// Cuts `bytes` at each of the offsets, in bytes from the start, in ascending order.
  ///
  /// An offset that occurs twice leaves an empty chunk in between.
  package init(_ bytes: [UInt8], cutAt offsets: [Int], name: String) {
    // An extra byte at the start keeps the first slice from starting at index 0.
    let padded = [0xEE] + bytes
    var chunks: [ArraySlice<UInt8>] = []
    var start = 0
    for end in offsets + [bytes.count] {
      chunks.append(padded[(start + 1)..<(end + 1)])
      start = end
    }
    self.name = name
    cuts = offsets
    self.chunks = chunks
  }
}

/// Ways to cut bytes into chunks.
package enum Chunks {
  /// All bytes in one chunk.
  package static func whole(_ bytes: [UInt8]) -> Chunking {
    Chunking(bytes, cutAt: [], name: "whole")
  }

  /// Every cut into two chunks, including those with an empty first or last chunk.
  package static func everySplit(of bytes: [UInt8]) -> [Chunking] {
    (0...bytes.count).map { Chunking(bytes, cutAt: [$0], name: "split at \($0)") }
  }

  /// One byte in each chunk.
  package static func singleBytes(of bytes: [UInt8]) -> Chunking {
    Chunking(bytes, cutAt: Array(1..<max(1, bytes.count)), name: "one byte at a time")
  }

  /// Chunks of `size` bytes; the last one may be shorter.
  package static func pieces(of bytes: [UInt8], size: Int) -> Chunking {
    let cuts = stride(from: size, to: bytes.count, by: size)
    return Chunking(bytes, cutAt: Array(cuts), name: "\(size) bytes at a time")
  }

  /// Chunks of random sizes up to `largest` bytes; the same seed gives the same chunks.
  ///
  /// `emptyRate` says how often, from 0 to less than 1, an empty chunk follows a cut.
  package static func random(
    _ bytes: [UInt8],
    seed: UInt64,
    largest: Int = 16,
    emptyRate: Double = 0
  ) -> Chunking {
    var generator = SeededGenerator(seed: seed)
    var cuts: [Int] = []
    if emptyRate > 0 { cuts.append(0) }
    var offset = Int.random(in: 1...largest, using: &generator)
    while offset < bytes.count {
      cuts.append(offset)
      while generator.chance(emptyRate) { cuts.append(offset) }
      offset += Int.random(in: 1...largest, using: &generator)
    }
    if emptyRate > 0 { cuts.append(bytes.count) }
    let empties = emptyRate > 0 ? " with empty chunks" : ""
    return Chunking(bytes, cutAt: cuts, name: "random, seed \(seed), to \(largest)\(empties)")
  }

  /// An assortment for every test: whole, single bytes, small pieces, and random cuts.
  ///
  /// `everySplit` adds every cut into two, whose cost is quadratic in the number of bytes.
  package static func assortment(
    of bytes: [UInt8],
    seed: UInt64,
    everySplit: Bool = false
  ) -> [Chunking] {
    var all = [whole(bytes), singleBytes(of: bytes)]
    all += [2, 3, 7, 64].map { pieces(of: bytes, size: $0) }
    for round in 0..<UInt64(2 * TestScale.factor) {
      all.append(random(bytes, seed: seed &+ round))
      all.append(random(bytes, seed: seed &+ round, largest: 5, emptyRate: 0.3))
    }
    if everySplit { all += Self.everySplit(of: bytes) }
    return all
  }
}
