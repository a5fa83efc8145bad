/// Limits on what a JSON document or an object graph may demand.
///
/// Exceeding a limit throws `DecodingError.dataCorrupted`. A negative limit is the same as 0, which for sizes allows
/// nothing at all, and for the depth only values that are not arrays or objects.
public struct JSONLimits: Sendable, Hashable {
  /// How many arrays and objects may be open at once; 512 by default, as in JSONDecoder.
  ///
  /// The limit protects the stack of the decoding thread, because every byte of JSON can open a level.
  /// Scanning needs no stack. In a release build on a 64-bit system, a level takes about
  ///
  /// - a kilobyte or less to decode a recursive model;
  /// - 325 bytes to decode a `JSONValue`, and 150 to release one;
  /// - less than a kilobyte to compare, hash, or write one.
  ///
  /// 512 levels therefore fit in a stack of 512 KB, the smallest that a thread has by default on Apple
  /// platforms. Before you raise the limit, multiply it by these sizes, and note that a value may be released
  /// on a different thread than the one that made it.
  public var maximumDepth: Int

  /// The size of the largest document or stream, in bytes; by default unlimited.
  ///
  /// A whole document is always limited to 4 GiB less two bytes. Where `Int` has 32 bits, documents and streams
  /// are limited to a little less than 2 GiB.
  ///
  /// The limit protects memory and time: a larger document is rejected before it is scanned. (Lines are
  /// counted only up to the limit, for the position in the error.) Decoding needs the document and an
  /// internal index (the *tape*), which for a dense document (`[[],[],…`) is about five times as large.
  public var maximumByteCount: Int

  /// The size of the largest element of a stream, in bytes; 256 MiB by default.
  ///
  /// A stream holds one element in memory.
  public var maximumElementByteCount: Int

  /// The size of the largest object graph, in bytes of its internal form; 64 MiB by default.
  ///
  /// That form takes 8 bytes for each key, string, Boolean, and null, 16 for each array and object, 24 for
  /// each number, 48 for any other object, and the bytes of strings and keys. An object counts each time
  /// that another refers to it: 40 arrays, each of which contains the next one twice, unfold to a trillion.
  /// The limit protects memory and time from such graphs, which fit in property lists and other archives of
  /// a few hundred bytes.
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
