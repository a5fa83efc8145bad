/// 16 bytes of text.
///
/// Its constants must have the type spelt out: for `SIMD16(repeating:)` without it, the compiler takes
/// the operators of all vectors, which work on one byte after the other. In debug builds, so do `&`,
/// `|` and `^` of integers (1,100 instructions each), but neither comparisons nor the operators of
/// masks.
package typealias ByteVector = SIMD16<UInt8>

/// Marks bytes of a vector.
package typealias ByteVectorMask = SIMDMask<SIMD16<Int8>>

/// Tests on 32 bytes in two vectors.
///
/// They say whether there is such a byte, not where: the standard library turns a mask into a number
/// one byte at a time. The position is searched for in blocks, once a run has ended.
extension ByteSearch {
  /// True if a byte ends a run inside a string, as in `stringStops`.
  @_transparent
  package static func hasStringStop(
    _ first: ByteVector,
    _ second: ByteVector,
    quote: UInt8
  ) -> Bool {
    let quotes = ByteVector(repeating: quote)
    let limit = ByteVector(repeating: 0x20)
    let backslash = ByteVector(repeating: UInt8(ascii: "\\"))
    return hasMark(
      (first .== quotes) .| (first .< limit) .| (first .== backslash)
        .| (second .== quotes) .| (second .< limit) .| (second .== backslash)
    )
  }

  /// True if a byte ends a run inside a string whose end is known, as in `escapeStops`.
  @_transparent
  package static func hasEscapeStop(_ first: ByteVector, _ second: ByteVector) -> Bool {
    let limit = ByteVector(repeating: 0x20)
    let backslash = ByteVector(repeating: UInt8(ascii: "\\"))
    return hasMark(
      (first .< limit) .| (first .== backslash) .| (second .< limit) .| (second .== backslash)
    )
  }

  /// True if a byte is a line feed or a carriage return.
  @_transparent
  package static func hasLineEnd(_ first: ByteVector, _ second: ByteVector) -> Bool {
    let lineFeed = ByteVector(repeating: 0x0A)
    let carriageReturn = ByteVector(repeating: 0x0D)
    return hasMark(
      (first .== lineFeed) .| (first .== carriageReturn)
        .| (second .== lineFeed) .| (second .== carriageReturn)
    )
  }

  /// The bytes as signed numbers.
  @_transparent
  static func signed(_ bytes: ByteVector) -> SIMD16<Int8> {
    // SAFETY: both are 16 bytes without structure.
    unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
  }

  /// Marks the bytes that are not ASCII.
  @_transparent
  package static func nonASCII(_ bytes: ByteVector) -> ByteVectorMask {
    signed(bytes) .< SIMD16<Int8>(repeating: 0)
  }

  /// True if a byte is marked.
  @_transparent
  package static func hasMark(_ marks: ByteVectorMask) -> Bool {
    // SAFETY: a mask is stored as one integer for each of its bytes, here 16 of eight bits.
    let halves = unsafe unsafeBitCast(marks, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}
