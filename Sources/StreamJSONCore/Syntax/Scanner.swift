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
