/// A copy of a malformed text of a few bytes, or of the beginning of a longer one, from which its error makes
/// its details on demand.
///
/// It is a part of the error instead of a separate object: for a text that JSONDecoder refuses at the first
/// byte, most of the time went into the objects of the error.
struct InlineText: Sendable {
  let bytes: Bytes

  // How the text is scanned. Each setting is a byte, so that all of them fit into the last word of `bytes`: the error
  // of a malformed text is in a box that is allocated for it.
  let allowsTrailingComma: Bool
  let assumesObject: Bool
  let showsValuesInErrors: Bool
  let scanner: any InlineTextScanner.Type

  /// What the error of the text says.
  var contents: ErrorContents { scanner.contents(of: self) }
}

extension InlineText {
  /// At most 32 bytes.
  struct Bytes: Sendable {
    // Whole words, which are copied faster than their parts. The first byte is the lowest one.
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private var byteCount: UInt8 = 0

    static var maximumCount: Int { 32 }

    /// The bytes of `text`, which has at most `maximumCount`.
    @inline(__always)
    init(_ text: JSONText) {
      assert(text.count <= Self.maximumCount)
      words = Self.words(of: text)
      byteCount = UInt8(truncatingIfNeeded: text.count)
    }

    // Returned in registers: a structure of five words goes through memory, from where it was copied by pairs
    // of words, for which a processor waits until the single ones are written.
    @inline(never)
    private static func words(of text: JSONText) -> (UInt64, UInt64, UInt64, UInt64) {
      (text.word(at: 0), text.word(at: 8), text.word(at: 16), text.word(at: 24))
    }

    /// The same in an array.
    var array: [UInt8] {
      let words = [words.0, words.1, words.2, words.3]
      return (0..<Int(byteCount)).map { offset in
        UInt8(truncatingIfNeeded: words[offset / 8] >> UInt64(8 * (offset % 8)))
      }
    }
  }
}

/// Scans the text of an error once more.
protocol InlineTextScanner: SendableMetatype {
  /// What the error of `text` says.
  static func contents(of text: InlineText) -> ErrorContents
}

extension JSONText {
  /// The bytes from `start` on, at most eight, the first one in the lowest bits; zeros after the last.
  @inline(__always)
  fileprivate func word(at start: Int) -> UInt64 {
    if start &+ 8 <= count { return eightBytes(at: start) }
    guard start < count else { return 0 }
    let missing = start &+ 8 &- count
    if count >= 8 { return eightBytes(at: count &- 8) &>> UInt64(8 &* missing) }
    var bytes: UInt64 = 0
    for offset in start..<count { bytes |= UInt64(self[offset]) &<< UInt64(8 &* (offset &- start)) }
    return bytes
  }
}
