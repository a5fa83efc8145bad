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

/// Finds out which types are `DirectlyDecodable`, if possible without a dynamic cast.
///
/// A model's own type is recognized by the kind in its metadata, and a scalar by its identity. Arrays,
/// optionals and dictionaries have a conformance for each element type; the compiler makes it where the
/// element type is known to be decodable, which the collection's own conformance to `Decodable` knows.
package enum DirectTypes {
  /// A type that is recognized by its identity.
  package typealias Identified = any (DirectlyDecodable & SendableMetatype).Type

  /// `type` if it is `DirectlyDecodable`; nil otherwise.
  ///
  /// `others` are types that are not known here; a generic type appears once, with arbitrary arguments.
  ///
  /// This function and all that it calls take types as values: if they were generic, there would be one of
  /// each for every scalar.
  static func find(
    _ type: any Decodable.Type,
    others: [Identified]
  ) -> (any DirectlyDecodable.Type)? {
    guard TypeMetadata.layoutIsKnown else { return cast(type) }
    let metadata = TypeMetadata(type)
    switch metadata.kind {
    // SAFETY: it has a kind, and the layout was tested.
    case .structure where unsafe metadata.isGeneric:
      return generic(type, metadata, others)
    case .optional:
      return collection(type) { $0.optional }
    case .structure, .enumeration:
      return (scalars + others).first { $0 == type }
    case nil:
      return nil
    }
  }

  private static func generic(
    _ type: any Decodable.Type,
    _ metadata: TypeMetadata,
    _ others: [Identified]
  ) -> (any DirectlyDecodable.Type)? {
    // SAFETY: all are structures, as their kinds say, and `find` has asked whether the layout is known; dictionaries
    // are generic.
    if unsafe metadata.descriptor == array.descriptor {
      return collection(type) { $0.array }
    }
    if unsafe metadata.descriptor == dictionary.descriptor {
      // Other dictionaries decode their keys, too, which may run a model's code.
      guard unsafe metadata.hasFirstArgument(String.self) else { return nil }
      return collection(type, ofArgument: 1) { $0.dictionary }
    }
    let alike = [set] + others.map { TypeMetadata($0) }.filter { $0.kind == .structure }
    return alike.contains { unsafe $0.descriptor == metadata.descriptor } ? cast(type) : nil
  }

  /// What `collection` makes of a generic argument of `type`, if that is `type` itself.
  ///
  /// - Precondition: `type` is an array, an optional or a dictionary.
  private static func collection(
    _ type: any Decodable.Type,
    ofArgument index: Int = 0,
    _ collection: (any Decodable.Type) -> any DirectlyDecodable.Type
  ) -> (any DirectlyDecodable.Type)? {
    guard TypeMetadata.conformancesAreKnown else { return cast(type) }
    // SAFETY: the type is one of the three, and the layout of their metadata was tested.
    let direct = collection(unsafe TypeMetadata.argument(index, of: type))
    assert(direct == type)
    return direct == type ? direct : cast(type)
  }

  /// The same by a dynamic cast.
  @inline(never)
  static func cast(_ type: any Decodable.Type) -> (any DirectlyDecodable.Type)? {
    type as? any DirectlyDecodable.Type
  }

  /// Whether `type` may be a marked type, judging by its kind.
  static func mayBeMarked(_ type: any Decodable.Type) -> Bool {
    // Values of all other kinds are decoded as a whole.
    let kind = TypeMetadata.layoutIsKnown ? TypeMetadata(type).kind : nil
    return kind == nil || kind == .structure
  }

  /// The mark of `type`, which is not `DirectlyDecodable`, if it is a marked type; nil otherwise.
  static func mark(of type: any Decodable.Type) -> _DecodingMark? {
    mayBeMarked(type) ? (type as? any _MarkedDecodable.Type)?._decodingMark : nil
  }

  /// Whether `type` is one of the standard library's scalars.
  static func isScalar(_ type: any Decodable.Type) -> Bool { scalars.contains { $0 == type } }

  /// The standard library's scalars.
  static let scalars: [Identified] = {
    let all: [Identified] = [
      String.self, Int.self, Double.self, Bool.self, Float.self,
      Int8.self, Int16.self, Int32.self, Int64.self,
      UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ]
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return all }
    return all + [Int128.self, UInt128.self]
  }()

  private static let array = TypeMetadata([Int].self)
  private static let dictionary = TypeMetadata([String: Int].self)
  private static let set = TypeMetadata(Set<Int>.self)
}

extension Decodable {
  fileprivate static var array: any DirectlyDecodable.Type { [Self].self }
  fileprivate static var optional: any DirectlyDecodable.Type { Self?.self }
  fileprivate static var dictionary: any DirectlyDecodable.Type { [String: Self].self }
}

/// Types whose values may be read from a text in one pass, without a tape.
///
/// Reading handles the usual texts. For any other, it gives up before any model's code has run, and the
/// text is decoded in the ordinary way from its beginning.
package protocol ReadableFromText {
  /// Reads a value, or a collection of values, from the text at `place` and initializes the memory at `target`.
  static func read(
    _ form: WholeForm,
    from place: PlaceToRead,
    with decoder: DocumentDecoder,
    to target: UnsafeMutableRawPointer
  ) -> TextReading
}

/// The form of a whole text from which values of a type are read.
package enum WholeForm {
  /// A value of the type.
  case value
  /// An array of values.
  case elements
  /// A dictionary of values by name.
  case membersByName

  /// The type of the whole that consists of values of `type`.
  func whole<Value: Decodable>(of type: Value.Type) -> any Decodable.Type {
    switch self {
    case .value: Value.self
    case .elements: [Value].self
    case .membersByName: [String: Value].self
    }
  }
}

/// Where a value may be read in one pass.
package struct PlaceToRead {
  /// The value, and perhaps what comes after it.
  let text: JSONText

  /// Where the text begins in the window of a stream.
  var start = 0

  /// Whether it is in a stream, and not a whole document.
  var isInStream = false

  /// Whether there may be only whitespace after the value.
  var isWhole = true

  /// How many arrays and objects may be open in the value.
  let maximumDepth: Int
}

/// The outcome of reading a value from a text.
package enum TextReading {
  /// The value has been read; it has `count` bytes, with the whitespace before it and, if it must be whole,
  /// after it.
  ///
  /// If `defers` is true, it lacks members that run models' code, which must be decoded now; see
  /// `FeatureMemory.decodeDeferred(with:of:)`. This is never so in a stream.
  case read(count: Int, defers: Bool)

  /// The value must be decoded in the ordinary way; nothing was initialized.
  case gaveUp

  /// All values of the type in the stream must be decoded in the ordinary way.
  case never
}

/// A type whose members have a value even if the text has none for them, such as `JSONLossy`.
///
/// The compiler's initializer calls a function of this library, which asks whether the object has such a
/// member before it asks for a value.
protocol DefaultedMember: Decodable {
  /// The value of an absent member; nil unless that value is known to consist of mere bits, which take no
  /// work to copy or destroy.
  static func whenAbsent(in types: TypeMemory) -> Self?
}

/// A type that stands for a value or for nothing, such as `JSONNullable`.
protocol NullableMember {
  /// The value that it stands for.
  var encodableValue: (any Encodable)? { get }
}

extension TypeMemory {
  /// Whether nil or an empty `type` consists of mere bits: nothing, or storage that is never freed.
  func emptyIsBits<Value: Decodable>(_ type: Value.Type) -> Bool {
    if TypeMetadata.layoutIsKnown, TypeMetadata(type).kind == .optional { return true }
    guard let direct = planWithMark(for: type).direct else { return false }
    return empty(direct, as: type) != nil
  }

  /// An empty value of `type`, which `direct` stands for, if it is a collection.
  func empty<Value: Decodable, Direct: DirectlyDecodable>(
    _ direct: Direct.Type,
    as type: Value.Type
  ) -> Value? {
    // SAFETY: the plan of a type holds the type itself, as another protocol's metatype, or a struct
    // that has nothing but a value of it.
    direct.empty.map { unsafe unsafeBitCast($0, to: Value.self) }
  }
}
