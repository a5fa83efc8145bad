extension Failure {
  /// JSONDecoder's description of everything that is malformed.
  package static let notValidJSON = "The given data was not valid JSON."

  /// Whether this failure, which is ours, matches JSONDecoder's `theirs`.
  ///
  /// They must be equal in everything, except for malformed values, where JSONDecoder drops the
  /// path and, inside `init(from:)`, throws an error that is not a DecodingError.
  package func agrees(with theirs: Failure) -> Bool {
    if self == theirs { return true }
    guard kind == .dataCorrupted, text == Self.notValidJSON else { return false }
    if theirs.kind == .other { return theirs.subject == "JSONError" }
    return theirs.kind == .dataCorrupted && theirs.path.isEmpty
      && theirs.text == Self.notValidJSON
  }
}

extension Outcome where Value: Equatable {
  /// Whether this outcome, which is ours, matches JSONDecoder's `theirs`.
  package func agrees(with theirs: Outcome) -> Bool {
    switch (self, theirs) {
    case (.value(let ours), .value(let theirs)): ours == theirs
    case (.failure(let ours), .failure(let theirs)): ours.agrees(with: theirs)
    default: false
    }
  }
}
