import StreamJSONTestSupport

/// What a generated model saw, in order.
struct Observations: Equatable, CustomStringConvertible {
  enum Entry: Equatable {
    case value(AnyHashable)
    case failure(Failure, isUnordered: Bool)
  }

  var entries: [Entry] = []

  /// Where JSONDecoder's observations differ.
  func firstDifference(from theirs: Observations) -> Int? {
    for (position, (our, their)) in zip(entries, theirs.entries).enumerated() {
      switch (our, their) {
      case (.value(let our), .value(let their)):
        guard our == their else { return position }
      case (.failure(let our, let isUnordered), .failure(let their, _)):
        // If several values in a dictionary are wrong, JSONDecoder may report any one of them.
        guard our.agrees(with: their) || isUnordered else { return position }
      default:
        return position
      }
    }
    return entries.count == theirs.entries.count ? nil : min(entries.count, theirs.entries.count)
  }

  /// The entries around `position`.
  func excerpt(at position: Int) -> String {
    entries[max(0, position - 3)..<min(entries.count, position + 2)].map { "\n  \($0)" }.joined()
  }

  var description: String { entries.map { "\n  \($0)" }.joined() }
}
