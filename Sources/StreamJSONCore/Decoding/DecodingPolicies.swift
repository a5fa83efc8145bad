/// Which member counts when an object has the same name twice.
///
/// RFC 8259 section 4 leaves it open, and programs differ: two of them that read one text
/// differently are a way around a check. `.reject` closes it.
public enum DuplicateKeyPolicy: Sendable, Hashable {
  /// The first one, as JSONDecoder.
  case useFirst
  /// The last one, as most JavaScript, Go and Python programs.
  case useLast
  /// None: the object is an error when it is opened (`DecodingError.dataCorrupted`).
  case reject
}

/// How much of a text is checked.
public enum Validation: Sendable, Hashable {
  /// What JSONDecoder checks: the structure of the whole text, and those strings and numbers that
  /// the model reads. One trailing comma is accepted in each array and object.
  case asJSONDecoder
  /// All of RFC 8259, for the whole text, before the first value is decoded.
  case strict
}

/// Bounds on what a text may ask for; more than that is a `DecodingError.dataCorrupted`.
public struct JSONLimits: Sendable, Hashable {
  /// How many arrays and objects may be open at once; 512 as in JSONDecoder.
  ///
  /// Each level costs the decoding thread about a kilobyte of stack.
  public var maximumDepth: Int

  /// The largest text in bytes; no limit by default. In a stream it bounds the whole stream.
  public var maximumByteCount: Int

  /// The largest element of a stream in bytes, which is what a stream keeps in memory; 64 MiB by
  /// default.
  public var maximumElementByteCount: Int

  /// Makes limits.
  public init(
    maximumDepth: Int = 512,
    maximumByteCount: Int = .max,
    maximumElementByteCount: Int = 64 << 20
  ) {
    self.maximumDepth = maximumDepth
    self.maximumByteCount = maximumByteCount
    self.maximumElementByteCount = maximumElementByteCount
  }
}
