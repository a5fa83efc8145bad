/// What can be told of two values of a type of which the library knows nothing.
enum ValueComparison {
  /// They have the same bytes, or are made of parts that have.
  case same
  case different
  /// Bytes differ, some of which may mean nothing.
  case unknown

  /// Compares two values, with no code of their type's but `==`, and that only where nothing else
  /// tells.
  ///
  /// Bytes alone do not tell: those between the properties of a struct, or behind nil, may be anything.
  ///
  /// A chain of parts in parts may be as long as a text is, so it is not followed for ever.
  static func of<Value>(_ first: Value, _ second: Value, depth: Int = 0) -> ValueComparison {
    // SAFETY: the bytes are only compared.
    let isSame = unsafe withUnsafeBytes(of: first) { first in
      unsafe withUnsafeBytes(of: second) { unsafe first.elementsEqual($0) }
    }
    if isSame { return .same }
    return depth < 32 ? ofParts(first, second, depth) : .unknown
  }

  /// All of `parts` together.
  static func ofAll(_ parts: some Sequence<ValueComparison>) -> ValueComparison {
    var isKnown = true
    for part in parts {
      if part == .different { return .different }
      if part == .unknown { isKnown = false }
    }
    return isKnown ? .same : .unknown
  }

  /// Compares two values whose bytes differ.
  private static func ofParts<Value>(
    _ first: Value,
    _ second: Value,
    _ depth: Int
  ) -> ValueComparison {
    // The bytes of these all mean something; those of collections are the address of their storage.
    let isOptional = TypeMetadata.layoutIsKnown && TypeMetadata(Value.self).kind == .optional
    if Value.self is any DirectlyDecodable.Type, !isOptional { return .different }
    guard TypeMetadata.layoutIsKnown, isOptional || !(Value.self is any CustomReflectable.Type)
    else {
      return byEquality(first, second)
    }
    switch TypeMetadata(Value.self).kind {
    case .structure where !TypeMetadata(Value.self).holdsAllItRefersTo:
      // Such a reference must not be read.
      return byEquality(first, second)
    case .structure, .optional, .enumeration:
      break
    case nil:
      // A class, whose objects are told from each other by their addresses, or a tuple.
      guard Mirror(reflecting: first).displayStyle == .tuple else { return .different }
    }
    let parts = (
      Array(Mirror(reflecting: first).children), Array(Mirror(reflecting: second).children)
    )
    // Of an enum, one has a payload or is of another case.
    guard parts.0.count == parts.1.count, parts.0.first?.label == parts.1.first?.label else {
      return .different
    }
    if parts.0.isEmpty {
      return isOptional ? .same : byEquality(first, second)
    }
    // (In a closure of one expression, they would be compared as values of type Any.)
    var results: [ValueComparison] = []
    for (first, second) in zip(parts.0, parts.1) {
      results.append(ofAny(first.value, second.value, depth + 1))
    }
    return ofAll(results)
  }

  private static func ofAny<Value, Other>(
    _ first: Value,
    _ second: Other,
    _ depth: Int
  ) -> ValueComparison {
    guard Value.self == Other.self else { return .different }
    // (A cast finds no optional in nil.)
    // SAFETY: compared on the line above.
    return unsafe of(first, unsafeBitCast(second, to: Value.self), depth: depth)
  }

  private static func byEquality<Value>(_ first: Value, _ second: Value) -> ValueComparison {
    func areEqual<Compared: Equatable>(_ first: Compared) -> Bool { first == second as? Compared }
    guard let first = first as? any Equatable else { return .unknown }
    return areEqual(first) ? .same : .different
  }
}
