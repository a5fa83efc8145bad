/// Whether a type is an enumeration of at most one byte whose cases have no payload.
///
/// In such a type, the stored byte determines the case, and a value is nothing but its case. A struct of one byte, or
/// an enumeration with a payload, may stand for something stored elsewhere. `Mirror` would distinguish the two, but it
/// takes a dynamic cast, which searches all conformances of the process the first time, and it believes a type that is
/// `CustomReflectable`. The answer is therefore read from the type's metadata; if that is not laid out as expected, no
/// type counts as such an enumeration.
enum PlainEnum {
  /// The number of cases of `type` if it is an enumeration of at most one byte, which is the ordinal
  /// of the case; nil otherwise.
  static func caseCount<T>(_ type: T.Type) -> Int? {
    guard MemoryLayout<T>.size <= 1, TypeMetadata.layoutIsKnown else { return nil }
    let metadata = TypeMetadata(type)
    guard metadata.kind == .enumeration else { return nil }
    // SAFETY: the kind was compared, and the layout was tested.
    return unsafe metadata.plainCaseCount
  }

  /// The ordinal of `key`, whose type is such an enumeration.
  @inline(__always)
  static func ordinal<Key: CodingKey>(of key: Key) -> Int {
    // SAFETY: it is one byte, or none if there is only one case.
    MemoryLayout<Key>.size == 0 ? 0 : Int(unsafe unsafeBitCast(key, to: UInt8.self))
  }

  /// The case of `type` with the ordinal `ordinal`, which a key has had.
  static func key(_ type: any CodingKey.Type, _ ordinal: Int) -> any CodingKey {
    // SAFETY: only keys of types with slots have ordinals, and those are nothing but that byte.
    unsafe withUnsafePointer(to: UInt8(truncatingIfNeeded: ordinal)) { byte in
      unsafe type.plainCase(at: UnsafeRawPointer(byte))
    }
  }

  /// The names of the keys of `type`, which is such an enumeration.
  static func names(of type: any CodingKey.Type) -> [String] {
    // SAFETY: its layout was tested when it was found to be one.
    let count = unsafe TypeMetadata(type).plainCaseCount ?? 0
    return (0..<count).map { key(type, $0).stringValue }
  }
}

extension CodingKey {
  /// - Precondition: There is a key of this type at `address`.
  fileprivate static func plainCase(at address: UnsafeRawPointer) -> any CodingKey {
    // SAFETY: the key that was put there has this type.
    unsafe address.assumingMemoryBound(to: Self.self).pointee
  }
}
