/// A struct whose `init(from:)` is the one that the compiler writes, so that its properties may be
/// decoded without calling it.
///
/// ```swift
/// struct LogLine: Codable {
///   let time: String
///   let level: Int
/// }
///
/// extension LogLine: MemberwiseDecodable {}
/// ```
///
/// Nothing else changes: a `StreamJSONDecoder` gives the same values and the same errors, wherever such
/// a type is decoded (at the top level, in arrays, in other models, in streams, from object graphs),
/// only faster. With other decoders it is an ordinary `Codable` type.
///
/// The marker is for types without an `init(from:)` of their own. The first object of a type is decoded
/// by its initializer, and what that asks for and does is recorded; so are the second, the fourth, the
/// eighth object and so on. A type that does not look as promised keeps to its own initializer:
/// `StreamJSONDecoder.memberwiseReport(for:)` says why. A false promise is noticed late or never, if the
/// recorded objects do not show it; until then values may be wrong. It cannot make the program read or
/// write memory that it should not.
public protocol MemberwiseDecodable: _MarkedDecodable, SendableMetatype {}

extension MemberwiseDecodable {
  /// How the type is decoded, made by the library.
  @inlinable
  public static var _decodingMark: _DecodingMark { _DecodingMark(memberwise: Self.self) }
}

extension MemberwiseDecodable where Self: DecodableWithDefaults {
  /// How the type is decoded, made by the library: with defaults, for which its own `init(from:)` is
  /// needed.
  public static var _decodingMark: _DecodingMark { withDefaults }
}

/// A value of a marked type, decoded by this library.
///
/// It is nothing but the value, so that decoders, for which it stands in the table of types, may take
/// one for the other.
struct Memberwise<Value: MemberwiseDecodable>: DirectlyDecodable {
  let value: Value

  static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    // SAFETY: a type has its own layout.
    try unsafe decode(as: Self.self, with: decoder, at: entry)
  }

  /// The storage is from the heap: a temporary allocation, whose closure returns the value, looks up the
  /// metadata of the result, which takes more instructions.
  @unsafe
  static func decode<T>(
    as type: T.Type,
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> T {
    let known = decoder.memberwise(Value.self)
    guard let ready = known, decoder.memory.usesPlan(ready) else {
      let value = try decoder.decodeByInitializer(Value.self, at: entry, known)
      // SAFETY: T has the layout of Self, as the caller says, and Self that of its only property.
      return unsafe unsafeBitCast(value, to: T.self)
    }
    let target = UnsafeMutableRawPointer.allocate(
      byteCount: max(MemoryLayout<Value>.size, 1),
      alignment: MemberwisePlan.maximumAlignment
    )
    // SAFETY: nothing is in the storage any more, or nothing yet.
    defer { unsafe target.deallocate() }
    // SAFETY: `decodeObject` has initialized the value when it returns.
    try unsafe decoder.decodeObject(ready, at: entry, to: target)
    return unsafe target.assumingMemoryBound(to: T.self).move()
  }

  static func decodeElements(with decoder: DocumentDecoder, at entry: Int) throws -> [Self] {
    guard let ready = decoder.memberwise(Value.self),
      decoder.storage.tape[entry].kind == .array
    else {
      return try decoder.elements(at: entry) { child in
        // The first one may make the plan for the others.
        try decode(with: decoder, at: child)
      }
    }
    // SAFETY: a struct has the layout of its only property, and so have arrays of them; an empty array has
    // nothing that would have to be released; `decodeObjects` has initialized another one when it returns,
    // and nothing when it throws.
    func fill(_ target: UnsafeMutablePointer<[Self]>) throws {
      try unsafe decoder.decodeObjects(ready, at: entry, to: target)
    }
    // Not `withUnsafeMutablePointer`, which asks the runtime for the metadata of the array.
    var elements: [Self] = []
    try unsafe fill(&elements)
    return elements
  }

  static func content(in memory: DecoderMemory) -> DirectContent {
    .model(memory.markedType(Value.self))
  }
}
