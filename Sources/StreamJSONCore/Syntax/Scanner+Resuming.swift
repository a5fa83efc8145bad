/// What only streams ask of the scanner.
extension Scanner {
  /// Prepares for a text whose first byte is the one at `byteCount` of the text so far.
  ///
  /// An unfinished token may begin before the new text: values that are passed over lose their
  /// bytes while the scanner is inside them. Then nothing may read what it leaves on the tape.
  @inline(__always)
  mutating func rebase(by byteCount: Int) {
    offset -= byteCount
    tokenStart -= byteCount
  }

  /// Prepares for a name, whose first byte is the one at `offset`; or for the end of the object, if
  /// it `mayEnd` there.
  mutating func beginName(at offset: Int, mayEnd: Bool) {
    beginValue(at: offset)
    expectation = mayEnd ? .nameOrObjectEnd : .name
  }

  /// True when the value in progress is an unfinished string.
  var isInString: Bool { expectation == .restOfString }

  /// Scans one name by itself, from where the last call stopped.
  ///
  /// - Returns: True when the name is complete and on the tape; false when more bytes are needed.
  /// - Throws: `InputFault` when there is no name at all.
  mutating func scanName<D: Dialect>(
    _ text: JSONText,
    into tape: inout Tape,
    dialect: D.Type
  ) throws(InputFault) -> Bool {
    if expectation != .restOfName {
      guard try beginName(text, dialect: dialect) else { return false }
    }
    let isUnquoted = D.allowsUnquotedNames && tokenFlags & Self.unquoted != 0
    var position = offset
    var flags = tokenFlags
    defer {
      offset = position
      tokenFlags = flags
    }
    if isUnquoted {
      guard try scanUnquotedName(text, &position, &flags) else { return false }
    } else {
      guard try scanString(text, &position, &flags, isFinal: false, dialect: dialect) else {
        return false
      }
    }
    tape.reserve(4)
    tape.append(
      .string,
      flags: TapeWord.Flags(rawValue: flags & 0xF0),
      offset: tokenStart,
      count: position - (isUnquoted ? 0 : 1) - tokenStart
    )
    return true
  }

  /// Begins the name at `offset`; false when the text ends inside its first character.
  private mutating func beginName<D: Dialect>(
    _ text: JSONText,
    dialect: D.Type
  ) throws(InputFault) -> Bool {
    guard offset < text.count else { return false }
    let expected: JSONError.Expectation = expectation == .name ? .name : .nameOrObjectEnd
    let byte = text[offset]
    if byte == UInt8(ascii: "\"") {
      tokenFlags = 0
      offset += 1
    } else if D.allowsSingleQuotes, byte == UInt8(ascii: "'") {
      tokenFlags = Self.singleQuoted
      offset += 1
    } else if D.allowsUnquotedNames {
      guard try scanStartOfUnquotedName(text, offset, expected: expected) else { return false }
      tokenFlags = Self.unquoted
    } else {
      throw InputFault(.unexpectedByte(expected: expected), at: offset)
    }
    tokenStart = offset
    expectation = .restOfName
    return true
  }
}
