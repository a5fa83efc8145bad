/// Types that this library decodes itself instead of calling their `init(from:)`: the standard
/// library's scalars and collections, and, in the module above, Date, Data, URL, UUID and Decimal.
///
/// A decoder asks `DirectTypes` for a type once and remembers the answer. A conformance that is added
/// must be added to a list there, too.
package protocol DirectlyDecodable {
  /// Decodes the value at `entry`.
  static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Self

  /// Decodes the value at `entry` as a `T`, which has the same layout.
  @unsafe
  static func decode<T>(as type: T.Type, with decoder: DocumentDecoder, at entry: Int) throws -> T

  /// Decodes the array at `entry`; scalars have loops of their own, without a call per element.
  static func decodeElements(with decoder: DocumentDecoder, at entry: Int) throws -> [Self]

  /// Whether the values have the fields of server-sent events.
  static var hasEventFields: Bool { get }

  /// Whether decoding a value may run code of a model's, which sees the errors in it.
  static func runsModels(with decoder: DocumentDecoder) -> Bool

  /// Whether `read(from:with:to:)` may ever return true.
  static var mayBeRead: Bool { get }

  /// Reads a value from the whole of `text` without a tape, and initialises the one at `target` with it.
  ///
  /// - Returns: False if that is to be done in the ordinary way; then there is nothing at `target`.
  @unsafe
  static func read(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool

  /// Reads an array from the whole of `text`, as `read(from:with:to:)`.
  @unsafe
  static func readElements(
    from text: JSONText,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> Bool

  /// Reads a value from the beginning of the text at `place`, as `read(from:with:to:)`.
  @unsafe
  static func readFirst(
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> FirstReading

  /// How a property of this type is decoded in a marked type.
  static func memberKind(in memory: DecoderMemory) -> MemberKind

  /// A collection without elements, whose storage is shared by all such and never freed.
  static var empty: Self? { get }

  /// Decodes the members of the value at `target` that were deferred when it was read, from the tape.
  @unsafe
  static func decodeDeferred(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws

  /// The same for the elements of the array of values at `target`.
  @unsafe
  static func decodeDeferredOfElements(
    with decoder: DocumentDecoder,
    of target: UnsafeMutableRawPointer
  ) throws
}

extension DirectlyDecodable {
  // Of a value with many references, this makes a copy and destroys the original.
  @unsafe
  package static func decode<T>(
    as type: T.Type,
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> T {
    // SAFETY: the layouts are the same, as the caller says.
    unsafe unsafeBitCast(try decode(with: decoder, at: entry), to: T.self)
  }

  package static func memberKind(in memory: DecoderMemory) -> MemberKind { .other }

  package static var empty: Self? { nil }
}

extension DirectlyDecodable {
  package static var hasEventFields: Bool { false }

  package static func runsModels(with decoder: DocumentDecoder) -> Bool { true }
}
