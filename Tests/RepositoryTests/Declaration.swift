/// A declaration of a Swift source file, or one type that another one conforms to or inherits.
struct Declaration {
  /// The names of the types around it with dots between them, such as `JSONError.Kind`.
  ///
  /// Of a conformance, it is the type that conforms.
  let type: String

  /// The `where` clauses of the extensions around it.
  let constraints: String

  /// All that callers see, in one line: attributes, modifiers, and the declaration up to its body or value.
  let text: String

  /// The conditions of the `#if` directives around it.
  let conditions: [String]

  /// Whether it is public where the types that it names are.
  let isPublic: Bool

  let kind: Kind

  enum Kind {
    case member

    /// A type, with those around it.
    case type(String)

    /// A type that another one conforms to or inherits.
    case inherited(String)
  }
}

extension Declaration {
  /// The public declarations in one line each, sorted.
  static func publicInterface(
    of declarations: [Declaration],
    hiding hidden: Set<String>
  ) -> [String] {
    let entries = declarations.filter { declaration in
      declaration.isPublic && !declaration.belongs(toOneOf: hidden)
    }.map(\.entry)
    return Set(entries).sorted()
  }

  /// The types among `declarations` that are not public.
  static func hiddenTypes(of declarations: [Declaration]) -> Set<String> {
    var names: [Bool: Set<String>] = [:]
    for declaration in declarations {
      guard case .type(let name) = declaration.kind else { continue }
      names[declaration.isPublic, default: []].insert(name)
    }
    return names[false, default: []].subtracting(names[true, default: []])
  }

  /// Whether it is a member of one of `types`, conforms to one, or is a conformance of one.
  private func belongs(toOneOf types: Set<String>) -> Bool {
    let parts = type.prefix { !"?<".contains($0) }.split(separator: ".")
    let around = (1...max(parts.count, 1)).map { parts.prefix($0).joined(separator: ".") }
    guard case .inherited(let name) = kind else { return around.contains { types.contains($0) } }
    return ([name] + around + around.map { "\($0).\(name)" }).contains { types.contains($0) }
  }

  /// Such as `Type: Conformance where T: Other`, or `Type where T: Other | func member() #if condition`.
  private var entry: String {
    let conditions = conditions.map { " #if \($0)" }.joined()
    let constraints = constraints.isEmpty ? "" : " \(constraints)"
    if case .inherited = kind { return "\(type): \(text)\(constraints)\(conditions)" }
    return type.isEmpty ? text + conditions : "\(type)\(constraints) | \(text)\(conditions)"
  }
}
