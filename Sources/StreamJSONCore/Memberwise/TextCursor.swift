/// The position of the single pass over a text, as a struct that stays in registers.
struct TextCursor {
  let text: JSONText

  /// The offset of the next byte.
  var offset = 0

  /// How many more arrays and objects may be open.
  var remainingDepth: Int

  init(_ text: JSONText, maximumDepth: Int) {
    self.text = text
    remainingDepth = maximumDepth
  }

  /// The next byte after whitespace; 0 at the end.
  @inline(__always)
  mutating func next() -> UInt8 {
    if offset < text.count {
      let byte = text[offset]
      if byte > 0x20 { return byte }
      // Most texts that are not compact have one space after colons and commas.
      if offset &+ 1 < text.count, byte == 0x20, text[offset &+ 1] > 0x20 {
        offset &+= 1
        return text[offset]
      }
    }
    offset = Self.end(ofWhitespaceAt: offset, in: text)
    return offset < text.count ? text[offset] : 0
  }

  /// This is not a method, like everything else that is not inlined, because calling a function with the address of a
  /// cursor keeps the cursor in memory.
  @inline(never)
  private static func end(ofWhitespaceAt start: Int, in text: JSONText) -> Int {
    var scanner = scanner
    var offset = start
    // Whitespace without comments cannot have a fault.
    try? scanner.skipWhitespace(text, &offset, dialect: StandardJSON.self)
    return offset
  }

  /// Calls `body`, which is not inlined and leaves no array or object open, with a copy of the cursor, so that the
  /// cursor itself stays in registers before and after.
  @inline(__always)
  mutating func outOfLine(_ body: (inout TextCursor) -> Bool) -> Bool {
    var copy = self
    let result = body(&copy)
    offset = copy.offset
    return result
  }

  /// Whether nothing but whitespace follows.
  var isAtEnd: Bool { mutating get { next() == 0 && offset == text.count } }

  /// Moves past `byte`, after whitespace.
  ///
  /// - Returns: False if another byte comes next.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard next() == byte else { return false }
    offset &+= 1
    return true
  }

  /// Moves past the literal of four bytes, given as an integer with the first one in the lowest bits.
  @inline(__always)
  mutating func skipLiteral(_ bytes: UInt32) -> Bool {
    guard offset &+ 4 <= text.count, text.fourBytes(at: offset) == bytes else { return false }
    offset &+= 4
    return true
  }

  // The bytes of `null`, `true` and `fals`.
  static var null: UInt32 { 0x6C6C_756E }
  static var `true`: UInt32 { 0x6575_7274 }
  static var fals: UInt32 { 0x736C_6166 }

  /// Begins a container, whose first byte is next.
  @inline(__always)
  mutating func open() -> Bool {
    guard remainingDepth > 0 else { return false }
    offset &+= 1
    remainingDepth &-= 1
    return true
  }

  /// Ends a container, with `byte` after whitespace.
  ///
  /// - Returns: False if another byte comes next.
  @inline(__always)
  mutating func close(_ byte: UInt8) -> Bool {
    guard skip(byte) else { return false }
    remainingDepth &+= 1
    return true
  }
}

// MARK: - Tokens

extension TextCursor {
  /// The scanner, which knows the grammar of tokens; it has no state that matters for them.
  private static var scanner: Scanner { Scanner(maximumDepth: 0, allowsTrailingComma: false) }

  /// Moves past what leads to the next member's value, or past the end of the object.
  ///
  /// If `isFirst` is true, that is what opens the object, the name, and the colon; otherwise, it begins with what
  /// separates two members.
  ///
  /// - Returns: The position of the property with that name; `plan.count` or a value of `PropertyIndex` if there is
  ///   none.
  mutating func skipLead(_ plan: MemberwisePlan, _ isFirst: Bool) -> Int {
    if isFirst {
      guard skip(UInt8(ascii: "{")) else { return PropertyIndex.none }
      if skip(UInt8(ascii: "}")) { return PropertyIndex.end }
    } else {
      guard skip(UInt8(ascii: ",")) else {
        return skip(UInt8(ascii: "}")) ? PropertyIndex.end : PropertyIndex.none
      }
    }
    guard skip(UInt8(ascii: "\"")) else { return PropertyIndex.none }
    let start = offset
    // A name that is not plain is compared in the ordinary way.
    guard let flags = Self.scanString(text, &offset), flags.isEmpty else {
      return PropertyIndex.none
    }
    let index = plan.index(ofNameFrom: start, to: offset &- 1, in: text)
    guard skip(UInt8(ascii: ":")) else { return PropertyIndex.none }
    _ = next()
    return index
  }

  /// Moves past the quotation mark that ends the string that `offset` is in.
  ///
  /// - Returns: What the scanner notes about the bytes; nil for a fault.
  @inline(__always)
  static func scanString(_ text: JSONText, _ offset: inout Int) -> TapeWord.Flags? {
    var flags: UInt64 = 0
    do throws(InputFault) {
      let isComplete = try scanner.scanString(
        text,
        &offset,
        &flags,
        isFinal: true,
        dialect: StandardJSON.self
      )
      return isComplete ? TapeWord.Flags(rawValue: flags & 0xF0) : nil
    } catch {
      return nil
    }
  }

  /// Moves past the number that begins at `offset`.
  @inline(__always)
  static func scanNumber(_ text: JSONText, _ offset: inout Int) {
    _ = scanner.scanNumber(text, &offset, isFinal: true, dialect: StandardJSON.self)
  }
}

// MARK: - Scalars

extension TextCursor {
  /// The integer that comes next.
  @inline(__always)
  mutating func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    guard isAtNumber else { return nil }
    var end = offset
    defer { offset = end }
    return Self.integer(type, text, &end)
  }

  @inline(never)
  private static func integer<T: FixedWidthInteger>(
    _ type: T.Type,
    _ text: JSONText,
    _ offset: inout Int
  ) -> T? {
    if let value = text.plainInteger(&offset) { return T(exactly: value) }
    let start = offset
    scanNumber(text, &offset)
    return text.parseInteger(from: start, to: offset, as: type)
  }

  /// The number that comes next.
  @inline(__always)
  mutating func double() -> Double? {
    guard isAtNumber else { return nil }
    var end = offset
    defer { offset = end }
    return Self.double(text, &end)
  }

  @inline(never)
  private static func double(_ text: JSONText, _ offset: inout Int) -> Double? {
    if let plain = text.plainDecimal(&offset) {
      return Double.nearest(
        to: plain.significand,
        exponent: plain.exponent,
        isNegative: plain.isNegative
      )
    }
    let start = offset
    scanNumber(text, &offset)
    return text.parseDouble(from: start, to: offset)
  }

  /// The number that comes next.
  mutating func float() -> Float? {
    let start = offset
    guard isAtNumber else { return nil }
    Self.scanNumber(text, &offset)
    return text.parseFloat(from: start, to: offset)
  }

  /// Whether a number begins here.
  @inline(__always)
  private var isAtNumber: Bool {
    guard offset < text.count else { return false }
    let byte = text[offset]
    return byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-")
  }

  /// The boolean that comes next.
  @inline(__always)
  mutating func bool() -> Bool? {
    if skipLiteral(Self.true) { return true }
    guard skipLiteral(Self.fals), offset < text.count, text[offset] == UInt8(ascii: "e") else {
      return nil
    }
    offset &+= 1
    return false
  }
}

/// Strings.
extension TextCursor {
  /// The string whose quotation mark is the next byte; `scratch` is for escapes.
  @inline(__always)
  mutating func string(_ scratch: inout ByteArena) -> String? {
    var end = offset &+ 1
    defer { offset = end }
    return Self.string(text, &end, &scratch)
  }

  @inline(never)
  private static func string(
    _ text: JSONText,
    _ offset: inout Int,
    _ scratch: inout ByteArena
  ) -> String? {
    // SAFETY: texts are only read if `SmallString.scanIsSound`, so `scan` has a small string if `high` is not 0.
    let start = offset
    let scan = SmallString.scan(text, from: start)
    offset = scan.end
    if scan.high != 0 { return unsafe SmallString.make(scan.low, scan.high) }
    return longString(text, from: start, &offset, seen: scan.low, &scratch)
  }

  /// The string that begins at `start`, if it has escapes or characters other than ASCII, or is long; the bytes before
  /// `offset` have the bits `seen`, and contain neither the string's end nor an escape.
  @inline(never)
  private static func longString(
    _ text: JSONText,
    from start: Int,
    _ offset: inout Int,
    seen: UInt64,
    _ scratch: inout ByteArena
  ) -> String? {
    // SAFETY: `string` and the scanner have passed all bytes from `start` up to `end`. They are ASCII unless the flags
    // have `nonASCII`, and then valid UTF-8, as `firstFault` says. Valid UTF-8 with its escapes replaced by scalars is
    // valid UTF-8.
    guard var flags = scanString(text, &offset) else { return nil }
    if seen & ByteSearch.topBits != 0 { flags = flags.union(.nonASCII) }
    let end = offset &- 1
    if flags.isEmpty {
      return unsafe text.longerASCIIString(from: start, to: end)
    }
    guard !flags.contains(.controlCharacter) else { return nil }
    if flags.contains(.nonASCII) {
      guard UTF8Validation.firstFault(in: text, from: start, to: end) == nil else { return nil }
    }
    guard flags.contains(.escaped) else {
      return unsafe text.validatedString(from: start, to: end)
    }
    scratch.truncate(to: 0)
    var string = Unescaping(text: text, offset: start, end: end, allowsMore: false)
    do throws(InputFault) {
      try string.unescape(into: &scratch)
    } catch {
      return nil
    }
    return unsafe scratch.text.validatedString(from: 0, to: scratch.count)
  }
}
