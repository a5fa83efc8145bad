/// Bounds on what a text or an object graph may ask for; more than that is a `DecodingError.dataCorrupted`.
public struct JSONLimits: Sendable, Hashable {
  /// How many arrays and objects may be open at once; 512 by default, as in JSONDecoder.
  ///
  /// It protects the stack of the decoding thread: a recursive model needs about a kilobyte of it
  /// for each level, and a text can have a level in each byte. Scanning itself needs none.
  public var maximumDepth: Int

  /// The largest text in bytes; no limit by default.
  ///
  /// In a stream it bounds the whole stream.
  ///
  /// It protects memory and time: a text is refused before its first byte is read. Decoding needs
  /// the text and a tape, for a dense text (`[[],[],…`) about five times as large.
  public var maximumByteCount: Int

  /// The largest element of a stream in bytes, which is what a stream keeps in memory; 256 MiB by
  /// default.
  public var maximumElementByteCount: Int

  /// The largest object graph in bytes of what is written down of it; 64 MiB by default.
  ///
  /// That is eight bytes for each name, string, boolean and null, sixteen for each array and object,
  /// twenty-four for each number, forty-eight for each other object, and the bytes of strings and
  /// names. An object that several others
  /// refer to is written down each time: of forty arrays, each of which has the next one twice, there
  /// are a billion times a thousand. The limit protects memory and time from such graphs, which
  /// property lists and other archives of a few hundred bytes can hold.
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
}
