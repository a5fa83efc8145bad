/// Which language a scanner reads.
///
/// A generic parameter instead of a setting, so that the scanner of RFC 8259 contains no JSON5 code
/// at all.
package protocol Dialect {
  /// True for JSON5 (https://spec.json5.org), as far as JSONDecoder knows it.
  static var isJSON5: Bool { get }
}

/// RFC 8259.
package enum StandardJSON: Dialect {
  @inline(__always)
  package static var isJSON5: Bool { false }
}

/// JSON5: comments, single quotes, unquoted names, hexadecimal integers, signs, bare points,
/// `Infinity` and `NaN`.
package enum JSON5: Dialect {
  @inline(__always)
  package static var isJSON5: Bool { true }
}
