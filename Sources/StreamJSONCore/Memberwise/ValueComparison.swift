/// Whether a property holds what was handed out for it, as far as that can be decided without running a model's code.
enum ValueComparison {
  /// False only if the two are certain to differ in a bit that means something.
  ///
  /// Bytes alone do not decide, because those between the properties of a struct, or behind nil, may be anything.
  /// Values whose bytes differ are therefore compared part by part. A chain of nested parts may be as long as a text,
  /// so it is not followed forever.
  static func mayBeSame<Value>(_ first: Value, _ second: Value, depth: Int = 0) -> Bool {
    // SAFETY: the bytes are only compared.
    let isSame = unsafe withUnsafeBytes(of: first) { first in
      unsafe withUnsafeBytes(of: second) { unsafe first.elementsEqual($0) }
    }
    guard !isSame, depth < 32, TypeMetadata.layoutIsKnown else { return true }
    // Objects are distinguished by their addresses.
    if Value.self is AnyClass { return false }
    let metadata = TypeMetadata(Value.self)
    switch metadata.kind {
    case .optional:
      break
    case .enumeration:
      if PlainEnum.caseCount(Value.self) != nil { return false }
      if Value.self is any CustomReflectable.Type { return true }
    case .structure:
      // The bytes of these all mean something; those of collections are the address of their storage.
      if Value.self is any DirectlyDecodable.Type { return false }
      // A reference that is not a strong one must not be read.
      guard metadata.holdsAllItRefersTo else { return true }
      let name = String(reflecting: Value.self)
      let isOfStandardLibrary = name.hasPrefix("Swift.")
      if ["Foundation.", "FoundationEssentials.", "Swift.SIMD"].contains(where: name.hasPrefix),
        let first = first as? any Equatable
      {
        return areEqual(first, second)
      }
      // The only word of a collection is the address of its storage.
      if isOfStandardLibrary, MemoryLayout<Value>.size == MemoryLayout<UInt>.size,
        Value.self is any Collection.Type
      {
        return false
      }
      // The mirrors of the standard library show what there is.
      guard isOfStandardLibrary || !(Value.self is any CustomReflectable.Type) else { return true }
    case nil:
      // This is an existential or a function, unless it is a payload of several values.
      guard Mirror(reflecting: first).displayStyle == .tuple else { return true }
    }
    let parts = (Mirror(reflecting: first).children, Mirror(reflecting: second).children)
    // If these are optionals or enumerations, one may have no payload, or be of another case.
    guard parts.0.count == parts.1.count, parts.0.first?.label == parts.1.first?.label else {
      return false
    }
    if parts.0.isEmpty, metadata.kind == .enumeration { return haveSameName(first, second) }
    // (In a closure of one expression, they would be compared as values of type Any.)
    for (first, second) in zip(parts.0, parts.1) {
      guard mayBeSame(first.value, second.value, in: depth + 1) else { return false }
    }
    return true
  }

  /// Whether both are equal; a value that does not even equal itself tells nothing.
  private static func areEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    guard let second = second as? Value, first == first, second == second else { return true }
    return first == second
  }

  /// Whether two cases without a payload are the same one, unless their type describes them itself.
  private static func haveSameName<Value>(_ first: Value, _ second: Value) -> Bool {
    if first is any CustomStringConvertible || first is any CustomDebugStringConvertible
      || first is any TextOutputStreamable
    {
      return true
    }
    return "\(first)" == "\(second)"
  }

  /// Compares two parts that mirrors have given.
  private static func mayBeSame<Part, Other>(_ first: Part, _ second: Other, in depth: Int) -> Bool
  {
    guard Part.self == Other.self else { return true }
    // (A cast does not find an optional in nil.)
    // SAFETY: compared on the line above.
    return unsafe mayBeSame(first, unsafeBitCast(second, to: Part.self), depth: depth)
  }
}
