// How the state machine in `Scanner.swift` moves past a token or whitespace.

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

/// How the state machine in `Scanner.swift` moves past many numbers of an array at once.
extension Scanner {
  /// Numbers of the usual form are scanned only where this many bytes are left: up to 61 are looked at, with the byte
  /// after a comma.
  static var numberReserve: Int { 64 }

  #if _pointerBitWidth(_32)
  /// No value begins on a tape of this many words or more, except the first number of a small array: the tape's size in
  /// bytes must fit in an Int, whatever is reserved.
  static var scannerWordLimit: Int { Tape.wordLimit(as: Int.self) &- 2 &* Tape.scannerReserve }
  #endif

  /// An array of more numbers than this is opened like any other, and these numbers are then scanned again.
  private static var smallArrayCount: Int { 30 }

  /// Scans the number that begins at `start`, and those that come after it in an array with only a comma and then
  /// whitespace between them.
  ///
  /// If `asArray` is true, the array begins just before that number. Then either the whole array is scanned or nothing:
  /// it must be small, consist of numbers of the usual form, and not come near the end of the text.
  ///
  /// - Precondition: the tape has room for `Tape.scannerReserve` words. Afterward, it still has room for a name.
  /// - Returns: The end of what was scanned; 0 if that is nothing.
  @inline(never)
  static func scanNumbers(
    _ text: JSONText,
    from start: Int,
    into tape: inout Tape,
    asArray: Bool
  ) -> Int {
    let header = tape.count
    var (start, end) = (start, 0)
    if asArray {
      tape.append(TapeWord(.array, offset: start &- 1))
      tape.append(TapeWord(count: 0, end: header))
    }
    while start &+ numberReserve <= text.count {
      let word = usualNumber(text, at: start)
      guard word.bits != 0 else { break }
      tape.append(word)
      end = start &+ word.shortCount
      guard text[end] == UInt8(ascii: ",") else { break }
      start = end &+ 1
      if text[start] <= 0x20 { skipIndentation(text, &start) }
      guard start < text.count, isNumberStart(text[start]) else { break }
      if asArray, tape.count &- header &- 2 > smallArrayCount { break }
      #if _pointerBitWidth(_32)
      guard tape.count < scannerWordLimit else { break }
      #endif
      tape.reserve(Tape.scannerReserve, readTo: start, of: text.count)
    }
    guard asArray else { return end }
    guard end > 0, text[end] == UInt8(ascii: "]") else {
      tape.truncate(to: header)
      return 0
    }
    tape[header &+ 1] = TapeWord(count: tape.count &- header &- 2, end: tape.count)
    return end &+ 1
  }

  @inline(__always)
  static func isNumberStart(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
  }

  /// The word of the number that begins at `start`, if it has at most 23 digits before a point, 24 elsewhere, and 8 in
  /// an exponent; otherwise, bits of zero.
  ///
  /// Like any other number, it may be malformed.
  ///
  /// - Precondition: `start + numberReserve <= text.count`.
  @inline(__always)
  private static func usualNumber(_ text: JSONText, at start: Int) -> TapeWord {
    // The first byte is a digit or a minus sign. Which one it is doesn't delay the search for the end.
    var end = start &+ 1
    skipDigits(text, &end)
    var flags = TapeWord.Flags.none
    if text[end] == UInt8(ascii: "."), end &- start <= 24 {
      let digitsStart = text[start] == UInt8(ascii: "-") ? start &+ 1 : start
      let (integerCount, fraction) = (end &- digitsStart, end &+ 1)
      end = fraction
      skipDigits(text, &end)
      if end > fraction, UInt(bitPattern: integerCount &- 1) < 7,
        integerCount == 1 || text[digitsStart] != UInt8(ascii: "0")
      {
        flags = .integerDigits(integerCount)
      }
    }
    if !text.endsNumber(text[end]) {
      guard text[end] | 0x20 == UInt8(ascii: "e") else { return TapeWord(bits: 0) }
      flags = .none
      end &+= text[end &+ 1] == UInt8(ascii: "-") || text[end &+ 1] == UInt8(ascii: "+") ? 2 : 1
      end &+= digitCount(text, at: end)
      guard text.endsNumber(text[end]) else { return TapeWord(bits: 0) }
    }
    return TapeWord(.number, flags: flags, offset: start, count: end &- start)
  }

  /// Moves `offset` past up to 24 digits.
  ///
  /// Past a block of digits, it moves by a constant, so that the machine can read the next block before it has counted.
  @inline(__always)
  private static func skipDigits(_ text: JSONText, _ offset: inout Int) {
    for _ in 0..<3 {
      let others = ByteSearch.nonDigits(in: text.eightBytes(at: offset))
      if others != 0 {
        offset &+= ByteSearch.firstMarked(others)
        return
      }
      offset &+= 8
    }
  }

  /// How many of the next eight bytes come before the first that is not a digit.
  @inline(__always)
  private static func digitCount(_ text: JSONText, at offset: Int) -> Int {
    ByteSearch.nonDigits(in: text.eightBytes(at: offset)).trailingZeroBitCount &>> 3
  }
}

// Whitespace and comments that only some dialects allow; a comment may be cut at any byte.

extension Scanner {
  /// The kind of comment that the bytes so far end in.
  enum Comment: UInt8 {
    case none
    /// After a slash, which begins a comment or is a fault.
    case slash
    /// In a comment that ends with its line.
    case line
    /// In a comment that ends with `*/`.
    case block
    /// In such a comment, after an asterisk.
    case blockAsterisk
  }

  /// True if the text must not end here, because a comment is still open.
  var isInsideComment: Bool { comment != .none && comment != .line }

  /// Moves `offset` past whitespace and comments.
  @inline(never)
  mutating func skipMoreWhitespace<D: Dialect>(
    _ text: JSONText,
    _ offset: inout Int,
    dialect: D.Type
  ) throws(InputFault) {
    let count = text.count
    while offset < count {
      let byte = text[offset]
      switch comment {
      case .none:
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: break
        case 0x0B, 0x0C, 0xA0: guard D.allowsMoreWhitespace else { return }
        case UInt8(ascii: "/"):
          guard D.allowsComments else { return }
          comment = .slash
        default: return
        }
      case .slash:
        switch byte {
        case UInt8(ascii: "/"): comment = .line
        case UInt8(ascii: "*"): comment = .block
        default:
          comment = .none
          throw InputFault(.unexpectedByte(expected: .comment), at: offset)
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
}

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
    guard offset + count <= text.count else {
      if text.isCutUTF8Sequence(from: offset, to: text.count) { return nil }
      throw InputFault(.invalidUTF8, at: offset)
    }
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
    guard end <= text.count else {
      if text.isHexadecimal(from: offset + 2, to: text.count) { return nil }
      throw InputFault(.invalidEscape, at: offset)
    }
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
