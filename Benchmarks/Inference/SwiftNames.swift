/// Swift names for the names in a JSON text.
enum SwiftNames {
  /// Words that cannot be names of properties, or would need backticks.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Types that a model would hide, and names that cannot be those of a type.
  static let takenTypes: Set<String> = [
    "Any", "Array", "Bool", "Codable", "CodingKey", "CodingKeys", "Decodable", "Decoder",
    "DecodingError", "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "Error",
    "Inferred", "Int", "JSONNull", "JSONValue", "Marked", "MemberwiseDecodable", "Optional",
    "Protocol", "Self", "SendableMetatype", "String", "Type",
  ]

  /// The name of a property for the member `key`: `key` itself wherever that is possible.
  static func property(_ key: String) -> String {
    if keywords.contains(key) { return key + "Value" }
    if isIdentifier(key) { return key }
    let words = words(of: key)
    guard let first = words.first else { return "member" }
    let name =
      first.prefix(1).lowercased() + first.dropFirst() + words.dropFirst().map(capitalized).joined()
    if keywords.contains(name) || !isIdentifier(name) { return "value" + capitalized(name) }
    return name
  }

  /// The name of a type for the member `key`.
  static func type(_ key: String) -> String {
    let name = words(of: key).map(capitalized).joined()
    if name.isEmpty { return "Model" }
    return isIdentifier(name) ? name : "Model" + name
  }

  /// The name of one of several.
  static func singular(_ name: String) -> String {
    let endings = [
      ("ies", "y"), ("sses", "ss"), ("uses", "us"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"),
      ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""),
    ]
    for (plural, singular) in endings where name.hasSuffix(plural) && name.count > plural.count {
      return name.dropLast(plural.count) + singular
    }
    return name
  }

  private static func words(of key: String) -> [String] {
    key.split { !isLetter($0) && !$0.isWholeNumber || !$0.isASCII }.map(String.init)
  }

  private static func capitalized(_ word: some StringProtocol) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.first, isLetter(first) || first == "_", name != "_" else { return false }
    return name.allSatisfy { isLetter($0) || $0 == "_" || $0.isASCII && $0.isWholeNumber }
  }

  private static func isLetter(_ character: Character) -> Bool {
    character.isASCII && character.isLetter
  }
}
