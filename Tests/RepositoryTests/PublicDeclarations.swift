import Foundation
import Testing

/// The public declarations in source files, as callers see them.
///
/// This isn't a parser. The files are formatted, so each member of a type is indented by two spaces more than the type,
/// and a body ends at the first brace that is indented like the declaration.
struct PublicDeclarations {
  /// A public declaration, or one type that another one conforms to or inherits.
  fileprivate struct Entry {
    let type: String
    var inherited: String?
    let line: String
  }

  private struct Scope {
    var keyword = ""
    var type = ""

    /// The `where` clauses of extensions.
    var constraints = ""

    /// The attributes of an extension, which count for its members.
    var attributes: [String] = []
  }

  private var entries: [Entry] = []

  /// Whether each type is public, by its name with those of the types around it.
  private var types: [String: Bool] = [:]

  private var lines: ArraySlice<Substring> = []

  /// The file and the types around the next line.
  private var scopes = [Scope()]

  /// For each `#if` around the next line, the condition of its branch after the negations of those before it.
  private var branches: [[String]] = []

  /// Returns the declarations of each module in one line each, sorted, without those that belong to types that aren't
  /// public.
  static func lines(of modules: [String]) -> [[String]] {
    let found = modules.map { module in
      var found = PublicDeclarations()
      for file in Repository.files(in: "Sources/\(module)") { found.read(file) }
      return found
    }
    let types = found.reduce(into: [:]) { $0.merge($1.types) { $0 || $1 } }
    let hidden = Set(types.filter { !$0.value }.keys)
    return found.map { module in
      Set(module.entries.filter { !$0.belongs(toOneOf: hidden) }.map(\.line)).sorted()
    }
  }

  private mutating func read(_ file: RepositoryFile) {
    lines = file.lines.map(Self.code).filter { !$0.isEmpty }[...]
    while !lines.isEmpty { readLine() }
    #expect(scopes.count == 1 && branches.isEmpty, "\(file)")
  }

  // MARK: - Lines

  /// The line without a comment.
  private static func code(of line: Substring) -> Substring {
    if line.drop(while: { $0 == " " }).hasPrefix("//") { return "" }
    return line.range(of: " //").map { line[..<$0.lowerBound] } ?? line
  }

  private var conditions: [String] { branches.flatMap { $0 } }

  private var indentation: String { String(repeating: "  ", count: scopes.count - 1) }

  private mutating func readLine() {
    if text(of: lines.first).hasPrefix("#") {
      readDirective()
    } else if text(of: lines.first).hasPrefix("}") {
      lines.removeFirst()
      scopes.removeLast()
    } else {
      readDeclaration()
    }
  }

  private func text(of line: Substring?) -> String { String((line ?? "").drop { $0 == " " }) }

  private mutating func readDirective() {
    let words = text(of: lines.removeFirst()).split(separator: " ", maxSplits: 1).map(String.init)
    var branch = words[0] == "#if" ? [] : branches.popLast() ?? []
    guard words[0] != "#endif" else { return }
    if let last = branch.popLast() { branch.append("!(\(last))") }
    branches.append(branch + words.dropFirst())
  }

  private mutating func readDeclaration() {
    // Attributes may be on lines before it, and one may be the only thing between `#if` and `#endif`.
    var attributes: [(text: String, conditions: [String])] = []
    var head = takeHead()
    while true {
      while let text = Self.takeAttribute(from: &head) { attributes.append((text, conditions)) }
      guard head.isEmpty, !lines.isEmpty else { break }
      while text(of: lines.first).hasPrefix("#") { readDirective() }
      head = takeHead()
    }
    let own = attributes.filter { !$0.text.hasPrefix("@inline(") }.map { attribute in
      let condition = attribute.conditions.dropFirst(conditions.count).joined(separator: " && ")
      return condition.isEmpty ? attribute.text : "#if \(condition) \(attribute.text) #endif"
    }
    add(head, after: (scopes.last?.attributes ?? []) + own)
  }

  /// Takes the lines of a declaration up to its end or to the brace that begins its body.
  private mutating func takeHead() -> String {
    var head = text(of: lines.popFirst())
    while let next = lines.first {
      let isOpen = Self.end(of: ["{"], in: head).map { head[$0...].hasSuffix("{") } ?? false
      let line = text(of: next)
      let isDeeper = next.hasPrefix(indentation + "  ")
      let word = line.prefix { $0 != " " }
      let goesOn =
        isDeeper || ["where", "{", "->"].contains(word) || ")>]".contains(word.prefix(1))
      guard !isOpen, goesOn else { break }
      if line.first.map({ ")]>".contains($0) }) == true {
        if head.hasSuffix(",") { head.removeLast() }
        head += line
      } else {
        head += head.last.map { "([<".contains($0) } == true ? line : " \(line)"
      }
      lines.removeFirst()
    }
    return head
  }

  /// Takes the lines of a body, without the brace at its end.
  private mutating func takeBody() -> [Substring] {
    let body = Array(lines.prefix { $0.hasPrefix(indentation + " ") || $0.hasPrefix("#") })
    lines = lines.dropFirst(body.count + 1)
    return body
  }

  // MARK: - Declarations

  private static let accessLevels: Set = [
    "fileprivate", "internal", "open", "package", "private", "public",
  ]

  private static let modifiers = accessLevels.union([
    "borrowing", "consuming", "convenience", "dynamic", "final", "indirect", "infix", "lazy",
    "mutating", "nonisolated",
    "nonmutating", "optional", "override", "postfix", "prefix", "required", "static", "unowned",
    "weak",
  ])

  private mutating func add(_ head: String, after attributes: [String]) {
    var head = head[...]
    var modifiers: [String] = []
    while let word = head.split(separator: " ").first.map(String.init),
      Self.modifiers.contains(word.prefix { $0 != "(" }.description)
        || head.hasPrefix("class func ")
    {
      modifiers.append(word)
      head = head.dropFirst(word.count + 1)
    }
    let scope = scopes.last ?? Scope()
    let hidesSetter = modifiers.contains { $0.hasSuffix("(set)") }
    modifiers.removeAll { $0.hasSuffix("(set)") }
    let access = modifiers.first(where: Self.accessLevels.contains)
    let isPublic =
      access.map { ["open", "public"].contains($0) }
      ?? (scope.keyword == "protocol" || scope.keyword == "enum" && head.hasPrefix("case "))
    let body = Self.end(of: ["{"], in: head) ?? head.endIndex
    let signature = String(head[..<body].trimmed)
    let prefix = (attributes + modifiers).map { $0 + " " }.joined()
    switch head.prefix(while: \.isLetter) {
    case "struct", "class", "enum", "protocol", "actor", "extension":
      addType(signature, prefix, attributes, isPublic)
      if head.hasSuffix("}") { scopes.removeLast() }
      return
    case "var", "let", "subscript":
      let property = property(String(head), hidesSetter: hidesSetter)
      if isPublic { add(prefix + property) }
      return
    case "case":
      var rest = signature.dropFirst("case ".count)
      while isPublic, !rest.isEmpty {
        let end = Self.end(of: [","], in: rest) ?? rest.endIndex
        add("\(prefix)case \(rest[..<end])")
        rest = rest[end...].drop { ", ".contains($0) }
      }
    case "import":
      if attributes.contains("@_exported") { add(prefix + signature) }
    default:
      if isPublic { add(prefix + signature) }
    }
    if head.hasSuffix("{") { _ = takeBody() }
  }

  private mutating func add(_ text: String) {
    let scope = scopes.last ?? Scope()
    let place = scope.type.isEmpty ? "" : "\(scope.type)\(scope.constraints) | "
    entries.append(Entry(type: scope.type, line: place + text + suffix))
  }

  private var suffix: String { conditions.map { " #if \($0)" }.joined() }

  /// Adds a type or what an extension adds to one, and enters it.
  private mutating func addType(
    _ signature: String,
    _ prefix: String,
    _ attributes: [String],
    _ isPublic: Bool
  ) {
    let clause = Self.end(of: [" where "], in: signature) ?? signature.endIndex
    let supertypes = Self.end(of: [":"], in: signature[..<clause]) ?? clause
    let words = signature[..<supertypes].split(separator: " ", maxSplits: 1)
    let name = words[1].trimmed
    var scope = Scope(keyword: String(words[0]), type: name)
    if words[0] == "extension" {
      scope.constraints = String(signature[clause...])
      scope.attributes = attributes
    } else {
      let outer = scopes.last ?? Scope()
      let simple = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      scope.type = outer.type.isEmpty ? String(simple) : "\(outer.type).\(simple)"
      scope.constraints = outer.constraints
      types[scope.type] = types[scope.type] == true || isPublic
      if isPublic { add(prefix + signature[..<supertypes] + signature[clause...]) }
    }
    scopes.append(scope)
    var rest = signature[supertypes..<clause]
    while !rest.isEmpty {
      rest = rest.drop { ":, ".contains($0) }
      let end = Self.end(of: [","], in: rest) ?? rest.endIndex
      let text = (scope.attributes + [rest[..<end].trimmed]).joined(separator: " ")
      let line = "\(scope.type): \(text)\(scope.constraints)\(suffix)"
      let inherited = rest[..<end].split(separator: " ").last.map(String.init)
      entries.append(Entry(type: scope.type, inherited: inherited, line: line))
      rest = rest[end...]
    }
  }

  /// Returns a property or subscript with its accessors, and takes its body.
  private mutating func property(_ head: String, hidesSetter: Bool) -> String {
    let end = Self.end(of: [" = ", "{"], in: head) ?? head.endIndex
    var text = head[..<end].trimmed
    var accessors = ["get", "set"]
    let body = head.hasSuffix("{") ? takeBody() : []
    if head[end...].hasPrefix(" = ") {
      // Nothing else says what the type is.
      let value = head[end...].prefix { $0 != "{" }
      if !text.contains(":") { text += " \(value.trimmed)" }
    } else if end < head.endIndex {
      let depth = indentation + "  "
      let inside = body.filter { $0.hasPrefix(depth) && !$0.hasPrefix(depth + " ") }
      accessors = Self.accessors(on: body.isEmpty ? [head[end...].dropFirst(1)] : inside)
    }
    if hidesSetter { accessors.removeAll { $0.hasSuffix("set") } }
    return text.hasPrefix("let ") ? text : "\(text) { \(accessors.joined(separator: " ")) }"
  }

  /// What callers see of the accessors on `lines`, which may instead be the statements of a getter.
  private static func accessors(on lines: [Substring]) -> [String] {
    let accessor =
      /((?:non)?mutating )?(get|set|_read|_modify|willSet|didSet)\b(?:\(\w+\))?((?: async)?(?: throws(?:\(\w+\))?)?) ?/
    let names = ["_read": "get", "_modify": "set", "willSet": "get set", "didSet": "get set"]
    var found: [String] = []
    var attributes: [String] = []
    for line in lines {
      var rest = line.trimmed
      while true {
        while let attribute = takeAttribute(from: &rest) {
          if !attribute.hasPrefix("@inline(") { attributes.append(attribute) }
        }
        guard let match = rest.prefixMatch(of: accessor) else { break }
        let name = names[String(match.2)] ?? String(match.2)
        let text = (attributes + ["\(match.1 ?? "")\(name)\(match.3)"]).joined(separator: " ")
        if !found.contains(text) { found.append(text) }
        attributes = []
        rest = String(rest[match.range.upperBound...])
      }
    }
    return found.isEmpty ? ["get"] : found
  }

  // MARK: - Text

  private static func takeAttribute(from text: inout String) -> String? {
    guard let name = text.prefixMatch(of: /@[\w.]+/)?.range else { return nil }
    var end = name.upperBound
    if text[end...].hasPrefix("(") { end = Self.end(of: [" "], in: text) ?? text.endIndex }
    defer { text = text[end...].trimmed }
    return String(text[..<end])
  }

  /// Returns where the first of `marks` is that is in no brackets and no string.
  private static func end(of marks: [String], in text: some StringProtocol) -> String.Index? {
    var open: [Character] = []
    var previous: Character = " "
    var isString = false
    for index in text.indices {
      let character = text[index]
      if character == "\"", previous != "\\" { isString.toggle() }
      if !isString {
        if open.isEmpty,
          marks.contains(where: { $0.first == character && text[index...].hasPrefix($0) })
        {
          return index
        }
        let isList = previous.isLetter || previous.isNumber || previous == "_"
        if "([{".contains(character) || character == "<" && isList { open.append(character) }
        if ")]}".contains(character) {
          while open.popLast() == "<" {}
        } else if character == ">", previous != "-", open.last == "<" {
          open.removeLast()
        }
      }
      previous = character
    }
    return nil
  }
}

extension PublicDeclarations.Entry {
  /// Whether it is a member of one of `types`, conforms to one, or is a conformance of one.
  fileprivate func belongs(toOneOf types: Set<String>) -> Bool {
    let parts = type.prefix { !"?<".contains($0) }.split(separator: ".")
    let around = (1...max(parts.count, 1)).map { parts.prefix($0).joined(separator: ".") }
    guard let inherited else { return around.contains(where: types.contains) }
    return ([inherited] + around + around.map { "\($0).\(inherited)" }).contains(
      where: types.contains
    )
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(self.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
