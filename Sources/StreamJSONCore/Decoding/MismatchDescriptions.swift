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

  /// The descriptions for one type.
  private final class OfType {
    let mismatches: [String]
    let null: String

    init(_ type: any Any.Type) {
      mismatches = Found.allCases.map {
        "Expected to decode \(type) but found \($0.phrase) instead."
      }
      null = "Cannot get value of type \(type) -- found null value instead"
    }
  }

  private let types = IdentityTable<OfType>()

  private func descriptions(of type: any Any.Type) -> OfType {
    if let known = types[ObjectIdentifier(type)] { return known }
    let new = OfType(type)
    types[ObjectIdentifier(type)] = new
    return new
  }

  /// The description of a value that is not of the type `type`.
  func mismatch(_ type: any Any.Type, found: Found) -> String {
    descriptions(of: type).mismatches[found.rawValue]
  }

  /// The description of a null where the type `type` is expected.
  func null(_ type: any Any.Type) -> String {
    descriptions(of: type).null
  }
}
