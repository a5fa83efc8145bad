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
    guard TypeMetadata.layoutIsKnown, TypeMetadata.namesAreKnown else { return nil }
    return readCaseNames
  }

  /// Whether the cases of some known types are described as above.
  private static let namesAreKnown: Bool = {
    let types = [One.self, Three.self, Generic<Int>.Case.self, Text.self] as [any Any.Type]
    let names = [["only"], ["c", "a", "bébé"], ["one", "two"], ["first", "second"]]
    return TypeMetadata.layoutIsKnown && types.map { TypeMetadata($0).readCaseNames } == names
      && TypeMetadata(Payload.self).readCaseNames == nil
  }()

  private var readCaseNames: [String]? {
    // SAFETY: it is an enumeration, whose layout was tested. Each address that is read is within the
    // descriptor of the type or of its fields, which the compiler has made and which are never freed.
    guard kind == .enumeration, let count = unsafe plainCaseCount,
      let fields = unsafe relative(to: descriptor + 16),
      unsafe fields.load(fromByteOffset: 10, as: UInt16.self) == 12,
      unsafe fields.load(fromByteOffset: 12, as: UInt32.self) == count
    else { return nil }
    var names: [String] = []
    for index in 0..<count {
      // SAFETY: there are `count` records of 12 bytes; a name ends with a zero.
      guard let name = unsafe relative(to: fields + 16 + index * 12 + 8) else { return nil }
      unsafe names.append(String(cString: name.assumingMemoryBound(to: UInt8.self)))
    }
    return names.contains("") ? nil : names
  }

  // The types that are tested.
  private enum One { case only }
  private enum Three { case c, a, bébé }
  private enum Text: String { case first = "1", second = "2" }
  private enum Payload { case one(Bool), two }
  private enum Generic<Part> { enum Case { case one, two } }
}
