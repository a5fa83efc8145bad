/// What errors say about names that are not there, or not expected.
extension DocumentDecoder {
  /// An object has no member `name`, which is that of a key.
  @inline(__always)
  func missingName(_ name: String) -> ErrorContents.Finding {
    guard case .none = options.keyConversion else { return missingConvertedName(name) }
    return .missingName(name)
  }

  @inline(never)
  private func missingConvertedName(_ name: String) -> ErrorContents.Finding {
    .missingNameAmong(ErrorContents.FoundNames(conversion: conversion), name)
  }

  private var conversion: ErrorContents.Conversion {
    switch options.keyConversion {
    case .none: .none
    case .name(let conversion): .known(conversion.convert)
    case .path: .unknown
    }
  }

  /// What `error` is about, if `type`, an enumeration with associated values, threw it because the object at
  /// `entry` does not have exactly one name, that of a case; nil otherwise.
  func unknownCase(
    _ error: ForeignError,
    by type: (any Any.Type)?,
    at entry: Int
  ) -> ErrorContents.Finding? {
    guard error.isAboutCases, let type, let expected = error.type, type == expected,
      TypeMetadata.layoutIsKnown, TypeMetadata(type).kind == .enumeration,
      storage.tape[entry].kind == .object
    else { return nil }
    // The compiler makes the key type inside the enumeration, and usually makes it private.
    let scope = _typeName(type) + "."
    let keys = memory.keyTypes.last { known in
      guard known.hasSlots else { return false }
      let name = _typeName(known.type)
      guard name.hasPrefix(scope) else { return false }
      let rest = name.dropFirst(scope.count)
      return rest == "CodingKeys"
        || rest.hasPrefix("(unknown context at ") && rest.hasSuffix(").CodingKeys")
    }
    return keys.map { keys in
      .unknownCase(of: type, ErrorContents.Cases(keys: keys.type, conversion: conversion))
    }
  }
}

extension ForeignError {
  /// Whether it may be what the compiler's `init(from:)` of an enumeration with associated values throws
  /// for an object that does not have exactly one name, that of a case.
  fileprivate var isAboutCases: Bool {
    kind == .typeMismatch && debugDescription == "Invalid number of keys found, expected one."
  }

  /// Whether it is what the standard library throws for a raw value that no case has.
  var isAboutRawValue: Bool {
    guard kind == .invalidValue, debugDescription.hasPrefix("Cannot initialize ") else {
      return false
    }
    // After the name of the type, which may have spaces, but is not recognized if it ends in the word "from".
    let marker = " from invalid ".utf8
    var expected = marker.makeIterator()
    for byte in debugDescription.utf8 {
      guard var next = expected.next() else { return true }
      if byte != next {
        expected = marker.makeIterator()
        next = expected.next() ?? 0
        if byte != next { expected = marker.makeIterator() }
      }
    }
    return false
  }
}
