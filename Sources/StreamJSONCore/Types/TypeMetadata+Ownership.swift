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
