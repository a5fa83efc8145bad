/// How much of a text is checked.
///
/// A malformed string or number that no model reads does no harm here, but it may in a program that
/// the text is passed on to. `.strict` refuses what another RFC 8259 parser may read differently or
/// not at all. (For duplicate names, see `JSONDuplicateKeyPolicy`.)
public enum JSONValidation: Sendable, Hashable {
  /// What JSONDecoder checks: the structure of the whole text, and the strings and numbers that
  /// the model reads. One trailing comma is accepted in each array and object.
  case compatible
  /// All of RFC 8259's grammar, for the whole text, before the first value is decoded: this
  /// includes strings, names and numbers that no model reads, and allows no trailing comma.
  case strict
}
