/// A type that was inferred.
struct Declaration {
  let name: String
  let contents: Contents

  enum Contents {
    /// A struct with these properties.
    case model([Property])
    /// An enum that tries one type after another.
    case alternatives([Alternative])
  }

  struct Property {
    let name: String
    /// The name of the member.
    let key: String
    let type: String
  }

  struct Alternative {
    /// The name of the case.
    let name: String
    let type: String
  }

  /// What the type shares with others that may be declared in its place.
  var signature: String {
    switch contents {
    case .model(let properties):
      properties.map { "\($0.key): \($0.type)" }.sorted().joined(separator: "\n")
    case .alternatives(let alternatives):
      "enum\n" + alternatives.map(\.type).joined(separator: "\n")
    }
  }

  /// The lines of the source text.
  var lines: [String] {
    switch contents {
    case .model(let properties): Self.lines(of: properties, name)
    case .alternatives(let alternatives): Self.lines(of: alternatives, name)
    }
  }

  private static func lines(of properties: [Property], _ name: String) -> [String] {
    guard !properties.isEmpty else { return ["struct \(name): Codable, Equatable {}"] }
    var lines = ["struct \(name): Codable, Equatable {"]
    lines += properties.map { "  let \($0.name): \($0.type)" }
    if properties.contains(where: { $0.name != $0.key }) {
      lines += ["", "  enum CodingKeys: String, CodingKey {"]
      lines += properties.map {
        $0.name == $0.key
          ? "    case \($0.name)" : "    case \($0.name) = \($0.key.debugDescription)"
      }
      lines.append("  }")
    }
    return lines + ["}"]
  }

  private static func lines(of alternatives: [Alternative], _ name: String) -> [String] {
    var lines = ["enum \(name): Codable, Equatable {"]
    lines += alternatives.map { "  case \($0.name)(\($0.type))" }
    lines += [
      "",
      "  init(from decoder: any Decoder) throws {",
      "    let container = try decoder.singleValueContainer()",
    ]
    for alternative in alternatives {
      lines += [
        "    if let value = try? container.decode(\(alternative.type).self) {",
        "      self = .\(alternative.name)(value)",
        "      return",
        "    }",
      ]
    }
    lines += [
      "    throw DecodingError.typeMismatch(",
      "      Self.self,",
      "      DecodingError.Context(",
      "        codingPath: decoder.codingPath,",
      "        debugDescription: \"It is none of the types of \(name).\"",
      "      )",
      "    )",
      "  }",
      "",
      "  func encode(to encoder: any Encoder) throws {",
      "    var container = encoder.singleValueContainer()",
      "    switch self {",
    ]
    lines += alternatives.map {
      "    case .\($0.name)(let value): try container.encode(value)"
    }
    return lines + ["    }", "  }", "}"]
  }
}
