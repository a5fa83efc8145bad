/// A path to a value in a JSON document: the keys and indices that lead to it (RFC 6901).
///
/// ```swift
/// let pointer: JSONPointer = "/items/0/a~1b"   // the member "a/b" of the first item
/// ```
///
/// A malformed literal, such as `"items"`, stops the program. For other strings, use the initializer that returns nil
/// if they're malformed.
public struct JSONPointer: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The reference tokens, unescaped, from the outermost to the innermost.
  public var tokens: [String]

  /// The whole document.
  public static let root = JSONPointer(tokens: [])

  /// Creates a pointer from unescaped reference tokens.
  public init(tokens: [String]) { self.tokens = tokens }

  /// Parses the string form, in which `~1` is a slash and `~0` a tilde.
  ///
  /// - Returns: Nil if `string` isn't empty and doesn't begin with a slash, or if it has a tilde that isn't followed by
  ///   0 or 1 (RFC 6901 section 3).
  public init?(_ string: String) {
    // Everything here splits slices of arrays, because `split` adds 2 KB to a program for each type.
    let bytes = Array(string.utf8)[...]
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts[0].isEmpty else { return nil }
    tokens = []
    for part in parts.dropFirst() {
      let pieces = part.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
      var token = Array(pieces[0])
      for piece in pieces.dropFirst() {
        guard let digit = piece.first, digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1")
        else { return nil }
        token.append(digit == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
        token += piece.dropFirst()
      }
      tokens.append(String(decoding: token, as: UTF8.self))
    }
  }

  /// Creates a pointer from a literal.
  ///
  /// `JSONPointer("items")` uses this initializer, too, and traps. To validate a string at run time, pass a
  /// `String` variable to `init(_:)`.
  ///
  /// - Precondition: The literal is a JSON Pointer: empty, or a slash before each token, with every tilde
  ///   followed by 0 or 1 (RFC 6901 section 3). Otherwise, the program stops with a message that says so.
  public init(stringLiteral value: String) {
    guard let pointer = JSONPointer(value) else { fatalError(Self.malformation(of: value)) }
    self = pointer
  }

  /// Says what's wrong with the malformed `text`.
  package static func malformation(of text: String) -> String {
    let meant = likely(text).map { ", but \"\($0)\" is" } ?? ""
    return "\"\(text)\" isn't a JSON Pointer\(meant)"
  }

  /// The pointer that the malformed `text` was probably meant to be.
  private static func likely(_ text: String) -> String? {
    // With its tildes escaped, and without the `#` of the URI form.
    let rest = text.hasPrefix("#/") ? text.dropFirst() : text[...]
    let pieces = Array(rest.utf8)[...]
      .split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
    var likely = String(decoding: pieces[0], as: UTF8.self)
    for piece in pieces.dropFirst() {
      likely += piece.first == 0x30 || piece.first == 0x31 ? "~" : "~0"
      likely += String(decoding: piece, as: UTF8.self)
    }
    if let first = rest.unicodeScalars.first?.properties,
      first.isAlphabetic || first.numericType != nil
    {
      likely = "/" + likely
    }
    return JSONPointer(likely) == nil ? nil : likely
  }
}

extension JSONPointer {
  /// Returns a pointer with another token at its end, which you pass unescaped.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

  /// Returns a pointer with another position at its end, counted from 0.
  public func appending(_ position: Int) -> JSONPointer { appending(String(position)) }
}

extension JSONPointer {
  /// The position in an array that `token` stands for, nil if it is none.
  ///
  /// RFC 6901 section 4: no leading zeros, no signs.
  static func position(_ token: String) -> Int? {
    token.parsed(as: Int.self).flatMap { String($0) == token && $0 >= 0 ? $0 : nil }
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The string form, with `~` and `/` in the tokens escaped.
  public var description: String {
    var result = ""
    for token in tokens {
      result += "/"
      guard token.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else {
        result += token
        continue
      }
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": result += "~0"
        case "/": result += "~1"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// The string form, without the middle if it is long.
  var abbreviated: String {
    let full = description
    guard full.utf8.count > 100, full.unicodeScalars.count > 100 else { return full }
    return String(full.unicodeScalars.prefix(48)) + "…" + String(full.unicodeScalars.suffix(48))
  }
}

extension String {
  /// The value of `type` that this is the text of, if there is one.
  ///
  /// It is never specialized, because each copy of the standard library's parser for a type adds 3 KB to a program.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  func parsed<Value: LosslessStringConvertible>(as type: Value.Type) -> Value? { Value(self) }
}
