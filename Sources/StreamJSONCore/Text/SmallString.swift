/// Makes strings of up to 15 ASCII bytes as what they are in memory: the bytes themselves.
///
/// The standard library's initializer validates and copies byte by byte, in a call: 60 to 100
/// instructions for a short name. The layout of a small string is fixed on ABI-stable platforms
/// (`StringObject.swift` in Swift's repository) and not guaranteed for others, so it is tested before it
/// is relied on.
enum SmallString {
  /// The result of scanning the string that begins at an offset.
  struct Scan {
    /// The string's first eight bytes; if it is not small, the bits of all bytes before `end`.
    let low: UInt64

    /// The other bytes with the byte count, which is never 0; 0 if it is not a small string.
    let high: UInt64

    /// The offset after the quotation mark; if it is not small, that of what was not looked at.
    let end: Int
  }

  /// Looks at the string that begins at `start`, after the quotation mark: it is small if it is plain
  /// ASCII of up to 15 bytes, and is not at the end of the text.
  ///
  /// No string is small where strings are not two words of 64 bits.
  @inline(__always)
  static func scan(_ text: JSONText, from start: Int) -> Scan {
    guard hasTwoWords, start &+ 16 <= text.count else { return Scan(low: 0, high: 0, end: start) }
    var low = text.eightBytes(at: start)
    var high: UInt64 = 0
    var count = 0
    let stops = ByteSearch.stringStops(in: low)
    if stops != 0 {
      count = ByteSearch.firstMarked(stops)
      low &= mask(count)
    } else {
      high = text.eightBytes(at: start &+ 8)
      let stops = ByteSearch.stringStops(in: high)
      guard stops != 0 else { return Scan(low: low | high, high: 0, end: start &+ 16) }
      count = ByteSearch.firstMarked(stops)
      high &= mask(count)
      count &+= 8
    }
    // If the string ends here, the next byte is a quotation mark; otherwise, it is a backslash or a control character.
    guard (low | high) & ByteSearch.topBits == 0, text[start &+ count] == UInt8(ascii: "\"") else {
      return Scan(low: 0, high: 0, end: start)
    }
    return Scan(low: low, high: high | discriminator(count), end: start &+ count &+ 1)
  }

  /// The string with these bytes, the first one in the lowest bits of `low`.
  ///
  /// - Precondition: The layout is known, and they are what `Scan` has of a small string.
  @unsafe
  @inline(__always)
  static func make(_ low: UInt64, _ high: UInt64) -> String {
    var words = (low, high)
    // Moved, because `unsafeBitCast` would retain it.
    // SAFETY: the precondition; a small string has nothing to release.
    return unsafe withUnsafeMutableBytes(of: &words) { bytes in
      unsafe bytes.bindMemory(to: String.self).moveElement(from: 0)
    }
  }

  /// Whether two strings have the same bytes, as far as their words tell: most are small, or the same literal.
  @inline(__always)
  static func areSame(_ first: String, _ second: String) -> Bool? {
    guard hasTwoWords else { return nil }
    let (first, second) = (words(of: first), words(of: second))
    if first == second { return true }
    let areSmall = min(first.high, second.high) >= discriminator(0)
    return areSmall && layoutIsKnown ? false : nil
  }

  /// The two words of a string.
  @inline(__always)
  private static func words(of string: String) -> (low: UInt64, high: UInt64) {
    // SAFETY: each caller asks `hasTwoWords`.
    unsafe withUnsafeBytes(of: string) { bytes in
      unsafe (bytes.load(as: UInt64.self), bytes.load(fromByteOffset: 8, as: UInt64.self))
    }
  }

  static func mask(_ count: Int) -> UInt64 { (1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1 }

  /// Marks a small string of ASCII, and has its byte count.
  fileprivate static func discriminator(_ count: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: 0xE0 | count) &<< 56
  }

  /// Whether the two words that `scan` finds may be stored as a string, or as an optional one.
  ///
  /// Also true where it finds none.
  static var scanIsSound: Bool {
    hasTwoWords ? layoutIsKnown : MemoryLayout<String?>.size == MemoryLayout<String>.size
  }

  /// Whether a string is two words of 64 bits: not on 32-bit platforms, such as arm64_32.
  private static var hasTwoWords: Bool {
    MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size
  }

  /// Whether strings that the standard library has made have the layout that is assumed, longer ones are not
  /// taken for small ones, and optional ones that are not nil have the same layout.
  static let layoutIsKnown: Bool = {
    guard hasTwoWords, MemoryLayout<String?>.size == MemoryLayout<String>.size else { return false }
    let long: [String] = [String(repeating: "a", count: 16), "a literal of over 15 bytes"]
    guard long.allSatisfy({ words(of: $0).high < discriminator(0) }) else { return false }
    return (0...15).allSatisfy { count in
      let bytes = (0..<count).map { UInt8(0x20 + 6 * $0) }
      func word(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
      let (low, high) = (word(bytes.prefix(8)), word(bytes.dropFirst(8)) | discriminator(count))
      let string = String(decoding: bytes, as: UTF8.self)
      // SAFETY: the sizes were compared.
      return unsafe words(of: string) == (low, high)
        && unsafeBitCast(Optional(string), to: (UInt64, UInt64).self) == (low, high)
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
    let length = end &- start
    guard length <= 15, start &+ 16 <= count, SmallString.layoutIsKnown else {
      return unsafe longerASCIIString(from: start, to: end)
    }
    let low = eightBytes(at: start)
    let last = SmallString.discriminator(length)
    // SAFETY: the layout is known; the caller's precondition; the bytes after the string are masked.
    guard length >= 8 else { return unsafe SmallString.make(low & SmallString.mask(length), last) }
    let high = eightBytes(at: start &+ 8) & SmallString.mask(length &- 8)
    return unsafe SmallString.make(low, high | last)
  }

  @unsafe
  @inline(never)
  func longerASCIIString(from start: Int, to end: Int) -> String {
    // SAFETY: the range is within the text, as the precondition of `asciiString(from:to:)` says.
    let bytes = unsafe buffer(from: start, to: end)
    #if canImport(Darwin)
    // Asking for the system's version takes as long as looking at some dozen bytes once more.
    return unsafe String(decoding: bytes, as: UTF8.self)
    #else
    return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: true))
    #endif
  }
}
