/// The parts of the scanner that only streams use.
extension Scanner {
  /// Prepares for a text that begins at the byte at `byteCount` of the text so far.
  ///
  /// An unfinished token may begin before the new text: when a value is skipped, its bytes are
  /// dropped while the scanner is still inside it. Its entries on the tape must then not be read.
  @inline(__always)
  mutating func rebase(by byteCount: Int) {
    offset -= byteCount
    tokenStart -= byteCount
  }

  /// True if the value in progress is an unfinished string.
  var isInString: Bool { expectation == .restOfString }
}
