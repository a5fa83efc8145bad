/// The significant digits of a valid number, one at a time, for rarely taken paths.
///
/// Skips leading zeros and the point.
struct SignificantDigits: Sequence, IteratorProtocol {
  private let text: JSONText
  private var end: Int
  private var cursor: Int

  /// The offset of the point if it is still ahead, else `end`.
  private let pointOffset: Int

  /// Reads the digits of `text` from offset `start` up to `end`.
  ///
  /// - Precondition: Those bytes are digits, with at most one point among them.
  /// - Complexity: O(`end - start`).
  init(_ text: JSONText, from start: Int, to end: Int) {
    self.text = text
    self.end = end
    var point = start
    while point < end, text[point] != 0x2e { point &+= 1 }
    pointOffset = point
    cursor = start
    while cursor < end, text[cursor] == 0x30 || cursor == pointOffset { cursor &+= 1 }
  }

  /// The value of the next digit, 0 through 9, or nil after the last one.
  @inline(__always)
  mutating func next() -> UInt8? {
    if cursor == pointOffset { cursor &+= 1 }
    guard cursor < end else { return nil }
    defer { cursor &+= 1 }
    return text[cursor] &- 0x30
  }

  /// Leaves out the zeros after the last other digit.
  ///
  /// - Precondition: A digit that is not zero has not been read.
  /// - Returns: How many there were.
  mutating func dropLastZeros() -> Int {
    var zeroCount = 0
    while text[end &- 1] == 0x30 || text[end &- 1] == 0x2e {
      end &-= 1
      if text[end] == 0x30 { zeroCount &+= 1 }
    }
    return zeroCount
  }

  /// The digits not yet read, at most `maximumCount`, as characters.
  func spelling(upTo maximumCount: Int = .max) -> String {
    String(decoding: prefix(maximumCount).map { UInt8(ascii: "0") &+ $0 }, as: UTF8.self)
  }

  /// The number of digits not yet read.
  var remainingCount: Int {
    end - Swift.min(cursor, end) - (cursor <= pointOffset && pointOffset < end ? 1 : 0)
  }
}
