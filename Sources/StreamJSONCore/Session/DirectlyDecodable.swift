/// Types that this library decodes itself instead of calling their `init(from:)`: the standard library's scalars and
/// collections, JSON values, the members and events of streams, what stands for marked types, and, in the module above,
/// Date, Data, URL, UUID and Decimal.
///
/// A decoder asks `DirectTypes` for a type once and remembers the answer. A new conformance must be added to
/// a list there or in the environment, too, unless a mark leads to it. (Collections and optionals are recognized there
/// without a list.)
package protocol DirectlyDecodable {
  /// Decodes the value at `entry`.
  static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Self

  /// Decodes the value at `entry` as a `T`, which has the same layout.
  @unsafe
  static func decode<T>(as type: T.Type, with decoder: DocumentDecoder, at entry: Int) throws -> T

  /// Decodes the array at `entry`; scalars have separate loops, without a call per element.
  static func decodeElements(with decoder: DocumentDecoder, at entry: Int) throws -> [Self]

  /// How a whole text is read as such a value without a tape; nil if it is not.
  static var reading: (any ReadableFromText.Type)? { get }

  /// What a value consists of.
  static func content(in types: TypeMemory) -> DirectContent

  /// An empty collection; all empty ones share storage that is never freed.
  static var empty: Self? { get }

  /// Whether decoding a value may run a model's code, which sees errors inside the value.
  static func runsModels(with decoder: DocumentDecoder) -> Bool
}

/// What a value that the library decodes itself consists of.
package enum DirectContent {
  /// It is one value, and nobody needs to know more.
  case value

  /// It is a value of the type, or nil.
  case wrapped(any Decodable.Type)

  /// It is a collection of this form, whose values are of the type.
  case parts(WholeForm, any Decodable.Type)

  /// It is a model, about which a feature knows this.
  case model(AnyObject)
}

extension DirectlyDecodable {
  // If the value has many references, this makes a copy and destroys the original.
  @unsafe
  package static func decode<T>(
    as type: T.Type,
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> T {
    // SAFETY: the layouts are the same, as the caller says.
    unsafe unsafeBitCast(try decode(with: decoder, at: entry), to: T.self)
  }

  package static var reading: (any ReadableFromText.Type)? { nil }

  package static func content(in types: TypeMemory) -> DirectContent { .value }

  package static var empty: Self? { nil }

  package static func runsModels(with decoder: DocumentDecoder) -> Bool { true }
}
