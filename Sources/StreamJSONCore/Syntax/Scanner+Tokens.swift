// How the state machine in `Scanner+Values.swift` moves past a token or whitespace.

// MARK: - Strings

extension Scanner {
  /// Mark a string in single quotes and a name without quotes, only in `tokenFlags`.
  static let singleQuoted: UInt64 = 1 << 8
  static let unquoted: UInt64 = 1 << 9

  /// Moves `offset` from inside a string to just past its closing quotation mark.
  ///
  /// - Returns: False if the text ends first. `offset` is then where to resume: the end, or the
  ///   backslash of an escape that is cut.
  @inline(__always)
  func scanString<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    _ flags: inout UInt64,
    isFinal: Bool,
    dialect: D.Type
  ) throws(InputFault) -> Bool {
    let quote =
      D.allowsSingleQuotes && flags & Self.singleQuoted != 0
      ? UInt8(ascii: "'") : UInt8(ascii: "\"")
    let count = text.count
    var start = offset
    // The bitwise OR of all bytes; its top bits say whether one of them was not ASCII.
    var seen: UInt64 = 0
    defer {
      if seen & ByteSearch.topBits != 0 { flags |= TapeWord.Flags.nonASCII.rawValue }
    }
    while true {
      while offset &+ 8 <= count {
        let block = text.eightBytes(at: offset)
        let stops = ByteSearch.stringStops(in: block, quote: quote)
        if stops != 0 {
          let run = ByteSearch.firstMarked(stops)
          // Only the bytes before the stop are part of the run.
          seen |= block & ((1 &<< UInt64(truncatingIfNeeded: run &* 8)) &- 1)
          offset &+= run
          break
        }
        seen |= block
        offset &+= 8
        // When this began earlier, strings of 40 to 60 bytes took up to 15 % longer.
        if offset &- start >= 64 {
          let run = Self.longRun(text, from: offset, quote: quote)
          offset = run.end
          // Fewer than 32 bytes are left before the run's end.
          start = offset
          if run.hasNonASCII { seen |= ByteSearch.topBits }
        }
      }
      guard offset < count else { return false }
      let byte = text[offset]
      if byte == quote {
        offset &+= 1
        return true
      }
      if byte == UInt8(ascii: "\\") {
        guard
          try skipEscape(
            text,
            &offset,
            quote: quote,
            isFinal: isFinal,
            dialect: dialect
          )
        else {
          return false
        }
        flags |= TapeWord.Flags.escaped.rawValue
      } else {
        if byte < 0x20 { flags |= TapeWord.Flags.controlCharacter.rawValue }
        seen |= UInt64(byte)
        offset &+= 1
      }
    }
  }

  /// Where the 32 bytes begin in which the run that begins at `start` ends, and whether any byte before them is not
  /// ASCII.
  ///
  /// Not inlined: the loop's constants would take registers from the scanner.
  @inline(never)
  private static func longRun(
    _ text: JSONText,
    from start: Int,
    quote: UInt8
  ) -> (end: Int, hasNonASCII: Bool) {
    var offset = start
    var nonASCII = ByteVectorMask()
    while offset &+ 32 <= text.count {
      let first = text.sixteenBytes(at: offset)
      let second = text.sixteenBytes(at: offset &+ 16)
      let stops =
        ByteSearch.stringStops(in: first, quote: quote)
        .| ByteSearch.stringStops(in: second, quote: quote)
      if ByteSearch.hasMark(stops) { break }
      nonASCII = nonASCII .| ByteSearch.nonASCII(in: first) .| ByteSearch.nonASCII(in: second)
      offset &+= 32
    }
    return (offset, ByteSearch.hasMark(nonASCII))
  }

  /// Moves `offset` past the backslash and the character it escapes, so that an escaped quotation
  /// mark does not end the string.
  ///
  /// The rest of the escape is checked when the string is read, with one exception, as in
  /// JSONDecoder: `\u` with a quotation mark in the next four bytes (or `\x` with one in the next
  /// two) is a syntax error.
  @inline(__always)
  private func skipEscape<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    quote: UInt8,
    isFinal: Bool,
    dialect: D.Type
  ) throws(InputFault) -> Bool {
    guard offset &+ 1 < text.count else { return false }
    let digitCount =
      switch text[offset &+ 1] {
      case UInt8(ascii: "u"): 4
      case UInt8(ascii: "x") where D.allowsMoreEscapes: 2
      default: 0
      }
    let end = offset &+ 2 &+ digitCount
    guard end <= text.count else {
      if isFinal { throw InputFault(.invalidEscape, at: offset) }
      return false
    }
    for position in offset &+ 2..<end where text[position] == quote {
      throw InputFault(.invalidEscape, at: offset)
    }
    offset = end
    return true
  }
}

// MARK: - Numbers and literals

extension Scanner {
  /// Moves `offset` from inside a number to just past its last byte.
  ///
  /// Any run of digits, signs, points and `e` (or any letter, where more numbers are allowed) is
  /// treated as one number, as in JSONDecoder; whether it is valid is checked when it is read.
  ///
  /// - Returns: False if the text ends and more may follow.
  @inline(__always)
  func scanNumber<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    isFinal: Bool,
    dialect: D.Type
  ) -> Bool {
    let count = text.count
    while true {
      if offset &+ 8 <= count {
        let others = ByteSearch.nonDigits(in: text.eightBytes(at: offset))
        guard others != 0 else {
          offset &+= 8
          continue
        }
        offset &+= ByteSearch.firstMarked(others)
      } else {
        while offset < count, text[offset] &- UInt8(ascii: "0") < 10 { offset &+= 1 }
        guard offset < count else { return isFinal }
      }
      switch text[offset] {
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"),
        UInt8(ascii: "-"),
        UInt8(ascii: "A")...UInt8(ascii: "Z") where D.allowsMoreNumbers,
        UInt8(ascii: "a")...UInt8(ascii: "z") where D.allowsMoreNumbers:
        offset &+= 1
      default:
        return true
      }
    }
  }

  /// Moves `offset` past the literal that begins there.
  ///
  /// `firstBytes` has its first four bytes, the first one in the lowest bits; the fifth byte of
  /// `false` is compared separately.
  ///
  /// - Returns: False if the text ends inside the literal and more may follow.
  @inline(__always)
  func scanLiteral(
    _ firstBytes: UInt32,
    _ literal: StaticString,
    _ text: JSONText,
    _ offset: inout Int,
    isFinal: Bool
  ) throws(InputFault) -> Bool {
    let length = literal.utf8CodeUnitCount
    if offset &+ length <= text.count, text.fourBytes(at: offset) == firstBytes,
      length == 4 || text[offset &+ 4] == UInt8(ascii: "e")
    {
      offset &+= length
      return true
    }
    return try scanBrokenLiteral(literal, text, offset, isFinal: isFinal)
  }

  /// Finds the first byte that differs from the literal.
  @inline(never)
  private func scanBrokenLiteral(
    _ literal: StaticString,
    _ text: JSONText,
    _ start: Int,
    isFinal: Bool
  ) throws(InputFault) -> Bool {
    for (offset, expected) in zip(start..., literal.description.utf8) {
      guard offset < text.count else {
        if isFinal { throw InputFault(.unexpectedEnd, at: offset) }
        return false
      }
      guard text[offset] == expected else { throw InputFault(.invalidLiteral, at: offset) }
    }
    return true
  }
}

// MARK: - Whitespace

extension Scanner {
  /// Moves `offset` past whitespace: space, tab, line feed and carriage return (RFC 8259
  /// section 2), and whatever else the dialect allows.
  ///
  /// A comment may be cut. Then `isInsideComment` is true, `offset` is the end of the text, and the
  /// next call resumes inside the comment.
  @inline(__always)
  mutating func skipWhitespace<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    dialect: D.Type
  ) throws(InputFault) {
    // Compact texts have no whitespace, so they return before the loop for indentation.
    if D.allowsComments || D.allowsMoreWhitespace {
      try skipMoreWhitespace(text, &offset, dialect: dialect)
    } else {
      if offset < text.count, text[offset] > 0x20 { return }
      Self.skipIndentation(text, &offset)
    }
  }

  /// Moves `offset` past whitespace, as above.
  ///
  /// - Returns: The byte there; 0 if the text ends first, but a text may also have a 0 there.
  @inline(__always)
  mutating func byteAfterWhitespace<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    dialect: D.Type
  ) throws(InputFault) -> UInt8 {
    if !D.allowsComments, !D.allowsMoreWhitespace, offset < text.count {
      let byte = text[offset]
      if byte > 0x20 { return byte }
    }
    try skipWhitespace(text, &offset, dialect: dialect)
    return offset < text.count ? text[offset] : 0
  }

  /// Requires that only whitespace comes after the value that was scanned.
  @inline(__always)
  mutating func requireEnd(of text: JSONText, dialect: any Dialect.Type) throws(InputFault) {
    var end = offset
    if end < text.count { try skipWhitespace(text, &end, dialect: dialect) }
    guard end == text.count else { throw InputFault(.trailingBytes, at: end) }
    guard !isInsideComment else { throw InputFault(.unexpectedEnd, at: end) }
  }

  @inline(__always)
  static func skipIndentation(_ text: JSONText, _ offset: inout Int) {
    let count = text.count
    while offset < count {
      switch text[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset &+= 1
      default: return
      }
      // What follows a line feed is mostly indentation, too: skip it eight spaces at a time.
      while offset &+ 8 <= count {
        let others = ByteSearch.nonSpaces(in: text.eightBytes(at: offset))
        if others != 0 {
          offset &+= ByteSearch.firstMarked(others)
          if text[offset] > 0x20 { return }
          break
        }
        offset &+= 8
      }
    }
  }
}
