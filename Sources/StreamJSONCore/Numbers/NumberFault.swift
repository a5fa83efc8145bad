/// Why the bytes of a number have no value of the requested type.
package enum NumberFault: Error, Equatable, Sendable {
  /// The bytes are not a number of RFC 8259, section 6.
  ///
  /// `offset` is that of the first byte that cannot belong to a number, in bytes from the start
  /// of the text. It is the end of the bytes if the number stops too early, as in `-` and `1e`.
  case malformed(offset: Int)

  /// The value is outside the range of the type.
  ///
  /// For a floating-point type: it would round to infinity, or to zero although one of its digits
  /// is not zero.
  case outOfRange

  /// The type is an integer type, and the value is not an integer.
  case hasFraction
}
