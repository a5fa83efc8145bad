/// Whether a type is an enumeration whose cases have no payload, or one without bytes.
///
/// Of such a type, the stored byte tells the case, and a case is all that a value is. A struct of
/// one byte, or an enumeration with a payload, may stand for something that is looked up elsewhere.
/// `Mirror` would tell the two apart, but takes a dynamic cast, which looks through all conformances
/// of the process the first time, and believes a type that is `CustomReflectable`. So the answer is
/// read from the type's metadata, whose layout the ABI has fixed (docs/ABI/TypeMetadata.rst in
/// Swift's repository):
///
/// ```
/// metadata    word 0: the kind; 0x201 is an enumeration
///             word 1: the address of the descriptor
/// descriptor  byte 20: in the lower 24 bits, the number of cases with a payload
///             byte 24: the number of cases without
/// ```
///
/// Nothing of that is promised for every platform to come, so it is tried out before it is used:
/// where it is another layout, no type counts as such an enumeration.
enum PlainEnum {
  /// True when `type` is an enumeration of at most one byte, which is the ordinal of the case.
  static func isOne<T>(_ type: T.Type) -> Bool {
    guard MemoryLayout<T>.size <= 1, layoutIsKnown else { return false }
    // SAFETY: the layout was tried out.
    return unsafe hasOnlyPlainCases(type)
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

  /// An enumeration, none of the pointers that stand there in the metadata of classes.
  private static let enumerationKind: UInt = 0x201

  /// Whether some types, of which it is known what they are, look like it.
  private static let layoutIsKnown: Bool = {
    // The first word of every type's metadata is its kind; it is looked at alone at first.
    let kinds = [isEnumeration(One.self), isEnumeration(Three.self), isEnumeration(Payload.self)]
    guard kinds.allSatisfy({ $0 }), !isEnumeration(Byte.self), !isEnumeration(Bool.self) else {
      return false
    }
    // SAFETY: a word behind the first one is there in the metadata of any enumeration; that it is
    // the descriptor's address is what the descriptor's numbers show.
    return unsafe hasOnlyPlainCases(One.self) && hasOnlyPlainCases(Three.self)
      && hasOnlyPlainCases(Generic<Byte>.Case.self)
      && !hasOnlyPlainCases(Payload.self) && !hasOnlyPlainCases(Generic<Byte>.Payload.self)
  }()

  private static func isEnumeration(_ type: any Any.Type) -> Bool {
    // SAFETY: a metatype is the address of metadata, the first word of which is the kind.
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self) == enumerationKind
  }

  // What is tried out.
  private enum One { case one }
  private enum Three { case one, two, three }
  private enum Payload { case one(Bool), two }
  private struct Byte { var byte: UInt8 }
  private enum Generic<Part> {
    enum Case { case one, two }
    enum Payload { case one(Part), two }
  }
}
