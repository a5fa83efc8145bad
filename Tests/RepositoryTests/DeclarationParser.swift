/// Finds the declarations of a Swift source file, which must compile and be formatted.
///
/// It knows how declarations begin, and where their bodies and values are, which it skips.
struct DeclarationParser {
  private let tokens: [SwiftToken]
  private var position = 0

  /// Whether a bracket is open at the end.
  private var isTruncated = false

  private var declarations: [Declaration] = []

  /// For each `#if` around the next token, the condition of its branch after the negations of those before it.
  private var branches: [[String]] = []

  private init(tokens: [SwiftToken]) { self.tokens = tokens }

  /// Returns the declarations in `text`, except those inside bodies of functions.
  ///
  /// - Throws: `UnbalancedBrackets` if the end of the text is in brackets, or a bracket closes none.
  static func declarations(in text: String) throws -> [Declaration] {
    var parser = DeclarationParser(tokens: SwiftToken.tokens(of: text))
    parser.parseMembers(of: Scope())
    if parser.next != nil || parser.isTruncated { throw UnbalancedBrackets() }
    return parser.declarations
  }

  struct UnbalancedBrackets: Error {}

  /// A file, a type, or an extension.
  private struct Scope {
    var keyword = ""
    var type = ""

    /// The `where` clauses of extensions.
    var constraints = ""

    /// The attributes of an extension, which count for its members.
    var attributes: [String] = []

    var isPublicExtension = false

    /// Whether a declaration is public if it doesn't say so.
    func impliesPublic(_ declaration: String) -> Bool {
      switch keyword {
      case "": ["operator", "precedencegroup"].contains { declaration.hasPrefix($0) }
      case "enum": declaration.hasPrefix("case ")
      case "protocol": true
      default: isPublicExtension
      }
    }
  }

  /// Everything before a declaration's keyword.
  private struct Prefix {
    var attributes: [String] = []
    var modifiers: [String] = []
    var access: String?
    var hidesSetter = false
  }

  // MARK: - Scopes

  private mutating func parseMembers(of scope: Scope) {
    var attributes: [(text: String, conditions: [String])] = []
    while let next, next.text != "}" {
      if Self.directives.contains(next.text) {
        parseDirective()
      } else if next.text == "@" {
        takeAttribute().map { attributes.append(($0, conditions)) }
      } else {
        var prefix = takeModifiers()
        prefix.attributes = scope.attributes
        for (text, conditions) in attributes {
          // It may be the only thing between `#if` and `#endif`.
          let own = conditions.dropFirst(self.conditions.count).joined(separator: " && ")
          prefix.attributes.append(own.isEmpty ? text : "#if \(own) \(text) #endif")
        }
        attributes = []
        parseDeclaration(prefix, in: scope)
      }
    }
  }

  private mutating func parseDirective() {
    let directive = take().text
    let start = position
    while let next, !next.startsLine { position += 1 }
    let condition = tokens[start..<position].line
    var branch = directive == "#if" ? [] : branches.popLast() ?? []
    guard directive != "#endif" else { return }
    if let last = branch.popLast() { branch.append("!(\(last))") }
    branches.append(directive == "#else" ? branch : branch + [condition])
  }

  private var conditions: [String] { branches.flatMap { $0 } }

  private mutating func parseDeclaration(_ prefix: Prefix, in scope: Scope) {
    switch next?.text {
    case "struct", "class", "enum", "protocol", "actor": parseType(prefix, in: scope)
    case "extension": parseExtension(prefix)
    case "var", "let", "subscript": parseProperty(prefix, in: scope)
    case "case": parseCases(prefix, in: scope)
    default:
      let signature = take(to: ["{"])
      // Those who import the module can use its imports only if it exports them.
      let isHidden = signature.first?.text == "import" && !prefix.attributes.contains("@_exported")
      if !isHidden { add(signature.line, prefix, to: scope) }
      if next?.text == "{" { skipGroup() }
    }
  }

  private mutating func parseType(_ prefix: Prefix, in scope: Scope) {
    let head = take(to: [":", "where", "{"])
    let name = head.dropFirst().first?.text ?? ""
    var inner = Scope(keyword: head.first?.text ?? "", constraints: scope.constraints)
    inner.type = scope.type.isEmpty ? name : "\(scope.type).\(name)"
    let inherited = takeInherited()
    let constraints = next?.text == "where" ? " \(take(to: ["{"]).line)" : ""
    add(head.line + constraints, prefix, to: scope, as: .type(inner.type))
    for type in inherited { addInherited(type, [], by: inner) }
    parseBody(of: inner)
  }

  private mutating func parseExtension(_ prefix: Prefix) {
    take()
    var inner = Scope(keyword: "extension", attributes: prefix.attributes)
    inner.type = take(to: [":", "where", "{"]).line
    inner.isPublicExtension = prefix.access == "public"
    let inherited = takeInherited()
    if next?.text == "where" { inner.constraints = take(to: ["{"]).line }
    for type in inherited { addInherited(type, prefix.attributes, by: inner) }
    parseBody(of: inner)
  }

  private mutating func takeInherited() -> [String] {
    var types: [String] = []
    while next?.text == (types.isEmpty ? ":" : ",") {
      take()
      types.append(take(to: [",", "where", "{"]).line)
    }
    return types
  }

  private mutating func parseBody(of scope: Scope) {
    guard next?.text == "{" else { return }
    take()
    parseMembers(of: scope)
    skipGroup()
  }

  // MARK: - Members

  private mutating func parseCases(_ prefix: Prefix, in scope: Scope) {
    repeat {
      take()
      add("case \(take(to: [","]).line)", prefix, to: scope)
    } while next?.text == ","
  }

  private mutating func parseProperty(_ prefix: Prefix, in scope: Scope) {
    let signature = take(to: ["=", "{"])
    var text = signature.line
    var accessors = ["get", "set"]
    if next?.text == "=" {
      let value = take(to: ["{"])
      // Nothing else says what the type is.
      if !signature.contains(where: { $0.text == ":" }) { text += " \(value.line)" }
      if next?.text == "{" { take(to: []) }
    } else if next?.text == "{" {
      accessors = takeAccessors()
    }
    if prefix.hidesSetter { accessors.removeAll { $0.hasSuffix("set") } }
    let isLet = signature.first?.text == "let"
    add(isLet ? text : "\(text) { \(accessors.joined(separator: " ")) }", prefix, to: scope)
  }

  /// Takes the accessors in braces, or the body of a getter.
  private mutating func takeAccessors() -> [String] {
    let start = position
    var accessors: [String] = []
    take()
    while let first = next, first.text != "}" {
      var words: [String] = []
      while next?.text == "@" { takeAttribute().map { words.append($0) } }
      words += takeModifiers().modifiers
      guard let name = next.flatMap({ Self.accessors[$0.text] }) else {
        position = start
        skipGroup()
        return ["get"]
      }
      take()
      if next?.text == "(" { skipGroup() }
      words.append(name)
      while let effect = next?.text, ["async", "throws"].contains(effect) {
        words.append(take().text)
        if next?.text == "(" { words[words.count - 1] += takeGroup().line }
      }
      if next?.text == "{" { skipGroup() }
      let accessor = words.joined(separator: " ")
      if !accessors.contains(accessor) { accessors.append(accessor) }
    }
    skipGroup()
    return accessors == ["observer"] ? ["get", "set"] : accessors
  }

  /// What the accessors are for callers.
  private static let accessors = [
    "get": "get", "_read": "get", "set": "set", "_modify": "set", "willSet": "observer",
    "didSet": "observer",
  ]

  // MARK: - Results

  private mutating func add(
    _ text: String,
    _ prefix: Prefix,
    to scope: Scope,
    as kind: Declaration.Kind = .member
  ) {
    let isPublic = prefix.access.map { ["public", "open"].contains($0) }
    let needsPublic = scope.isPublicExtension && prefix.access == nil
    let words = prefix.attributes + (needsPublic ? ["public"] : []) + prefix.modifiers + [text]
    declarations.append(
      Declaration(
        type: scope.type,
        constraints: scope.constraints,
        text: words.joined(separator: " "),
        conditions: conditions,
        isPublic: isPublic ?? scope.impliesPublic(text),
        kind: kind
      )
    )
  }

  private mutating func addInherited(_ type: String, _ attributes: [String], by scope: Scope) {
    declarations.append(
      Declaration(
        type: scope.type,
        constraints: scope.constraints,
        text: (attributes + [type]).joined(separator: " "),
        conditions: conditions,
        isPublic: true,
        kind: .inherited(type.split(separator: " ").last.map(String.init) ?? type)
      )
    )
  }

  // MARK: - Tokens

  private var next: SwiftToken? { position < tokens.count ? tokens[position] : nil }

  @discardableResult
  private mutating func take() -> SwiftToken {
    position += 1
    return tokens[position - 1]
  }

  /// Takes the next token, and those after it up to one of `ends` or to the next declaration.
  ///
  /// Brackets are taken with everything inside.
  @discardableResult
  private mutating func take(to ends: Set<String>) -> ArraySlice<SwiftToken> {
    let start = position
    repeat {
      skipGroup()
    } while !isAtEnd(ends)
    return tokens[start..<position]
  }

  private func isAtEnd(_ ends: Set<String>) -> Bool {
    guard let next, next.text != "}", !ends.contains(next.text) else { return true }
    return next.startsLine && Self.beginnings.contains(next.text)
  }

  private mutating func takeGroup() -> ArraySlice<SwiftToken> {
    let start = position
    skipGroup()
    return tokens[start..<position]
  }

  /// Skips the next token, with all up to the closing bracket if it is an opening one.
  private mutating func skipGroup() {
    var closing: [String] = []
    repeat {
      guard let next else {
        isTruncated = true
        return
      }
      if [")", "]", "}"].contains(next.text) {
        // What looked like the beginning of type arguments was an operator.
        while closing.last == ">" { closing.removeLast() }
      }
      if next.text == closing.last {
        closing.removeLast()
      } else if let bracket = Self.brackets[next.text], next.text != "<" || isAfterName {
        closing.append(bracket)
      }
      position += 1
    } while !closing.isEmpty
  }

  /// Whether a `<` that is next begins type parameters or arguments.
  private var isAfterName: Bool {
    position > 0 && next?.followsSpace == false && tokens[position - 1].isWord
  }

  /// Takes an attribute; nil if it means nothing to callers.
  private mutating func takeAttribute() -> String? {
    let start = position
    position += 2
    while next?.text == "." { position += 2 }
    if let next, next.text == "(", !next.followsSpace { skipGroup() }
    let attribute = tokens[start..<position].line
    return attribute.hasPrefix("@inline(") ? nil : attribute
  }

  private mutating func takeModifiers() -> Prefix {
    var prefix = Prefix()
    while let next, Self.modifiers.contains(next.text) || isClassModifier {
      var modifier = take().text
      if let next = self.next, next.text == "(", !next.followsSpace { modifier += takeGroup().line }
      if modifier.hasSuffix("(set)"), !modifier.hasPrefix("public"), !modifier.hasPrefix("open") {
        prefix.hidesSetter = true
      } else {
        prefix.modifiers.append(modifier)
      }
      if Self.accessLevels.contains(modifier) { prefix.access = modifier }
    }
    return prefix
  }

  /// Whether the next token is the `class` of a class member.
  private var isClassModifier: Bool {
    guard next?.text == "class", position + 1 < tokens.count else { return false }
    return Self.beginnings.contains(tokens[position + 1].text)
  }

  private static let brackets = ["(": ")", "[": "]", "{": "}", "<": ">"]

  private static let directives: Set = ["#if", "#elseif", "#else", "#endif"]

  private static let accessLevels: Set = [
    "fileprivate", "internal", "open", "package", "private", "public",
  ]

  private static let modifiers = accessLevels.union([
    "borrowing", "consuming", "convenience", "distributed", "dynamic", "final", "indirect", "infix",
    "lazy", "mutating", "nonisolated", "nonmutating", "optional", "override", "postfix", "prefix",
    "required", "static", "unowned", "weak",
  ])

  /// What a declaration begins with.
  private static let beginnings = directives.union(modifiers).union([
    "@", "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func",
    "import", "init", "let", "macro", "operator", "precedencegroup", "protocol", "struct",
    "subscript", "typealias", "var",
  ])
}
