/// How much of a JSON document is checked.
///
/// A malformed string or number that no model reads does no harm here, but it may harm a program that you
/// pass the JSON on to. `.strict` rejects whatever another RFC 8259 parser may read differently or not at
/// all. (For duplicate keys, see `JSONDuplicateKeyPolicy`.)
///
/// More may be added, so a `switch` needs a `default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum JSONValidation: Sendable, Hashable {
  /// What JSONDecoder checks: the structure of the whole document, and the strings and numbers that the
  /// model reads.
  ///
  /// One trailing comma is accepted in each array and object.
  case compatible
  /// All of RFC 8259's grammar, for the whole document, before the first value is decoded.
  ///
  /// This includes strings, keys, and numbers that no model reads, and allows no trailing comma.
  case strict
}
