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
