/// The names of an enumeration's cases in its source, which no public API provides.
///
/// The `stringValue` of a key may be different, and printing a value asks its type what to print. The names are in the
/// descriptor of the type's fields, which `TypeMetadata+Ownership.swift` describes and which has a record for each
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
