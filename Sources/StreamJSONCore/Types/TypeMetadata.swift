// Rules for the folder Types:
// - No public API guarantees the layouts everywhere. Each one is tested with known types before it's used
//   (`layoutIsKnown`, `conformancesAreKnown`). Add such a test for anything new that you read. If a layout isn't as
//   expected, the answer is "not known", and the caller does without it.
// - A mirror may say anything, because a type can supply it. Check what it says, as `areLaidOutAsExpected` does, or
//   read the metadata instead.
// - Each function with unsafe code names its precondition. Callers ask for the kind first.

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

/// The names of an enumeration's cases in its source, which no public API provides.
///
/// The `stringValue` of a key may be different, and printing a value asks its type what to print. The names are in the
/// descriptor of the type's fields, which `TypeMetadata.swift` describes and which has a record for each
/// case. If no case has a payload, the records are in the order of the ordinals:
///
/// ```
/// record      byte 8: the address of the name, relative to this
/// ```
extension TypeMetadata {
  /// The names of the cases of an enumeration without payloads, by their ordinals; nil if they are not known, as in a
  /// program from which names were stripped.
  var caseNames: [String]? { TypeMetadata.namesAreKnown ? readCaseNames : nil }

  /// Whether the cases of some known types are described as above.
  private static let namesAreKnown: Bool = {
    let types = all(Three.self, Generic<Int>.Case.self)
    let names = [["c", "a", "bébé"], ["one", "two"]]
    return TypeMetadata.layoutIsKnown && types.map(\.readCaseNames) == names
      && TypeMetadata(Result<Int, any Error>.self).readCaseNames == nil
  }()

  private var readCaseNames: [String]? {
    // SAFETY: `kind` says that it is an enumeration, whose layout `namesAreKnown` asks about first; a name ends with a
    // zero.
    guard kind == .enumeration, let count = unsafe plainCaseCount,
      let texts = unsafe textsOfFields(count: count, at: 8)
    else { return nil }
    let names = unsafe texts.map { unsafe String(cString: $0.assumingMemoryBound(to: UInt8.self)) }
    return names.contains("") ? nil : names
  }
}

/// The conformances that a conformance of a generic type depends on, which no public API provides.
///
/// `[Element]` is decodable if `Element` is. The type of a decodable type is two addresses: that of its metadata and
/// that of its witness table. In front of a table that was made for generic arguments are the addresses of the tables
/// that it depends on, the last one first (`addConditionalConformances` and `privateWitnessTableIndexToTableOffset` in
/// lib/IRGen of Swift's repository):
///
/// ```
/// table       word -1: the table of the first generic argument
///             word -2: that of the second
/// ```
///
/// The witness functions of a conformance, such as that of `[Element]`, read these words, so they are in the same place
/// for every element type. Testing each conformance with one element type is therefore enough.
extension TypeMetadata {
  /// Whether some known types have the layout described above.
  static let conformancesAreKnown: Bool = {
    guard TypeMetadata.layoutIsKnown else { return false }
    // SAFETY: all are of the three kinds. Tables are parts of larger blocks of memory, so that words in front of one
    // can be read, and those words are only compared until they are known to be right.
    return unsafe addresses(of: argument(0, of: [Int].self)) == addresses(of: Int.self)
      && addresses(of: argument(0, of: Bool?.self)) == addresses(of: Bool.self)
      && addresses(of: argument(0, of: [String: Double].self)) == addresses(of: String.self)
      && addresses(of: argument(1, of: [String: Double].self)) == addresses(of: Double.self)
  }()

  /// The generic argument at `index` of `type`.
  ///
  /// - Precondition: `type` is an array, an optional or a dictionary, and `conformancesAreKnown`. Nothing would show a
  ///   wrong table later, since types with the same metadata are equal.
  @unsafe
  static func argument(_ index: Int, of type: any Decodable.Type) -> any Decodable.Type {
    let (metadata, table) = unsafe addresses(of: type)
    return unsafe unsafeBitCast(
      (metadata[2 + index], table[-1 - index]),
      to: (any Decodable.Type).self
    )
  }

  private static func addresses(of type: any Decodable.Type) -> Addresses {
    // SAFETY: a type with a conformance is two addresses. Without `as`, the type alone would be passed, which is one.
    unsafe unsafeBitCast(type as any Decodable.Type, to: Addresses.self)
  }

  private typealias Addresses = (metadata: UnsafePointer<UInt>, table: UnsafePointer<UInt>)
}

/// How a structure holds what its stored properties refer to, which no public API provides.
///
/// A reference that is weak, unowned or unmanaged must not be read as if it were a strong one, but `Mirror` reads every
/// reference, and the object of an unmanaged one may be gone. The answer is therefore read from the descriptor of the
/// type's fields (docs/ABI/TypeMetadata.rst and docs/ABI/Mangling.rst in Swift's repository):
///
/// ```
/// descriptor  byte 16: the address of the descriptor of the fields, relative to this; 0 without one
///             byte 20: the number of stored properties
/// fields      byte 10: the size of a record in bytes; byte 12: the number of records
///             byte 16: the records
/// record      byte 4: the address of the name of its type, relative to this
/// ```
///
/// The mangled name of a type ends in Xw if the reference is weak, Xo if it is unowned, and Xu if it is
/// unmanaged.
extension TypeMetadata {
  /// Whether all stored properties hold what they refer to; false if that is not known.
  var holdsAllItRefersTo: Bool { TypeMetadata.fieldsAreKnown && readsAsHolding }

  /// The number of stored properties of a structure; nil if the type is not a structure, or if that is not known.
  var storedPropertyCount: Int? {
    guard TypeMetadata.fieldsAreKnown, kind == .structure else { return nil }
    // SAFETY: it is a structure, and the layout was tested.
    return unsafe Int(descriptor.load(fromByteOffset: 20, as: UInt32.self))
  }

  /// Whether the fields of some known types are described as above.
  private static let fieldsAreKnown: Bool = {
    let holding = all(Strong<Int>.self, Strong<[AnyObject]>.self)
    let others = all(Weak.self, Unowned.self, OptionalUnowned.self, Unmanaged.self)
    return TypeMetadata.layoutIsKnown && holding.allSatisfy(\.readsAsHolding)
      && others.allSatisfy { $0.kind == .structure && !$0.readsAsHolding }
  }()

  private var readsAsHolding: Bool {
    // SAFETY: `kind` says that it is a structure, whose layout `fieldsAreKnown` asks about first; a name of a type is a
    // mangled name.
    guard kind == .structure else { return false }
    let count = unsafe Int(descriptor.load(fromByteOffset: 20, as: UInt32.self))
    return unsafe textsOfFields(count: count, at: 4)?.allSatisfy { unsafe !Self.isNotHolding($0) }
      ?? false
  }

  /// Where the relative addresses at byte `offset` of the fields' `count` records lead; nil if there are not as many
  /// records, or if an address is missing.
  ///
  /// - Precondition: The type is a structure or an enumeration, and `offset` is 4 or 8.
  func textsOfFields(count: Int, at offset: Int) -> [UnsafeRawPointer]? {
    // SAFETY: the precondition. Each address that is read is within the descriptor of the type or of its fields, which
    // the compiler has made and which are never freed: there are `count` records of 12 bytes, as was compared.
    guard let fields = unsafe relative(to: descriptor + 16),
      unsafe fields.load(fromByteOffset: 10, as: UInt16.self) == 12,
      unsafe fields.load(fromByteOffset: 12, as: UInt32.self) == count
    else { return nil }
    let texts = unsafe (0..<count).compactMap { index in
      unsafe relative(to: fields + 16 + index * 12 + offset)
    }
    return unsafe texts.count == count ? texts : nil
  }

  /// The address that the relative address at `place` leads to.
  ///
  /// - Precondition: There is one.
  func relative(to place: UnsafeRawPointer) -> UnsafeRawPointer? {
    // SAFETY: the compiler has put a relative address there.
    let distance = unsafe place.load(as: Int32.self)
    return unsafe distance == 0 ? nil : place + Int(distance)
  }

  /// Whether the mangled name at `name` is that of a reference that does not hold the object.
  ///
  /// - Precondition: There is a mangled name.
  private static func isNotHolding(_ name: UnsafeRawPointer) -> Bool {
    // SAFETY: the compiler has put a mangled name there, which ends with a zero that is not part of an address in it;
    // addresses are skipped as a whole.
    var end = unsafe name
    var last: (UInt8, UInt8) = (0, 0)
    while true {
      let byte = unsafe end.load(as: UInt8.self)
      switch byte {
      case 0: return last.0 == UInt8(ascii: "X") && "wou".utf8.contains(last.1)
      // An address follows: a relative one of four bytes, or an absolute one.
      case 0x01...0x17: unsafe end += 5
      case 0x18...0x1F: unsafe end += 1 + MemoryLayout<UInt>.size
      default: unsafe end += 1
      }
      last = (last.1, byte)
    }
  }

  // The types that are tested.
  private struct Strong<Part> {
    var parts: [Part]
    var object: Object
    var maybe: Object?
  }
  private struct Weak {
    weak var object: Object?
    var number: Int
  }
  private struct Unowned {
    var number: Int
    unowned(safe) let object: Object
  }
  private struct OptionalUnowned { unowned var object: Object? }
  private struct Unmanaged { unowned(unsafe) let object: Object }
}

/// The stored properties of a structure as its mirror shows them, each placed at the next multiple of its
/// alignment, as structures are laid out.
struct StoredProperties {
  struct Property {
    let label: String

    /// The type that the property was declared with: `type(of:)` would return the type of what an existential holds,
    /// such as the error in an `any Error`.
    let type: any Any.Type

    let offset: Int
  }

  let all: [Property]

  /// Whether this adds up to the size and alignment of the structure.
  let areLaidOutAsExpected: Bool

  init<Value>(of value: Value) {
    var all: [Property] = []
    var (end, alignment) = (0, 1)
    func add<Declared>(_ property: Declared, _ label: String) {
      let own = MemoryLayout<Declared>.alignment
      let offset = (end + own - 1) / own * own
      all.append(Property(label: label, type: Declared.self, offset: offset))
      (end, alignment) = (offset + MemoryLayout<Declared>.size, max(alignment, own))
    }
    for (label, property) in Mirror(reflecting: value).children { add(property, label ?? "") }
    self.all = all
    areLaidOutAsExpected =
      end == MemoryLayout<Value>.size && alignment == MemoryLayout<Value>.alignment
  }
}
