/// Finds out which types are `DirectlyDecodable`, if possible without a dynamic cast.
///
/// A model's own type is recognized by the kind in its metadata, and a scalar by its identity. Arrays,
/// optionals and dictionaries have a conformance for each element type; the compiler makes it where the
/// element type is known to be decodable, which is in the container that the collection's own `init(from:)`
/// decodes its elements from.
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
      return ElementProbe.direct(type) { $0.optional }
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
    // SAFETY: all are structures.
    if unsafe metadata.descriptor == array.descriptor {
      return ElementProbe.direct(type) { $0.array }
    }
    if unsafe metadata.descriptor == dictionary.descriptor {
      // Other dictionaries decode their keys, too, which may run a model's code.
      // SAFETY: dictionaries are generic, and the layout was tested.
      guard unsafe metadata.hasFirstArgument(String.self) else { return nil }
      return ElementProbe.direct(type) { $0.dictionary }
    }
    let alike = [set] + others.map { TypeMetadata($0) }.filter { $0.kind == .structure }
    return alike.contains { unsafe $0.descriptor == metadata.descriptor } ? cast(type) : nil
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
  static func isScalar(_ type: any Decodable.Type) -> Bool {
    scalars.contains { $0 == type }
  }

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

/// A decoder that a collection of the standard library asks for its first element, and that thus learns the
/// element type and how it is decoded.
///
/// No element is ever decoded, so this calls no model's code.
final class ElementProbe {
  /// The type of the elements.
  private var element: (any Decodable.Type)?

  /// The type of the keys of a dictionary.
  private var keyType: (any CodingKey.Type)?

  /// The standard library's key type for dictionaries, which has no public name.
  static let dictionaryKeys = ElementProbe([String: Int].self).keyType

  /// Lets `type`, which is an array, an optional or a dictionary with strings as keys, begin to
  /// decode.
  init(_ type: any Decodable.Type) {
    _ = try? type.init(from: self)
  }

  /// The collection that `collection` makes of the element type of `type`, if it is `type` itself.
  static func direct(
    _ type: any Decodable.Type,
    _ collection: (any Decodable.Type) -> any DirectlyDecodable.Type
  ) -> (any DirectlyDecodable.Type)? {
    let direct = ElementProbe(type).element.map(collection)
    assert(direct == type)
    return direct == type ? direct : DirectTypes.cast(type)
  }

  private struct Finished: Error {}

  private func finish<T: Decodable>(with type: T.Type) -> Finished {
    element = type
    return Finished()
  }
}

extension ElementProbe: Decoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    keyType = type
    return KeyedDecodingContainer(Members(probe: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { self }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension ElementProbe: UnkeyedDecodingContainer, SingleValueDecodingContainer {
  var count: Int? { 1 }
  var isAtEnd: Bool { false }
  var currentIndex: Int { 0 }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { throw finish(with: type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw Finished()
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Finished() }

  func superDecoder() throws -> any Decoder { throw Finished() }
}

extension ElementProbe {
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: ElementProbe

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { Key(stringValue: "").map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      throw probe.finish(with: type)
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      throw Finished()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw Finished()
    }

    func superDecoder() throws -> any Decoder { throw Finished() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw Finished() }
  }
}
