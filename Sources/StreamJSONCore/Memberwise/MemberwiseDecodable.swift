/// A struct with a compiler-written `init(from:)`, whose properties may be decoded without calling it.
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
/// Nothing else changes. A `StreamJSONDecoder` gives the same values and the same errors, only faster,
/// wherever it decodes the type: at the top level, in arrays, in other models, in streams, or from object
/// graphs. Other decoders treat it as an ordinary `Codable` type.
///
/// Use the marker only for types whose `init(from:)` the compiler writes. It decodes the first object of a
/// type, and StreamJSON records what the initializer asks for and what it makes of the answers. The same
/// goes for the second object, the fourth, the eighth, and so on. If the initializer turns out not to be the
/// compiler's, the type keeps using it, and `StreamJSONDecoder.memberwiseReport(for:)` says why. If the
/// recorded objects do not show that the marker is wrong, StreamJSON notices late or never, and values may be
/// wrong until then. A wrong marker cannot make the program read or write memory that it should not.
///
/// The name has no prefix because, like `Decodable`, it's about the type and not about JSON.
public protocol MemberwiseDecodable: _MarkedDecodable, SendableMetatype {}

extension MemberwiseDecodable {
  /// How the type is decoded; the library provides it.
  @inlinable
  public static var _decodingMark: _DecodingMark { _DecodingMark(memberwise: Self.self) }
}

extension MemberwiseDecodable where Self: CodableWithDefaults {
  /// How the type is decoded; the library provides it.
  ///
  /// This type also has defaults, so its own `init(from:)` decodes it.
  public static var _decodingMark: _DecodingMark { withDefaults }
}

/// A value of a memberwise type, decoded by this library.
///
/// It consists of nothing but the value. It stands for the value's type in the table of types, so decoders may take one
/// for the other.
struct Memberwise<Value: MemberwiseDecodable>: DirectlyDecodable {
  let value: Value

  static func decode(with decoder: DocumentDecoder, at entry: Int) throws -> Self {
    // SAFETY: a type has its own layout.
    try unsafe decode(as: Self.self, with: decoder, at: entry)
  }

  /// The storage is on the heap, because a temporary allocation, whose closure returns the value, would look up the
  /// metadata of the result, which takes more instructions.
  @unsafe
  static func decode<T>(
    as type: T.Type,
    with decoder: DocumentDecoder,
    at entry: Int
  ) throws -> T {
    // SAFETY: T has the layout of Self, as the caller says, and Self that of its only property. The value is
    // initialized when `decodeObject` returns, and nothing is when it throws, so the storage is empty when it is freed.
    let known = decoder.memberwise(Value.self)
    guard let ready = known, decoder.types.usesPlan(ready) else {
      let value = try decoder.decodeByInitializer(Value.self, at: entry, known)
      return unsafe unsafeBitCast(value, to: T.self)
    }
    let target = UnsafeMutableRawPointer.allocate(
      byteCount: max(MemoryLayout<Value>.size, 1),
      alignment: MemberwisePlan.maximumAlignment
    )
    defer { unsafe target.deallocate() }
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
    // SAFETY: a struct has the layout of its only property, and the same is true of arrays of them; an empty array has
    // nothing that would have to be released; `decodeObjects` has initialized another one when it returns, and nothing
    // when it throws.
    func fill(_ target: UnsafeMutablePointer<[Self]>) throws {
      try unsafe decoder.decodeObjects(ready, at: entry, to: target)
    }
    // `withUnsafeMutablePointer` would ask the runtime for the metadata of the array.
    var elements: [Self] = []
    try unsafe fill(&elements)
    return elements
  }

  static func content(in types: TypeMemory) -> DirectContent {
    .model(types.environment.memberwiseType(Value.self))
  }
}
