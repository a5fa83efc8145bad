// Strings: checks UTF-8 and decodes escape sequences.
// Uses Bytes and Errors.
// Syntax, Document and Decoding use it.

/// Makes strings of up to 15 ASCII bytes as what they are in memory: the bytes themselves.
///
/// The standard library's initialiser validates and copies byte by byte, in a call: 60 to 100
/// instructions for a short name. The layout of a small string is fixed on ABI-stable platforms
/// (`StringObject.swift` in Swift's repository) and not guaranteed for others, so it is tested before it
/// is relied on.
enum SmallString {
  /// The string of the `count` bytes from `start` on, which are ASCII; nil if it is not made here.
  ///
  /// - Precondition: `0 <= start`, `0 <= count`, and `start + count <= text.count`.
  @unsafe
  @inline(__always)
  static func make(_ text: JSONText, from start: Int, count: Int) -> String? {
    guard count <= 15, start &+ 16 <= text.count, layoutIsKnown else { return nil }
    var low = text.eightBytes(at: start)
    var high: UInt64 = 0
    if count < 8 {
      low &= mask(count)
    } else {
      high = text.eightBytes(at: start &+ 8) & mask(count &- 8)
    }
    // SAFETY: the caller's precondition, and the layout was tested.
    return unsafe unsafeBitCast((low, high | discriminator(count)), to: String.self)
  }

  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 {
    (1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1
  }

  /// Marks a small string of ASCII, and has its byte count.
  @inline(__always)
  private static func discriminator(_ count: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: 0xE0 | count) &<< 56
  }

  /// Whether strings that the standard library has made have the layout that is assumed.
  static let layoutIsKnown: Bool = {
    guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else { return false }
    return (0...15).allSatisfy { count in
      let bytes = (0..<count).map { UInt8(0x20 + 6 * $0) }
      var (low, high) = (UInt64(0), discriminator(count))
      for (position, byte) in bytes.enumerated() {
        if position < 8 {
          low |= UInt64(byte) << UInt64(8 * position)
        } else {
          high |= UInt64(byte) << UInt64(8 * (position - 8))
        }
      }
      // SAFETY: the sizes were compared.
      return unsafe unsafeBitCast(String(decoding: bytes, as: UTF8.self), to: (UInt64, UInt64).self)
        == (low, high)
    }
  }()
}

extension JSONText {
  /// The string of the bytes from `start` up to `end`, which are ASCII.
  ///
  /// - Precondition: `0 <= start <= end <= count`, and the bytes were looked at.
  @unsafe
  @inline(__always)
  func asciiString(from start: Int, to end: Int) -> String {
    // SAFETY: the caller's precondition.
    if let small = unsafe SmallString.make(self, from: start, count: end &- start) { return small }
    return unsafe longerASCIIString(from: start, to: end)
  }

  @unsafe
  @inline(never)
  private func longerASCIIString(from start: Int, to end: Int) -> String {
    // SAFETY: the caller's precondition.
    let bytes = unsafe buffer(from: start, to: end)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: true))
    }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}
