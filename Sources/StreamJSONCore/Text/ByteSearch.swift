/// Tests on a block: eight bytes of text in one integer, the first byte in the lowest bits.
///
/// Each mask has the top bit of a byte set where the byte matches. The borrow or carry of a
/// matching byte can set further bits *above* it, so only the lowest set bit is exact, and that is
/// the one every caller uses. (Mycroft's zero-byte test; Warren, "Hacker's Delight", 6-1.)
enum ByteSearch {
  // Computed, because debug builds call a function to initialize a stored one at each use.
  @_transparent
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @_transparent
  static var topBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Marks the bytes that end a run inside a string: the quotation mark, which is `"` or `'`, the
  /// backslash, and the control characters below 0x20.
  @_transparent
  static func stringStops(in block: UInt64, quote: UInt8 = UInt8(ascii: "\"")) -> UInt64 {
    assert(quote & 0xE0 == 0x20)
    // With the bits flipped in which it differs from a space, the quotation mark comes right after the
    // control characters, which stay among themselves: so one comparison finds both.
    let lowest = block ^ (ones &* UInt64(quote ^ UInt8(ascii: " ")))
    let controlsAndQuotes = (lowest &- ones &* 0x21) & ~lowest
    return (controlsAndQuotes | matches(of: UInt8(ascii: "\\"), in: block)) & topBits
  }

  /// Marks the bytes that end a run inside a string whose end is known: the backslash, and the control
  /// characters below 0x20.
  @_transparent
  static func escapeStops(in block: UInt64) -> UInt64 {
    (((block &- ones &* 0x20) & ~block) | matches(of: UInt8(ascii: "\\"), in: block)) & topBits
  }

  /// True if a byte is below 0x20.
  @_transparent
  static func hasControlCharacter(_ block: UInt64) -> Bool {
    (block &- ones &* 0x20) & ~block & topBits != 0
  }

  /// Marks the bytes that are not decimal digits.
  @_transparent
  static func nonDigits(in block: UInt64) -> UInt64 { greaterThanNine(in: block ^ (ones &* 0x30)) }

  /// Marks the bytes that are greater than 9.
  @_transparent
  static func greaterThanNine(in block: UInt64) -> UInt64 {
    ((block &+ ones &* 0x76) | block) & topBits
  }

  /// Marks the bytes that are not spaces.
  @_transparent
  static func nonSpaces(in block: UInt64) -> UInt64 { block ^ (ones &* 0x20) }

  /// Marks the bytes that equal `byte`.
  @_transparent
  static func matches(of byte: UInt8, in block: UInt64) -> UInt64 {
    let others = block ^ (ones &* UInt64(byte))
    return (others &- ones) & ~others & topBits
  }

  /// Marks the bytes that equal `byte`; every mark is exact, not only the lowest one.
  @_transparent
  static func allMatches(of byte: UInt8, in block: UInt64) -> UInt64 {
    let others = block ^ (ones &* UInt64(byte))
    return ~(((others & ~topBits) &+ ~topBits) | others) & topBits
  }

  /// The position, 0 to 7, of the lowest byte that `mask` marks.
  ///
  /// - Precondition: `mask` is not zero.
  @_transparent
  static func firstMarked(_ mask: UInt64) -> Int { mask.trailingZeroBitCount &>> 3 }
}

/// 16 bytes of text.
///
/// Spell out the type of its constants: for `SIMD16(repeating:)` alone, the compiler takes the generic
/// operators, which work on one byte after the other. In debug builds `&`, `|` and `^` of vectors do so,
/// too (1,100 instructions each), but neither comparisons nor the operators of masks.
typealias ByteVector = SIMD16<UInt8>

/// Marks bytes of a vector.
typealias ByteVectorMask = SIMDMask<SIMD16<Int8>>

/// Tests on 16 bytes in a vector, the same as on a block.
///
/// They are for long runs, and only tell whether there is a mark: the standard library finds the first
/// one byte by byte, so a block tells where a run ends.
extension ByteSearch {
  /// Marks the bytes that end a run inside a string.
  @_transparent
  static func stringStops(in bytes: ByteVector, quote: UInt8) -> ByteVectorMask {
    (bytes .== ByteVector(repeating: quote)) .| escapeStops(in: bytes)
  }

  /// Marks the bytes that end a run inside a string whose end is known.
  @_transparent
  static func escapeStops(in bytes: ByteVector) -> ByteVectorMask {
    (bytes .< ByteVector(repeating: 0x20))
      .| (bytes .== ByteVector(repeating: UInt8(ascii: "\\")))
  }

  /// Marks line feeds and carriage returns.
  @_transparent
  static func lineEnds(in bytes: ByteVector) -> ByteVectorMask {
    (bytes .== ByteVector(repeating: 0x0A)) .| (bytes .== ByteVector(repeating: 0x0D))
  }

  /// Marks the bytes that are not ASCII.
  @_transparent
  static func nonASCII(in bytes: ByteVector) -> ByteVectorMask {
    signed(bytes) .< SIMD16<Int8>(repeating: 0)
  }

  /// The bytes as signed numbers.
  @_transparent
  static func signed(_ bytes: ByteVector) -> SIMD16<Int8> {
    // SAFETY: both are 16 bytes, and any bytes are a value of either.
    unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
  }

  /// True if a byte is marked.
  @_transparent
  static func hasMark(_ marks: ByteVectorMask) -> Bool {
    // SAFETY: a mask of 16 is stored as 16 integers of eight bits.
    let halves = unsafe unsafeBitCast(marks, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}
