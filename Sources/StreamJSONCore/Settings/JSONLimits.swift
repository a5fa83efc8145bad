/// Bounds on what a text or an object graph may demand.
///
/// Anything beyond them is a `DecodingError.dataCorrupted`.
public struct JSONLimits: Sendable, Hashable {
  /// How many arrays and objects may be open at once; 512 by default, as in JSONDecoder.
  ///
  /// The limit protects the stack of the decoding thread: every byte of a text can open a level. Scanning
  /// needs no stack. In a release build on a 64-bit system, a level takes about
  ///
  /// - a kilobyte to decode a recursive model;
  /// - 325 bytes to decode a `JSONValue`, and 150 to release one;
  /// - less than a kilobyte to compare, hash or write one.
  ///
  /// So 512 levels fit a stack of 512 KB, the smallest that a thread has by default on Apple's systems. Before
  /// you raise the limit, multiply, and mind that a value may be released on another thread than the one that
  /// has made it.
  public var maximumDepth: Int

  /// The largest text in bytes; by default none but that of 4 GiB (less two bytes) for a whole text,
  /// or 2 GiB where `Int` has 32 bits.
  ///
  /// For a stream, this bounds the whole stream.
  ///
  /// The limit protects memory and time: a larger text is refused before it is scanned. (Only the
  /// lines up to the limit are counted, for the error.)
  /// Decoding needs the text and a tape, which for a dense text (`[[],[],…`) is about five times as
  /// large.
  public var maximumByteCount: Int

  /// The largest element of a stream in bytes; 256 MiB by default.
  ///
  /// A stream holds one element in memory.
  public var maximumElementByteCount: Int

  /// The largest object graph, in bytes of its written form; 64 MiB by default.
  ///
  /// That form takes eight bytes for each name, string, boolean and null, sixteen for each array
  /// and object, twenty-four for each number, forty-eight for any other object, and the bytes of
  /// strings and names. An object that several others refer to is written each time: forty arrays,
  /// each of which contains the next one twice, unfold to a trillion. The limit protects memory and
  /// time from such graphs, which property lists and other archives of a few hundred bytes can
  /// hold.
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
