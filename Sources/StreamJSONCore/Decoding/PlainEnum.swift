/// Whether a type is an enumeration of at most one byte whose cases have no payload.
///
/// In such a type, the stored byte determines the case, and a value is nothing but its case. A
/// struct of one byte, or an enumeration with a payload, may stand for something stored elsewhere.
/// `Mirror` would tell the two apart, but it takes a dynamic cast, which searches all conformances
/// of the process the first time, and it believes a type that is `CustomReflectable`. So the answer
/// is read from the type's metadata, whose layout the ABI fixes (docs/ABI/TypeMetadata.rst in
/// Swift's repository):
///
/// ```
/// metadata    word 0: the kind; 0x201 is an enumeration
///             word 1: the address of the descriptor
/// descriptor  byte 20: in the lower 24 bits, the number of cases with a payload
///             byte 24: the number of cases without
/// ```
///
/// This is not guaranteed for every future platform, so it is tested before it is used: if the
/// layout differs, no type counts as such an enumeration.
enum PlainEnum {
  /// True when `type` is an enumeration of at most one byte, which is the ordinal of the case.
  static func isOne<T>(_ type: T.Type) -> Bool {
    guard MemoryLayout<T>.size <= 1, layoutIsKnown else { return false }
    // SAFETY: the layout was tested.
    return unsafe hasOnlyPlainCases(type)
  }

  /// The case of `type` with the ordinal `ordinal`, which a key has had.
  static func key(_ type: any CodingKey.Type, _ ordinal: Int) -> any CodingKey {
    // SAFETY: only keys of types with slots have ordinals, and those are nothing but that byte.
    unsafe withUnsafePointer(to: UInt8(truncatingIfNeeded: ordinal)) { byte in
      unsafe type.copy(at: UnsafeRawPointer(byte))
    }
  }

  /// - Precondition: The layout of metadata is the one above.
  @unsafe
  private static func hasOnlyPlainCases(_ type: any Any.Type) -> Bool {
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard unsafe metadata.load(as: UInt.self) == enumerationKind else { return false }
    // SAFETY: the metadata of an enumeration has a second word, the address of its descriptor.
    let descriptor = unsafe metadata.load(
      fromByteOffset: MemoryLayout<UInt>.size,
      as: UnsafeRawPointer.self
    )
    return unsafe descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF == 0
  }

  /// The kind of an enumeration; no class has it, because its metadata has a pointer in that place.
  private static let enumerationKind: UInt = 0x201

  /// Whether the metadata of some known types has the expected layout.
  private static let layoutIsKnown: Bool = {
    // The first word of every type's metadata is its kind; at first only that is read.
    let kinds = [isEnumeration(One.self), isEnumeration(Three.self), isEnumeration(Payload.self)]
    guard kinds.allSatisfy({ $0 }), !isEnumeration(Byte.self), !isEnumeration(Bool.self) else {
      return false
    }
    // SAFETY: the metadata of any enumeration has a word after the first one; the descriptor's
    // numbers show that it is the descriptor's address.
    return unsafe hasOnlyPlainCases(One.self) && hasOnlyPlainCases(Three.self)
      && hasOnlyPlainCases(Generic<Byte>.Case.self)
      && !hasOnlyPlainCases(Payload.self) && !hasOnlyPlainCases(Generic<Byte>.Payload.self)
  }()

  private static func isEnumeration(_ type: any Any.Type) -> Bool {
    // SAFETY: a metatype is the address of metadata, the first word of which is the kind.
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self) == enumerationKind
  }

  // The types that are tested.
  private enum One { case one }
  private enum Three { case one, two, three }
  private enum Payload { case one(Bool), two }
  private struct Byte { var byte: UInt8 }
  private enum Generic<Part> {
    enum Case { case one, two }
    enum Payload { case one(Part), two }
  }
}
