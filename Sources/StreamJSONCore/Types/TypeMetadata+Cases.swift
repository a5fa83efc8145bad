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
  var caseNames: [String]? {
    TypeMetadata.namesAreKnown ? readCaseNames : nil
  }

  /// Whether the cases of some known types are described as above.
  private static let namesAreKnown: Bool = {
    let types = [One.self, Three.self, Generic<Int>.Case.self, Text.self] as [any Any.Type]
    let names = [["one"], ["c", "a", "bébé"], ["one", "two"], ["first", "second"]]
    return TypeMetadata.layoutIsKnown && types.map { TypeMetadata($0).readCaseNames } == names
      && TypeMetadata(Payload.self).readCaseNames == nil
  }()

  private var readCaseNames: [String]? {
    // SAFETY: it is an enumeration, whose layout was tested.
    guard kind == .enumeration, let count = unsafe plainCaseCount,
      let texts = unsafe textsOfFields(count: count, at: 8)
    else { return nil }
    // SAFETY: a name ends with a zero.
    let names = unsafe texts.map { unsafe String(cString: $0.assumingMemoryBound(to: UInt8.self)) }
    return names.contains("") ? nil : names
  }

  /// A type that is tested: its cases have other raw values than names.
  private enum Text: String { case first = "1", second = "2" }
}
