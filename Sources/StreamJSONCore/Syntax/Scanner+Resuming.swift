/// The parts of the scanner that only streams use.
extension Scanner {
  /// Prepares for a text that begins at the byte at `byteCount` of the text so far.
  ///
  /// An unfinished token may begin before the new text: when a value is skipped, its bytes are
  /// dropped while the scanner is still inside it. Its entries on the tape must then not be read.
  @inline(__always)
  mutating func rebase(by byteCount: Int) {
    offset -= byteCount
    tokenStart -= byteCount
  }

  /// Prepares for a name that begins at `offset` or, if it `mayEnd`, for the end of the object.
  mutating func beginName(at offset: Int, mayEnd: Bool) {
    beginValue(at: offset)
    expectation = mayEnd ? .nameOrObjectEnd : .name
  }

  /// True if the value in progress is an unfinished string.
  var isInString: Bool { expectation == .restOfString }

  /// Scans a single name, from where the last call stopped.
  ///
  /// - Returns: True if the name is complete and on the tape; false if more bytes are needed.
  /// - Throws: `InputFault` if the bytes are not a name.
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
    tape.reserve(Tape.scannerReserve)
    tape.append(
      .string,
      flags: TapeWord.Flags(rawValue: flags & 0xF0),
      offset: tokenStart,
      count: position - (isUnquoted ? 0 : 1) - tokenStart
    )
    return true
  }

  /// Begins the name at `offset`; false if the text ends inside its first character.
  private mutating func beginName<D: Dialect>(
    _ text: JSONText,
    dialect: D.Type
  ) throws(InputFault) -> Bool {
    guard offset < text.count else { return false }
    let expected: JSONError.Expectation = expectation == .name ? .key : .keyOrObjectEnd
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
