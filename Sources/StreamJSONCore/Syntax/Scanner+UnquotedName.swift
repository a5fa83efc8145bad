// Names without quotation marks, which may be cut at any byte.

extension Scanner {
  /// Checks that a key without quotation marks begins at `offset`.
  ///
  /// - Returns: False if the text ends inside the first character and more may follow.
  /// - Throws: `InputFault` if no name begins there.
  func scanStartOfUnquotedName(
    _ text: JSONText,
    _ offset: Int,
    expected: JSONError.Expectation
  ) throws(InputFault) -> Bool {
    // JSONDecoder allows a name to begin with the escape of any character.
    if text[offset] == UInt8(ascii: "\\") { return true }
    guard let character = try nameCharacter(text, offset) else { return false }
    guard character.scalar.beginsUnquotedName else {
      throw InputFault(.unexpectedByte(expected: expected), at: offset)
    }
    return true
  }

  /// Moves `offset` to the end of a key without quotation marks.
  ///
  /// A well-formed escape stays in the name as written, as in JSONDecoder.
  ///
  /// - Returns: False if the text ends first. `offset` is then the end, or the first byte of a
  ///   character that is cut.
  /// - Throws: `InputFault` for bytes that are not UTF-8 and for malformed escapes.
  func scanUnquotedName(
    _ text: JSONText,
    _ offset: inout Int,
    _ flags: inout UInt64
  ) throws(InputFault) -> Bool {
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), UInt8(ascii: "_"):
        offset += 1
      default:
        guard let character = try nameCharacter(text, offset) else { return false }
        guard character.scalar.continuesUnquotedName else { return true }
        if text[offset] >= 0x80 { flags |= TapeWord.Flags.nonASCII.rawValue }
        offset += character.count
      }
    }
    return false
  }

  /// The character at `offset`, which may be escaped, and its byte count; nil if it is cut.
  private func nameCharacter(
    _ text: JSONText,
    _ offset: Int
  ) throws(InputFault) -> (scalar: Unicode.Scalar, count: Int)? {
    let first = text[offset]
    guard first != UInt8(ascii: "\\") else { return try escapedNameCharacter(text, offset) }
    guard let count = first.utf8SequenceByteCount else {
      throw InputFault(.invalidUTF8, at: offset)
    }
    guard count > 1 else { return (Unicode.Scalar(first), 1) }
    guard offset + count <= text.count else { return nil }
    if let fault = UTF8Validation.firstFault(in: text, from: offset, to: offset + count) {
      throw InputFault(.invalidUTF8, at: fault)
    }
    let character = text.string(from: offset, to: offset + count).unicodeScalars.first
    return character.map { ($0, count) }
  }

  private func escapedNameCharacter(
    _ text: JSONText,
    _ offset: Int
  ) throws(InputFault) -> (scalar: Unicode.Scalar, count: Int)? {
    guard offset + 1 < text.count else { return nil }
    let digitCount: Int
    switch text[offset + 1] {
    case UInt8(ascii: "u"): digitCount = 4
    case UInt8(ascii: "x"): digitCount = 2
    default: throw InputFault(.invalidEscape, at: offset)
    }
    let end = offset + 2 + digitCount
    guard end <= text.count else { return nil }
    let value = try Unescaping(text: text, offset: offset, end: end, allowsMore: true)
      .hexadecimal(ofEscapeAt: offset, count: digitCount)
    guard value != 0, let scalar = Unicode.Scalar(value) else {
      throw InputFault(.invalidEscape, at: offset)
    }
    return (scalar, 2 + digitCount)
  }
}

extension Unicode.Scalar {
  /// True for the characters that ECMAScript 5.1, section 7.6, allows at the beginning of an
  /// identifier.
  fileprivate var beginsUnquotedName: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      true
    default:
      self == "$" || self == "_"
    }
  }

  /// True for the characters that the same section allows inside an identifier.
  fileprivate var continuesUnquotedName: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
      return true
    default:
      let isJoiner = value == 0x200C || value == 0x200D
      return isJoiner || self == "\\" || beginsUnquotedName
    }
  }
}
