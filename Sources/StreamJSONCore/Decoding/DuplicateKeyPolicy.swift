/// Which member counts when an object has the same name twice.
///
/// RFC 8259 section 4 leaves it open, and programs differ: where one checks a text and another acts
/// on it, a text such as `{"role":"user","role":"admin"}` is a way around the check. `.reject`
/// closes it; `.useLast` agrees with programs that take the last one.
///
/// The policy counts for keyed containers, for dictionaries, and for names that a key strategy
/// makes equal. Objects that the model does not open are not looked at.
public enum DuplicateKeyPolicy: Sendable, Hashable {
  /// The first one, as JSONDecoder.
  case useFirst
  /// The last one, as most JavaScript, Go and Python programs.
  case useLast
  /// None: opening the object throws `DecodingError.dataCorrupted`, whose `jsonError` points at
  /// the second name.
  case reject
}
