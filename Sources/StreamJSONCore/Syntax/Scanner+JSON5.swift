extension Scanner {
  /// A number token of JSON5 that does not begin with a digit.
  struct JSON5Number {
    var flags: TapeEntry.Flags
    var start: Int
    var count: Int
  }

  func scanJSON5Number(
    _ text: JSONText,
    _ offset: inout Int,
    isFinal: Bool
  ) throws(SyntaxFault) -> JSON5Number? {
    throw SyntaxFault(.unexpectedByte(expected: .value), at: offset)
  }

  func scanHexadecimalDigits(
    _ text: JSONText,
    _ offset: inout Int,
    isFinal: Bool
  ) throws(SyntaxFault) -> Bool {
    throw SyntaxFault(.unexpectedByte(expected: .value), at: offset)
  }

  func scanUnquotedName(
    _ text: JSONText,
    _ offset: inout Int,
    _ flags: inout UInt64,
    isFinal: Bool
  ) throws(SyntaxFault) -> Bool {
    throw SyntaxFault(.unexpectedByte(expected: .name), at: offset)
  }

  func skipJSON5Whitespace(_ text: JSONText, _ offset: inout Int) throws(SyntaxFault) {
  }
}
