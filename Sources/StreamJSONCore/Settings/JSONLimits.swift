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

  /// Makes limits.
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
