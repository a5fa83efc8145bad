/// What the metadata of a type says about it, without a search of the program's conformances.
///
/// The first dynamic cast of a type to a protocol searches all conformances of the process, which takes 20 µs in a
/// program with a few thousand of them, and more in a larger one. The kind of a type is therefore read from its
/// metadata, whose layout the ABI fixes (docs/ABI/TypeMetadata.rst in Swift's repository):
///
/// ```
/// metadata    word 0: the kind; 0x200 is a structure, 0x201 an enumeration, 0x202 an optional
///             word 1: the address of the descriptor
///             word 2: the first of the generic arguments, if there are any
/// descriptor  byte 0: in bit 7, whether there are
///             byte 20, of an enumeration: in the lower 24 bits, the number of cases with a payload
///             byte 24, of an enumeration: the number of cases without
/// ```
///
/// This is not guaranteed for every future platform, so it is tested before it is used.
///
/// `@unchecked Sendable`: the metadata of a type does not change.
@safe
struct TypeMetadata: @unchecked Sendable {
  private let address: UnsafeRawPointer

  init(_ type: any Any.Type) {
    // SAFETY: a metatype is the address of metadata.
    unsafe address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  enum Kind: UInt {
    case structure = 0x200
    case enumeration = 0x201
    case optional = 0x202
  }

  /// Nil for classes, whose metadata has a pointer in that place, and for all other kinds.
  var kind: Kind? {
    // SAFETY: the metadata of every type begins with its kind.
    Kind(rawValue: unsafe address.load(as: UInt.self))
  }

  /// The address of the descriptor, which generic types have in common whatever their arguments.
  ///
  /// - Precondition: There is a kind.
  @unsafe
  var descriptor: UnsafeRawPointer {
    unsafe address.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
  }

  /// Whether the type has generic arguments.
  ///
  /// - Precondition: There is a kind, and the layout is known.
  @unsafe
  var isGeneric: Bool { unsafe descriptor.load(as: UInt8.self) & 0x80 != 0 }

  /// Whether the first generic argument is `type`.
  ///
  /// - Precondition: The type is generic, and the layout is known.
  @unsafe
  func hasFirstArgument(_ type: any Any.Type) -> Bool {
    let argument = unsafe address.load(
      fromByteOffset: 2 * MemoryLayout<UInt>.size,
      as: UnsafeRawPointer.self
    )
    return unsafe argument == TypeMetadata(type).address
  }

  /// The number of cases if none has a payload; nil otherwise.
  ///
  /// - Precondition: The type is an enumeration, and the layout is known.
  @unsafe
  var plainCaseCount: Int? {
    let payloads = unsafe descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    return payloads == 0 ? Int(unsafe descriptor.load(fromByteOffset: 24, as: UInt32.self)) : nil
  }

  /// Whether values of `type` are copied as bytes and need nothing to be destroyed.
  ///
  /// The standard library has no public name for this: conformance to `BitwiseCopyable` cannot be checked at run time.
  static func isTrivial<T>(_ type: T.Type) -> Bool { _isPOD(type) }

  /// Whether the metadata of some known types has the layout described above.
  static let layoutIsKnown: Bool = {
    #if _ptrauth(_arm64e)
    // Addresses in metadata have a signature, without which they cannot be used.
    return false
    #else
    // SAFETY: at first, only the kind is read. The metadata of these kinds has a word after that. That generic types
    // have it in common, and no others do, shows that it is the descriptor. Descriptors have more bytes than are read
    // then, and so does generic metadata.
    let structures = all(Int.self, [Int].self, [Three].self)
    let enumerations = all(Three.self, Generic<Int>.Case.self)
    let withPayloads = all(Result<Int, any Error>.self, Generic<Int>.Payload.self)
    let optionals = all(Int?.self, Three?.self)
    guard structures.allSatisfy({ $0.kind == .structure }),
      (enumerations + withPayloads).allSatisfy({ $0.kind == .enumeration }),
      optionals.allSatisfy({ $0.kind == .optional }),
      TypeMetadata(Object.self).kind == nil
    else { return false }
    guard unsafe structures[1].descriptor == structures[2].descriptor,
      unsafe optionals[0].descriptor == optionals[1].descriptor,
      unsafe structures[0].descriptor != structures[1].descriptor,
      unsafe structures[1].descriptor != optionals[0].descriptor
    else { return false }
    return unsafe !structures[0].isGeneric && structures[1].isGeneric && optionals[0].isGeneric
      && !enumerations[0].isGeneric && enumerations[1].isGeneric
      && structures[1].hasFirstArgument(Int.self) && structures[2].hasFirstArgument(Three.self)
      && !structures[2].hasFirstArgument(Int.self) && optionals[1].hasFirstArgument(Three.self)
      && enumerations.map { unsafe $0.plainCaseCount } == [3, 2]
      && withPayloads.allSatisfy { unsafe $0.plainCaseCount == nil }
    #endif
  }()

  @inline(never)
  static func all(_ types: any Any.Type...) -> [TypeMetadata] { types.map(TypeMetadata.init) }

  // Types that are tested, also for the names of their cases.
  enum Three { case c, a, bébé }
  final class Object {}
  enum Generic<Part> {
    enum Case { case one, two }
    // In an array, so that its size does not depend on the argument, which takes less code.
    enum Payload { case one([Part]), two }
  }
}
