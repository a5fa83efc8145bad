/// How the state machine in `Scanner+Values.swift` moves past many numbers of an array at once.
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
