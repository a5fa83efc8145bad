/// The state machine: from bytes to the words of one value.
extension Scanner {
  /// Scans one value, from where the last call stopped to the end of the value or of `text`.
  ///
  /// - Parameters:
  ///   - text: The bytes; those before `offset` are not read again, except in an unfinished token.
  ///   - tape: Receives the words.
  ///   - isFinal: Whether no more bytes follow. If so, a number ends with the text, and a text that
  ///     ends inside a value is a fault.
  ///   - dialect: The grammar.
  /// - Returns: True if the value is complete; `offset` is then just past its last byte. False if
  ///   more bytes are needed.
  /// - Throws: `InputFault` with the offset of the first byte that cannot belong to the value.
  /// - Complexity: O(bytes read). Allocates only when the tape grows.
  mutating func scan<D: Dialect>(
    _ text: JSONText,
    into tape: inout Tape,
    isFinal: Bool,
    dialect: D.Type
  ) throws(InputFault) -> Bool {
    // Copy the fields into locals, which stay in registers; a `mutating` loop on `self` would store
    // them back at every call that is not inlined.
    var offset = offset
    var expectation = expectation
    var container = container
    var childCount = childCount
    var flags = tokenFlags
    var tokenStart = tokenStart
    var inObject = container != Tape.absent && tape[container].kind == .object
    let count = text.count
    leadStart = -1

    scanning: while true {
      switch expectation {
      case .value, .valueOrArrayEnd:
        #if _pointerBitWidth(_32)
        guard tape.count < Self.scannerWordLimit else {
          throw InputFault(.byteLimitExceeded, at: offset)
        }
        #endif
        // Room for the value, and for the name that may come between it and the next value.
        tape.reserve(Tape.scannerReserve, readTo: offset, of: count)
        try skipWhitespace(text, &offset, dialect: dialect)
        guard offset < count else { break scanning }
        let byte = text[offset]
        switch byte {
        case UInt8(ascii: "\""),
          UInt8(ascii: "'") where D.allowsSingleQuotes:
          offset &+= 1
          tokenStart = offset
          flags = byte == UInt8(ascii: "\"") ? 0 : Self.singleQuoted
          expectation = .restOfString
          continue scanning

        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
          UInt8(ascii: "+") where D.allowsMoreNumbers,
          UInt8(ascii: ".") where D.allowsMoreNumbers,
          UInt8(ascii: "I") where D.allowsMoreNumbers,
          UInt8(ascii: "N") where D.allowsMoreNumbers:
          if !inObject, container != Tape.absent, !isSkipping,
            offset &+ Self.numberReserve <= count
          {
            let first = tape.count
            let end = Self.scanNumbers(text, from: offset, into: &tape, asArray: false)
            if end > 0 {
              offset = end
              childCount &+= tape.count &- first &- 1
              break
            }
          }
          // JSONDecoder treats any run of letters, digits, signs and points as a number.
          tokenStart = offset
          offset &+= 1
          expectation = .restOfNumber
          continue scanning

        case UInt8(ascii: "["), UInt8(ascii: "{"):
          guard depth < maximumDepth else { throw InputFault(.depthLimitExceeded, at: offset) }
          if byte == UInt8(ascii: "["), !isSkipping, offset &+ Self.numberReserve < count,
            Self.isNumberStart(text[offset &+ 1])
          {
            let end = Self.scanNumbers(text, from: offset &+ 1, into: &tape, asArray: true)
            if end > 0 {
              offset = end
              break
            }
          }
          depth &+= 1
          inObject = byte == UInt8(ascii: "{")
          if container != Tape.absent {
            tape[container &+ 1] = TapeWord(count: childCount, end: tape[container &+ 1].end)
          }
          let header = tape.count
          tape.append(TapeWord(inObject ? .object : .array, offset: offset))
          tape.append(TapeWord(count: 0, end: container))
          offset &+= 1
          if D.hasLeads, inObject {
            if leads == nil, childCount == Self.likeObjectsCount { beginLeads() }
            if leads != nil {
              if container != Tape.absent { tape[container] = tape[container].noting(lead) }
              let known = firstLead(text, at: offset)
              if known.name != 0 {
                tape.append(TapeWord(bits: known.name))
                container = header
                childCount = 0
                offset &+= known.count
                expectation = .value
                continue scanning
              }
            }
          }
          container = header
          childCount = 0
          expectation = inObject ? .nameOrObjectEnd : .valueOrArrayEnd
          continue scanning

        case UInt8(ascii: "t"):
          guard try scanLiteral(0x6575_7274, "true", text, &offset, isFinal: isFinal) else {
            break scanning
          }
          tape.append(TapeWord(.true, offset: offset &- 4, count: 4))

        case UInt8(ascii: "f"):
          guard try scanLiteral(0x736C_6166, "false", text, &offset, isFinal: isFinal) else {
            break scanning
          }
          tape.append(TapeWord(.false, offset: offset &- 5, count: 5))

        case UInt8(ascii: "n"):
          guard try scanLiteral(0x6C6C_756E, "null", text, &offset, isFinal: isFinal) else {
            break scanning
          }
          tape.append(TapeWord(.null, offset: offset &- 4, count: 4))

        case UInt8(ascii: "]") where expectation == .valueOrArrayEnd:
          // This may also come after a trailing comma; see `.commaOrEnd`.
          expectation = .commaOrEnd
          continue scanning

        default:
          throw InputFault(.unexpectedByte(expected: .value), at: offset)
        }
        // A literal or number is complete.
        if container == Tape.absent {
          self.offset = offset
          return true
        }
        childCount &+= 1
        if isSkipping { tape.truncate(to: container &+ 2) }
        expectation = .commaOrEnd

      case .restOfString:
        guard try scanString(text, &offset, &flags, isFinal: isFinal, dialect: dialect) else {
          break scanning
        }
        tape.append(
          .string,
          flags: TapeWord.Flags(rawValue: flags & 0xF0),
          offset: tokenStart,
          count: offset &- 1 &- tokenStart
        )
        if container == Tape.absent {
          self.offset = offset
          return true
        }
        childCount &+= 1
        if isSkipping { tape.truncate(to: container &+ 2) }
        expectation = .commaOrEnd

      case .restOfNumber:
        guard scanNumber(text, &offset, isFinal: isFinal, dialect: dialect) else { break scanning }
        tape.append(.number, offset: tokenStart, count: offset &- tokenStart)
        if container == Tape.absent {
          self.offset = offset
          return true
        }
        childCount &+= 1
        if isSkipping { tape.truncate(to: container &+ 2) }
        expectation = .commaOrEnd

      case .nameOrObjectEnd, .name:
        try skipWhitespace(text, &offset, dialect: dialect)
        guard offset < count else {
          if assumesObject && depth == 1 && isFinal && expectation == .nameOrObjectEnd
            && !isInsideComment
          {
            expectation = .commaOrEnd
            continue scanning
          }
          break scanning
        }
        let byte = text[offset]
        if byte == UInt8(ascii: "\"") || (D.allowsSingleQuotes && byte == UInt8(ascii: "'")) {
          offset &+= 1
          tokenStart = offset
          flags = byte == UInt8(ascii: "\"") ? 0 : Self.singleQuoted
          expectation = .restOfName
        } else if byte == UInt8(ascii: "}"), expectation == .nameOrObjectEnd {
          expectation = .commaOrEnd
        } else {
          let expected: JSONError.Expectation = expectation == .name ? .key : .keyOrObjectEnd
          guard D.allowsUnquotedNames else {
            throw InputFault(.unexpectedByte(expected: expected), at: offset)
          }
          tokenStart = offset
          flags = Self.unquoted
          guard try scanStartOfUnquotedName(text, offset, expected: expected) else {
            break scanning
          }
          expectation = .restOfName
        }

      case .restOfName:
        let isUnquoted = D.allowsUnquotedNames && flags & Self.unquoted != 0
        let isComplete =
          isUnquoted
          ? try scanUnquotedName(text, &offset, &flags)
          : try scanString(text, &offset, &flags, isFinal: isFinal, dialect: dialect)
        guard isComplete else { break scanning }
        let nameFlags = TapeWord.Flags(rawValue: flags & 0xF0)
        let nameCount = offset &- (isUnquoted ? 0 : 1) &- tokenStart
        tape.append(.string, flags: nameFlags, offset: tokenStart, count: nameCount)
        if container == Tape.absent {
          // A stream reads a name by itself.
          self.offset = offset
          return true
        }
        if !nameFlags.isEmpty || nameCount >= TapeWord.maximumShortCount {
          let header = tape[container]
          tape[container] = TapeWord(
            bits: header.bits | TapeWord.Flags.irregularNames.rawValue
          )
        }
        // Most texts have nothing between a name and its colon.
        if offset < count, text[offset] == UInt8(ascii: ":") {
          offset &+= 1
          expectation = .value
          if D.hasLeads, leads != nil { noteLead(text, to: offset, tape, container, childCount) }
        } else {
          expectation = .colon
        }

      case .colon:
        try skipWhitespace(text, &offset, dialect: dialect)
        guard offset < count else { break scanning }
        guard text[offset] == UInt8(ascii: ":") else {
          throw InputFault(.unexpectedByte(expected: .colon), at: offset)
        }
        offset &+= 1
        expectation = .value
        if D.hasLeads, leads != nil { noteLead(text, to: offset, tape, container, childCount) }

      case .commaOrEnd:
        var knownEnd = 0
        if D.hasLeads, inObject, leads != nil {
          let known = nextLead(text, at: offset)
          if known.name != 0 {
            tape.append(TapeWord(bits: known.name))
            offset &+= known.count
            expectation = .value
            continue scanning
          }
          knownEnd = known.count
        }
        if knownEnd > 0 {
          offset &+= knownEnd &- 1
        } else {
          let byte = try byteAfterWhitespace(text, &offset, dialect: dialect)
          if offset < count {
            if byte == UInt8(ascii: ",") {
              offset &+= 1
              // In a compact object, the next name begins at once.
              if inObject, offset < count, text[offset] == UInt8(ascii: "\"") {
                offset &+= 1
                tokenStart = offset
                flags = 0
                expectation = .restOfName
                continue scanning
              }
              // The states that also accept an end are those that allow a trailing comma.
              expectation =
                inObject
                ? (allowsTrailingComma ? .nameOrObjectEnd : .name)
                : (allowsTrailingComma ? .valueOrArrayEnd : .value)
              continue scanning
            }
            // '}' is 0x7D and ']' is 0x5D.
            guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")),
              !(assumesObject && depth == 1)
            else {
              throw InputFault(
                .unexpectedByte(expected: inObject ? .commaOrObjectEnd : .commaOrArrayEnd),
                at: offset
              )
            }
          } else {
            guard assumesObject && depth == 1 && isFinal && !isInsideComment else { break scanning }
            // The object's closing brace is not in the text.
            offset &-= 1
          }
          if D.hasLeads, inObject, leads != nil { noteEnd(text, to: offset &+ 1) }
        }
        offset &+= 1
        let outer = tape[container &+ 1].end
        if isSkipping { tape.truncate(to: container &+ 2) }
        tape[container &+ 1] = TapeWord(count: childCount, end: tape.count)
        depth &-= 1
        if outer == Tape.absent {
          self.offset = offset
          self.container = Tape.absent
          return true
        }
        if isSkipping { tape.truncate(to: container) }
        container = outer
        let header = tape[outer]
        if D.hasLeads, inObject, leads != nil {
          lead = header.note
          tape[outer] = header.noting(0)
        }
        inObject = header.kind == .object
        childCount = tape[outer &+ 1].count &+ 1
      }
    }

    self.offset = offset
    self.expectation = expectation
    self.container = container
    self.childCount = childCount
    tokenFlags = flags
    self.tokenStart = tokenStart
    if isFinal {
      comment = .none
      throw InputFault(.unexpectedEnd, at: count)
    }
    return false
  }
}
