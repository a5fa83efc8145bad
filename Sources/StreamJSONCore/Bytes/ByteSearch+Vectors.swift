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
