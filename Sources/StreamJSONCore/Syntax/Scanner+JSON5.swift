// What JSON5 adds to the grammar, as far as JSONDecoder knows it.
//
// Numbers need nothing here: a token may hold letters, and whoever reads it judges it. Strings
// differ in their quotation mark alone. What is left are comments and names without quotation
// marks, both of which may be cut at any byte.

extension Scanner {
  /// The comment that the bytes so far end in.
  enum Comment: UInt8 {
    case none
    /// Behind a slash, which begins a comment or is a fault.
    case slash
    /// In a comment that ends with its line.
    case line
    /// In a comment that ends with `*/`.
    case block
    /// In such a comment, behind an asterisk.
    case blockAsterisk
  }

  /// True when the text may not end here, because of a comment that has no end yet.
  package var isInsideComment: Bool {
    comment != .none && comment != .line
  }

  /// Moves `offset` behind whitespace and comments.
  ///
  /// JSONDecoder takes vertical tab, form feed and the byte 0xA0 for whitespace, and no other
  /// spaces of Unicode.
  @inline(never)
  mutating func skipJSON5Whitespace(_ text: JSONText, _ offset: inout Int) throws(SyntaxFault) {
    let count = text.count
    while offset < count {
      let byte = text[offset]
      switch comment {
      case .none:
        switch byte {
        case 0x20, 0x09...0x0D, 0xA0: break
        case UInt8(ascii: "/"): comment = .slash
        default: return
        }
      case .slash:
        switch byte {
        case UInt8(ascii: "/"): comment = .line
        case UInt8(ascii: "*"): comment = .block
        default:
          comment = .none
          throw SyntaxFault(.unexpectedByte(expected: .comment), at: offset)
        }
      case .line:
        if byte == 0x0A || byte == 0x0D { comment = .none }
      case .block:
        if byte == UInt8(ascii: "*") { comment = .blockAsterisk }
      case .blockAsterisk:
        if byte == UInt8(ascii: "/") {
          comment = .none
        } else if byte != UInt8(ascii: "*") {
          comment = .block
        }
      }
      offset &+= 1
    }
  }

  /// Checks that a name without quotation marks begins at `offset`.
  ///
  /// - Returns: False when the text ends inside the first character and more may follow.
  /// - Throws: `SyntaxFault` when no name begins there.
  func scanStartOfUnquotedName(
    _ text: JSONText,
    _ offset: Int,
    expected: JSONError.Expectation
  ) throws(SyntaxFault) -> Bool {
    switch text[offset] {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "$"), UInt8(ascii: "_"), UInt8(ascii: "\\"):
      // JSONDecoder allows any character of a name, escaped, at its beginning.
      return true
    case 0..<0x80:
      throw SyntaxFault(.unexpectedByte(expected: expected), at: offset)
    default:
      guard let character = try nameCharacter(text, offset) else { return false }
      guard character.scalar.beginsUnquotedName else {
        throw SyntaxFault(.unexpectedByte(expected: expected), at: offset)
      }
      return true
    }
  }

  /// Moves `offset` to the end of a name without quotation marks.
  ///
  /// - Returns: False when the text ends first. `offset` is then the end, or the first byte of a
  ///   character that is cut.
  /// - Throws: `SyntaxFault` for bytes that are not UTF-8 and for malformed escapes. A well-formed
  ///   escape stays in the name as it is written, as in JSONDecoder.
  func scanUnquotedName(
    _ text: JSONText,
    _ offset: inout Int,
    _ flags: inout UInt64
  ) throws(SyntaxFault) -> Bool {
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), UInt8(ascii: "_"):
        offset += 1
      default:
        guard let character = try nameCharacter(text, offset) else { return false }
        guard character.scalar.continuesUnquotedName else { return true }
        if text[offset] >= 0x80 { flags |= TapeEntry.Flags.nonASCII.rawValue }
        offset += character.count
      }
    }
    return false
  }

  /// The character at `offset`, which may be escaped, and its bytes' count; nil when it is cut.
  private func nameCharacter(
    _ text: JSONText,
    _ offset: Int
  ) throws(SyntaxFault) -> (scalar: Unicode.Scalar, count: Int)? {
    let first = text[offset]
    guard first != UInt8(ascii: "\\") else { return try escapedNameCharacter(text, offset) }
    let count: Int
    switch first {
    case 0..<0x80: return (Unicode.Scalar(first), 1)
    case 0xC2...0xDF: count = 2
    case 0xE0...0xEF: count = 3
    case 0xF0...0xF4: count = 4
    default: throw SyntaxFault(.invalidUTF8, at: offset)
    }
    guard offset + count <= text.count else { return nil }
    if let fault = UTF8Validation.firstFault(in: text, from: offset, to: offset + count) {
      throw SyntaxFault(.invalidUTF8, at: fault)
    }
    var value = UInt32(first) & (0xFF >> UInt32(count + 1))
    for position in offset + 1..<offset + count {
      value = value << 6 | UInt32(text[position] & 0x3F)
    }
    guard let scalar = Unicode.Scalar(value) else { throw SyntaxFault(.invalidUTF8, at: offset) }
    return (scalar, count)
  }

  private func escapedNameCharacter(
    _ text: JSONText,
    _ offset: Int
  ) throws(SyntaxFault) -> (scalar: Unicode.Scalar, count: Int)? {
    guard offset + 1 < text.count else { return nil }
    let digitCount: Int
    switch text[offset + 1] {
    case UInt8(ascii: "u"): digitCount = 4
    case UInt8(ascii: "x"): digitCount = 2
    default: throw SyntaxFault(.invalidEscape, at: offset)
    }
    let end = offset + 2 + digitCount
    guard end <= text.count else { return nil }
    let value = try Unescaping.hexadecimal(
      text,
      at: offset + 2,
      count: digitCount,
      end,
      escape: offset
    )
    guard value != 0, let scalar = Unicode.Scalar(value) else {
      throw SyntaxFault(.invalidEscape, at: offset)
    }
    return (scalar, 2 + digitCount)
  }
}

extension Unicode.Scalar {
  /// True for what ECMAScript 5.1, section 7.6, allows at the beginning of an identifier, without
  /// `$` and `_`.
  fileprivate var beginsUnquotedName: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      true
    default:
      false
    }
  }

  /// True for what the same section allows inside an identifier.
  fileprivate var continuesUnquotedName: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
      return true
    default:
      let isJoiner = value == 0x200C || value == 0x200D
      return isJoiner || self == "$" || self == "\\" || beginsUnquotedName
    }
  }
}
