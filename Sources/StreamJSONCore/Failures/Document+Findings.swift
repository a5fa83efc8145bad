extension Document {
  /// `finding`, completed with the names and cases that exist in the value at `entry` and in its type.
  func completed(_ finding: ErrorContents.Finding, at entry: Int) -> ErrorContents.Finding {
    switch finding {
    case .missingName(let name):
      return .missingNameAmong(names(insteadOf: name, in: entry), name)
    case .missingNameAmong(let found, let name):
      var names = names(insteadOf: name, in: entry)
      names.conversion = found.conversion
      return .missingNameAmong(names, name)
    case .refused(let type?, let reason, .rawValues):
      return .refused(by: type, reason: reason, accepting: .rawValues(of: type))
    case .unknownCase(let type, let cases):
      return .unknownCase(of: type, completed(cases, in: entry))
    default:
      return finding
    }
  }

  /// `cases` with the first names of the object at `header`, and with the names of the cases.
  private func completed(_ cases: ErrorContents.Cases, in header: Int) -> ErrorContents.Cases {
    var cases = cases
    let names = PlainEnum.names(of: cases.keys)
    cases.found = tape.members(of: header).prefix(3).map { shownName(at: $0.name) }
    guard let first = cases.found.first else { return cases.listing(names) }
    if case .known(let convert) = cases.conversion {
      cases.areKnown = names.contains(convert(first))
    } else {
      cases.areKnown = names.contains(first)
    }
    if let similar = names.mostSimilar(to: first) {
      cases.known = [similar]
      return cases
    }
    return cases.listing(names)
  }
}

extension ErrorContents.Cases {
  fileprivate func listing(_ names: [String]) -> Self {
    var cases = self
    cases.known = Array(names.prefix(ErrorContents.Accepted.maximumCount))
    cases.otherCount = names.count - cases.known.count
    return cases
  }
}

extension ErrorContents.Accepted {
  /// How many values a message lists.
  fileprivate static let maximumCount = 12

  /// The raw values of the cases of `type`, if they can be listed.
  ///
  /// This searches the conformances of the program, and calls the type's code.
  fileprivate static func rawValues(of type: any Any.Type) -> ErrorContents.Accepted {
    guard TypeMetadata.layoutIsKnown, TypeMetadata(type).kind == .enumeration,
      let type = type as? any (CaseIterable & RawRepresentable).Type
    else { return .unknown }
    return listing(type)
  }

  private static func listing<Known: CaseIterable & RawRepresentable>(
    _ type: Known.Type
  ) -> ErrorContents.Accepted {
    let cases = type.allCases
    let phrases = cases.prefix(maximumCount).map { known -> String in
      let value = known.rawValue
      return (value as? String).map(ForeignText.quoted) ?? "\(value)"
    }
    return .listed(phrases, otherCount: cases.count - phrases.count)
  }
}
