/// The language of a text: RFC 8259, or one that allows more.
///
/// A dialect says what it allows, and no code asks which dialect it is. It is a type, not a
/// setting, so that the scanner is specialized for each one: the scanner for RFC 8259 contains no
/// code for the others. Where the dialect is known only at run time, as `any Dialect.Type`, the
/// function `scan` leads to its scanner, at the cost of one indirect call per text or chunk. Whitespace
/// between values is then skipped by code that is not specialized.
///
/// A new dialect needs only a conformance; a test reads JSON with comments that way.
protocol Dialect: SendableMetatype {
  /// Comments, from `//` to the end of the line and from `/*` to `*/`, wherever whitespace may be.
  static var allowsComments: Bool { get }

  /// Vertical tab, form feed and the byte 0xA0 between tokens, which JSONDecoder treats as
  /// whitespace in JSON5.
  static var allowsMoreWhitespace: Bool { get }

  /// Strings and names in apostrophes.
  static var allowsSingleQuotes: Bool { get }

  /// Names without quotation marks.
  static var allowsUnquotedNames: Bool { get }

  /// `\x` with two digits, and a backslash before an apostrophe or a line end, but not `\u0000`.
  static var allowsMoreEscapes: Bool { get }

  /// Hexadecimal integers, plus signs, points without a digit on one side, `Infinity` and `NaN`.
  static var allowsMoreNumbers: Bool { get }

  /// A comma after the last element or member.
  static var allowsTrailingComma: Bool { get }

  /// Does what `Scanner.scan(_:into:isFinal:dialect:)` does.
  static func scan(
    with scanner: inout Scanner,
    _ text: JSONText,
    into tape: inout Tape,
    isFinal: Bool
  ) throws(InputFault) -> Bool
}

extension Dialect {
  @inline(__always) static var allowsComments: Bool { false }
  @inline(__always) static var allowsMoreWhitespace: Bool { false }
  @inline(__always) static var allowsSingleQuotes: Bool { false }
  @inline(__always) static var allowsUnquotedNames: Bool { false }
  @inline(__always) static var allowsMoreEscapes: Bool { false }
  @inline(__always) static var allowsMoreNumbers: Bool { false }
  @inline(__always) static var allowsTrailingComma: Bool { false }

  /// Whether what leads to a member consists only of bytes that RFC 8259 allows, and may be noted for other texts.
  @inline(__always) static var hasLeads: Bool {
    !allowsComments && !allowsMoreWhitespace && !allowsSingleQuotes && !allowsUnquotedNames
  }
}

/// RFC 8259.
enum StandardJSON: Dialect {}

/// JSON5 (https://spec.json5.org), as far as JSONDecoder supports it.
enum JSON5: Dialect {
  @inline(__always) static var allowsComments: Bool { true }
  @inline(__always) static var allowsMoreWhitespace: Bool { true }
  @inline(__always) static var allowsSingleQuotes: Bool { true }
  @inline(__always) static var allowsUnquotedNames: Bool { true }
  @inline(__always) static var allowsMoreEscapes: Bool { true }
  @inline(__always) static var allowsMoreNumbers: Bool { true }
  @inline(__always) static var allowsTrailingComma: Bool { true }
}

/// How a text is scanned; by default, anything that is well-formed under other settings is well-formed, too.
struct ScanSettings {
  var dialect: any Dialect.Type
  var maximumDepth = Int.max
  var allowsTrailingComma = true
  var assumesObject = false
  /// Whether errors say which values they found.
  var showsValuesInErrors = false
}
