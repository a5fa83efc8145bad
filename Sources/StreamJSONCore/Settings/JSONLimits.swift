/// Limits on the depth and size of JSON documents, streams, and object graphs.
///
/// JSON that exceeds a limit causes a `DecodingError.dataCorrupted`. A negative limit counts as 0. A depth of 0 allows
/// only values that aren't arrays or objects.
public struct JSONLimits: Sendable, Hashable {
  /// The maximum depth of nested arrays and objects; 512 by default, as in JSONDecoder.
  ///
  /// The limit protects the stack of the decoding thread, because every byte of JSON can open a level. Scanning needs
  /// no stack. In a release build on a 64-bit system, a level takes about
  ///
  /// - a kilobyte or less to decode a recursive model;
  /// - 325 bytes to decode a `JSONValue`, and 150 to release one;
  /// - less than a kilobyte to compare, hash, or write one.
  ///
  /// 512 levels therefore fit in a stack of 512 KB, the smallest that a thread has by default on Apple platforms.
  /// Before you raise the limit, multiply it by these sizes, and note that a value may be released on a different
  /// thread than the one that created it.
  public var maximumDepth: Int

  /// The size of the largest document or stream, in bytes; by default unlimited.
  ///
  /// A whole document is always limited to 4 GiB less two bytes. On 32-bit platforms, documents and streams are limited
  /// to a little less than 2 GiB.
  ///
  /// The limit protects memory and time: a larger document is rejected before it's scanned. Besides the document,
  /// decoding needs up to about five times its size.
  public var maximumByteCount: Int

  /// The size of the largest element of a stream, in bytes; 256 MiB by default.
  ///
  /// A stream holds one element in memory.
  public var maximumElementByteCount: Int

  /// The size of the largest object graph, in bytes; 64 MiB by default.
  ///
  /// This counts 8 bytes for each key, string, Boolean, and null, 16 for each array and object, 24 for each number, 48
  /// for any other object, and the bytes of strings and keys. A shared object counts each time that another refers to
  /// it: 40 arrays, each of which contains the next one twice, unfold to a trillion, although they fit in a property
  /// list of a few hundred bytes.
  public var maximumGraphByteCount: Int

  /// Creates limits.
  ///
  /// Parameters that you omit keep their defaults.
  public init(
    maximumDepth: Int = 512,
    maximumByteCount: Int = .max,
    maximumElementByteCount: Int = 256 << 20,
    maximumGraphByteCount: Int = 64 << 20
  ) {
    self.maximumDepth = maximumDepth
    self.maximumByteCount = maximumByteCount
    self.maximumElementByteCount = maximumElementByteCount
    self.maximumGraphByteCount = maximumGraphByteCount
  }

  /// These limits, with 0 in place of negative ones.
  var withoutNegatives: JSONLimits {
    JSONLimits(
      maximumDepth: max(0, maximumDepth),
      maximumByteCount: max(0, maximumByteCount),
      maximumElementByteCount: max(0, maximumElementByteCount),
      maximumGraphByteCount: max(0, maximumGraphByteCount)
    )
  }
}

/// The parts of a JSON document that are checked.
///
/// A malformed string or number that no model reads does no harm here, but it may harm a program that you pass the JSON
/// on to. `.strict` rejects everything that other RFC 8259 parsers may read differently or not at all. (For duplicate
/// keys, see `JSONDuplicateKeyPolicy`.)
///
/// More may be added, so a `switch` needs a `default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum JSONValidation: Sendable, Hashable {
  /// The same as JSONDecoder: the structure of the whole document, and the strings and numbers that the model reads.
  ///
  /// One trailing comma is accepted in each array and object.
  case compatible
  /// All of RFC 8259's grammar, for the whole document, before the first value is decoded.
  ///
  /// This includes strings, keys, and numbers that no model reads, and allows no trailing comma.
  case strict
}

/// The policy for objects that have several members with the same key.
///
/// RFC 8259 section 4 leaves this open, and programs differ. If one program checks a document and another acts on it, a
/// document such as `{"role":"user","role":"admin"}` can bypass the check. `.reject` prevents that. `.useLast` agrees
/// with programs that take the last one.
///
/// The policy applies to keyed containers, to dictionaries, and to keys that a key strategy makes equal. In models,
/// whose keys are Strings, two keys are equal if they're canonically equivalent (`é` written in two ways). In
/// `JSONValue` and `JSONDocument`, they're equal if their bytes are. Objects that the model doesn't decode aren't
/// checked, with one exception: under `.reject`, `document(from:)` checks every object of the document.
///
/// More may be added, so a `switch` needs a `default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum JSONDuplicateKeyPolicy: Sendable, Hashable {
  /// The first member is used, as in JSONDecoder.
  case useFirst
  /// The last member is used, as in most JavaScript, Go, and Python programs.
  case useLast
  /// None: decoding the object throws `DecodingError.dataCorrupted`, whose `jsonError` has the location of the second
  /// occurrence of the key.
  case reject
}
