/// A word, a string literal, or a character of Swift source text.
struct SwiftToken {
  let text: String

  /// Whether it is the first token on its line.
  let startsLine: Bool

  /// Whether a space, the end of a line, or a comment comes before it.
  let followsSpace: Bool

  /// Whether it is a keyword, a name, or a number.
  var isWord: Bool { text.unicodeScalars.allSatisfy(SwiftLexer.isWord) }

  /// Returns the tokens of `text`, which has no regular expressions between slashes.
  static func tokens(of text: String) -> [SwiftToken] {
    var lexer = SwiftLexer(source: Array(text.unicodeScalars))
    var tokens: [SwiftToken] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }
}

extension Collection<SwiftToken> {
  /// The tokens in one line, which is the same wherever the source breaks it.
  var line: String {
    var line = ""
    var previous = ""
    for token in self {
      let isAtEdge = ["(", "[", "<"].contains(previous) || [")", "]", ">"].contains(token.text)
      if token.startsLine, isAtEdge {
        if previous == "," { line.removeLast() }
      } else if token.followsSpace, !line.isEmpty {
        line.append(" ")
      }
      line += token.text
      previous = token.text
    }
    return line
  }
}

private struct SwiftLexer {
  let source: [Unicode.Scalar]
  private var position = 0

  init(source: [Unicode.Scalar]) { self.source = source }

  mutating func next() -> SwiftToken? {
    let end = position
    skipSpace()
    guard position < source.count else { return nil }
    let space = source[end..<position]
    let start = position
    skipToken(followsSpace: !space.isEmpty)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source[start..<position])
    return SwiftToken(
      text: String(text),
      startsLine: end == 0 || space.contains("\n"),
      followsSpace: !space.isEmpty
    )
  }

  private mutating func skipSpace() {
    while position < source.count {
      if source[position].properties.isWhitespace {
        position += 1
      } else if hasPrefix("//") {
        while position < source.count, source[position] != "\n" { position += 1 }
      } else if !skipBlockComment() {
        return
      }
    }
  }

  /// Skips a comment that begins here, with those inside it.
  private mutating func skipBlockComment() -> Bool {
    guard skip("/*") else { return false }
    while position < source.count, !skip("*/") {
      if !skipBlockComment() { position += 1 }
    }
    return true
  }

  private mutating func skipToken(followsSpace: Bool) {
    if skipString() || skip("->") { return }
    let first = source[position]
    position += 1
    if first == "`" {
      while position < source.count, !skip("`") { position += 1 }
    } else if first == "#" || Self.isWord(first) {
      while position < source.count, Self.isWord(source[position]) { position += 1 }
    } else if followsSpace, isOperator(first) {
      // Elsewhere, two of these may close two lists of type parameters.
      while position < source.count, isOperator(source[position]) { position += 1 }
    }
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
      || scalar == "$"
  }

  private func isOperator(_ scalar: Unicode.Scalar) -> Bool {
    "+-*/%=<>&|^~".unicodeScalars.contains(scalar)
  }

  /// Skips a string literal that begins here, with the strings that are interpolated into it.
  private mutating func skipString() -> Bool {
    let start = position
    while skip("#") {}
    let hashes = String(repeating: "#", count: position - start)
    let quotes = hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    guard skip(quotes) else {
      position = start
      return false
    }
    while position < source.count, !skip(quotes + hashes) {
      if !skip("\\" + hashes) {
        position += 1
      } else if hasPrefix("(") {
        skipParentheses()
      } else {
        position += 1
      }
    }
    return true
  }

  private mutating func skipParentheses() {
    var depth = 0
    repeat {
      guard !skipString() else { continue }
      if hasPrefix("(") { depth += 1 }
      if hasPrefix(")") { depth -= 1 }
      position += 1
    } while depth > 0 && position < source.count
  }

  private func hasPrefix(_ prefix: String) -> Bool {
    source[position...].starts(with: prefix.unicodeScalars)
  }

  private mutating func skip(_ prefix: String) -> Bool {
    guard hasPrefix(prefix) else { return false }
    position += prefix.unicodeScalars.count
    return true
  }
}
