/// Which member is used when an object has several with the same key.
///
/// RFC 8259 section 4 leaves this open, and programs differ. If one program checks a document and another
/// acts on it, a document such as `{"role":"user","role":"admin"}` can bypass the check. `.reject` prevents
/// that. `.useLast` agrees with programs that take the last one.
///
/// The policy applies to keyed containers, to dictionaries, and to keys that a key strategy makes equal.
/// Models, whose keys are Strings, see two keys as equal if they are canonically equivalent (`é` written in two ways).
/// `JSONValue` and `JSONDocument` see them as equal if their bytes are. Objects that the model does not open are not
/// checked, with one exception: under `.reject`, `document(from:)` checks every object of the document.
///
/// More may be added, so a `switch` needs a `default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum JSONDuplicateKeyPolicy: Sendable, Hashable {
  /// The first one, as in JSONDecoder.
  case useFirst
  /// The last one, as in most JavaScript, Go, and Python programs.
  case useLast
  /// None: opening the object throws `DecodingError.dataCorrupted`, whose `jsonError` points at the second
  /// occurrence of the key.
  case reject
}
