/// Maps offsets in a text that was converted to UTF-8 back to the original bytes.
struct SourceMap {
  /// Bytes in a code unit of the original: 2 in UTF-16, 4 in UTF-32.
  let unitByteCount: Int

  /// Bytes of the byte-order mark before the text.
  let markByteCount: Int

  /// The number of code units before every `stride`th byte of the converted text, computed as far
  /// as an offset was needed.
  private(set) var checkpoints = [0]

  /// Bytes between two checkpoints.
  private static let stride = 512

  /// The offset in the original text of the byte at `offset` in `text`, the converted one.
  ///
  /// - Complexity: O(1), after one pass over the text.
  mutating func offset(of offset: Int, in text: JSONText) -> Int {
    let offset = min(offset, text.count)
    while checkpoints.count <= offset / Self.stride {
      let start = (checkpoints.count - 1) * Self.stride
      let unitCount = countUnits(of: text, from: start, to: start + Self.stride)
      checkpoints.append(checkpoints[checkpoints.count - 1] + unitCount)
    }
    let start = offset / Self.stride * Self.stride
    let unitCount =
      checkpoints[offset / Self.stride] + countUnits(of: text, from: start, to: offset)
    return markByteCount + unitCount * unitByteCount
  }

  /// The number of code units that the bytes from `start` up to `end` were converted from.
  private func countUnits(of text: JSONText, from start: Int, to end: Int) -> Int {
    var unitCount = 0
    for position in start..<end {
      // Each character counts at its first byte; one of four bytes is two units of UTF-16.
      guard let byteCount = text[position].utf8SequenceByteCount else { continue }
      unitCount += unitByteCount == 2 && byteCount == 4 ? 2 : 1
    }
    return unitCount
  }
}
