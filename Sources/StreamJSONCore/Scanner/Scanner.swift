// Rules for the scanner:
// - Whatever state you add must survive a stop at each byte. Tests cut texts everywhere.
// - No code asks which dialect it has. It asks what the dialect allows, and the compiler removes the rest.
// - A lead counts as valid if its bytes match. Only dialects without comments and unquoted names have leads
//   (`hasLeads`).

/// Parses the grammar of RFC 8259 and writes a tape; the only place in the library that knows where
/// one value ends and the next begins.
///
/// The scanner creates and converts no values. It checks structure, literals and quotation marks,
/// and notes on the tape what else it saw in a string (a backslash, a byte above 0x7F, a control
/// character) and where it saw the point of a number in an array, so that a malformed string or number is
/// an error only if it is read, as in JSONDecoder.
///
/// It can stop at any byte and resume when more arrive: between two calls of `scan`, the whole
/// state is in this struct and in the tape, whose open containers are linked to the enclosing ones.
/// A token that is cut resumes where it was cut, never at its beginning. Offsets count from the
/// start of the text passed to `scan`, so the text must begin with the same byte at the next call;
/// to move its start forward, `offset` and `tokenStart` are moved back.
struct Scanner {
  /// What the grammar allows next, at `offset`.
  enum Expectation: UInt8 {
    /// A value.
    case value
    /// A value, or the end of an array that has just begun.
    case valueOrArrayEnd
    /// A name, or the end of an object that has just begun.
    case nameOrObjectEnd
    /// A name, after a comma.
    case name
    /// The colon after a name.
    case colon
    /// A comma or the end of the container.
    case commaOrEnd
    /// The rest of a token that the last call left unfinished; it began at `tokenStart`.
    case restOfName, restOfString, restOfNumber
  }

  /// Bytes from the start of the text to the next byte to read.
  var offset = 0

  var expectation = Expectation.value

  /// The entry of the innermost open container, `Tape.absent` outside all of them.
  var container = Tape.absent

  /// The number of members or elements in the innermost open container so far.
  var childCount = 0

  /// The number of open containers.
  var depth = 0

  /// How many containers may be open at once.
  let maximumDepth: Int

  /// Whether `[1,]` and `{"a":1,}` are accepted, which JSONDecoder does and RFC 8259 forbids.
  let allowsTrailingComma: Bool

  /// For an unfinished token, the offset of its first byte (after a quotation mark), and flags for what was seen in it.
  var tokenStart = 0
  var tokenFlags: UInt64 = 0

  /// The kind of comment that the text so far ends in.
  var comment = Comment.none

  /// True while the outermost object has no braces (`assumesTopLevelDictionary`).
  var assumesObject = false

  /// True while values are skipped: the tape then keeps only open containers.
  var isSkipping = false

  /// The leads to members so far; nil if they are not noted, or not yet.
  var leads: MemberLeads?

  /// Where leads are noted once an object comes after many values in one container, which were probably like it.
  private var idleLeads: MemberLeads?

  /// The lead of the value that came last in the innermost open container, or of that container if it is
  /// an array.
  ///
  /// When an object is opened, the lead is kept in the note of the enclosing container. An array leaves the lead as it
  /// is.
  var lead = MemberLeads.opening

  /// Where the lead that is being read begins; negative if it is not to be noted.
  var leadStart = -1

  /// Whether the value in progress is an unfinished string.
  var isInString: Bool { expectation == .restOfString }

  init(maximumDepth: Int, allowsTrailingComma: Bool, leads: MemberLeads? = nil) {
    self.maximumDepth = maximumDepth
    self.allowsTrailingComma = allowsTrailingComma
    if leads?.hasBegun == true { self.leads = leads } else { idleLeads = leads }
  }

  @inline(never)
  mutating func beginLeads() {
    guard let idleLeads else { return }
    idleLeads.begin()
    leads = idleLeads
  }

  /// Begins the members of an object whose braces the text omits.
  mutating func beginAssumedObject(at offset: Int, in tape: inout Tape) {
    beginAssumed(.object, at: offset, in: &tape)
    assumesObject = true
    // A lead can end an object, but it must not end this one.
    leads = nil
    idleLeads = nil
    expectation = .nameOrObjectEnd
  }

  /// Begins the contents of a container whose beginning is not in the text, before anything else is scanned.
  mutating func beginAssumed(_ kind: TapeWord.Kind, at offset: Int, in tape: inout Tape) {
    self.offset = offset
    tape.reserve(Tape.scannerReserve)
    container = tape.count
    tape.append(TapeWord(kind, offset: offset))
    tape.append(TapeWord(count: 0, end: Tape.absent))
    depth = 1
  }
}

// The scanner of a dialect that is known only at run time.
extension Dialect {
  static func scan(
    with scanner: inout Scanner,
    _ text: JSONText,
    into tape: inout Tape,
    isFinal: Bool
  ) throws(InputFault) -> Bool {
    try scanner.scan(text, into: &tape, isFinal: isFinal, dialect: Self.self)
  }
}

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
          try skipWhitespace(text, &offset, dialect: dialect)
          if offset < count {
            let byte = text[offset]
            if byte == UInt8(ascii: ",") {
              offset &+= 1
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
