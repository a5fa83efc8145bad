/// The bytes of a stream that can be looked at.
struct StreamWindow {
  let text: JSONText

  /// The first byte that is still needed.
  var cursor: Int

  /// Whether the stream ends with the window.
  let isFinal: Bool

  /// Whether all bytes are taken.
  @inline(__always)
  var isAtEnd: Bool { cursor >= text.count }

  /// The byte at the cursor.
  ///
  /// - Precondition: not `isAtEnd`.
  @inline(__always)
  var byte: UInt8 { text[cursor] }

  /// The bytes from the cursor up to `end`.
  @inline(__always)
  func rest(to end: Int) -> JSONText { text.part(from: cursor, to: end) }

  /// The bytes from the cursor on.
  @inline(__always)
  var rest: JSONText { rest(to: text.count) }

  /// Moves the cursor over what is whitespace in every framing.
  @inline(__always)
  mutating func skipBlanks() {
    cursor = text.firstNonblankOffset(from: cursor)
  }
}
