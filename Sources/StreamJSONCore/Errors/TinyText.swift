/// A copy of a malformed text of a few bytes, of which its error makes what it says when somebody asks.
///
/// It is a part of the error, without an object of its own: where JSONDecoder refuses a text at the first
/// byte, most of the time went into the objects of the error.
struct TinyText: Sendable {
  let bytes: TinyBytes

  /// How the text is scanned; a number that `reader` knows.
  let settings: Int
  let reader: any TinyTextReader.Type

  /// What the error of the text says.
  var contents: ErrorContents { reader.contents(of: self) }
}

/// At most 16 bytes.
struct TinyBytes: Sendable {
  // Whole words, which are copied faster than their parts. The first byte is the lowest one.
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private(set) var count = 0

  static var maximumCount: Int { 16 }

  /// None.
  init() {}

  /// The bytes of `text`, which has at most `maximumCount`.
  @inline(__always)
  init(_ text: JSONText) {
    assert(text.count <= Self.maximumCount)
    (first, second) = text.upToSixteenBytes()
    count = text.count
  }

  /// The same in an array.
  var array: [UInt8] {
    (0..<count).map { offset in
      let word = offset < 8 ? first : second
      return UInt8(truncatingIfNeeded: word >> UInt64(8 * (offset % 8)))
    }
  }
}

/// Scans the text of an error once more.
protocol TinyTextReader: SendableMetatype {
  /// What the error of `text` says.
  static func contents(of text: TinyText) -> ErrorContents
}

extension JSONText {
  /// The bytes, at most 16, the first one in the lowest bits of the first number.
  @inline(__always)
  fileprivate func upToSixteenBytes() -> (UInt64, UInt64) {
    guard count >= 8 else {
      var bytes: UInt64 = 0
      for offset in 0..<count { bytes |= UInt64(self[offset]) &<< UInt64(8 &* offset) }
      return (bytes, 0)
    }
    let first = eightBytes(at: 0)
    guard count > 8 else { return (first, 0) }
    return (first, eightBytes(at: count &- 8) &>> UInt64(8 &* (16 &- count)))
  }
}
