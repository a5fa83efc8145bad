import StreamJSONCore

/// Bytes that a source hands out one by one, up to the next that can complete a value.
///
/// A step of the engine, and a call through the witnesses of a generic source, take several times as long as
/// all else that happens to a byte. So the loop over the source is inlined into the program, where the type of
/// the source is known, and the engine is asked once for all bytes that cannot matter to it by themselves. No
/// value waits for a byte after its last one.
@usableFromInline
@safe
struct CollectedBytes {
  // SAFETY: in the buffer that made this, which changes nothing until it takes the bytes; `add` compares the
  // count with the room.
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  @usableFromInline let room: Int
  @usableFromInline var count = 0

  /// A bit for each byte that can complete a value, as `AwaitedBytes` has it.
  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64

  /// - Precondition: There is room for `room` bytes at `base`.
  @unsafe
  init(_ base: UnsafeMutablePointer<UInt8>, room: Int, awaiting bytes: AwaitedBytes) {
    unsafe self.base = base
    self.room = room
    (low, high) = (bytes.low, bytes.high)
  }

  /// Adds a byte.
  ///
  /// - Returns: Whether the engine is to look at the bytes now.
  @inlinable
  @inline(__always)
  mutating func add(_ byte: UInt8) -> Bool {
    guard count < room else { return true }
    // SAFETY: compared on the line above.
    unsafe base[count] = byte
    count &+= 1
    guard count < room else { return true }
    let mask = byte < 64 ? low : high
    return mask &>> UInt64(truncatingIfNeeded: byte < 128 ? byte & 63 : 63) & 1 != 0
  }
}

extension PullBuffer {
  /// How many bytes are collected at the most.
  private static var collectedByteCount: Int { 4096 }

  /// Begins to collect bytes; the buffer is in use until `take` has taken them.
  @usableFromInline
  func beginToCollect() -> CollectedBytes {
    collectedBytes(atMost: Self.collectedByteCount)
  }
}
