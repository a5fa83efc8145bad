/// JSONDecoder's descriptions of values that are not of a type, each written once for a type and a
/// kind of value.
final class MismatchDescriptions {
  /// The kinds of value that the descriptions tell apart.
  enum Found: Int, CaseIterable {
    case null, bool, number, string, array, dictionary

    /// JSONDecoder's words.
    var phrase: String {
      switch self {
      case .null: "null"
      case .bool: "bool"
      case .number: "number"
      case .string: "a string"
      case .array: "an array"
      case .dictionary: "a dictionary"
      }
    }
  }

  /// The descriptions for one type that were needed so far.
  private final class OfType {
    // Read at each failing attempt, so overlapping access is not checked for.
    // SAFETY: never passed `inout` to code that can reach this object again.
    @exclusivity(unchecked) private var mismatches = [String?](
      repeating: nil,
      count: Found.allCases.count
    )

    func mismatch(_ type: any Any.Type, found: Found) -> String {
      // SAFETY: as above.
      if let known = unsafe mismatches[found.rawValue] { return known }
      let new = "Expected to decode \(type) but found \(found.phrase) instead."
      // SAFETY: as above.
      unsafe mismatches[found.rawValue] = new
      return new
    }

    private var null: String?

    func null(_ type: any Any.Type) -> String {
      if let known = null { return known }
      let new = "Cannot get value of type \(type) -- found null value instead"
      null = new
      return new
    }
  }

  private let types = IdentityTable<OfType>()

  private func descriptions(of type: any Any.Type) -> OfType {
    if let known = types[ObjectIdentifier(type)] { return known }
    let new = OfType()
    types[ObjectIdentifier(type)] = new
    return new
  }

  /// The description of a value that is not of the type `type`.
  func mismatch(_ type: any Any.Type, found: Found) -> String {
    descriptions(of: type).mismatch(type, found: found)
  }

  /// The description of a null where the type `type` is expected.
  func null(_ type: any Any.Type) -> String {
    descriptions(of: type).null(type)
  }
}
