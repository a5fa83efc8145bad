/// Why a run of number bytes has no value of the wanted type.
package enum NumberFault: Error, Equatable, Sendable {
  /// The bytes are not a number of RFC 8259, section 6.
  ///
  /// `offset` is that of the first byte that cannot belong to a number, in bytes from the start
  /// of the text. It is the end of the run when the number stops too early, as `-` and `1e` do.
  case malformed(offset: Int)

  /// The value is outside the range of the type.
  ///
  /// For a floating-point type: it would round to an infinity, or to zero although one of its
  /// digits is not zero.
  case outOfRange

  /// The type is an integer type, and the value is not an integer.
  case hasFraction
}
