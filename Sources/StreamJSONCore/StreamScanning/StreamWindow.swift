/// The bytes of a stream that a framing can see.
struct StreamWindow {
  let text: JSONText

  /// The first byte that is still needed.
  var cursor: Int

  /// Whether the stream ends with the window.
  let isFinal: Bool

  /// Whether all bytes have been consumed.
  var isAtEnd: Bool { cursor >= text.count }

  /// The byte at the cursor.
  ///
  /// - Precondition: `isAtEnd` is false.
  var byte: UInt8 { text[cursor] }

  /// The bytes from the cursor up to `end`.
  func rest(to end: Int) -> JSONText { text.part(from: cursor, to: end) }

  /// The bytes from the cursor on.
  var rest: JSONText { rest(to: text.count) }

  /// Moves the cursor past the whitespace of RFC 8259, the same in every framing.
  mutating func skipBlanks() { cursor = text.firstNonblankOffset(from: cursor) }
}
